package korrel;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a JSON text (RFC 8259). Objects are maps in the order of the text, arrays lists.
 *
 * <p>Numbers are Integers, else Longs, else BigIntegers; those with a fraction or an exponent BigDecimals.
 * A name that stands twice in one object is refused: which of the two is meant is anybody's guess.
 */
final class JsonReader {
    /** Records are some five deep. Without a limit a hostile text would overflow the stack. */
    private static final int DEEPEST = 500;

    private final String text;
    private int at;
    private int depth;

    private JsonReader(String text) {
        this.text = text;
    }

    static Object read(String text) {
        JsonReader reader = new JsonReader(text);
        Object value = reader.value();
        if (reader.next() != '\0') {
            throw reader.error("nothing more");
        }
        return value;
    }

    static Map<String, Object> readObject(String text) {
        if (read(text) instanceof Map<?, ?> object) {
            return Json.map(object);
        }
        throw new KorrelException("this is no JSON object: " + shortened(text));
    }

    private Object value() {
        return switch (next()) {
            case '{' -> nested(this::object);
            case '[' -> nested(this::array);
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private Object nested(java.util.function.Supplier<Object> inner) {
        if (++depth > DEEPEST) {
            throw error("no more than " + DEEPEST + " levels");
        }
        at++;
        Object value = inner.get();
        depth--;
        return value;
    }

    private Map<String, Object> object() {
        Map<String, Object> object = new LinkedHashMap<>();
        if (next() == '}') {
            at++;
            return object;
        }
        do {
            if (next() != '"') {
                throw error("a name");
            }
            String name = string();
            expect(':');
            Object value = value();
            if (object.containsKey(name)) {
                throw error("\"" + name + "\" only once");
            }
            object.put(name, value);
        } while (goesOn('}'));
        return object;
    }

    private List<Object> array() {
        List<Object> array = new ArrayList<>();
        if (next() == ']') {
            at++;
            return array;
        }
        do {
            array.add(value());
        } while (goesOn(']'));
        return array;
    }

    /** Whether a comma follows and not the end. */
    private boolean goesOn(char end) {
        char found = next();
        if (found != ',' && found != end) {
            throw error("a comma or " + end);
        }
        at++;
        return found == ',';
    }

    private void expect(char wanted) {
        if (next() != wanted) {
            throw error(String.valueOf(wanted));
        }
        at++;
    }

    private Object word(String word, Object value) {
        if (!text.startsWith(word, at)) {
            throw error("a value");
        }
        at += word.length();
        return value;
    }

    private String string() {
        int from = ++at;
        int end = from;
        while (plain(end)) {
            end++;
        }
        at = end;
        if (peek() == '"') {
            at++;
            return text.substring(from, end);
        }
        return escaped(new StringBuilder(text.substring(from, end)));
    }

    private boolean plain(int place) {
        return place < text.length() && text.charAt(place) >= ' ' && text.charAt(place) != '"'
            && text.charAt(place) != '\\';
    }

    private String escaped(StringBuilder string) {
        while (true) {
            if (plain(at)) {
                string.append(text.charAt(at++));
            } else if (peek() == '"') {
                at++;
                return string.toString();
            } else if (peek() == '\\') {
                at++;
                string.append(escape());
            } else {
                throw error("the end of the string");
            }
        }
    }

    private char escape() {
        char kind = peek();
        int place = "\"\\/bfnrt".indexOf(kind);
        if (kind == '\0' || kind != 'u' && place < 0) {
            throw error("an escape");
        }
        at++;
        return kind == 'u' ? unit() : "\"\\/\b\f\n\r\t".charAt(place);
    }

    private char unit() {
        int unit = 0;
        for (int i = 0; i < 4; i++) {
            int digit = peek() < 128 ? Character.digit(peek(), 16) : -1;
            if (digit < 0) {
                throw error("four hexadecimal digits");
            }
            unit = unit * 16 + digit;
            at++;
        }
        return (char) unit;
    }

    private Object number() {
        int from = at;
        if (peek() == '-') {
            at++;
        }
        if (peek() == '0') {
            at++;
        } else {
            digits();
        }
        int end = at;
        if (peek() == '.') {
            at++;
            digits();
        }
        if (peek() == 'e' || peek() == 'E') {
            at++;
            if (peek() == '+' || peek() == '-') {
                at++;
            }
            digits();
        }
        String digits = text.substring(from, at);
        return at == end ? integer(digits) : decimal(digits);
    }

    private void digits() {
        int from = at;
        while (peek() >= '0' && peek() <= '9') {
            at++;
        }
        if (at == from) {
            throw error("a value");
        }
    }

    private static Object integer(String digits) {
        if (digits.length() > 18) {
            BigInteger big = new BigInteger(digits);
            return big.bitLength() < 64 ? (Object) big.longValue() : big;
        }
        long number = Long.parseLong(digits);
        return number == (int) number ? (Object) (int) number : (Object) number;
    }

    private BigDecimal decimal(String digits) {
        try {
            return new BigDecimal(digits);
        } catch (NumberFormatException tooLarge) {
            throw error("a number that has an exponent of nine digits at most");
        }
    }

    /** The next character that is no space, or NUL at the end. */
    private char next() {
        while (at < text.length() && " \t\n\r".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return peek();
    }

    /** NUL at the end; it stands nowhere in JSON. */
    private char peek() {
        return at < text.length() ? text.charAt(at) : '\0';
    }

    private KorrelException error(String wanted) {
        return new KorrelException("JSON: character " + (at + 1) + ": " + wanted + " was expected: " + shortened(text));
    }

    private static String shortened(String text) {
        return text.length() <= 200 ? text : text.substring(0, 200) + "…";
    }
}
