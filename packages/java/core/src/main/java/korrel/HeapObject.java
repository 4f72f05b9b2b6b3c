package korrel;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** An object of a sig without a class of its own: its fields by name. Two objects are never equal. */
public final class HeapObject {
    private final String type;
    private final String id;
    private final Map<String, Object> fields = new LinkedHashMap<>();

    /** An object that no heap has named yet. */
    public HeapObject(String type) {
        this(type, null);
    }

    HeapObject(String type, String id) {
        this.type = type;
        this.id = id;
    }

    /** {@code Node$0}, or null for an object that a test has made. */
    public String id() {
        return id;
    }

    /** The most specific sig. */
    public String type() {
        return type;
    }

    public Object get(String field) {
        if (!fields.containsKey(field)) {
            throw new KorrelException(this + " has no field " + field);
        }
        return fields.get(field);
    }

    public HeapObject set(String field, Object value) {
        fields.put(field, value);
        return this;
    }

    public Map<String, Object> fields() {
        return fields;
    }

    /** {@code Node$0(key=1, left=Node$1)}: other objects by name alone, for they may lead back here. */
    @Override
    public String toString() {
        return fields.entrySet().stream().map(field -> field.getKey() + "=" + shown(field.getValue()))
            .collect(Collectors.joining(", ", (id == null ? type : id) + "(", ")"));
    }

    private static String shown(Object value) {
        if (value instanceof HeapObject object) {
            return object.id == null ? object.type : object.id;
        }
        if (value instanceof Iterable<?> many) {
            StringBuilder all = new StringBuilder("[");
            many.forEach(one -> all.append(all.length() > 1 ? ", " : "").append(shown(one)));
            return all.append(']').toString();
        }
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream().map(e -> shown(e.getKey()) + "=" + shown(e.getValue()))
                .collect(Collectors.joining(", ", "{", "}"));
        }
        return String.valueOf(value);
    }
}
