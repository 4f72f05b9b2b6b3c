package korrel;

import java.util.Arrays;
import java.util.List;

/** The values of one argument, how they are written, and whether those that all calls share are still what they were. */
final class Arguments {
    private final List<?> values;
    private final List<String> texts;
    /** What a shared value was at first; null of one that is made anew, and of one that nobody can change. */
    private final String[] states;

    Arguments(List<?> values) {
        this.values = values;
        texts = Pool.texts(values);
        states = new String[values.size()];
        Arrays.setAll(states, place -> {
            Object value = values.get(place);
            return Difference.isAtom(value) || values.get(place) != value ? null : State.of(value);
        });
    }

    int size() {
        return states.length;
    }

    Object get(int place) {
        return values.get(place);
    }

    String text(int place) {
        return texts.get(place);
    }

    /** Says what a value has become, or is null. */
    String changed(int place) {
        Object now = states[place] == null ? null : values.get(place);
        if (now == null || State.of(now).equals(states[place])) {
            return null;
        }
        String text = Written.of(now);
        return "the argument " + texts.get(place) + (text.equals(texts.get(place)) ? " is no longer what it was" : " has become " + text)
            + ": all calls get this one object, " + (values instanceof Pool ? "where Pool.and(text, () -> …)" : "and a Pool") + " makes it anew";
    }
}
