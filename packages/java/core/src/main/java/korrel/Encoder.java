package korrel;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * From objects to the objects of a record.
 *
 * <p>Those that a heap has named keep their names, others get new ones as they are reached. What is
 * reached waits and is not followed at once: a list of ten thousand entries is no recursion of that depth. The last one goes
 * on first, as in the packages of other languages, so that all name alike.
 */
final class Encoder {
    private final Codec codec;
    private final Graph graph;
    private final Map<Object, String> names = new IdentityHashMap<>();
    private final Map<String, String> types = new HashMap<>();
    private final Map<String, Set<Object>> members = new HashMap<>();
    private final Map<String, Set<Long>> numbers = new HashMap<>();
    private final Map<String, Object> written = new HashMap<>();
    private final ArrayDeque<Object> waiting = new ArrayDeque<>();
    private final Order order;
    private final Atoms atoms;
    final Writing writing;

    Encoder(Codec codec, Graph graph) {
        this.codec = codec;
        this.graph = graph;
        order = new Order(codec.header, types);
        atoms = new Atoms(codec, this::reference, this::valued);
        writing = new Writing(codec, order, atoms);
        Json.map(graph.record.get("objects")).forEach((name, fields) ->
            types.put(name, (String) Json.map(fields).get("$type")));
        graph.sets.forEach((set, atoms) -> {
            if (!codec.header.fieldsOfSubset(set).isEmpty()) {
                Set<Object> identical = java.util.Collections.newSetFromMap(new IdentityHashMap<>());
                identical.addAll(atoms);
                members.put(set, identical);
            }
        });
    }

    /** All that the values written so far lead to, and what the roots of the heap never led to. */
    Map<String, Object> objects() {
        drain();
        if (!written.keySet().containsAll(graph.objects.keySet())) {
            graph.apart().forEach(name -> atom(name, graph.objects.get(name)));
            drain();
        }
        return sorted();
    }

    /** All that the values written so far lead to, and what stays, though they do not. */
    Map<String, Object> objects(Set<String> staying) {
        staying.forEach(name -> atom(name, graph.objects.get(name)));
        drain();
        return sorted();
    }

    /** Names that were given before, and their types. */
    void know(Map<String, String> known) {
        types.putAll(known);
    }

    /** New objects are known from now on. */
    void adopt(Graph by, Map<String, String> known) {
        known.putAll(types);
        names.forEach((object, name) -> {
            by.names.put(object, name);
            by.objects.put(name, object);
        });
    }

    private Map<String, Object> sorted() {
        Map<String, Object> objects = new LinkedHashMap<>();
        order.sorted(written.keySet()).forEach(name -> objects.put(name, written.get(name)));
        return objects;
    }

    /** The members of subset sigs that are left. */
    Map<String, Object> sets() {
        Map<String, Object> sets = new LinkedHashMap<>();
        graph.sets.forEach((set, atoms) -> {
            List<Object> left = new ArrayList<>();
            for (Object atom : atoms) {
                String name = name(atom);
                if (name == null || written.containsKey(name)) {
                    left.add(this.atoms.atom(atom, codec.header.columnOfSubset(set)));
                }
            }
            left.sort(order);
            sets.put(set, left);
        });
        return sets;
    }

    Map<String, Object> relations() {
        Map<String, Object> relations = new LinkedHashMap<>();
        graph.relations.forEach((name, tuples) ->
            relations.put(name, writing.value(tuples, codec.header.relations.get(name))));
        return relations;
    }

    private void atom(String name, Object object) {
        if (name(object) != null) {
            reference(object);
        } else {
            valued(name);
        }
    }

    private String reference(Object object) {
        String known = graph.names.get(object);
        String name = known != null ? known : names.computeIfAbsent(object, this::baptised);
        if (!written.containsKey(name)) {
            written.put(name, null);
            waiting.push(object);
        }
        return name;
    }

    /** Null for what is no object, and for one that nothing has led to yet. */
    private String name(Object object) {
        String known = graph.names.get(object);
        return known != null ? known : names.get(object);
    }

    private String valued(String name) {
        String type = name.substring(0, name.lastIndexOf('$'));
        types.put(name, type);
        written.put(name, Json.object("$type", type));
        return name;
    }

    /** The first number that the top-level sig of a new object has not given yet. */
    private String baptised(Object object) {
        String type = codec.classes.typeOf(object, codec.header);
        Set<Long> taken = numbers.computeIfAbsent(codec.header.top(type), this::taken);
        long number = taken.size();
        while (!taken.add(number)) {
            number++;
        }
        String name = type + "$" + number;
        types.put(name, type);
        return name;
    }

    private Set<Long> taken(String top) {
        Set<Long> taken = new HashSet<>();
        types.forEach((name, type) -> {
            if (codec.header.top(type).equals(top)) {
                taken.add(Order.number(name));
            }
        });
        return taken;
    }

    private void drain() {
        while (!waiting.isEmpty()) {
            Object object = waiting.pop();
            String name = name(object);
            written.put(name, fields(object, name));
        }
    }

    private Map<String, Object> fields(Object object, String name) {
        String type = types.get(name);
        Map<String, Object> fields = Json.object("$type", type);
        codec.header.fields(type).forEach((field, shape) -> fields.put(field, field(object, name, field, shape)));
        members.forEach((set, atoms) -> {
            if (atoms.contains(object)) {
                codec.header.fieldsOfSubset(set).forEach((field, shape) ->
                    fields.put(field, field(object, name, field, shape)));
            }
        });
        return fields;
    }

    private Object field(Object object, String name, String field, Shape shape) {
        return Graph.at(name, field, () -> writing.value(codec.slot(types.get(name), field).get(object), shape));
    }
}
