package korrel;

import java.lang.reflect.Type;

/** A field of a sig, and what it is in the class of the sig's objects: looked up once, not for each object. */
final class Slot {
    final Shape shape;
    private final String field;
    private final String member;
    private final Layout layout;
    private Type type;

    /** @param layout null if the objects are HeapObjects */
    Slot(Shape shape, String field, String member, Layout layout) {
        this.shape = shape;
        this.field = field;
        this.member = member;
        this.layout = layout;
    }

    Type type() {
        if (type == null) {
            type = layout == null ? Object.class : layout.type(member);
        }
        return type;
    }

    void set(Object object, Object value) {
        if (layout == null) {
            ((HeapObject) object).set(field, value);
        } else {
            layout.set(object, member, value);
        }
    }

    /** Of an object that a test may have made of another class than the sig's. */
    Object get(Object object) {
        if (object instanceof HeapObject generic) {
            return generic.get(field);
        }
        boolean isKnown = layout != null && layout.isOf(object.getClass());
        return (isKnown ? layout : Layout.of(object.getClass())).get(object, member);
    }
}
