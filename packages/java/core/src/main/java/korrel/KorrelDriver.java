package korrel;

import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The driver's side of `korrel test`: calls methods on the inputs that it sends (harness/1). Java 17.
 *
 * <pre>
 * KorrelDriver.type(Tree.class);   // objects of `sig Tree` are made of this class
 * KorrelDriver.type(Node.class);
 * KorrelDriver.operation("remove", a -> { ((Tree) a[0]).remove((int) a[1]); return null; });
 * KorrelDriver.serve();
 * </pre>
 *
 * A class needs a constructor without parameters, which may be private; each field of the sig is set,
 * whatever its visibility. A `lone` field that is empty is null; enum values become enum constants or
 * strings, as the field has it; `set`, `seq` and `rel` fields are Lists or Sets, `map` fields Maps. What
 * a method returns is its result, what it throws is reported. What it prints goes to standard error.
 */
public final class KorrelDriver {
    private static final int WINDOW = 64;

    /** A method under test; its arguments are the parameters of the spec's predicate. */
    public interface Operation {
        Object call(Object[] arguments) throws Throwable;
    }

    /** Thrown by an operation that judges for itself: it is not content. Failures are grouped by cause. */
    public static final class Fail extends RuntimeException {
        private final String cause;

        public Fail(String cause, String message) {
            super(message);
            this.cause = cause;
        }
    }

    /** Thrown by an operation that is not applicable to its input. */
    public static final class Skip extends RuntimeException {
        public Skip(String reason) {
            super(reason);
        }
    }

    private static final Map<String, Class<?>> CLASSES = new HashMap<>();
    private static final Map<Class<?>, String> NAMES = new HashMap<>();
    private static final Map<String, Operation> OPERATIONS = new LinkedHashMap<>();
    private static final Set<String> JUDGES = new TreeSet<>();
    private static final Set<String> COVERED = new TreeSet<>();
    private static boolean covers;

    private KorrelDriver() {}

    public static void type(Class<?> of) {
        type(of.getSimpleName(), of);
    }

    /** The class of a type of another name. */
    public static void type(String name, Class<?> of) {
        CLASSES.put(name, of);
        NAMES.put(of, name);
    }

    public static void operation(String name, Operation operation) {
        OPERATIONS.put(name, operation);
    }

    /** An operation that judges for itself: it passes unless it throws Fail. */
    public static void judge(String name, Operation operation) {
        operation(name, operation);
        JUDGES.add(name);
    }

    /** Says that the input at hand covers something: a branch, a state. */
    public static void cover(String what) {
        covers = true;
        COVERED.add(what);
    }

    /** Answers until there are no more inputs. */
    public static void serve() throws IOException {
        OutputStream replies = new FileOutputStream(FileDescriptor.out);
        System.setOut(System.err); // what the program prints is no reply
        Lines lines = new Lines(System.in, replies);
        String first = lines.next();
        if (first == null) {
            return;
        }
        Map<String, Object> header = map(new Json(first).value());
        lines.answer(object("ready", true, "window", WINDOW, "ops", new ArrayList<>(OPERATIONS.keySet())));
        for (String line = lines.next(); line != null; line = lines.next()) {
            lines.answer(reply(header, map(new Json(line).value())));
        }
    }

    private static Map<String, Object> reply(Map<String, Object> header, Map<String, Object> input) {
        Map<String, Object> reply = object("id", input.get("id"));
        String op = (String) input.get("op");
        COVERED.clear();
        try {
            Heap heap = new Heap(header, input);
            Object[] arguments = heap.arguments(op);
            try {
                Object result = OPERATIONS.get(op).call(arguments);
                heap.abstracted(result, reply);
                if (JUDGES.contains(op)) {
                    reply.put("pass", true);
                }
            } catch (Fail fail) {
                heap.abstracted(null, reply);
                reply.put("fail", object("cause", fail.cause, "message", text(fail)));
            }
        } catch (Skip skip) {
            reply.put("skip", text(skip));
        } catch (Throwable thrown) {
            reply.put("throw", object("type", thrown.getClass().getSimpleName(), "message", text(thrown)));
        }
        if (covers) {
            reply.put("cov", new ArrayList<>(COVERED));
        }
        return reply;
    }

    private static String text(Throwable thrown) {
        return thrown.getMessage() == null ? "" : thrown.getMessage();
    }

    private static Map<String, Object> object(Object... members) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < members.length; i += 2) {
            object.put((String) members[i], members[i + 1]);
        }
        return object;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object value) {
        return value == null ? Map.of() : (Map<String, Object>) value;
    }

    /** The objects of an input, and their names: they keep them, and new ones get new ones. */
    private static final class Heap {
        private final Map<String, Object> operations;
        private final Map<String, Object> types;
        private final Map<String, Object> input;
        private final Map<String, Object> given;
        private final Map<String, Object> objects = new HashMap<>();
        private final Map<Object, String> names = new IdentityHashMap<>();
        private final Map<String, Object> post = new LinkedHashMap<>();
        private final ArrayDeque<Object> waiting = new ArrayDeque<>();

        Heap(Map<String, Object> header, Map<String, Object> input) throws ReflectiveOperationException {
            operations = map(header.get("ops"));
            types = map(header.get("types"));
            this.input = input;
            given = map(input.get("objects"));
            for (String name : given.keySet()) {
                Object made = Shape.of(classOf(name)).make();
                objects.put(name, made);
                names.put(made, name);
            }
            for (Map.Entry<String, Object> entry : given.entrySet()) {
                Object made = objects.get(entry.getKey());
                Shape shape = Shape.of(made.getClass());
                for (Map.Entry<String, Object> field : map(entry.getValue()).entrySet()) {
                    if (!field.getKey().equals("$type")) {
                        shape.set(made, field.getKey(), value(field.getValue()));
                    }
                }
            }
        }

        private Class<?> classOf(String name) {
            String type = (String) map(given.get(name)).get("$type");
            Class<?> of = CLASSES.get(type);
            if (of == null) {
                throw new IllegalStateException("no class for type " + type);
            }
            return of;
        }

        Object[] arguments(String op) {
            Map<String, Object> parameters = map(map(operations.get(op)).get("parameters"));
            Map<String, Object> roots = map(input.get("roots"));
            return parameters.keySet().stream().map(name -> value(roots.get(name))).toArray();
        }

        private Object value(Object json) {
            if (json instanceof String name) {
                return objects.getOrDefault(name, name);
            }
            if (json instanceof List<?> list) {
                List<Object> values = new ArrayList<>();
                list.forEach(element -> values.add(value(element)));
                return values;
            }
            if (json instanceof Map<?, ?> entries) {
                Map<Object, Object> values = new LinkedHashMap<>();
                entries.forEach((key, element) -> values.put(value(key), value(element)));
                return values;
            }
            return json;
        }

        /** Adds the state afterwards to a reply, unless nothing has changed, and the result. */
        void abstracted(Object result, Map<String, Object> reply) throws ReflectiveOperationException {
            map(input.get("roots")).values().forEach(root -> json(value(root)));
            Object written = json(result);
            drain();
            if (post.size() < given.size()) {
                apart().forEach(name -> json(objects.get(name)));
                drain();
            }
            if (!post.equals(given)) {
                reply.put("post", state());
            }
            reply.put("result", written);
        }

        private Map<String, Object> state() {
            Map<String, Object> state = object("objects", post);
            if (input.containsKey("sets")) { // as they were, of what is left
                Map<String, Object> sets = new LinkedHashMap<>();
                map(input.get("sets")).forEach((set, members) -> {
                    List<Object> left = new ArrayList<>((List<?>) members);
                    left.removeIf(name -> !post.containsKey(name));
                    sets.put(set, left);
                });
                state.put("sets", sets);
            }
            if (input.containsKey("relations")) {
                state.put("relations", input.get("relations"));
            }
            return state;
        }

        /** A value of a reply. Objects that it is the first to lead to are left waiting. */
        private Object json(Object value) {
            if (value == null || value instanceof String || value instanceof Boolean) {
                return value;
            }
            if (value instanceof Number number) {
                return number instanceof Integer ? number : (Object) number.longValue();
            }
            if (value instanceof Enum<?> constant) {
                return constant.name();
            }
            if (value instanceof Collection<?> elements) {
                List<Object> array = new ArrayList<>();
                elements.forEach(element -> array.add(json(element)));
                return array;
            }
            if (value instanceof Map<?, ?> entries) {
                Map<String, Object> object = new LinkedHashMap<>();
                entries.forEach((key, element) -> object.put(String.valueOf(json(key)), json(element)));
                return object;
            }
            String name = names.computeIfAbsent(value, this::newName);
            if (!post.containsKey(name)) {
                post.put(name, null);
                waiting.add(value);
            }
            return name;
        }

        private String newName(Object made) {
            String type = NAMES.get(made.getClass());
            if (type == null) {
                throw new IllegalStateException("no type for " + made.getClass());
            }
            int number = names.size();
            while (given.containsKey(type + "$" + number)) {
                number++;
            }
            return type + "$" + number;
        }

        private void drain() throws ReflectiveOperationException {
            while (!waiting.isEmpty()) {
                Object made = waiting.remove();
                String name = names.get(made);
                Map<String, Object> known = map(given.get(name));
                String type = known.isEmpty() ? NAMES.get(made.getClass()) : (String) known.get("$type");
                Set<String> declared = known.isEmpty() ? map(types.get(type)).keySet() : known.keySet();
                Map<String, Object> fields = object("$type", type);
                Shape shape = Shape.of(made.getClass());
                for (String field : declared) {
                    if (!field.equals("$type")) {
                        fields.put(field, json(shape.get(made, field)));
                    }
                }
                post.put(name, fields);
            }
        }

        /** Objects that the roots did not lead to in the input, either: they are no garbage. */
        private List<String> apart() {
            Set<Object> seen = new LinkedHashSet<>();
            ArrayDeque<Object> open = new ArrayDeque<>(List.of(input.get("roots")));
            while (!open.isEmpty()) {
                Object value = open.remove();
                if (value instanceof Map<?, ?> entries) {
                    entries.forEach((key, element) -> add(open, key, element));
                } else if (value instanceof List<?> list) {
                    list.forEach(element -> add(open, element));
                } else if (given.containsKey(value) && seen.add(value)) {
                    open.add(given.get(value));
                }
            }
            return given.keySet().stream().filter(name -> !seen.contains(name)).toList();
        }

        private static void add(ArrayDeque<Object> open, Object... values) {
            for (Object value : values) {
                if (value instanceof String || value instanceof Map || value instanceof List) {
                    open.add(value);
                }
            }
        }
    }

    /** How objects of a class are made, and their fields. */
    private static final class Shape {
        private static final Map<Class<?>, Shape> KNOWN = new HashMap<>();
        private final Constructor<?> constructor;
        private final Map<String, Field> fields = new HashMap<>();

        static Shape of(Class<?> of) {
            return KNOWN.computeIfAbsent(of, Shape::new);
        }

        private Shape(Class<?> of) {
            try {
                constructor = of.getDeclaredConstructor();
                constructor.setAccessible(true);
            } catch (NoSuchMethodException none) {
                throw new IllegalStateException(of + " has no constructor without parameters");
            }
            for (Class<?> at = of; at != null && at != Object.class; at = at.getSuperclass()) {
                for (Field field : at.getDeclaredFields()) {
                    if (!Modifier.isStatic(field.getModifiers())) {
                        field.setAccessible(true);
                        fields.putIfAbsent(field.getName(), field);
                    }
                }
            }
        }

        Object make() throws ReflectiveOperationException {
            return constructor.newInstance();
        }

        Object get(Object made, String name) throws ReflectiveOperationException {
            return field(made, name).get(made);
        }

        private Field field(Object made, String name) {
            Field field = fields.get(name);
            if (field == null) {
                throw new IllegalStateException(made.getClass() + " has no field " + name);
            }
            return field;
        }

        @SuppressWarnings({"unchecked", "rawtypes"})
        void set(Object made, String name, Object value) throws ReflectiveOperationException {
            Field field = field(made, name);
            Class<?> type = field.getType();
            if (type.isEnum() && value instanceof String constant) {
                field.set(made, Enum.valueOf((Class) type, constant));
            } else if (value instanceof Integer number && (type == long.class || type == Long.class)) {
                field.set(made, number.longValue());
            } else if (value instanceof List<?> list && Set.class.isAssignableFrom(type)) {
                field.set(made, new LinkedHashSet<>(list));
            } else {
                field.set(made, value);
            }
        }
    }

    /** Lines in, answers out: these are written when no line is waiting. */
    private static final class Lines {
        private final InputStream in;
        private final OutputStream out;
        private final ByteArrayOutputStream line = new ByteArrayOutputStream();
        private final StringBuilder answers = new StringBuilder();
        private final byte[] buffer = new byte[1 << 16];
        private int at;
        private int end;

        Lines(InputStream in, OutputStream out) {
            this.in = in;
            this.out = out;
        }

        void answer(Object answer) {
            Json.write(answer, answers);
            answers.append('\n');
        }

        /** The next line, or null. */
        String next() throws IOException {
            line.reset();
            while (true) {
                int from = at;
                while (at < end && buffer[at] != '\n') {
                    at++;
                }
                line.write(buffer, from, at - from);
                if (at < end) {
                    at++;
                    return line.toString(StandardCharsets.UTF_8);
                }
                out.write(answers.toString().getBytes(StandardCharsets.UTF_8));
                answers.setLength(0);
                end = in.read(buffer);
                at = 0;
                if (end < 0) {
                    return null;
                }
            }
        }
    }

    /** As much JSON as there is on these lines: numbers are integers. */
    private static final class Json {
        private final String text;
        private int at;

        Json(String text) {
            this.text = text;
        }

        Object value() {
            char first = skip();
            switch (first) {
                case '{':
                    return object();
                case '[':
                    return array();
                case '"':
                    return string();
                case 't':
                    at += 4;
                    return true;
                case 'f':
                    at += 5;
                    return false;
                case 'n':
                    at += 4;
                    return null;
                default:
                    return number();
            }
        }

        private char skip() {
            while (text.charAt(at) <= ' ' || text.charAt(at) == ',' || text.charAt(at) == ':') {
                at++;
            }
            return text.charAt(at);
        }

        private Map<String, Object> object() {
            Map<String, Object> object = new LinkedHashMap<>();
            at++;
            while (skip() != '}') {
                String key = string();
                object.put(key, value());
            }
            at++;
            return object;
        }

        private List<Object> array() {
            List<Object> array = new ArrayList<>();
            at++;
            while (skip() != ']') {
                array.add(value());
            }
            at++;
            return array;
        }

        private String string() {
            int from = ++at;
            while (text.charAt(at) != '"' && text.charAt(at) != '\\') {
                at++;
            }
            if (text.charAt(at) == '"') {
                return text.substring(from, at++);
            }
            StringBuilder string = new StringBuilder(text.substring(from, at));
            while (text.charAt(at) != '"') {
                string.append(text.charAt(at) == '\\' ? escaped() : text.charAt(at++));
            }
            at++;
            return string.toString();
        }

        private char escaped() {
            char kind = text.charAt(at + 1);
            at += 2;
            if (kind == 'u') {
                at += 4;
                return (char) Integer.parseInt(text.substring(at - 4, at), 16);
            }
            int plain = "bfnrt".indexOf(kind);
            return plain < 0 ? kind : "\b\f\n\r\t".charAt(plain);
        }

        private Object number() {
            int from = at++;
            while (at < text.length() && Character.isDigit(text.charAt(at))) {
                at++;
            }
            long number = Long.parseLong(text.substring(from, at));
            return number == (int) number ? (Object) (int) number : (Object) number;
        }

        static void write(Object value, StringBuilder to) {
            if (value instanceof String string) {
                quote(string, to);
            } else if (value instanceof List<?> list) {
                char before = '[';
                for (Object element : list) {
                    to.append(before);
                    write(element, to);
                    before = ',';
                }
                to.append(before == '[' ? "[]" : "]");
            } else if (value instanceof Map<?, ?> entries) {
                char before = '{';
                for (Map.Entry<?, ?> entry : entries.entrySet()) {
                    quote((String) entry.getKey(), to.append(before));
                    write(entry.getValue(), to.append(':'));
                    before = ',';
                }
                to.append(before == '{' ? "{}" : "}");
            } else {
                to.append(value);
            }
        }

        private static void quote(String string, StringBuilder to) {
            to.append('"');
            for (int i = 0; i < string.length(); i++) {
                char c = string.charAt(i);
                if (c == '"' || c == '\\') {
                    to.append('\\').append(c);
                } else if (c < ' ') {
                    to.append(String.format("\\u%04x", (int) c));
                } else {
                    to.append(c);
                }
            }
            to.append('"');
        }
    }
}
