package korrel;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

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

    /** Adds the state afterwards to a reply, unless nothing has changed, and the result. */
    void afterwards(Object result, Map<String, Object> reply) {
        Encoder encoder = new Encoder(graph.codec, graph);
        roots(encoder);
        Object written = Graph.at("reply", "result", () -> encoder.writing.untyped(result));
        Map<String, Object> objects = encoder.objects();
        if (!objects.equals(input.get("objects"))) {
            Map<String, Object> post = Json.object("objects", objects);
            if (input.containsKey("sets")) {
                post.put("sets", encoder.sets());
            }
            if (input.containsKey("relations")) {
                post.put("relations", encoder.relations());
            }
            reply.put("post", post);
        }
        reply.put("result", written);
    }

    /** Not only the parameters: a `one` sig is a root, too. */
    private void roots(Encoder encoder) {
        Json.map(input.get("roots")).forEach((name, json) -> encoder.writing.value(
            graph.reading.value(json, parameters.getOrDefault(name, Shape.ANY), Object.class),
            parameters.getOrDefault(name, Shape.ANY)));
    }
}
