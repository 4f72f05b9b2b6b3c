package korrel;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the states of a trace agree on: all that is not `var`. */
final class Agreement {
    private final Header header;
    private final Map<String, Object> first;

    private Agreement(Header header, Map<String, Object> first) {
        this.header = header;
        this.first = first;
    }

    /** The types of all objects, each of which fits by itself. Throws for what differs, with its path. */
    static Map<String, String> check(Header header, List<Map<String, Object>> states) {
        Agreement agreement = new Agreement(header, states.get(0));
        Map<String, String> types = new LinkedHashMap<>();
        for (int at = 0; at < states.size(); at++) {
            Map<String, Object> state = states.get(at);
            Changed.within(at, () -> {
                Json.map(state.get("objects")).forEach((name, fields) -> {
                    String type = (String) Json.map(fields).get("$type");
                    String before = types.putIfAbsent(name, type);
                    if (before != null && !before.equals(type)) {
                        throw Schema.wrong("objects." + name + ".$type", "it was a `" + before + "` before");
                    }
                });
                agreement.check(state);
                return null;
            });
        }
        return types;
    }

    private void check(Map<String, Object> state) {
        Map<String, Object> was = Json.map(first.get("objects"));
        Map<String, Object> now = Json.map(state.get("objects"));
        for (String name : both(now.keySet(), was.keySet())) {
            Map<String, Object> one = Json.map(was.get(name));
            Map<String, Object> other = Json.map(now.get(name));
            String type = (String) (one.isEmpty() ? other : one).get("$type");
            if (one.isEmpty() != other.isEmpty() && !header.comesAndGoes(type)) {
                throw Schema.wrong("objects." + name, "it is not in all states, though its sig is not `var`");
            }
            for (String field : both(one.keySet(), other.keySet())) {
                if (!field.equals("$type") && !header.isVariableField(type, field)) {
                    same("objects." + name + "." + field, one.get(field), other.get(field), header.shape(type, field));
                }
            }
        }
        header.subsets().forEach(set ->
            parts("sets", set, new Shape(Shape.Form.SET, List.of(header.columnOfSubset(set))), state));
        header.relations.forEach((name, shape) -> parts("relations", name, shape, state));
        Set<String> gone = new LinkedHashSet<>(was.keySet());
        gone.removeAll(now.keySet());
        Json.map(first.get("roots")).forEach((name, value) -> root(name, value, state, gone));
    }

    private void parts(String part, String name, Shape shape, Map<String, Object> state) {
        Map<String, Object> now = Json.map(state.get(part));
        if (now.containsKey(name) && !header.variable.contains(name)) {
            same(part + "." + name, Json.map(first.get(part)).get(name), now.get(name), shape);
        }
    }

    /** A parameter holds what it holds in the first state, without the objects that are gone. */
    private void root(String name, Object value, Map<String, Object> state, Set<String> gone) {
        if (header.variable.contains(name)) {
            return;
        }
        Shape shape = header.roots.getOrDefault(name, Shape.ANY);
        List<List<?>> left = tuples(value, shape).stream().filter(row -> row.stream().noneMatch(gone::contains)).toList();
        if (!left.equals(tuples(Json.map(state.get("roots")).get(name), shape))) {
            throw differs("roots." + name);
        }
    }

    private static void same(String path, Object one, Object other, Shape shape) {
        if (!tuples(one, shape).equals(tuples(other, shape))) {
            throw differs(path);
        }
    }

    private static KorrelException differs(String path) {
        return Schema.wrong(path, "it is other than in the first state, though it is not `var`");
    }

    /** In an order of their own unless it is a sequence. */
    private static List<List<?>> tuples(Object value, Shape shape) {
        List<List<?>> rows = new ArrayList<>();
        if (value instanceof Map<?, ?> entries) {
            entries.forEach((key, item) -> rows.add(List.of(key, item)));
        } else if (value instanceof List<?> items) {
            items.forEach(item -> rows.add(Changed.row(item)));
        } else if (value != null) {
            rows.add(List.of(value));
        }
        if (shape.form() != Shape.Form.SEQ) {
            rows.sort(Comparator.comparing(Json::write));
        }
        return rows;
    }

    private static Set<String> both(Collection<String> some, Collection<String> more) {
        Set<String> all = new LinkedHashSet<>(some);
        all.addAll(more);
        return all;
    }
}
