package korrel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** From a value to JSON, by its shape in the spec: {@link Reading} turned around. */
final class Writing {
    private final Codec codec;
    private final Order order;
    private final Atoms atoms;

    Writing(Codec codec, Order order, Atoms atoms) {
        this.codec = codec;
        this.order = order;
        this.atoms = atoms;
    }

    /** A value that does not fit its shape is written as what it is, and refused by who reads it. */
    Object value(Object given, Shape shape) {
        Object value = given instanceof Optional<?> optional ? optional.orElse(null) : given;
        List<Object> elements = Containers.elements(value);
        return switch (shape.form()) {
            case MAP -> value instanceof Map<?, ?> map ? map(map, shape)
                : elements != null ? map(indexed(elements), shape) : untyped(value);
            case REL -> value instanceof Map<?, ?> map ? sorted(pairs(map, shape))
                : elements != null ? sorted(tuples(elements, shape)) : untyped(value);
            case SET -> elements == null ? untyped(value) : sorted(atoms(elements, shape.first()));
            case SEQ -> elements == null ? untyped(value) : atoms(elements, shape.first());
            default -> elements != null && !isOne(value) ? untyped(value) : atoms.atom(value, shape.first());
        };
    }

    /** A collection may be an object of the spec, too: a list under test, say. */
    private boolean isOne(Object value) {
        return codec.classes.all().containsValue(value.getClass()) || atoms.isValue(value);
    }

    /** A value of which nothing is known: what an operation returns. */
    Object untyped(Object value) {
        List<Object> elements = Containers.elements(value);
        if (value instanceof Optional<?> optional) {
            return untyped(optional.orElse(null));
        } else if (elements != null && !isOne(value)) {
            List<Object> array = new ArrayList<>();
            elements.forEach(element -> array.add(untyped(element)));
            return array;
        } else if (value instanceof Map<?, ?> map && !isOne(value)) {
            Map<String, Object> object = new LinkedHashMap<>();
            map.forEach((key, item) -> object.put(String.valueOf(untyped(key)), untyped(item)));
            return object;
        }
        return value == null ? null : atoms.untyped(value);
    }

    private List<Object> atoms(List<Object> elements, List<String> column) {
        List<Object> all = new ArrayList<>();
        elements.forEach(element -> all.add(atoms.atom(element, column)));
        return all;
    }

    private List<Object> sorted(List<Object> all) {
        all.sort(order);
        for (int i = 1; i < all.size(); i++) {
            if (all.get(i) != null && all.get(i).equals(all.get(i - 1))) {
                throw new KorrelException(Json.write(all.get(i)) + " stands twice in what is a set");
            }
        }
        return all;
    }

    private static Map<Object, Object> indexed(List<Object> elements) {
        Map<Object, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < elements.size(); i++) {
            if (elements.get(i) != null) {
                map.put(i, elements.get(i));
            }
        }
        return map;
    }

    private Map<String, Object> map(Map<?, ?> map, Shape shape) {
        List<Object[]> entries = new ArrayList<>();
        map.forEach((key, value) ->
            entries.add(new Object[] {atoms.atom(key, shape.first()), atoms.atom(value, shape.columns().get(1))}));
        entries.sort((a, b) -> order.compare(a[0], b[0]));
        Map<String, Object> object = new LinkedHashMap<>();
        entries.forEach(entry -> object.put(String.valueOf(entry[0]), entry[1]));
        return object;
    }

    private List<Object> pairs(Map<?, ?> map, Shape shape) {
        List<Object> pairs = new ArrayList<>();
        map.forEach((key, values) -> {
            List<Object> elements = Containers.elements(values);
            for (Object value : elements == null ? List.of(values) : elements) {
                pairs.add(tuple(Arrays.asList(key, value), shape));
            }
        });
        return pairs;
    }

    private List<Object> tuples(List<Object> elements, Shape shape) {
        List<Object> tuples = new ArrayList<>();
        for (Object element : elements) {
            List<Object> columns = Containers.elements(element);
            tuples.add(columns == null ? untyped(element) : tuple(columns, shape));
        }
        return tuples;
    }

    private Object tuple(List<Object> columns, Shape shape) {
        List<Object> tuple = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            boolean isKnown = i < shape.columns().size();
            tuple.add(isKnown ? atoms.atom(columns.get(i), shape.columns().get(i)) : untyped(columns.get(i)));
        }
        return tuple;
    }
}
