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

    /** As much of JSON as there is. */
    static class Json {
        final String text;
        int at = 0;

        Json(String text) {
            this.text = text;
        }

        char next() {
            while (Character.isWhitespace(text.charAt(at))) at++;
            return text.charAt(at);
        }

        boolean takes(char c) {
            boolean is = next() == c;
            if (is) at++;
            return is;
        }

        Object value() {
            if (takes('{')) {
                var map = new TreeMap<String, Object>();
                while (!takes('}')) {
                    takes(',');
                    String key = (String) value();
                    takes(':');
                    map.put(key, value());
                }
                return map;
            }
            if (takes('[')) {
                var list = new ArrayList<Object>();
                while (!takes(']')) {
                    takes(',');
                    list.add(value());
                }
                return list;
            }
            if (takes('"')) return string();
            int from = at;
            while (at < text.length() && ",]} \t\r\n".indexOf(text.charAt(at)) < 0) at++;
            String word = text.substring(from, at);
            return switch (word) {
                case "null" -> null;
                case "true" -> true;
                case "false" -> false;
                default -> Double.valueOf(word);
            };
        }

        String string() {
            var string = new StringBuilder();
            for (char c; (c = text.charAt(at++)) != '"'; ) {
                if (c != '\\') {
                    string.append(c);
                    continue;
                }
                char escape = text.charAt(at++);
                int which = "bfnrt".indexOf(escape);
                if (escape == 'u') {
                    string.append((char) Integer.parseInt(text.substring(at, at + 4), 16));
                    at += 4;
                } else {
                    string.append(which < 0 ? escape : "\b\f\n\r\t".charAt(which));
                }
            }
            return string.toString();
        }

        static String text(Object value) {
            var parts = new ArrayList<String>();
            if (value instanceof Map<?, ?> map) {
                map.forEach((key, item) -> parts.add(text(key) + ":" + text(item)));
                return "{" + String.join(",", parts) + "}";
            }
            if (value instanceof List<?> list) {
                list.forEach(item -> parts.add(text(item)));
                return "[" + String.join(",", parts) + "]";
            }
            if (value instanceof Double number && number == Math.rint(number)) return "" + number.longValue();
            if (!(value instanceof String string)) return "" + value;
            var quoted = new StringBuilder("\"");
            for (char c : string.toCharArray()) {
                if (c == '"' || c == '\\') quoted.append('\\').append(c);
                else if (c < ' ') quoted.append(String.format("\\u%04x", (int) c));
                else quoted.append(c);
            }
            return quoted.append('"').toString();
        }
    }
