package korrel;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Of which class the objects of each sig are, and which field of it a field of the sig is. */
final class Classes {
    private final Map<String, Class<?>> byType = new LinkedHashMap<>();
    private final Map<String, Map<String, String>> renamed = new HashMap<>();

    Classes() {}

    Classes(Classes other) {
        byType.putAll(other.byType);
        renamed.putAll(other.renamed);
    }

    void add(String type, Class<?> of, Map<String, String> fields) {
        byType.put(type, of);
        renamed.put(type, Map.copyOf(fields));
    }

    /** The class of a type, or null. */
    Class<?> of(String type) {
        return byType.get(type);
    }

    Map<String, Class<?>> all() {
        return byType;
    }

    /** What the class of a type calls a field of the sig. */
    String field(String type, String field) {
        Map<String, String> names = renamed.get(type);
        return names == null ? field : names.getOrDefault(field, field);
    }

    /** The sig of an object that the heap did not have. */
    String typeOf(Object object, Header header) {
        if (object instanceof HeapObject generic) {
            return generic.type();
        }
        for (Class<?> at = object.getClass(); at != null; at = at.getSuperclass()) {
            Class<?> of = at;
            List<String> types = byType.keySet().stream()
                .filter(type -> byType.get(type) == of && header.has(type)).toList();
            if (types.size() > 1) {
                throw new KorrelException("a new object of " + of + " may be of the sigs " + types);
            }
            if (!types.isEmpty()) {
                return types.get(0);
            }
        }
        throw new KorrelException("no sig is known for " + object.getClass() + "; those with a class are " + byType);
    }
}
