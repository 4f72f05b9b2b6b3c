package korrel;

import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Values on one line, without addresses: plain ones as code, collections as {@code toString} has them, but for what they hold.
 *
 * <p>The {@code toString} of a value under test may throw, or never end in a ring, so collections and arrays are walked here.
 */
final class Written {
    /** What is longer is cut: an iterator may not come to an end. */
    private static final int PARTS = 100;

    private final List<Object> above = new ArrayList<>();

    private Written() {}

    static String of(Object value) {
        return new Written().text(value);
    }

    private String text(Object value) {
        if (value == null) {
            return "null";
        }
        boolean hasParts = value instanceof Collection || value instanceof Map || value instanceof Map.Entry || value instanceof Optional
            || value.getClass().isArray();
        if (!hasParts) {
            return plain(value);
        }
        if (above.stream().anyMatch(one -> one == value)) {
            return "…";
        }
        above.add(value);
        try {
            return parts(value);
        } catch (RuntimeException | StackOverflowError thrown) {
            return a(value) + " that throws " + thrown.getClass().getSimpleName();
        } finally {
            above.remove(above.size() - 1);
        }
    }

    private String parts(Object value) {
        List<String> parts = new ArrayList<>();
        if (value instanceof Collection<?> all) {
            for (Object one : all) {
                if (isFull(parts)) {
                    break;
                }
                parts.add(text(one));
            }
            return "[" + String.join(", ", parts) + "]";
        } else if (value instanceof Map<?, ?> map) {
            for (Map.Entry<?, ?> one : map.entrySet()) {
                if (isFull(parts)) {
                    break;
                }
                parts.add(text(one.getKey()) + "=" + text(one.getValue()));
            }
            return "{" + String.join(", ", parts) + "}";
        } else if (value instanceof Map.Entry<?, ?> entry) {
            return text(entry.getKey()) + "=" + text(entry.getValue());
        } else if (value instanceof Optional<?> maybe) {
            return maybe.isEmpty() ? "Optional.empty()" : "Optional.of(" + text(maybe.get()) + ")";
        }
        for (int at = 0; at < Array.getLength(value) && !isFull(parts); at++) {
            parts.add(text(Array.get(value, at)));
        }
        String of = value.getClass().getComponentType().getSimpleName();
        return parts.isEmpty() ? "new " + of + "[0]" : "new " + of + "[] {" + String.join(", ", parts) + "}";
    }

    private static boolean isFull(List<String> parts) {
        if (parts.size() == PARTS) {
            parts.add("…");
        }
        return parts.size() > PARTS;
    }

    private static String plain(Object value) {
        if (value instanceof Long) {
            return value + "L";
        } else if (value instanceof Short || value instanceof Byte) {
            return "(" + value.getClass().getSimpleName().toLowerCase(Locale.ROOT) + ") " + value;
        } else if (value instanceof Double || value instanceof Float) {
            double number = ((Number) value).doubleValue();
            return Double.isNaN(number) || Double.isInfinite(number)
                ? value.getClass().getSimpleName() + "." + (number > 0 ? "POSITIVE_INFINITY" : number < 0 ? "NEGATIVE_INFINITY" : "NaN")
                : value + (value instanceof Float ? "f" : "");
        } else if (value instanceof Character) {
            return "'" + (value.equals('\'') ? "\\'" : value.equals('"') ? "\"" : escaped(value.toString())) + "'";
        } else if (value instanceof String text) {
            return '"' + escaped(text) + '"';
        } else if (value instanceof BigInteger || value instanceof BigDecimal) {
            return "new " + value.getClass().getSimpleName() + "(\"" + value + "\")";
        } else if (value instanceof Enum<?> constant) {
            return constant.getDeclaringClass().getSimpleName() + "." + constant.name();
        } else if (value instanceof Class<?> of) {
            return of.getSimpleName() + ".class";
        }
        return shown(value);
    }

    private static String shown(Object value) {
        try {
            String text = String.valueOf(value.toString()).replaceAll("\\s+", " ");
            return !(value instanceof CharSequence) && text.matches(".*@[0-9a-f]{1,8}\\b.*") ? a(value) : text;
        } catch (RuntimeException | StackOverflowError thrown) {
            return a(value) + " whose toString throws " + thrown.getClass().getSimpleName();
        }
    }

    /** An object by its class: {@code an ArrayList}. */
    static String a(Object value) {
        String name = value.getClass().isHidden() || value.getClass().getSimpleName().isEmpty() ? "object without a name for its class"
            : value.getClass().getSimpleName();
        return ("AEIOUaeiou".indexOf(name.charAt(0)) < 0 ? "a " : "an ") + name;
    }

    /** With its class, if the text does not say that. */
    static String typed(Object value) {
        String text = of(value);
        return text.startsWith(a(value)) ? text : a(value) + " " + text;
    }

    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        for (int at = 0; at < text.length(); at++) {
            char one = text.charAt(at);
            int known = "\n\r\t\b\f\"\\".indexOf(one);
            if (known >= 0) {
                escaped.append('\\').append("nrtbf\"\\".charAt(known));
            } else if (one < ' ' || one > '~') {
                escaped.append(String.format("\\u%04x", (int) one));
            } else {
                escaped.append(one);
            }
        }
        return escaped.toString();
    }
}
