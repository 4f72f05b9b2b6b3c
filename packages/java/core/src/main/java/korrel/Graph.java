package korrel;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The objects of a heap, and their names.
 *
 * <p>Objects are made first and filled afterwards, since they may lead to each other. Sets and maps come
 * last: what they hold may have a hash code of its own, which is known only when its fields are.
 */
final class Graph {
    final Codec codec;
    final Map<String, Object> record;
    final Map<String, Object> objects = new LinkedHashMap<>();
    final Map<Object, String> names = new IdentityHashMap<>();
    final Map<String, List<Object>> sets = new LinkedHashMap<>();
    final Map<String, List<Object>> relations = new LinkedHashMap<>();
    final Reading reading;
    private final Set<String> begun = new LinkedHashSet<>();

    Graph(Codec codec, Map<String, Object> record) {
        this.codec = codec;
        this.record = record;
        reading = new Reading(codec, this);
        given().keySet().forEach(this::make);
        fill(false);
        fill(true);
        checkApart();
        Json.map(record.get("sets")).forEach((set, members) -> sets.put(set, atoms(members)));
        Json.map(record.get("relations")).forEach((name, tuples) -> relations.put(name, tuples(name, tuples)));
    }

    /** The same objects, with names and members of their own. */
    Graph(Graph other) {
        codec = other.codec;
        record = new LinkedHashMap<>(other.record);
        reading = new Reading(codec, this);
        objects.putAll(other.objects);
        names.putAll(other.names);
        other.sets.forEach((set, members) -> sets.put(set, new ArrayList<>(members)));
        other.relations.forEach((name, tuples) -> relations.put(name, new ArrayList<>(tuples)));
    }

    /** The objects have the fields of the record again. */
    void refill() {
        fill(false);
        fill(true);
    }

    private Map<String, Object> given() {
        return Json.map(record.get("objects"));
    }

    /** The object of a name, or null; a record is made now, if it has not been yet. */
    Object object(String name) {
        Object object = objects.get(name);
        return object != null || !given().containsKey(name) ? object : record(name);
    }

    private void make(String name) {
        Map<String, Object> fields = Json.map(given().get(name));
        String type = (String) fields.get("$type");
        if (codec.values.of(type) != null) {
            objects.put(name, codec.values.ofAtom(name, fields));
            return;
        }
        Layout layout = codec.layout(type);
        if (layout == null || !layout.isRecord()) {
            named(name, layout == null ? new HeapObject(type, name) : layout.make());
        }
    }

    private Object named(String name, Object object) {
        objects.put(name, object);
        names.put(object, name);
        return object;
    }

    private Object record(String name) {
        if (!begun.add(name)) {
            List<String> cycle = new ArrayList<>(begun);
            String round = String.join(" → ", cycle.subList(cycle.indexOf(name), cycle.size()));
            throw new KorrelException("records cannot be part of a cycle: " + round + " → " + name);
        }
        Map<String, Object> fields = Json.map(given().get(name));
        String type = (String) fields.get("$type");
        Layout layout = codec.layout(type);
        Map<String, Object> components = new LinkedHashMap<>();
        fields.forEach((field, json) -> {
            if (!field.equals("$type")) {
                String component = codec.classes.field(type, field);
                components.put(component, at(name, field, () ->
                    reading.value(json, codec.header.shape(type, field), layout.type(component))));
            }
        });
        Object made = named(name, at(name, "$type", () -> layout.make(components)));
        begun.remove(name);
        return made;
    }

    private void fill(boolean hashed) {
        given().forEach((name, json) -> {
            Map<String, Object> fields = Json.map(json);
            Object object = object(name);
            String type = (String) fields.get("$type");
            boolean has = hashed ? codec.header.hasHashed(type) : fields.size() > 1;
            if (has && !object.getClass().isRecord()) {
                fields.forEach((field, value) -> set(object, name, type, field, value, hashed));
            }
        });
    }

    private void set(Object object, String name, String type, String field, Object json, boolean hashed) {
        if (field.equals("$type")) {
            return;
        }
        Slot slot = codec.slot(type, field);
        if (slot.shape.isHashed() == hashed) {
            at(name, field, () -> {
                slot.set(object, reading.value(json, slot.shape, slot.type()));
                return null;
            });
        }
    }

    /** Where nothing but their identity tells objects apart, a test could not fail if they were all equal. */
    private void checkApart() {
        Map<String, String> first = new LinkedHashMap<>();
        given().forEach((name, json) -> {
            String type = (String) Json.map(json).get("$type");
            boolean isBare = Json.map(json).size() == 1 && codec.layout(type) != null && codec.values.of(type) == null;
            String other = isBare ? first.putIfAbsent(type, name) : null;
            if (other != null && objects.get(name).equals(objects.get(other))) {
                String of = objects.get(name).getClass().getTypeName();
                throw new KorrelException(other + " and " + name + " are equal in Java, for " + type + " has no fields that the equals of "
                    + of + " could compare: a test could not tell them apart. Give " + type + " values (values(Map.of(\"" + type
                    + "\", …))), or make " + of + " a class without equals, which no record is");
            }
        });
    }

    private List<Object> atoms(Object json) {
        List<Object> atoms = new ArrayList<>();
        ((List<?>) json).forEach(atom -> atoms.add(reading.atom(atom, Object.class)));
        return atoms;
    }

    private List<Object> tuples(String relation, Object json) {
        Shape shape = codec.header.relations.getOrDefault(relation, Shape.ANY);
        Object read = reading.value(json, shape, Object.class);
        return new ArrayList<>(Containers.elements(read));
    }

    /** Objects that the roots do not lead to: no garbage, for the spec says that they are there. */
    List<String> apart() {
        Set<String> reached = new LinkedHashSet<>();
        List<Object> open = new ArrayList<>(List.of(record.getOrDefault("roots", Map.of())));
        while (!open.isEmpty()) {
            Object value = open.remove(open.size() - 1);
            if (value instanceof Map<?, ?> entries) {
                open.addAll(entries.keySet());
                open.addAll(entries.values());
            } else if (value instanceof List<?> list) {
                open.addAll(list);
            } else if (value instanceof String name && given().containsKey(name) && reached.add(name)) {
                open.add(given().get(name));
            }
        }
        return given().keySet().stream().filter(name -> !reached.contains(name)).toList();
    }

    /** Says of a mistake where it is, if that is not known from further inside. */
    static <T> T at(String name, String field, java.util.function.Supplier<T> action) {
        try {
            return action.get();
        } catch (KorrelException mistake) {
            throw mistake.isPlaced ? mistake : new KorrelException(name + "." + field, mistake);
        }
    }
}
