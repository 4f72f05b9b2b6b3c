package korrel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Reads a JSON text (RFC 8259). Objects are maps in the order of the text, arrays lists.
 *
 * <p>Numbers are Integers, else Longs, else BigIntegers; those with a fraction or an exponent BigDecimals.
 * A name that stands twice in one object is refused: which of the two is meant is anybody's guess.
 */
final class JsonReader extends JsonScanner {
    /** Records are some five deep. Without a limit a hostile text would overflow the stack. */
    private static final int DEEPEST = 500;

    private int depth;
    /** The members around the one that is read, each with what stands before its name. */
    private final ArrayList<String> path = new ArrayList<>();

    private JsonReader(String text) {
        super(text);
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

    /** A name that stands twice in an object. */
    static final class Twice extends KorrelException {
        private static final long serialVersionUID = 1;

        Twice(String path) {
            super(path + ": it stands there twice");
        }
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

    private Object nested(Supplier<Object> inner) {
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
            path.add(path.isEmpty() ? name : "." + name);
            if (object.containsKey(name)) {
                throw new Twice(String.join("", path));
            }
            object.put(name, value());
            path.remove(path.size() - 1);
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
            path.add("[" + array.size() + "]");
            array.add(value());
            path.remove(path.size() - 1);
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
}
