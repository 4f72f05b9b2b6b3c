package korrel;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** What fields hold, read off example objects: published classes hold an {@code Object}, or what a type parameter stands for. */
final class Examples {
    /** By field, {@code Node.key}; elements have {@code []} after it, members, keys and values of maps {@code {}}. */
    private final Map<String, List<Object>> seen = new LinkedHashMap<>();
    private final Set<Object> met = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<String> ofObjects = new LinkedHashSet<>();

    Examples(List<Object> of) {
        of.forEach(this::meet);
    }

    private void meet(Object object) {
        if (object == null || World.isPlatform(object.getClass()) || object instanceof Enum || !met.add(object)) {
            return;
        }
        Class<?> of = object.getClass();
        for (Field field : Description.fields(of)) {
            String place = of.getSimpleName() + "." + field.getName();
            try {
                hold(place, Layout.open(field).get(object));
            } catch (IllegalAccessException impossible) {
                throw new AssertionError(impossible);
            }
        }
    }

    private void hold(String place, Object value) {
        seen.computeIfAbsent(place, absent -> new ArrayList<>()).add(value);
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, one) -> {
                hold(place + "{}", key);
                hold(place + "{}", one);
            });
        } else if (value instanceof Collection<?> some) {
            some.forEach(one -> hold(place + (value instanceof Set ? "{}" : "[]"), one));
        } else if (value != null && value.getClass().isArray()) {
            for (int at = 0; at < Array.getLength(value); at++) {
                hold(place + "[]", Array.get(value, at));
            }
        } else if (value != null) {
            ofObjects.add(place);
            meet(value);
        }
    }

    /** The classes of what was seen, one each; nothing of a place that no example has. */
    List<Class<?>> classes(String place) {
        Set<Class<?>> classes = new LinkedHashSet<>();
        seen.getOrDefault(place, List.of()).stream().filter(value -> value != null).forEach(value -> classes.add(of(value)));
        return List.copyOf(classes);
    }

    private static Class<?> of(Object value) {
        return value instanceof Enum<?> constant ? constant.getDeclaringClass() : value.getClass();
    }

    /** The values that were seen, each once: for types of which nothing else is known. */
    Object[] values(String place) {
        return new LinkedHashSet<>(seen.getOrDefault(place, List.of())).toArray();
    }

    /** Whether no example has null there. */
    boolean isNeverNull(String place) {
        return seen.containsKey(place) && seen.get(place).stream().allMatch(value -> value != null);
    }

    boolean isAlwaysNull(String place) {
        return seen.containsKey(place) && seen.get(place).stream().allMatch(value -> value == null);
    }

    /** What was inferred, and may be otherwise. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        told(notes, "never", place -> ofObjects.contains(place) && classes(place).stream().noneMatch(World::isPlatform) && isNeverNull(place));
        told(notes, "always", this::isAlwaysNull);
        return notes;
    }

    private void told(List<String> notes, String when, Predicate<String> of) {
        List<String> places = seen.keySet().stream().filter(of).toList();
        if (!places.isEmpty()) {
            notes.add("the examples have " + String.join(", ", places) + " " + when + " null: if that may be otherwise, show such an object, too");
        }
    }
}
