package korrel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/** The states of a trace, each whole, where a record says of some what changed. */
final class Changed {
    private static final List<String> PARTS = List.of("roots", "sets", "relations");

    private Changed() {}

    static boolean isTrace(Map<String, Object> record) {
        return record.containsKey("states") && !record.containsKey("objects");
    }

    /** Throws, with the path, for what does not fit the state before. */
    static List<Map<String, Object>> wholeStates(Map<String, Object> record) {
        if (!(record.get("states") instanceof List<?> told) || told.isEmpty()) {
            throw Schema.wrong("states", "this is not an array of states, of which there is one at least");
        }
        List<Map<String, Object>> whole = new ArrayList<>();
        for (int at = 0; at < told.size(); at++) {
            if (!(told.get(at) instanceof Map<?, ?>)) {
                throw Schema.wrong("states[" + at + "]", "this is no object");
            }
            Map<String, Object> state = Json.map(told.get(at));
            if (state.containsKey("changed")) {
                if (at == 0) {
                    throw Schema.wrong("states[0]", "the first state is whole");
                }
                Map<String, Object> before = whole.get(at - 1);
                whole.add(within(at, () -> applied(before, state)));
            } else {
                whole.add(state);
            }
        }
        return whole;
    }

    /** The path of a mistake begins with the state. */
    static <T> T within(int state, Supplier<T> read) {
        try {
            return read.get();
        } catch (KorrelException mistake) {
            throw new KorrelException("states[" + state + "]." + mistake.getMessage(), mistake);
        }
    }

    /** An object with a `$type` is told whole, and null is one that is gone. */
    private static Map<String, Object> applied(Map<String, Object> before, Map<String, Object> told) {
        if (!(told.get("changed") instanceof Map<?, ?>)) {
            throw Schema.wrong("changed", "this is no object");
        }
        if (told.containsKey("objects")) {
            throw Schema.wrong("objects", "they stand beside `changed`");
        }
        Map<String, Object> was = Json.map(before.get("objects"));
        Map<String, Object> objects = new LinkedHashMap<>(was);
        Set<String> gone = new TreeSet<>();
        Json.map(told.get("changed")).forEach((name, fields) -> {
            if (fields == null && was.containsKey(name)) {
                objects.remove(name);
                gone.add(name);
            } else {
                objects.put(name, object("changed." + name, was.get(name), fields));
            }
        });
        Map<String, Object> state = new LinkedHashMap<>();
        Map<String, Map<String, Object>> parts = new LinkedHashMap<>();
        for (String part : PARTS) {
            if (told.containsKey(part) && !(told.get(part) instanceof Map<?, ?>)) {
                throw Schema.wrong(part, "this is no object");
            }
            if (before.containsKey(part) || told.containsKey(part)) {
                parts.put(part, part(part, before, told, gone));
            }
        }
        if (parts.containsKey("roots")) {
            state.put("roots", parts.remove("roots"));
        }
        state.put("objects", objects);
        state.putAll(parts);
        return state;
    }

    private static Object object(String path, Object was, Object fields) {
        if (!(fields instanceof Map<?, ?>)) {
            throw Schema.wrong(path, "this is neither an object of the state before nor null");
        }
        Map<String, Object> told = Json.map(fields);
        if (told.containsKey("$type")) {
            return told;
        }
        if (was == null) {
            throw Schema.wrong(path, "the state before has no such object, and a new one has a `$type`");
        }
        Map<String, Object> now = new LinkedHashMap<>(Json.map(was));
        told.forEach((field, value) -> {
            if (!now.containsKey(field)) {
                throw Schema.wrong(path + "." + field, "the object had no such field");
            }
            now.put(field, value);
        });
        return now;
    }

    /** A set or a relation that is not told is as it was, without the objects that are gone. */
    private static Map<String, Object> part(String part, Map<String, Object> before, Map<String, Object> told, Set<String> gone) {
        Map<String, Object> now = new LinkedHashMap<>();
        Json.map(before.get(part)).forEach((name, value) ->
            now.put(name, part.equals("roots") || !(value instanceof List<?> items) ? value
                : items.stream().filter(item -> row(item).stream().noneMatch(gone::contains)).toList()));
        now.putAll(Json.map(told.get(part)));
        return now;
    }

    /** A tuple; an atom is one by itself. */
    static List<?> row(Object item) {
        return item instanceof List<?> row ? row : java.util.Collections.singletonList(item);
    }
}
