package korrel;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * The key of a heap, as docs/heapgraph.md defines it: a digest of the least text that any numbering of its objects gives.
 *
 * <p>Numbers are given while the text is written, from its beginning. A <em>cell</em> is a set of objects with as many
 * numbers, of which it is open which has which; at first there is one for each type. An object that is mentioned takes the
 * least number of its cell, and the members of a set the least ones of theirs, since any others make a greater text. So only
 * the object of the next line is a choice, and of all ways to go on those with the least text are kept.
 */
final class Canonical {
    /** A set, whose members have no order. */
    static final class Unordered extends ArrayList<Object> {
        private static final long serialVersionUID = 1;

        Unordered(Collection<?> members) {
            super(members);
        }
    }

    private final Map<String, Object> record;
    private final Map<String, Object> objects;
    private final List<String> order;
    private final Map<String, String> typeOf = new LinkedHashMap<>();
    private final Map<String, List<String>> ofType = new LinkedHashMap<>();

    /** What was written, and which numbers are still open then. */
    private record Way<T>(T made, Map<String, List<Integer>> cells) {}

    private Canonical(Map<String, Object> header, Map<String, Object> record) {
        this.record = record;
        objects = Json.map(record.get("objects"));
        order = List.copyOf(Json.map(header.get("types")).keySet());
        objects.forEach((name, fields) -> {
            String type = (String) Json.map(fields).get("$type");
            typeOf.put(name, type);
            ofType.computeIfAbsent(type, absent -> new ArrayList<>()).add(name);
        });
    }

    static String key(Map<String, Object> header, Map<String, Object> record) {
        Canonical canonical = new Canonical(header, record);
        String text = canonical.least(canonical.oneCellEach());
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, 16);
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError(impossible);
        }
    }

    /** A text that isomorphic heaps share, too, and which is found faster: objects with other surroundings are told apart. */
    static String sameText(Map<String, Object> header, Map<String, Object> record) {
        Canonical canonical = new Canonical(header, record);
        return canonical.least(canonical.cellsBySurroundings());
    }

    // Cells

    private Map<String, List<Integer>> oneCellEach() {
        Map<String, List<Integer>> cells = new HashMap<>();
        ofType.values().forEach(names -> names.forEach(name -> cells.put(name, numbers(0, names.size()))));
        return cells;
    }

    private static List<Integer> numbers(int from, int many) {
        return IntStream.range(from, from + many).boxed().toList();
    }

    /** Refines colours until they stay: an object's own, and those of what it holds. */
    private Map<String, List<Integer>> cellsBySurroundings() {
        Map<String, String> colours = new HashMap<>(typeOf);
        for (int round = 0; round < typeOf.size(); round++) {
            Map<String, String> seen = new HashMap<>();
            typeOf.keySet().forEach(name -> seen.put(name, colours.get(name) + shade(objects.get(name), colours)));
            List<String> distinct = List.copyOf(new TreeSet<>(seen.values()));
            if (distinct.size() == new TreeSet<>(colours.values()).size()) {
                break;
            }
            seen.forEach((name, text) -> colours.put(name, String.format("%06d", distinct.indexOf(text))));
        }
        Map<String, List<Integer>> cells = new HashMap<>();
        for (List<String> names : ofType.values()) {
            Map<String, List<String>> byColour = new TreeMap<>();
            names.forEach(name -> byColour.computeIfAbsent(colours.get(name), absent -> new ArrayList<>()).add(name));
            int taken = 0;
            for (List<String> same : byColour.values()) {
                List<Integer> numbers = numbers(taken, same.size());
                same.forEach(name -> cells.put(name, numbers));
                taken += same.size();
            }
        }
        return cells;
    }

    private String shade(Object value, Map<String, String> colours) {
        if (value instanceof List<?> list) {
            List<String> shades = list.stream().map(one -> shade(one, colours)).toList();
            return (value instanceof Unordered ? shades.stream().sorted().toList() : shades).toString();
        } else if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream().map(entry -> shade(entry.getKey(), colours) + "=" + shade(entry.getValue(), colours))
                .sorted().toList().toString();
        }
        String colour = colours.get(value);
        return colour == null ? Json.write(value) : "(" + colour + ")";
    }

    // The least text

    private String least(Map<String, List<Integer>> cells) {
        Map<String, Integer> lines = new TreeMap<>();
        ofType.forEach((type, names) -> numbers(0, names.size()).forEach(number -> lines.put(type + "$" + number, number)));
        List<Map<String, List<Integer>>> states = List.of(cells);
        List<String> parts = new ArrayList<>();
        for (Map.Entry<String, Integer> line : lines.entrySet()) {
            String type = line.getKey().substring(0, line.getKey().lastIndexOf('$'));
            List<Way<String>> ways = new ArrayList<>();
            for (Map<String, List<Integer>> state : states) {
                for (String name : ofType.get(type)) {
                    if (state.get(name).contains(line.getValue())) {
                        ways.addAll(members(given(state, name, line.getValue()), Json.map(objects.get(name))));
                    }
                }
            }
            parts.add(Json.write(line.getKey()) + ":" + leastOf(ways));
            states = ways.stream().filter(way -> way.made.equals(leastOf(ways))).map(Way::cells).toList();
        }
        Map<String, Object> roots = Json.map(record.get("roots"));
        List<Way<String>> ends = states.stream().flatMap(state -> members(state, roots).stream()).toList();
        return "{\"objects\":{" + String.join(",", parts) + "},\"roots\":" + leastOf(ends) + "}";
    }

    private static String leastOf(List<Way<String>> ways) {
        return ways.stream().map(Way::made).min(Comparator.naturalOrder()).orElseThrow();
    }

    private List<Way<String>> members(Map<String, List<Integer>> cells, Map<String, Object> values) {
        List<String> names = values.keySet().stream().sorted().toList();
        return sequence(cells, names.stream().map(values::get).toList()).stream()
            .map(way -> new Way<>(Json.write(named(names, way.made)), way.cells)).toList();
    }

    private static Map<String, Object> named(List<String> names, List<Object> values) {
        Map<String, Object> named = new LinkedHashMap<>();
        names.forEach(name -> named.put(name, values.get(named.size())));
        return named;
    }

    /** Each of these after the other, in all ways. */
    private List<Way<List<Object>>> sequence(Map<String, List<Integer>> cells, List<?> values) {
        List<Way<List<Object>>> ways = List.of(new Way<>(List.of(), cells));
        for (Object value : values) {
            List<Way<List<Object>>> longer = new ArrayList<>();
            for (Way<List<Object>> way : ways) {
                for (Way<Object> last : value(way.cells, value)) {
                    List<Object> made = new ArrayList<>(way.made);
                    made.add(last.made);
                    longer.add(new Way<>(made, last.cells));
                }
            }
            ways = longer;
        }
        return ways;
    }

    private List<Way<Object>> value(Map<String, List<Integer>> cells, Object value) {
        if (value instanceof String name && typeOf.containsKey(name)) {
            int number = cells.get(name).stream().min(Comparator.comparing(String::valueOf)).orElseThrow();
            return List.of(new Way<>(typeOf.get(name) + "$" + number, given(cells, name, number)));
        } else if (value instanceof Unordered set) {
            return set(cells, set);
        } else if (value instanceof List<?> list) {
            return sequence(cells, list).stream().map(way -> new Way<Object>(way.made, way.cells)).toList();
        } else if (value instanceof Map<?, ?>) {
            return map(cells, Json.map(value));
        }
        return List.of(new Way<>(value, cells));
    }

    private List<Way<Object>> set(Map<String, List<Integer>> cells, List<?> values) {
        List<String> members = values.stream().filter(typeOf::containsKey).map(String.class::cast).toList();
        List<?> others = values.stream().filter(one -> !typeOf.containsKey(one)).sorted(Canonical::compare).toList();
        return split(cells, members).stream().map(after -> {
            TreeMap<Integer, TreeSet<Integer>> numbers = new TreeMap<>(); // by type
            members.forEach(name -> numbers.computeIfAbsent(order.indexOf(typeOf.get(name)), absent -> new TreeSet<>()).addAll(after.get(name)));
            List<Object> made = new ArrayList<>();
            numbers.forEach((type, all) -> all.forEach(number -> made.add(order.get(type) + "$" + number)));
            made.addAll(others);
            return new Way<Object>(made, after);
        }).toList();
    }

    private static int compare(Object one, Object other) {
        boolean areNumbers = one instanceof Number && other instanceof Number;
        return rank(one) != rank(other) ? rank(one) - rank(other)
            : areNumbers ? Long.compare(((Number) one).longValue(), ((Number) other).longValue()) : String.valueOf(one).compareTo(String.valueOf(other));
    }

    /** The order in sets, after objects: true, false, numbers, texts. */
    private static int rank(Object value) {
        return value instanceof Boolean is ? is ? 0 : 1 : value instanceof Number ? 2 : 3;
    }

    private List<Way<Object>> map(Map<String, List<Integer>> cells, Map<String, Object> map) {
        List<String> members = map.keySet().stream().filter(typeOf::containsKey).toList();
        return split(cells, members).stream().flatMap(split -> each(split, members).stream()).flatMap(after -> {
            Map<String, Object> named = new TreeMap<>();
            Function<String, String> name = key -> typeOf.containsKey(key) ? typeOf.get(key) + "$" + after.get(key).get(0) : key;
            map.forEach((key, value) -> named.put(name.apply(key), value));
            List<String> keys = List.copyOf(named.keySet());
            return sequence(after, keys.stream().map(named::get).toList()).stream()
                .map(way -> new Way<Object>(named(keys, way.made), way.cells));
        }).toList();
    }

    /** The members of each cell take its least numbers; all ways, where texts and numbers are ordered differently. */
    private List<Map<String, List<Integer>>> split(Map<String, List<Integer>> cells, List<String> members) {
        Map<String, List<String>> split = new LinkedHashMap<>();
        for (String name : members) {
            split.computeIfAbsent(typeOf.get(name) + " " + cells.get(name).get(0), absent -> new ArrayList<>()).add(name);
        }
        List<Map<String, List<Integer>>> states = List.of(cells);
        for (List<String> names : split.values()) {
            List<Integer> numbers = cells.get(names.get(0));
            List<String> cell = cell(cells, names.get(0));
            if (cell.size() > names.size()) {
                boolean isInOrder = numbers.get(numbers.size() - 1) <= 9;
                List<List<Integer>> ways = isInOrder ? List.of(numbers.subList(0, names.size()))
                    : combinations(numbers, names.size());
                states = states.stream().flatMap(state -> ways.stream().map(taken -> {
                    Map<String, List<Integer>> after = new HashMap<>(state);
                    List<Integer> left = numbers.stream().filter(number -> !taken.contains(number)).toList();
                    cell.forEach(name -> after.put(name, names.contains(name) ? taken : left));
                    return after;
                })).toList();
            }
        }
        return states;
    }

    private static List<List<Integer>> combinations(List<Integer> of, int size) {
        if (size == 0) {
            return List.of(List.of());
        }
        List<List<Integer>> all = new ArrayList<>();
        for (int at = 0; at < of.size(); at++) {
            for (List<Integer> rest : combinations(of.subList(at + 1, of.size()), size - 1)) {
                List<Integer> one = new ArrayList<>(List.of(of.get(at)));
                one.addAll(rest);
                all.add(one);
            }
        }
        return all;
    }

    /** Each way to give each of these objects one number of its cell, which they fill. */
    private List<Map<String, List<Integer>>> each(Map<String, List<Integer>> cells, List<String> names) {
        List<String> open = names.stream().filter(name -> cells.get(name).size() > 1).toList();
        return open.isEmpty() ? List.of(cells) : cells.get(open.get(0)).stream()
            .flatMap(number -> each(given(cells, open.get(0), number), open.subList(1, open.size())).stream()).toList();
    }

    private Map<String, List<Integer>> given(Map<String, List<Integer>> cells, String name, int number) {
        if (cells.get(name).size() == 1) {
            return cells;
        }
        Map<String, List<Integer>> after = new HashMap<>(cells);
        List<Integer> left = cells.get(name).stream().filter(other -> other != number).toList();
        cell(cells, name).forEach(other -> after.put(other, left));
        after.put(name, List.of(number));
        return after;
    }

    /** Cells of one type have no number in common. */
    private List<String> cell(Map<String, List<Integer>> cells, String name) {
        int least = cells.get(name).get(0);
        return ofType.get(typeOf.get(name)).stream().filter(other -> cells.get(other).get(0) == least).toList();
    }
}
