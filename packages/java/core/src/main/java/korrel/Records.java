package korrel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The heap at which a search stands as a record of heapgraph/1, so that keys and drawings are those of a spec. */
final class Records {
    final Map<String, Object> header;
    private final Search search;
    private final Map<String, Object> enums = new LinkedHashMap<>();
    /** Of members of sets; made when it is needed. */
    private Order order;

    Records(Search search, String question) {
        this.search = search;
        Map<String, Object> roots = new LinkedHashMap<>();
        search.description.roots.forEach(root -> roots.put(root.name(), shape(root.kind())));
        Map<String, Object> types = new LinkedHashMap<>();
        for (Description.Type type : search.description.types) {
            Map<String, Object> fields = new LinkedHashMap<>();
            type.enumerated.forEach(one -> fields.put(one.name, shape(one.kind)));
            types.put(type.name, fields);
        }
        header = Json.object("kind", "header", "format", "heapgraph/1", "tool", "korrel (Java)", "command", question,
            "symmetry", "full", "roots", roots, "types", types, "enums", enums);
    }

    /** Without what was not read. */
    Map<String, Object> record() {
        Map<String, Object> roots = new LinkedHashMap<>();
        for (int at = 0; at < search.roots().size(); at++) {
            put(roots, search.description.roots.get(at).name(), search.roots().get(at));
        }
        Map<String, Object> objects = new LinkedHashMap<>();
        for (Cell cell : search.inUse()) {
            Map<String, Object> fields = Json.object("$type", cell.type.name);
            cell.type.enumerated.forEach(one -> put(fields, one.name, cell.places[one.bit]));
            objects.put(cell.name(), fields);
        }
        return Json.object("kind", "instance", "roots", roots, "objects", objects);
    }

    /** The heap with its key. */
    Heap heap(long id) {
        return new Heap(codec(), record(id, true));
    }

    /** As an instance of a stream. */
    Map<String, Object> record(long id, boolean isKeyed) {
        Map<String, Object> record = record();
        Map<String, Object> named = Json.object("kind", "instance", "id", id);
        if (isKeyed) {
            named.put("key", Canonical.key(header, record));
        }
        named.put("roots", record.get("roots"));
        named.put("objects", record.get("objects"));
        return named;
    }

    /** As far as it is known, for a message. */
    String sketch() {
        try {
            return Drawing.of(record(), codec());
        } catch (RuntimeException unfit) { // a predicate that has written to its input may have left anything there
            return "";
        }
    }

    private Codec codec() {
        Classes classes = new Classes();
        search.description.types.forEach(type -> classes.add(type.name, type.own, Map.of()));
        return new Codec(new Header(header), classes, Values.NONE);
    }

    private Order order() {
        if (order == null) {
            Map<String, String> types = new HashMap<>();
            for (Description.Type type : search.description.types) {
                Arrays.stream(type.pool).forEach(cell -> types.put(cell.name(), type.name));
            }
            order = new Order(new Header(header), types);
        }
        return order;
    }

    private void put(Map<String, Object> to, String name, Place place) {
        if (!place.isUnread()) {
            to.put(name, json(place.get(), place.kind));
        }
    }

    private Object json(Object value, Kind kind) {
        if (value == null) {
            return null;
        } else if (kind instanceof Kind.Sequence sequence) {
            List<Object> all = new ArrayList<>();
            for (Place place : search.arrays.elements(value, sequence)) {
                all.add(place.isUnread() ? "?" : json(place.get(), sequence.item));
            }
            return all;
        } else if (kind instanceof Kind.Members members) {
            return new Canonical.Unordered(((Set<?>) value).stream().map(one -> json(one, members.item)).sorted(order()).toList());
        } else if (kind instanceof Kind.Entries entries) {
            Map<String, Object> all = new LinkedHashMap<>();
            ((Map<?, ?>) value).forEach((key, one) ->
                all.put(String.valueOf(json(key, entries.keys.item)), json(one, entries.item)));
            return all;
        }
        Cell cell = Cell.of(value);
        return cell != null ? cell.name() : value instanceof Enum<?> constant ? constant.name()
            : value instanceof Integer || value instanceof Long || value instanceof Boolean ? value
            : value instanceof Short || value instanceof Byte ? (Object) ((Number) value).intValue() : value.toString();
    }

    private String shape(Kind kind) {
        if (kind instanceof Kind.Sequence sequence) {
            return "seq " + inner(sequence.item);
        } else if (kind instanceof Kind.Members members) {
            return "set " + inner(members.item);
        } else if (kind instanceof Kind.Entries entries) {
            return "map " + inner(entries.keys.item) + " " + inner(entries.item);
        }
        Kind.One one = (Kind.One) kind;
        Set<String> arms = new LinkedHashSet<>(one.types.stream().map(type -> type.name).toList());
        Arrays.stream(one.values).filter(value -> value != null).forEach(value -> arms.add(sort(value)));
        String types = arms.isEmpty() || arms.contains("univ") ? "univ" : String.join("|", arms);
        return types + (Arrays.asList(one.values).contains(null) ? "?" : "");
    }

    private String inner(Kind kind) {
        String shape = shape(kind);
        return shape.contains(" ") || shape.endsWith("?") ? "univ" : shape;
    }

    private String sort(Object value) {
        if (value instanceof Enum<?> constant) {
            Class<?> of = constant.getDeclaringClass();
            enums.put(of.getSimpleName(), Arrays.stream(of.getEnumConstants()).map(one -> ((Enum<?>) one).name()).toList());
            return of.getSimpleName();
        }
        return value instanceof Boolean ? "bool" : value instanceof String || value instanceof Character ? "string"
            : value instanceof Number && !(value instanceof Double) && !(value instanceof Float) ? "int" : "univ";
    }
}
