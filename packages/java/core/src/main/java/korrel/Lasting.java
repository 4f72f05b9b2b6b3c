package korrel;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The objects of a behaviour of a spec, which keep their names, and the record of the state that they are in. */
final class Lasting {
    final Graph graph;
    final Map<String, Object> roots = new LinkedHashMap<>();
    private final Header header;
    /** All objects of a sig, where the program says which there are. */
    private final Map<String, List<Object>> extents = new LinkedHashMap<>();
    /** Of all objects that there ever were: a name is given once. */
    private final Map<String, String> types = new HashMap<>();

    Lasting(Codec codec, Map<String, Object> given) {
        header = codec.header;
        Map<String, Object> record = new LinkedHashMap<>(given);
        record.putIfAbsent("roots", Map.of());
        graph = new Graph(codec, record);
        Json.map(record.get("roots")).forEach((name, json) -> roots.put(name, root(name, Object.class)));
        header.subsets().forEach(set -> graph.sets.putIfAbsent(set, new ArrayList<>()));
        header.relations.keySet().forEach(name -> graph.relations.putIfAbsent(name, new ArrayList<>()));
        Json.map(record.get("objects")).forEach((name, fields) -> types.put(name, (String) Json.map(fields).get("$type")));
    }

    /** With another object in place of the program, if that is one of these. */
    Lasting(Lasting other, Object program, Object copy) {
        header = other.header;
        graph = new Graph(other.graph);
        String name = graph.names.remove(program);
        if (name != null) {
            graph.names.put(copy, name);
            graph.objects.put(name, copy);
        }
        other.roots.forEach((root, value) -> roots.put(root, value == program ? copy : value));
        extents.putAll(other.extents);
        types.putAll(other.types);
    }

    /** A root as a value of a type. */
    Object root(String name, java.lang.reflect.Type type) {
        return graph.reading.value(Json.map(graph.record.get("roots")).get(name), rootShape(name), type);
    }

    /** The program's state in the words of the spec: fields of roots, members of sigs and of relations. */
    void tell(Map<String, ?> state) {
        state.forEach((name, value) -> {
            if (header.roots.containsKey(name)) {
                tellRoot(name, value);
            } else if (header.isSubset(name)) {
                graph.sets.put(name, listed(name, value));
            } else if (header.relations.containsKey(name)) {
                graph.relations.put(name, listed(name, value));
            } else if (header.has(name)) {
                extents.put(name, listed(name, value));
            } else {
                List<String> there = new ArrayList<>(header.roots.keySet());
                there.addAll(header.types());
                there.addAll(header.subsets());
                there.addAll(header.relations.keySet());
                throw new KorrelException("the state has `" + name + "`, and the spec has " + String.join(", ", there));
            }
        });
    }

    private void tellRoot(String name, Object value) {
        Object root = roots.get(name);
        String object = graph.names.get(root);
        if (object == null || !(value instanceof Map<?, ?> fields)) {
            roots.put(name, value);
            return;
        }
        String type = types.get(object);
        fields.forEach((field, told) -> {
            boolean isOfSet = header.subsets().stream().anyMatch(set -> header.fieldsOfSubset(set).containsKey(field));
            if (!header.fields(type).containsKey(field) && !isOfSet) {
                throw new KorrelException("the state has `" + name + "." + field + "`, and " + type + " has "
                    + String.join(", ", header.fields(type).keySet()));
            }
            Slot slot = graph.codec.slot(type, (String) field);
            slot.set(root, told instanceof Optional<?> lone && Fit.raw(slot.type()) != Optional.class ? lone.orElse(null) : told);
        });
    }

    private static List<Object> listed(String name, Object value) {
        List<Object> elements = value instanceof Collection<?> all ? new ArrayList<>(all) : Containers.elements(value);
        if (elements == null) {
            throw new KorrelException("the state has " + value + " for " + name + ", which is no collection");
        }
        return new ArrayList<>(elements);
    }

    /** Adds to a reply what a call has changed, and its result. */
    void step(Object result, Shape returns, Map<String, Object> reply) {
        Encoder encoder = new Encoder(graph.codec, graph);
        encoder.know(types);
        Map<String, Map<String, Object>> written = new LinkedHashMap<>();
        written.put("roots", new LinkedHashMap<>());
        roots.forEach((name, value) -> written.get("roots").put(name,
            Graph.at("roots", name, () -> encoder.writing.value(value, rootShape(name)))));
        extents.forEach((name, all) -> all.forEach(object -> encoder.writing.value(object, Shape.of(name))));
        graph.sets.forEach((set, members) -> encoder.writing.value(members, shapeOfSet(set)));
        Object said = returns == null ? null : Graph.at("reply", "result", () -> encoder.writing.value(result, returns));
        Map<String, Object> objects = encoder.objects(staying());
        written.put("sets", encoder.sets());
        written.put("relations", encoder.relations());
        answer(objects, written, reply);
        if (returns != null) {
            reply.put("result", said);
        }
        encoder.adopt(graph, types);
    }

    /** What is not `var` is always there; so is what nobody led to, if nobody says which there are. */
    private Set<String> staying() {
        Set<String> staying = new HashSet<>();
        Set<String> apart = Set.copyOf(graph.apart());
        Json.map(graph.record.get("objects")).forEach((name, fields) -> {
            String type = (String) Json.map(fields).get("$type");
            boolean isTold = extents.keySet().stream().anyMatch(of -> header.isA(type, of));
            if (!header.comesAndGoes(type) || apart.contains(name) && !isTold) {
                staying.add(name);
            }
        });
        return staying;
    }

    private void answer(Map<String, Object> objects, Map<String, Map<String, Object>> written, Map<String, Object> reply) {
        Map<String, Object> changed = Request.changed(Json.map(graph.record.get("objects")), objects);
        Map<String, Object> beside = new LinkedHashMap<>();
        written.forEach((part, members) -> {
            Map<String, Object> before = Json.map(graph.record.get(part));
            Map<String, Object> different = new LinkedHashMap<>();
            members.forEach((name, value) -> {
                if (!Json.write(value).equals(Json.write(before.getOrDefault(name, List.of())))) {
                    different.put(name, value);
                }
            });
            if (!different.isEmpty()) {
                beside.put(part, different);
            }
            graph.record.put(part, members);
        });
        graph.record.put("objects", objects);
        if (!changed.isEmpty() || !beside.isEmpty()) {
            reply.put("changed", changed);
            reply.putAll(beside);
        }
    }

    private Shape rootShape(String name) {
        return header.roots.getOrDefault(name, Shape.ANY);
    }

    private Shape shapeOfSet(String set) {
        return new Shape(Shape.Form.SET, List.of(header.columnOfSubset(set)));
    }
}
