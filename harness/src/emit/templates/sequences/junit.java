// Calls that build the states of @SPEC@. Written by korrel explore --emit-test junit. JUnit 5; nothing else.

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

@SuppressWarnings("unchecked")
class StatesByKorrelTest {
    static final String[] DRIVER = {@DRIVER@};

    /** The state between calls. */
    Map<String, Object> objects = new TreeMap<>();
    Map<String, Object> beside = new TreeMap<>();
    Object root;

    void follow(String header, String calls) throws Exception {
        Process driver = new ProcessBuilder(DRIVER).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (Writer to = driver.outputWriter(); BufferedReader from = driver.inputReader()) {
            ask(to, from, header);
            for (Object call : (List<Object>) new Json(calls).value()) {
                make((Map<String, Object>) call, to, from);
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

    void make(Map<String, Object> call, Writer to, BufferedReader from) throws IOException {
        var roots = new TreeMap<String, Object>((Map<String, Object>) call.get("roots"));
        if (call.containsKey("receiver")) roots.put((String) call.get("receiver"), root);
        for (Object sig : (List<Object>) call.get("sigs")) roots.put((String) sig, oneOf(sig));
        objects.putAll((Map<String, Object>) call.getOrDefault("objects", Map.of()));
        var sent = new TreeMap<String, Object>(beside);
        sent.putAll(Map.of("kind", "input", "id", 0.0, "op", call.get("op"), "roots", roots, "objects", objects));
        var reply = ask(to, from, Json.text(sent));
        assertNull(reply.get("fail"));
        assertEquals(call.get("throws"), reply.containsKey("throw"), "thrown: " + reply.get("throw"));
        if (reply.containsKey("throw")) return;
        var post = (Map<String, Object>) reply.getOrDefault("post", sent);
        var changed = reply.containsKey("post") ? (Map<String, Object>) post.getOrDefault("roots", Map.of()) : Map.of();
        if (call.containsKey("makes")) {
            root = changed.isEmpty() ? reply.get("result") : changed.values().iterator().next();
        } else if (call.containsKey("receiver") && changed.containsKey(call.get("receiver"))) {
            root = changed.get(call.get("receiver"));
        }
        objects = new TreeMap<>((Map<String, Object>) post.get("objects"));
        beside.clear();
        for (String part : List.of("sets", "relations")) {
            if (post.containsKey(part)) beside.put(part, post.get(part));
        }
        assertEquals(call.get("state"), normal(entries(call), (List<Object>) call.get("unordered")));
    }

    Object oneOf(Object sig) {
        return objects.keySet().stream().filter(id -> of(id).get("$type").equals(sig)).findFirst().orElseThrow();
    }

    Map<String, Object> of(Object id) {
        return (Map<String, Object>) objects.get(id);
    }

    List<Object> entries(Map<String, Object> call) {
        var found = new ArrayList<Object>();
        if (!(boolean) call.get("rootless")) found.add(root);
        for (Object sig : (List<Object>) call.get("allSigs")) found.add(oneOf(sig));
        return found.isEmpty() ? new ArrayList<>(objects.keySet()) : found;
    }

    /** Objects in the order in which they are met, by their numbers. The others are gone. */
    Object normal(List<Object> roots, List<Object> unordered) {
        var met = new ArrayList<Object>(new LinkedHashSet<>(roots));
        var written = new ArrayList<Object>();
        for (int at = 0; at < met.size(); at++) {
            var fields = new TreeMap<String, Object>(of(met.get(at)));
            Object type = fields.get("$type");
            fields.replaceAll((field, value) -> {
                if (!unordered.contains(type + "." + field)) return renamed(value, met);
                return sorted((List<Object>) renamed(sorted((List<Object>) value), met));
            });
            written.add(fields);
        }
        objects.keySet().retainAll(met);
        return written;
    }

    static List<Object> sorted(List<Object> items) {
        var sorted = new ArrayList<>(items);
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

@JSON@