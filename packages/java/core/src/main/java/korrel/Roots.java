package korrel;

import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which root is meant by a type in Java. */
final class Roots {
    private final Codec codec;

    Roots(Codec codec) {
        this.codec = codec;
    }

    /** The roots that are of a type. */
    List<String> fitting(Type type) {
        return codec.header.roots.keySet().stream().filter(name -> fits(codec.header.roots.get(name), type)).toList();
    }

    /** A root for each type, null for the heap itself. */
    List<String> forEach(List<? extends Type> types) {
        List<String> names = new ArrayList<>();
        for (Type type : types) {
            names.add(type == Heap.class ? null : fitting(type).stream().filter(name -> !names.contains(name)).findFirst()
                .orElseThrow(() -> new KorrelException("no root is left for " + type.getTypeName()
                    + "; the roots are " + codec.header.json().get("roots"))));
        }
        return names;
    }

    private boolean fits(Shape shape, Type type) {
        Class<?> of = Fit.raw(type);
        return switch (shape.form()) {
            case ONE, LONE -> of == Optional.class || shape.first().stream().anyMatch(one -> fits(one, of));
            case SET, SEQ, REL -> Containers.isCollection(type) || of == Object.class;
            case MAP -> Map.class.isAssignableFrom(of) || of.isArray() || of == Object.class;
        };
    }

    private boolean fits(String type, Class<?> of) {
        if (of == Object.class || type.equals("univ")) {
            return true;
        }
        ValueTable values = codec.values.of(type);
        if (values != null) {
            return values.fits(of);
        }
        return switch (type) {
            case "int" -> Number.class.isAssignableFrom(of) || of.isPrimitive() && of != boolean.class && of != char.class;
            case "bool" -> of == boolean.class || of == Boolean.class;
            case "string" -> of.isAssignableFrom(String.class);
            default -> codec.header.has(type) ? fitsObjects(type, of) : of.isEnum() || of.isAssignableFrom(String.class);
        };
    }

    private boolean fitsObjects(String type, Class<?> of) {
        return codec.header.family(type).stream().anyMatch(sub -> {
            Class<?> known = codec.classes.of(sub);
            return known == null ? of == HeapObject.class : of.isAssignableFrom(known);
        });
    }
}
