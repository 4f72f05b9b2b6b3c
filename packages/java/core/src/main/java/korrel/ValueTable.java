package korrel;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;

/** One sig's values, there and back. */
final class ValueTable {
    final String sig;
    private final Map<String, Object> values;
    private final Map<Object, String> names = new HashMap<>();

    ValueTable(String sig, Map<String, Object> values) {
        this.sig = sig;
        this.values = values;
        values.forEach((name, value) -> {
            if (value == null) {
                throw Values.error(name + " has the value null, which says that there is none");
            }
            String other = names.put(normal(value), name);
            if (other != null) {
                throw Values.error(other + " and " + name + " have one value, " + shown(value));
            }
        });
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

    Object value(String name) {
        if (!has(name)) {
            throw Values.error(name + " has no value; " + sig + " has " + values.size() + " of them");
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
}
