package korrel;

import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** From JSON to a value, by its shape in the spec and its type in Java. */
final class Reading {
    private final Codec codec;
    private final Graph graph;

    Reading(Codec codec, Graph graph) {
        this.codec = codec;
        this.graph = graph;
    }

    Object value(Object json, Shape shape, Type type) {
        if (Fit.raw(type) == Optional.class) {
            return Optional.ofNullable(value(json, shape, Fit.argument(type, 0)));
        }
        return switch (shape.form()) {
            case ONE, LONE -> atom(json, type);
            case SET, SEQ -> many((List<?>) json, shape, type);
            case MAP -> map(Json.map(json), shape, type);
            case REL -> relation((List<?>) json, type);
        };
    }

    /** An object, a number, a text, an enum's value, or null. */
    Object atom(Object json, Type type) {
        Class<?> target = Fit.raw(type);
        if (json instanceof String text) {
            Object object = graph.object(text);
            return object != null ? Fit.single(object, target) : text(text, target);
        }
        return Fit.single(json instanceof Number number ? codec.values.ofInteger(number) : json, target);
    }

    private Object text(String text, Class<?> target) {
        if (!target.isEnum() && !target.isAssignableFrom(String.class) || target == Object.class) {
            Object constant = constant(text, target);
            if (constant != null) {
                return constant;
            }
        }
        return Fit.single(text, target);
    }

    /** Where a field could hold any constant: that of the enum's class, if one is known. */
    private Object constant(String text, Class<?> target) {
        if (codec.header.enumPlace(text) == null) {
            return null;
        }
        for (Map.Entry<String, List<String>> values : codec.header.enums().entrySet()) {
            Class<?> of = codec.classes.of(values.getKey());
            if (values.getValue().contains(text) && of != null && of.isEnum() && target.isAssignableFrom(of)) {
                return Fit.constant(text, of);
            }
        }
        return null;
    }

    private Object many(List<?> json, Shape shape, Type type) {
        Type of = !Containers.isCollection(type) ? Object.class
            : Fit.raw(type).isArray() ? Fit.component(type) : Fit.argument(type, 0);
        List<Object> elements = new ArrayList<>();
        json.forEach(element -> elements.add(atom(element, of)));
        return Containers.collection(elements, type, shape.form() == Shape.Form.SET);
    }

    private Object map(Map<String, Object> json, Shape shape, Type type) {
        if (Fit.raw(type).isArray()) {
            return array(json, Fit.component(type));
        }
        boolean isMap = Map.class.isAssignableFrom(Fit.raw(type));
        Map<Object, Object> map = Containers.map(type);
        json.forEach((key, value) -> map.put(
            atom(key(key, shape.first()), isMap ? Fit.argument(type, 0) : Object.class),
            atom(value, isMap ? Fit.argument(type, 1) : Object.class)));
        if (map.size() < json.size()) {
            throw new KorrelException("some of the keys are equal: " + json.size() + " become " + map.size());
        }
        return map;
    }

    private static Object key(String key, List<String> column) {
        return column.contains("int") ? JsonReader.read(key) : key;
    }

    /** {@code Int -> lone V} as an array: its indices are the integers. */
    private Object array(Map<String, Object> json, Type component) {
        List<Object> elements = new ArrayList<>();
        json.forEach((key, value) -> {
            int index = key.matches("[0-9]{1,6}") ? Integer.parseInt(key) : -1;
            if (index < 0) {
                throw new KorrelException("the key " + key + " is no index of an array");
            }
            while (elements.size() <= index) {
                elements.add(null);
            }
            elements.set(index, atom(value, component));
        });
        return Containers.array(elements, Fit.raw(component));
    }

    /** Tuples as lists or arrays; those of two columns also as a map to collections. */
    private Object relation(List<?> json, Type type) {
        if (Map.class.isAssignableFrom(Fit.raw(type))) {
            return grouped(json, type);
        }
        Type tuple = !Containers.isCollection(type) ? Object.class
            : Fit.raw(type).isArray() ? Fit.component(type) : Fit.argument(type, 0);
        List<Object> tuples = new ArrayList<>();
        json.forEach(one -> tuples.add(one instanceof List<?> atoms ? tuple(atoms, tuple) : atom(one, tuple)));
        return Containers.collection(tuples, type, false);
    }

    private Object tuple(List<?> json, Type type) {
        Type of = Fit.raw(type).isArray() ? Fit.component(type) : Fit.argument(type, 0);
        List<Object> atoms = new ArrayList<>();
        json.forEach(atom -> atoms.add(atom(atom, of)));
        return Containers.collection(atoms, type, false);
    }

    private Object grouped(List<?> json, Type type) {
        Type group = Fit.argument(type, 1);
        Map<Object, List<Object>> groups = new LinkedHashMap<>();
        for (Object one : json) {
            List<?> tuple = (List<?>) one;
            if (tuple.size() != 2) {
                throw new KorrelException("tuples of " + tuple.size() + " do not fit into a map");
            }
            Object value = atom(tuple.get(1), Fit.argument(group, 0));
            groups.computeIfAbsent(atom(tuple.get(0), Fit.argument(type, 0)), first -> new ArrayList<>()).add(value);
        }
        Map<Object, Object> map = Containers.map(type);
        groups.forEach((first, values) -> map.put(first, Containers.collection(values, group, true)));
        return map;
    }
}
