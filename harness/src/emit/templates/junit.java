// @TITLE@ --emit-test junit. JUnit 5; nothing else.

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

@SuppressWarnings("unchecked")
class @CLASS@ {
    static final String[] DRIVER = {@DRIVER@};

    /** The state between calls. */
    Map<String, Object> objects = new LinkedHashMap<>();
    Map<String, Object> beside = new LinkedHashMap<>();
    Object root;

    void follow(String header, String calls) throws Exception {
        Process driver = new ProcessBuilder(DRIVER).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (Writer to = driver.outputWriter(UTF_8); BufferedReader from = driver.inputReader(UTF_8)) {
            ask(to, from, header);
            long id = 0;
            for (Object one : (List<Object>) new Json(calls).value()) {
                var call = (Map<String, Object>) one;
                if (call.containsKey("kind")) {
                    step(call, id++, to, from);
                    continue;
                }
                var sent = request(call);
                var record = new LinkedHashMap<String, Object>();
                record.put("kind", "input");
                record.put("id", id);
                record.put("op", call.get("op"));
                record.putAll(sent);
                var reply = ask(to, from, Json.text(record));
                assertEquals(id++, reply.get("id"));
                check(call, sent, told(sent, reply));
            }
        } finally {
            driver.destroyForcibly().waitFor();
        }
    }

    static Map<String, Object> ask(Writer to, BufferedReader from, String line) throws IOException {
        to.write(line + "\n");
        to.flush();
        String answer = from.readLine();
        assertNotNull(answer, "the driver did not answer");
        return (Map<String, Object>) new Json(answer).value();
    }

    /** Begins a behaviour, or makes a call. */
    void step(Map<String, Object> call, long id, Writer to, BufferedReader from) throws IOException {
        boolean begins = call.get("kind").equals("reset");
        var record = new LinkedHashMap<String, Object>(Map.of("kind", call.get("kind"), "id", id));
        for (String part : begins ? List.of("roots", "objects", "sets", "relations") : List.of("op", "args")) {
            if (call.containsKey(part)) record.put(part, call.get(part));
        }
        var reply = ask(to, from, Json.text(record));
        assertEquals(id, reply.get("id"));
        assertNull(reply.get("fail"));
        if (call.containsKey("throws")) {
            assertEquals(call.get("throws"), reply.containsKey("throw"), "thrown: " + reply.get("throw"));
        }
        var before = new LinkedHashMap<String, Object>(begins ? record : beside);
        before.put("objects", begins ? record.getOrDefault("objects", Map.of()) : objects);
        var post = (Map<String, Object>) told(before, reply).getOrDefault("post", before);
        objects = new LinkedHashMap<>((Map<String, Object>) post.getOrDefault("objects", before.get("objects")));
        for (String part : List.of("sets", "relations")) {
            Object members = post.getOrDefault(part, before.get(part));
            if (members != null) beside.put(part, members);
        }
        if (!call.containsKey("ends")) return;
        Object found = end(call, reply);
        var ends = list(call, "ends");
        if (!ends.contains(found)) assertEquals(ends.get(0), found, (String) call.get("op"));
    }

    /** The state and the result, as far as they are seen, whatever new objects are called. */
    Object end(Map<String, Object> call, Map<String, Object> reply) {
        var seen = (Map<String, Object>) call.get("seen");
        var answer = new LinkedHashMap<String, Object>(Map.of("$type", "$answer"));
        var told = list(seen, "$answer");
        for (Object members : beside.values()) answer.putAll((Map<String, Object>) members);
        answer.keySet().removeIf(name -> !name.equals("$type") && !told.contains(name));
        if (told.contains("result")) answer.put("result", reply.get("result"));
        var all = objects;
        objects = new LinkedHashMap<>();
        all.forEach((name, of) -> {
            var fields = new LinkedHashMap<String, Object>((Map<String, Object>) of);
            String type = (String) fields.get("$type");
            fields.keySet().retainAll(list(seen, type));
            if (seen.containsKey(type)) objects.put(name, fields);
        });
        objects.put("$end", answer);
        var met = new ArrayList<Object>(list(call, "known"));
        met.add("$end");
        written(met, list(call, "unordered"));
        for (Object other : new TreeSet<Object>(objects.keySet())) {
            if (!met.contains(other)) met.add(other);
        }
        Object found = written(met, list(call, "unordered"));
        objects = all;
        return found;
    }

    static List<Object> list(Map<String, Object> call, String name) {
        return (List<Object>) call.getOrDefault(name, List.of());
    }

    Map<String, Object> request(Map<String, Object> call) {
        var roots = new LinkedHashMap<String, Object>((Map<String, Object>) call.get("roots"));
        if (call.containsKey("receiver")) roots.put((String) call.get("receiver"), root);
        for (Object sig : list(call, "sigs")) roots.put((String) sig, oneOf(sig));
        var all = new LinkedHashMap<String, Object>(objects);
        all.putAll((Map<String, Object>) call.getOrDefault("objects", Map.of()));
        var sent = new LinkedHashMap<String, Object>();
        sent.put("roots", roots);
        sent.put("objects", all);
        sent.putAll(beside);
        for (String part : List.of("sets", "relations")) {
            if (call.containsKey(part)) sent.put(part, call.get(part));
        }
        return sent;
    }

    /** A reply with the whole state, if it tells what has changed. */
    static Map<String, Object> told(Map<String, Object> sent, Map<String, Object> reply) {
        if (!reply.containsKey("changed")) return reply;
        var before = (Map<String, Object>) sent.get("objects");
        var changed = (Map<String, Object>) reply.get("changed");
        var objects = new LinkedHashMap<String, Object>(before);
        changed.forEach((name, now) -> {
            var fields = new LinkedHashMap<String, Object>();
            if (now instanceof Map<?, ?> map && !map.containsKey("$type")) {
                fields.putAll((Map<String, Object>) before.get(name));
            }
            if (now == null) {
                objects.remove(name);
            } else {
                fields.putAll((Map<String, Object>) now);
                objects.put(name, fields);
            }
        });
        var post = new LinkedHashMap<String, Object>();
        post.put("objects", objects);
        if (reply.containsKey("roots")) post.put("roots", reply.get("roots"));
        for (String part : List.of("sets", "relations")) {
            if (!sent.containsKey(part) && !reply.containsKey(part)) continue;
            var members = new LinkedHashMap<String, Object>();
            ((Map<String, Object>) sent.getOrDefault(part, Map.of())).forEach((name, items) -> {
                var left = new ArrayList<Object>((List<Object>) items);
                left.removeIf(item -> (item instanceof List<?> row ? row : List.of(item)).stream()
                    .anyMatch(id -> before.containsKey(id) && !objects.containsKey(id)));
                members.put(name, left);
            });
            members.putAll((Map<String, Object>) reply.getOrDefault(part, Map.of()));
            post.put(part, members);
        }
        var whole = new LinkedHashMap<String, Object>(reply);
        whole.put("post", post);
        return whole;
    }

    void check(Map<String, Object> call, Map<String, Object> sent, Map<String, Object> reply) throws Exception {
        assertNull(reply.get("fail"));
        assertEquals(call.get("throws"), reply.containsKey("throw"), "thrown: " + reply.get("throw"));
        if (call.containsKey("throw")) {
            assertEquals(call.get("throw"), ((Map<String, Object>) reply.get("throw")).get("type"));
        }
        var post = (Map<String, Object>) reply.getOrDefault("post", sent);
        var unordered = list(call, "unordered");
        if (call.containsKey("result")) {
            boolean isSet = unordered.contains("result");
            assertEquals(sorted(call.get("result"), isSet), sorted(reply.get("result"), isSet));
        }
        if (call.containsKey("eval")) {
            var record = new LinkedHashMap<String, Object>(sent);
            record.put("post", post);
            if (reply.containsKey("result")) record.put("result", reply.get("result"));
            judge(list(call, "eval").toArray(String[]::new), Json.text(record));
        }
        if (!call.containsKey("state")) return;
        var changed = reply.containsKey("post") ? (Map<String, Object>) post.getOrDefault("roots", Map.of()) : Map.of();
        if (call.containsKey("makes")) {
            root = changed.isEmpty() ? reply.get("result") : changed.values().iterator().next();
        } else if (call.containsKey("receiver") && changed.containsKey(call.get("receiver"))) {
            root = changed.get(call.get("receiver"));
        }
        objects = new LinkedHashMap<>((Map<String, Object>) post.get("objects"));
        beside.clear();
        for (String part : List.of("sets", "relations")) {
            if (post.containsKey(part)) beside.put(part, post.get(part));
        }
        assertEquals(call.get("state"), normal(entries(call), unordered));
    }

    static void judge(String[] words, String record) throws Exception {
        Process judge = new ProcessBuilder(words).redirectErrorStream(true).start();
        try (Writer to = judge.outputWriter(UTF_8)) {
            to.write(record);
        } catch (IOException itNeedsNoMore) {
            // Its exit code tells.
        }
        String said = new String(judge.getInputStream().readAllBytes(), UTF_8);
        assertEquals(0, judge.waitFor(), said);
    }

    Object oneOf(Object sig) {
        return objects.keySet().stream().filter(id -> of(id).get("$type").equals(sig)).findFirst().orElseThrow();
    }

    Map<String, Object> of(Object id) {
        return (Map<String, Object>) objects.get(id);
    }

    List<Object> entries(Map<String, Object> call) {
        var all = new TreeSet<Object>(objects.keySet());
        var found = new ArrayList<Object>(list(call, "entries"));
        if (call.containsKey("entries")) {
            found.addAll(all); // An object that nothing leads to counts, too.
            return found;
        }
        if (!call.containsKey("rootless")) found.add(root);
        for (Object sig : list(call, "allSigs")) found.add(oneOf(sig));
        return found.isEmpty() ? new ArrayList<>(all) : found;
    }

    /** Objects in the order in which they are met, by their numbers. The others are gone. */
    Object normal(List<Object> roots, List<Object> unordered) {
        var met = new ArrayList<Object>(new LinkedHashSet<>(roots));
        var written = written(met, unordered);
        objects.keySet().retainAll(met);
        return written;
    }

    /** The objects that were met, and those that are met from there, which are added. */
    List<Object> written(List<Object> met, List<Object> unordered) {
        var written = new ArrayList<Object>();
        for (int at = 0; at < met.size(); at++) {
            if (!objects.containsKey(met.get(at))) {
                written.add(null);
                continue;
            }
            var fields = new TreeMap<String, Object>(of(met.get(at)));
            Object type = fields.get("$type");
            fields.replaceAll((field, value) -> {
                boolean isSet = unordered.contains(type + "." + field);
                return sorted(renamed(sorted(value, isSet), met), isSet);
            });
            written.add(fields);
        }
        return written;
    }

    static Object sorted(Object value, boolean isSet) {
        if (!isSet || !(value instanceof List<?> items)) return value;
        var sorted = new ArrayList<Object>(items);
        sorted.sort((a, b) -> Json.text(a).compareTo(Json.text(b)));
        return sorted;
    }

    Object renamed(Object value, List<Object> met) {
        if (value instanceof List<?> items) {
            var renamed = new ArrayList<Object>();
            items.forEach(item -> renamed.add(renamed(item, met)));
            return renamed;
        }
        if (value instanceof Map<?, ?> map) {
            var renamed = new TreeMap<String, Object>();
            new TreeMap<String, Object>((Map<String, Object>) map)
                .forEach((key, item) -> renamed.put((String) renamed(key, met), renamed(item, met)));
            return renamed;
        }
        if (!(value instanceof String) || !objects.containsKey(value)) return value;
        if (!met.contains(value)) met.add(value);
        return "#" + met.indexOf(value);
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
                var map = new LinkedHashMap<String, Object>();
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
                default -> number(word);
            };
        }

        static Object number(String word) {
            if (word.matches("-?\\d{1,18}")) return Long.valueOf(word);
            return Double.valueOf(word);
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
