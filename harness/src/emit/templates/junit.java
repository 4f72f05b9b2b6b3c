// Inputs that failed under @SPEC@. Written by korrel test --emit-test junit. JUnit 5; nothing else.

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class FoundByKorrelTest {
    static final String[] DRIVER = {@DRIVER@};

    static String output(String[] words, String input, boolean mustSucceed) throws Exception {
        Process process = new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (var stdin = process.getOutputStream()) {
            stdin.write(input.getBytes(StandardCharsets.UTF_8));
        }
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int code = process.waitFor();
        assertTrue(code == 0 || !mustSucceed, output);
        return output;
    }

    @SuppressWarnings("unchecked")
    static void check(String header, String input, String wanted) throws Exception {
        String[] lines = output(DRIVER, header + "\n" + input + "\n", false).split("\n");
        assertTrue(lines.length >= 2, "the driver did not answer");
        var reply = (Map<String, Object>) new Json(lines[1]).value();
        var sent = (Map<String, Object>) new Json(input).value();
        var expected = (Map<String, Object>) new Json(wanted).value();
        assertEquals(sent.get("id"), reply.get("id"));
        assertNull(reply.get("fail"));
        assertEquals(expected.get("throws"), reply.containsKey("throw"), "thrown: " + reply.get("throw"));
        if (expected.containsKey("throw")) {
            assertEquals(expected.get("throw"), ((Map<String, Object>) reply.get("throw")).get("type"));
        }
        var unordered = (List<Object>) expected.get("unordered");
        var post = (Map<String, Object>) reply.getOrDefault("post", Map.of("objects", sent.get("objects")));
        if (expected.containsKey("post")) {
            assertEquals(normal(expected.get("post"), unordered), normal(post.get("objects"), unordered));
        }
        if (expected.containsKey("result")) {
            boolean isSet = unordered.contains("result");
            assertEquals(ordered(expected.get("result"), isSet), ordered(reply.get("result"), isSet));
        }
        if (expected.containsKey("eval")) {
            var words = ((List<Object>) expected.get("eval")).toArray(String[]::new);
            var record = new TreeMap<String, Object>(sent);
            record.keySet().removeAll(List.of("kind", "id", "op"));
            record.put("post", post);
            if (reply.containsKey("result")) record.put("result", reply.get("result"));
            output(words, Json.text(record), true);
        }
    }

    @SuppressWarnings("unchecked")
    static Object normal(Object objects, List<Object> unordered) {
        var normal = new TreeMap<String, Object>();
        ((Map<String, Object>) objects).forEach((id, object) -> {
            var fields = new TreeMap<String, Object>((Map<String, Object>) object);
            fields.replaceAll((name, value) ->
                ordered(value, unordered.contains(fields.get("$type") + "." + name)));
            normal.put(id, fields);
        });
        return normal;
    }

    static Object ordered(Object value, boolean isSet) {
        if (!isSet || !(value instanceof List<?> items)) return value;
        var sorted = new ArrayList<Object>(items);
        sorted.sort(Comparator.comparing(Json::text));
        return sorted;
    }

@JSON@