package korrel;

import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
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

    private final Map<String, Table> tables = new LinkedHashMap<>();

    Values(Header header, Map<String, ?> given) {
        given.forEach((sig, values) -> {
            if (!sig.equals("Int")) {
                check(header, sig);
            }
            tables.put(sig, new Table(sig, entries(sig, values)));
        });
    }

    boolean isEmpty() {
        return tables.isEmpty();
    }

    List<Table> tables() {
        return List.copyOf(tables.values());
    }

    /** The values of a type, or null; those of {@code Int} for {@code int}. */
    Table of(String type) {
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
        Table integers = tables.get("Int");
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

    /** One number for all that are equal, whatever type a field has given them. */
    static Object normal(Object value) {
        if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).longValue();
        }
        if (value instanceof BigInteger big && big.bitLength() < 64) {
            return big.longValue();
        }
        if (value instanceof Float || value instanceof Double) {
            double number = ((Number) value).doubleValue();
            return number == (long) number ? (Object) (long) number : (Object) number;
        }
        return value instanceof BigDecimal big ? big.stripTrailingZeros() : value;
    }

    static String shown(Object value) {
        return value instanceof CharSequence text ? Json.write(text.toString()) : String.valueOf(value);
    }

    static KorrelException error(String message) {
        return new KorrelException("values: " + message);
    }

    /** One sig's values, there and back. */
    static final class Table {
        final String sig;
        private final Map<String, Object> values;
        private final Map<Object, String> names = new HashMap<>();

        Table(String sig, Map<String, Object> values) {
            this.sig = sig;
            this.values = values;
            values.forEach((name, value) -> {
                if (value == null) {
                    throw error(name + " has the value null, which says that there is none");
                }
                String other = names.put(normal(value), name);
                if (other != null) {
                    throw error(other + " and " + name + " have one value, " + shown(value));
                }
            });
        }

        boolean has(String name) {
            return values.containsKey(name);
        }

        Object value(String name) {
            if (!has(name)) {
                throw error(name + " has no value; " + sig + " has " + values.size() + " of them");
            }
            return values.get(name);
        }

        /** Whether there are values for a parameter of this class. */
        boolean fits(Class<?> of) {
            return values.values().stream().allMatch(value -> {
                try {
                    return Fit.single(value, of) != null;
                } catch (KorrelException unfit) {
                    return false;
                }
            });
        }

        /** The atom or integer that has this value, as JSON has it, or null. */
        Object atom(Object value) {
            String name = names.get(normal(value));
            return name == null || !sig.equals("Int") ? name : JsonReader.read(name);
        }
    }
}
