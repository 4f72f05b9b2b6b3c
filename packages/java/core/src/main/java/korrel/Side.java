package korrel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;

/** What happens when a sequence of calls is made on one side: on the subject or on the model. */
final class Side {
    /** What was returned, or what was thrown. */
    record Outcome(Object value, Throwable thrown) {
        @Override
        public String toString() {
            return thrown == null ? Written.of(value) : "threw " + thrown.getClass().getSimpleName();
        }

        /** What was thrown, with the first line of its message. */
        String told() {
            String message = String.valueOf(thrown.getMessage()).lines().findFirst().orElse("");
            return thrown.getClass().getSimpleName() + (thrown.getMessage() == null ? "" : ": " + message);
        }
    }

    /** A call on one side. */
    interface Act {
        Object on(Object it, Object[] args) throws Throwable;
    }

    /** By call; null of those that were not made, or have not come to an end. */
    final Outcome[] results;
    final List<Object> args = new ArrayList<>();
    /** What was called, and all arguments: each has its twin at the same place of the other side. */
    final List<Object> given = new ArrayList<>();
    Outcome end;
    /** When this was made, and when what goes on now began. */
    final long made = System.nanoTime();
    volatile long since = made;
    /** What a report calls it. */
    String name = "subject";

    Side(int calls) {
        results = new Outcome[calls];
    }

    /** Makes what is called, then the calls; {@code atEnd} may be null. */
    void run(Callable<?> make, List<Sequences.Call> calls, boolean isModel, Act atEnd) throws Exception {
        Object it = make.call();
        if (it == null) {
            throw new KorrelException((isModel ? "model" : "subject") + ": it makes null, which has no methods");
        }
        given.add(it);
        name = name(it.getClass());
        for (int at = 0; at < results.length; at++) {
            Object[] own = calls.get(at).args();
            args.addAll(Arrays.asList(own));
            given.addAll(Arrays.asList(own));
            since = System.nanoTime();
            results[at] = outcome(isModel ? calls.get(at).model : calls.get(at).subject, it, own);
        }
        since = System.nanoTime();
        end = atEnd == null ? new Outcome(null, null) : outcome(atEnd, it, new Object[0]);
    }

    private static Outcome outcome(Act act, Object it, Object[] args) {
        try {
            return new Outcome(act.on(it, args), null);
        } catch (KorrelException | OutOfMemoryError broken) {
            throw broken;
        } catch (Throwable thrown) {
            return new Outcome(null, thrown);
        }
    }

    /** {@code treeList} of a TreeList; {@code subject} of a class without a name. */
    private static String name(Class<?> of) {
        String name = of.getSimpleName();
        boolean isNamed = !name.isEmpty() && !of.isHidden() && !of.isArray();
        return isNamed ? name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1) : "subject";
    }
}
