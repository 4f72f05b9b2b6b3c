package korrel;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Values of the Informal Trace Format: by their types in Java, and back. */
final class Itf {
    private Itf() {}

    static Object read(Object json, Type type) {
        if (json instanceof List<?> items) {
            return many(items, type, false);
        }
        if (!(json instanceof Map<?, ?> members)) {
            return Fit.single(json, Fit.raw(type));
        }
        if (members.size() == 1) {
            Map.Entry<?, ?> only = members.entrySet().iterator().next();
            switch ((String) only.getKey()) {
                case "#bigint":
                    return Fit.single(ValueTable.normal(new BigInteger((String) only.getValue())), Fit.raw(type));
                case "#tup":
                    return many((List<?>) only.getValue(), type, false);
                case "#set":
                    return many((List<?>) only.getValue(), type, true);
                case "#map":
                    return map((List<?>) only.getValue(), type);
                default:
            }
        }
        return record(Json.map(json), type);
    }

    private static Object many(List<?> items, Type type, boolean isSet) {
        Type of = !Containers.isCollection(type) ? Object.class
            : Fit.raw(type).isArray() ? Fit.component(type) : Fit.argument(type, 0);
        List<Object> elements = new ArrayList<>();
        items.forEach(item -> elements.add(read(item, of)));
        return Containers.collection(elements, type, isSet);
    }

    private static Map<Object, Object> map(List<?> pairs, Type type) {
        Map<Object, Object> map = Containers.map(type);
        for (Object one : pairs) {
            List<?> pair = (List<?>) one;
            map.put(read(pair.get(0), Fit.argument(type, 0)), read(pair.get(1), Fit.argument(type, 1)));
        }
        return map;
    }

    /** A record, a map, or the constant that a variant names. */
    private static Object record(Map<String, Object> members, Type type) {
        Class<?> of = Fit.raw(type);
        if (of.isEnum() && members.get("tag") instanceof String tag) {
            return Fit.constant(tag, of);
        }
        if (!of.isRecord()) {
            Map<Object, Object> map = Containers.map(type);
            members.forEach((name, value) -> map.put(name, read(value, Fit.argument(type, 1))));
            return map;
        }
        RecordComponent[] components = of.getRecordComponents();
        Object[] values = new Object[components.length];
        Class<?>[] types = new Class<?>[components.length];
        for (int i = 0; i < components.length; i++) {
            String name = components[i].getName();
            if (!members.containsKey(name)) {
                throw new KorrelException(of.getTypeName() + " has a component " + name + ", and the value has " + members.keySet());
            }
            values[i] = read(members.get(name), components[i].getGenericType());
            types[i] = components[i].getType();
        }
        try {
            Constructor<?> constructor = of.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException unfit) {
            throw new KorrelException(of.getTypeName() + " cannot be made: " + unfit, unfit);
        }
    }

    /** Plain JSON where that says it. */
    static Object write(Object value, String path) {
        if (value instanceof String || value instanceof Boolean) {
            return value;
        }
        if (value instanceof Number number) {
            Object normal = ValueTable.normal(number);
            if (normal instanceof Long && !(value instanceof Float || value instanceof Double)) {
                return normal;
            }
            if (normal instanceof BigInteger) {
                return Json.object("#bigint", normal.toString());
            }
        }
        if (value instanceof Character || value instanceof Enum<?>) {
            return value instanceof Enum<?> constant ? constant.name() : value.toString();
        }
        if (value instanceof Map<?, ?> map) {
            return entries(map, path);
        }
        if (value instanceof Record record) {
            return entries(components(record, path), path);
        }
        List<Object> elements = Containers.elements(value);
        if (elements == null) {
            throw new KorrelException(path + ": " + value + " is no value of a trace");
        }
        List<Object> written = new ArrayList<>();
        for (Object element : elements) {
            written.add(write(element, path + "[" + written.size() + "]"));
        }
        return written;
    }

    private static Object entries(Map<?, ?> map, String path) {
        boolean isPlain = map.keySet().stream().allMatch(key -> key instanceof String name && !name.startsWith("#"));
        Map<String, Object> members = new LinkedHashMap<>();
        List<Object> pairs = new ArrayList<>();
        map.forEach((key, value) -> {
            Object written = write(value, path + "." + key);
            if (isPlain) {
                members.put((String) key, written);
            } else {
                pairs.add(List.of(write(key, path), written));
            }
        });
        return isPlain ? members : Json.object("#map", pairs);
    }

    private static Map<String, Object> components(Record record, String path) {
        Map<String, Object> components = new LinkedHashMap<>();
        try {
            for (RecordComponent component : record.getClass().getRecordComponents()) {
                component.getAccessor().setAccessible(true);
                components.put(component.getName(), component.getAccessor().invoke(record));
            }
        } catch (ReflectiveOperationException unread) {
            throw new KorrelException(path + ": " + record.getClass().getTypeName() + " cannot be read: " + unread, unread);
        }
        return components;
    }
}
