package korrel;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The caller's own values for atoms and integers: {@code Map.of("Key", List.of("", "é"), "Int",
 * Map.of(-1, -100, 0, 7))}.
 *
 * <p>A list gives the atom {@code Key$n} its n-th value, and the integer n >= 0 the n-th of {@code Int};
 * a map names atoms and integers singly. The values of one sig are distinct, so that they can be mapped
 * back.
 */
final class Values {
    static final Values NONE = new Values(null, Map.of());

    private final Map<String, ValueTable> tables = new LinkedHashMap<>();

    Values(Header header, Map<String, ?> given) {
        given.forEach((sig, values) -> {
            if (!sig.equals("Int")) {
                check(header, sig);
            }
            tables.put(sig, new ValueTable(sig, entries(sig, values)));
        });
    }

    boolean isEmpty() {
        return tables.isEmpty();
    }

    List<ValueTable> tables() {
        return List.copyOf(tables.values());
    }

    /** The values of a type, or null; those of {@code Int} for {@code int}. */
    ValueTable of(String type) {
        return tables.get(type.equals("int") ? "Int" : type);
    }

    /** The value of an object that has no fields. */
    Object ofAtom(String id, Map<String, Object> fields) {
        if (fields.size() > 1) {
            throw new KorrelException("values: " + id + " has fields, and so no value");
        }
        return tables.get((String) fields.get("$type")).value(id);
    }

    Object ofInteger(Object number) {
        ValueTable integers = tables.get("Int");
        return integers == null ? number : integers.value(number.toString());
    }

    private static void check(Header header, String sig) {
        if (header.enums().containsKey(sig)) {
            throw error(sig + " is an enum; its values are " + header.enums().get(sig));
        }
        if (header.isSubset(sig)) {
            throw error(sig + " is a subset: name the sig that its atoms are of");
        }
        if (!header.has(sig)) {
            throw error("the spec has no sig " + sig + "; those without fields are " + plain(header) + ", and Int");
        }
        if (!header.fields(sig).isEmpty()) {
            throw error(sig + " has fields " + header.fields(sig).keySet() + ": its atoms are objects");
        }
        if (header.isAbstract(sig)) {
            List<String> family = header.family(sig);
            throw error(sig + " is abstract: name those that extend it, " + family.subList(1, family.size()));
        }
    }

    private static List<String> plain(Header header) {
        return header.types().stream().filter(sig -> header.fields(sig).isEmpty() && !header.isAbstract(sig)).toList();
    }

    /** By the atom's name, or the integer's digits. */
    private static Map<String, Object> entries(String sig, Object given) {
        Map<String, Object> entries = new LinkedHashMap<>();
        if (given instanceof Map<?, ?> named) {
            named.forEach((name, value) -> entries.put(checked(sig, String.valueOf(name)), value));
            return entries;
        }
        for (Object value : list(sig, given)) {
            entries.put((sig.equals("Int") ? "" : sig + "$") + entries.size(), value);
        }
        return entries;
    }

    private static List<Object> list(String sig, Object given) {
        List<Object> values = new ArrayList<>();
        if (given instanceof List<?> list) {
            values.addAll(list);
        } else if (given != null && given.getClass().isArray()) {
            for (int i = 0; i < Array.getLength(given); i++) {
                values.add(Array.get(given, i));
            }
        } else {
            throw error(sig + " has neither a list of values nor a map");
        }
        return values;
    }

    private static String checked(String sig, String name) {
        String number = sig.equals("Int") ? name : name.startsWith(sig + "$") ? name.substring(sig.length() + 1) : "";
        boolean isAtom = number.matches("0|[1-9][0-9]*") || sig.equals("Int") && number.matches("-[1-9][0-9]*");
        if (!isAtom) {
            throw error(name + (sig.equals("Int") ? " is no integer" : " is no atom of " + sig + ", such as " + sig + "$0"));
        }
        return name;
    }

    static KorrelException error(String message) {
        return new KorrelException("values: " + message);
    }
}
