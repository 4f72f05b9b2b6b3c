package korrel;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes JSON as the program does: no spaces, and nothing in it that a terminal would obey. */
final class Json {
    private Json() {}

    static String write(Object value) {
        StringBuilder to = new StringBuilder();
        write(value, to);
        return to.toString();
    }

    static void write(Object value, StringBuilder to) {
        if (value instanceof String string) {
            quote(string, to);
        } else if (value instanceof List<?> list) {
            String before = "[";
            for (Object element : list) {
                write(element, to.append(before));
                before = ",";
            }
            to.append(list.isEmpty() ? "[]" : "]");
        } else if (value instanceof Map<?, ?> entries) {
            String before = "{";
            for (Map.Entry<?, ?> entry : entries.entrySet()) {
                quote((String) entry.getKey(), to.append(before));
                write(entry.getValue(), to.append(':'));
                before = ",";
            }
            to.append(entries.isEmpty() ? "{}" : "}");
        } else {
            to.append(value);
        }
    }

    /** An object of these names and values. */
    static Map<String, Object> object(Object... members) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < members.length; i += 2) {
            object.put((String) members[i], members[i + 1]);
        }
        return object;
    }

    /** A value that is an object or missing. */
    @SuppressWarnings("unchecked")
    static Map<String, Object> map(Object value) {
        return value == null ? Map.of() : (Map<String, Object>) value;
    }

    private static void quote(String string, StringBuilder to) {
        if (isPlain(string)) {
            to.append('"').append(string).append('"');
        } else {
            escape(string, to);
        }
    }

    private static boolean isPlain(String string) {
        for (int i = 0; i < string.length(); i++) {
            char c = string.charAt(i);
            if (c < ' ' || c >= 0x7f || c == '"' || c == '\\') {
                return false;
            }
        }
        return true;
    }

    private static void escape(String string, StringBuilder to) {
        to.append('"');
        for (int i = 0; i < string.length(); i++) {
            char c = string.charAt(i);
            int escape = "\"\\\b\f\n\r\t".indexOf(c);
            if (escape >= 0) {
                to.append('\\').append("\"\\bfnrt".charAt(escape));
            } else if (c < 0x7f) {
                plain(c, to);
            } else {
                int point = string.codePointAt(i);
                boolean isPair = Character.charCount(point) == 2;
                boolean hides = deceives(point) || Character.isSurrogate(c) && !isPair;
                for (int unit = i; unit < i + Character.charCount(point); unit++) {
                    to.append(hides ? unit(string.charAt(unit)) : String.valueOf(string.charAt(unit)));
                }
                i += isPair ? 1 : 0;
            }
        }
        to.append('"');
    }

    private static void plain(char c, StringBuilder to) {
        if (c < ' ') {
            to.append(unit(c));
        } else {
            to.append(c);
        }
    }

    private static String unit(char c) {
        return String.format("\\u%04x", (int) c);
    }

    /** The program's own list: lang/src/message/visible.rs. */
    private static boolean deceives(int c) {
        return Character.getType(c) == Character.CONTROL
            || c == 0xad || c == 0x34f || c == 0x61c || c == 0x3164 || c == 0xfeff || c == 0xffa0
            || in(c, 0x115f, 0x1160) || in(c, 0x17b4, 0x17b5) || in(c, 0x180b, 0x180f)
            || in(c, 0xfe00, 0xfe0f) || in(c, 0x200b, 0x200f) || in(c, 0x2028, 0x202e)
            || in(c, 0x2060, 0x206f) || in(c, 0xfff0, 0xfffb) || in(c, 0x1bca0, 0x1bca3)
            || in(c, 0x1d173, 0x1d17a) || in(c, 0xe0000, 0xe0fff);
    }

    private static boolean in(int c, int first, int last) {
        return first <= c && c <= last;
    }
}
