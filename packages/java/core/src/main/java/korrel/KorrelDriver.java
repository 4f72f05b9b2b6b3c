package korrel;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * The driver's side of `korrel test`: calls methods on the inputs that it sends (harness/1).
 *
 * <pre>
 * KorrelDriver.type(Tree.class);   // objects of `sig Tree` are made of this class
 * KorrelDriver.operation("remove", a -> { ((Tree) a[0]).remove((int) a[1]); return null; });
 * KorrelDriver.serve();
 * </pre>
 *
 * Classes of other sigs are found by the types of the fields that lead to them, and by their names
 * beside those that are known. Each field of a sig is set, whatever its visibility. A `lone` field that is
 * empty is null, or an empty Optional; enum values become enum constants or strings, as the field has it;
 * `set`, `seq`, `rel` and `map` fields are collections, arrays or Maps. What a method returns is its
 * result, what it throws is reported. What it prints goes to standard error.
 */
public final class KorrelDriver {
    private static final int WINDOW = 64;

    /** A method under test; its arguments are the parameters of the spec's predicate. */
    public interface Operation {
        Object call(Object[] arguments) throws Throwable;
    }

    /** Thrown by an operation that judges for itself: it is not content. Failures are grouped by cause. */
    public static final class Fail extends RuntimeException {
        private static final long serialVersionUID = 1;
        private final String cause;

        public Fail(String cause, String message) {
            super(message);
            this.cause = cause;
        }
    }

    /** Thrown by an operation that is not applicable to its input. */
    public static final class Skip extends RuntimeException {
        private static final long serialVersionUID = 1;

        public Skip(String reason) {
            super(reason);
        }
    }

    /** The name of a parameter of a machine's method, where the compiler has not kept it ({@code javac -parameters}). */
    @Retention(RetentionPolicy.RUNTIME)
    public @interface Name {
        String value();
    }

    private static final Classes CLASSES = new Classes();
    private static final Map<String, Operation> OPERATIONS = new LinkedHashMap<>();
    private static final Set<String> CONSTRUCTORS = new LinkedHashSet<>();
    private static final Set<String> JUDGES = new TreeSet<>();
    private static final Set<String> COVERED = new TreeSet<>();
    private static Map<String, ?> values = Map.of();
    private static boolean covers;
    private static Machine<?> machine;

    private KorrelDriver() {}

    public static void type(Class<?> of) {
        type(of.getSimpleName(), of);
    }

    /** The class of a type of another name. */
    public static void type(String name, Class<?> of) {
        type(name, of, Map.of());
    }

    /** The same where the class calls fields of the sig otherwise: {@code Map.of("elem", "_element")}. */
    public static void type(String name, Class<?> of, Map<String, String> fields) {
        CLASSES.add(name, of, fields);
    }

    /** Values of your own for atoms and integers, as in {@link Find#values}. */
    public static void values(Map<String, ?> given) {
        values = given;
    }

    public static void operation(String name, Operation operation) {
        OPERATIONS.put(name, operation);
    }

    /** For `korrel explore`: makes a state of nothing, and returns its root. */
    public static void constructor(String name, Operation operation) {
        operation(name, operation);
        CONSTRUCTORS.add(name);
    }

    /** An operation that judges for itself: it passes unless it throws Fail. */
    public static void judge(String name, Operation operation) {
        operation(name, operation);
        JUDGES.add(name);
    }

    /**
     * For `korrel test --traces` and `--itf`: a class with a method for each action, and what it is after a call.
     *
     * <p>Each behaviour gets an instance of its own. Arguments come by the names of parameters.
     *
     * <p>Of a spec (`--traces`), they are the spec's objects, the same ones in the whole behaviour. The instance is the
     * object of a root if its class is a {@link #type}; else it is made with the roots that it takes. The state has fields of
     * roots, {@code Map.of("Queue", Map.of("first", job))}, and the objects of sigs and subset sigs,
     * {@code Map.of("Active", jobs)}; what is not given is as the objects are.
     *
     * <p>Of traces (`--itf`), the state has the values of variables. Without a method {@code init}, the instance is what
     * {@code init} makes.
     */
    public static <M> Machine<M> machine(Class<M> of, Function<? super M, ? extends Map<String, ?>> state) {
        Machine<M> made = new Machine<>(of, state);
        machine = made;
        return made;
    }

    /** The same where the objects of the spec are the state. */
    public static <M> Machine<M> machine(Class<M> of) {
        return machine(of, null);
    }

    /** Says that the input at hand covers something: a branch, a state. */
    public static void cover(String what) {
        covers = true;
        COVERED.add(what);
    }

    /** Answers until there are no more inputs. */
    public static void serve() throws IOException {
        serve(() -> { });
    }

    /** The same, of types and operations that are declared now: what that prints is no reply. */
    public static void serve(Runnable declare) throws IOException {
        OutputStream replies = new FileOutputStream(FileDescriptor.out);
        System.setOut(System.err); // what the program prints is no reply
        declare.run();
        Lines lines = new Lines(System.in, replies);
        String first = lines.next();
        if (first == null) {
            return;
        }
        Map<String, Object> json = JsonReader.readObject(first);
        Asked asked = json.containsKey("behaviours") ? ofBehaviours(json, lines) : ofInputs(json, lines);
        for (String line = lines.next(); line != null; line = lines.next()) {
            lines.answer(reply(asked, JsonReader.readObject(line)));
        }
    }

    /** Adds to a reply what a request comes to. */
    private interface Asked {
        void answer(Map<String, Object> request, Map<String, Object> reply);
    }

    private static Asked ofInputs(Map<String, Object> json, Lines lines) {
        Codec codec = codec(json);
        lines.answer(ready());
        return (input, reply) -> call(new Request(codec, input), reply);
    }

    private static Asked ofBehaviours(Map<String, Object> json, Lines lines) {
        if (machine == null) {
            throw new KorrelException("this driver has no machine: write `KorrelDriver.machine(…)`");
        }
        Behaviour<?> behaviour = begun(machine, json);
        lines.answer(machine.ready(json));
        return (request, reply) -> request(behaviour, request, reply);
    }

    private static <M> Behaviour<M> begun(Machine<M> machine, Map<String, Object> json) {
        return json.get("behaviours").equals("heaps") ? new Behaviour.OfSpec<>(machine, codec(json))
            : new Behaviour.OfTraces<>(machine);
    }

    private static Codec codec(Map<String, Object> json) {
        Header header = new Header(json);
        return new Codec(header, CLASSES, values.isEmpty() ? Values.NONE : new Values(header, values));
    }

    private static void request(Behaviour<?> behaviour, Map<String, Object> request, Map<String, Object> reply) {
        try {
            Object result = tried(behaviour.asked(request), reply);
            if (request.get("kind").equals("call") && !reply.containsKey("skip") && !reply.containsKey("throw")) {
                behaviour.told((String) request.get("op"), result, reply);
            }
        } catch (KorrelException unfit) {
            reply.put("fail", Json.object("cause", text(unfit), "message", ""));
        }
    }

    private static Map<String, Object> ready() {
        List<String> operations = new ArrayList<>(OPERATIONS.keySet());
        operations.removeAll(CONSTRUCTORS);
        Map<String, Object> ready = Json.object("ready", true, "window", WINDOW, "ops", operations);
        if (!CONSTRUCTORS.isEmpty()) {
            ready.put("constructors", new ArrayList<>(CONSTRUCTORS));
        }
        return ready;
    }

    private static Map<String, Object> reply(Asked asked, Map<String, Object> input) {
        Map<String, Object> reply = Json.object("id", input.get("id"));
        COVERED.clear();
        try {
            asked.answer(input, reply);
        } catch (KorrelException unfit) { // not what the code under test throws, so no throw that a spec may want
            reply.remove("pass");
            reply.put("fail", Json.object("cause", cause(unfit), "message", text(unfit)));
        }
        if (covers) {
            reply.put("cov", new ArrayList<>(COVERED));
        }
        return reply;
    }

    private static void call(Request request, Map<String, Object> reply) {
        Object[] arguments = request.arguments();
        Object result = tried(() -> OPERATIONS.get(request.op()).call(arguments), reply);
        if (reply.containsKey("skip") || reply.containsKey("throw")) {
            return;
        }
        if (JUDGES.contains(request.op()) && !reply.containsKey("fail")) {
            reply.put("pass", true);
        }
        request.afterwards(result, reply);
    }

    /** What the code under test returns; what else it says is added to a reply. */
    private static Object tried(Machine.Call call, Map<String, Object> reply) {
        try {
            return call.call();
        } catch (Fail fail) {
            reply.put("fail", Json.object("cause", fail.cause, "message", text(fail)));
        } catch (Skip skip) {
            reply.put("skip", text(skip));
        } catch (Throwable thrown) {
            reply.put("throw", Json.object("type", thrown.getClass().getSimpleName(), "message", text(thrown)));
        }
        return null;
    }

    private static String cause(Throwable unfit) {
        for (Throwable at = unfit; at != null; at = at.getCause()) {
            if (at instanceof Atoms.UnknownValue unknown) {
                return "not a value of " + unknown.sigs;
            }
        }
        return "the objects do not fit the spec";
    }

    private static String text(Throwable thrown) {
        return thrown.getMessage() == null ? "" : thrown.getMessage();
    }
}
