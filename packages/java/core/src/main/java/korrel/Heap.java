package korrel;

import java.lang.reflect.Type;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One input: a heap of objects that satisfies the spec.
 *
 * <p>Its objects are made when they are first asked for, of the classes that are known, else as
 * {@link HeapObject}s; each of them once, however it is reached. A test may do with them what it likes,
 * and {@link #encode} says what has become of them.
 */
public final class Heap {
    private final Map<String, Object> record;
    private Codec codec;
    private Graph graph;
    private Map<String, Object> roots;
    private Trace trace;

    Heap(Codec codec, Map<String, Object> record) {
        this.codec = codec;
        this.record = record;
    }

    public Header header() {
        return codec.header;
    }

    /** The number in the stream; -1 for a heap that is of none. */
    public long id() {
        return record.get("id") instanceof Number id ? id.longValue() : -1;
    }

    /** The name of this input for good; null in a stream that was not asked for keys. */
    public String key() {
        return (String) record.get("key");
    }

    /** Whether it is a {@link #trace}, which has no objects of its own. */
    public boolean isTrace() {
        return Changed.isTrace(record);
    }

    /** The behaviour that an input of a command about traces is. */
    public Trace trace() {
        if (!isTrace()) {
            throw new KorrelException("this input is a heap, and no trace: nothing in its spec changes");
        }
        if (trace == null) {
            trace = new Trace(codec, record);
        }
        return trace;
    }

    /** The one root of a class; its sig and those of the objects that it leads to are found by themselves. */
    public <T> T as(Class<T> type) {
        if (type == Trace.class) {
            return type.cast(trace());
        }
        ask(List.of(type));
        List<String> fitting = new Roots(codec).fitting(type);
        if (fitting.size() != 1) {
            throw new KorrelException("not one root is a " + type.getTypeName() + ", but " + fitting.size()
                + "; the roots are " + codec.header.json().get("roots"));
        }
        return root(fitting.get(0), type);
    }

    /** A root for each of these types: each takes the first that fits it and is not taken yet. */
    public Object[] as(List<? extends Type> types) {
        if (isTrace()) {
            return types.stream().map(type -> type == Heap.class ? this : as(Fit.raw(type))).toArray();
        }
        ask(List.copyOf(types));
        List<String> names = new Roots(codec).forEach(types);
        Object[] arguments = new Object[types.size()];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = names.get(i) == null ? this : root(names.get(i), types.get(i));
        }
        return arguments;
    }

    /** What the spec calls {@code t}: a parameter of the predicate that is run, or a sig. */
    public Object root(String name) {
        return root(name, (Type) Object.class);
    }

    public <T> T root(String name, Class<T> type) {
        @SuppressWarnings("unchecked")
        T root = (T) root(name, (Type) type);
        return root;
    }

    private Object root(String name, Type type) {
        Object json = roots().get(name);
        if (!roots.containsKey(name)) {
            throw new KorrelException("there is no root " + name + "; there are " + roots.keySet());
        }
        Class<?> target = Fit.raw(type);
        boolean fits = json != null && target.isInstance(json) && !target.isArray();
        if (!fits && record.get("roots") != null) {
            Object given = Json.map(record.get("roots")).get(name);
            Object read = Graph.at("roots", name, () -> graph().reading.value(given, rootShape(name), type));
            roots.put(name, read);
            return read;
        }
        return json;
    }

    /** All roots by name. */
    public Map<String, Object> roots() {
        if (roots == null) {
            roots = new LinkedHashMap<>();
            Json.map(record.get("roots")).forEach((name, json) ->
                roots.put(name, graph().reading.value(json, rootShape(name), Object.class)));
        }
        return roots;
    }

    /** All objects by name, {@code Node$0}. */
    public Map<String, Object> objects() {
        return Collections.unmodifiableMap(graph().objects);
    }

    /** All objects of a class. */
    public <T> List<T> all(Class<T> type) {
        ask(List.of(type));
        return graph().objects.values().stream().filter(type::isInstance).map(type::cast).toList();
    }

    /** The name of an object of this heap, or null. */
    public String name(Object object) {
        return graph().names.get(object);
    }

    /** What is in a subset sig. What a test adds or removes is encoded. */
    public List<Object> set(String name) {
        return known(graph().sets, "subset sig", name);
    }

    /** The tuples of a field of what is no object, {@code Warm.degree}. */
    public List<Object> relation(String name) {
        return known(graph().relations, "relation", name);
    }

    private static List<Object> known(Map<String, List<Object>> all, String kind, String name) {
        if (!all.containsKey(name)) {
            throw new KorrelException("there is no " + kind + " " + name + "; there are " + all.keySet());
        }
        return all.get(name);
    }

    /** For which values an assertion fails. */
    public Map<String, Object> witness() {
        if (isTrace()) {
            return trace().witness();
        }
        Map<String, Object> witness = new LinkedHashMap<>();
        Json.map(record.get("witness")).forEach((name, json) -> witness.put(name,
            graph().reading.value(json, codec.header.witness.getOrDefault(name, Shape.ANY), Object.class)));
        return witness;
    }

    /** The heap of what the objects are now; those of this heap keep their names. */
    public Heap encode() {
        if (isTrace()) {
            return encodedTrace();
        }
        if (graph == null) {
            return this;
        }
        Encoder encoder = new Encoder(codec, graph);
        Map<String, Object> now = new LinkedHashMap<>(record);
        Map<String, Object> written = new LinkedHashMap<>();
        roots().forEach((name, value) -> written.put(name,
            Graph.at("roots", name, () -> encoder.writing.value(value, rootShape(name)))));
        now.put("roots", written);
        now.put("objects", encoder.objects());
        now.replace("sets", encoder.sets());
        now.replace("relations", encoder.relations());
        if (!now.equals(record)) {
            now.remove("key");
        }
        return new Heap(codec, now);
    }

    private Heap encodedTrace() {
        if (trace == null) {
            return this;
        }
        Map<String, Object> now = trace.written();
        if (!now.get("states").equals(Changed.wholeStates(record))) {
            now.remove("key");
        }
        return new Heap(codec, now);
    }

    /** A value of a trace in the objects of this state. */
    Object member(Object json, Shape shape) {
        return graph().reading.value(json, shape, Object.class);
    }

    Map<String, Object> record() {
        return record;
    }

    /** The record as the stream has it, byte by byte. */
    public String toJson() {
        return Json.write(record);
    }

    /** The roots, and a line for each object; numbers and atoms with the values that they stand for. */
    @Override
    public String toString() {
        return isTrace() ? trace().toString() : Drawing.of(record, codec);
    }

    private Shape rootShape(String name) {
        return codec.header.roots.getOrDefault(name, Shape.ANY);
    }

    private void ask(List<Type> types) {
        Codec more = codec.asking(types);
        if (more != codec) {
            codec = more;
            graph = null;
            roots = null;
            trace = null;
        }
    }

    private Graph graph() {
        if (isTrace()) {
            throw new KorrelException("this input is a trace: each of its states is a heap, `heap.trace().states()`");
        }
        if (graph == null) {
            graph = new Graph(codec, record);
        }
        return graph;
    }
}
