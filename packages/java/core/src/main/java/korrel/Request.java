package korrel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** One input of `korrel test`, and what becomes of it. */
final class Request {
    private final Map<String, Object> input;
    private final Map<String, Shape> parameters;
    private final Graph graph;
    private final Object[] arguments;

    Request(Codec codec, Map<String, Object> input) {
        this.input = input;
        parameters = Header.shapes(Json.map(Json.map(codec.header.json().get("ops")).get(op())).get("parameters"));
        graph = new Graph(codec, input);
        List<Object> read = new ArrayList<>();
        Map<String, Object> roots = Json.map(input.get("roots"));
        parameters.forEach((name, shape) -> read.add(graph.reading.value(roots.get(name), shape, Object.class)));
        arguments = read.toArray();
    }

    String op() {
        return (String) input.get("op");
    }

    Object[] arguments() {
        return arguments.clone();
    }

    /** Adds what has changed to a reply, if something has, and the result. */
    void afterwards(Object result, Map<String, Object> reply) {
        Encoder encoder = new Encoder(graph.codec, graph);
        roots(encoder);
        Object written = Graph.at("reply", "result", () -> encoder.writing.untyped(result));
        Map<String, Object> changed = changed(Json.map(input.get("objects")), encoder.objects());
        if (!changed.isEmpty()) {
            reply.put("changed", changed);
        }
        reply.put("result", written);
    }

    /** Of each object the fields that have changed; all of one that is new, null for one that is gone. */
    static Map<String, Object> changed(Map<String, Object> given, Map<String, Object> objects) {
        Map<String, Object> changed = new LinkedHashMap<>();
        given.keySet().stream().filter(name -> !objects.containsKey(name)).forEach(name -> changed.put(name, null));
        objects.forEach((name, fields) -> {
            if (!fields.equals(given.get(name))) {
                changed.put(name, different(Json.map(given.get(name)), Json.map(fields)));
            }
        });
        return changed;
    }

    /** The fields that differ. An object that has gained or lost a field is told whole. */
    private static Map<String, Object> different(Map<String, Object> before, Map<String, Object> after) {
        if (before == null || !before.keySet().equals(after.keySet())) {
            return after;
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        after.forEach((field, value) -> {
            if (!Objects.equals(value, before.get(field))) {
                fields.put(field, value);
            }
        });
        return fields;
    }

    /** Not only the parameters: a `one` sig is a root, too. */
    private void roots(Encoder encoder) {
        Json.map(input.get("roots")).forEach((name, json) -> encoder.writing.value(
            graph.reading.value(json, parameters.getOrDefault(name, Shape.ANY), Object.class),
            parameters.getOrDefault(name, Shape.ANY)));
    }
}
