package korrel;

import java.lang.reflect.Field;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * All that {@link Difference} looks at in an object graph, as a text: if the text is the same later, nothing has changed. Where it has been
 * before, a number stands.
 */
final class State {
    private final StringBuilder text = new StringBuilder();
    private final Map<Object, Integer> seen = new IdentityHashMap<>();

    private State() {}

    static String of(Object value) {
        State state = new State();
        try {
            state.add(value);
        } catch (RuntimeException | StackOverflowError thrown) {
            state.text.append(thrown.getClass().getSimpleName());
        }
        return state.text.toString();
    }

    private void add(Object value) {
        if (Difference.isAtom(value)) {
            text.append(Written.of(value)).append(' ');
            return;
        }
        Integer before = seen.putIfAbsent(value, seen.size());
        if (before != null) {
            text.append('#').append(before).append(' ');
            return;
        }
        text.append(value.getClass().getName()).append('(');
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, one) -> {
                add(key);
                add(one);
            });
        } else if (value instanceof Map.Entry<?, ?> entry) {
            add(entry.getKey());
            add(entry.getValue());
        } else if (value instanceof Optional<?> maybe) {
            add(maybe.orElse(null));
        } else if (value instanceof Collection || value.getClass().isArray()) {
            Difference.elements(value).forEach(this::add);
        } else if (Difference.hasText(value) || Difference.hasEquals(value.getClass())) {
            text.append(Written.of(value));
        } else {
            Description.fields(value.getClass()).forEach(field -> add(held(field, value)));
        }
        text.append(") ");
    }

    private static Object held(Field field, Object in) {
        try {
            return Layout.open(field).get(in);
        } catch (IllegalAccessException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
