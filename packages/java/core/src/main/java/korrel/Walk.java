package korrel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** One way through all {@link Sequences}, and how far it came. */
final class Walk {
    private static final String AT_END = "atEnd(…)";

    /** Why no other sequence comes. */
    enum End { COMPLETE, LIMIT, TIMEOUT, ENDLESS }

    private final Sequences<?, ?, ?> asked;
    /** How it ended; null before. */
    End end;
    /** How many there were so far, and how many there are. */
    long count;
    private final long total;
    private final long since = System.nanoTime();
    /** The number of calls that all sequences have which were tried, whole lengths only. */
    private int whole = -1;
    private int[] places;
    private final Set<List<Integer>> failed = new HashSet<>();
    /** By operation: how often it was the last call, and how often it threw on both sides. */
    private final Map<String, long[]> thrown = new LinkedHashMap<>();
    private volatile Attempt attempt;
    /** A failure while its sequence is made once more. */
    private volatile Failure first;
    /** What was thrown on both sides at last. */
    private Side.Outcome mineThrown;
    private Side.Outcome theirsThrown;

    Walk(Sequences<?, ?, ?> asked) {
        this.asked = asked;
        total = asked.limit < Long.MAX_VALUE ? asked.most() : asked.total();
    }

    /** Goes on to the next sequence, if there is one. */
    boolean next() {
        int[] after = places == null ? new int[0] : step(places.clone(), places.length - 1);
        for (int at = begun(after); at > -2; at = begun(after)) {
            after = step(after, at);
        }
        end = after == null ? End.COMPLETE : count >= asked.limit ? End.LIMIT
            : asked.timeout != null && System.nanoTime() - since > Turns.nanos(asked.timeout) ? End.TIMEOUT : null;
        if (end != null) {
            return false;
        }
        places = after;
        count++;
        return true;
    }

    /** Counts up at a place; behind the last sequence of a length comes the first of the next one, and null in the end. */
    private int[] step(int[] at, int place) {
        Arrays.fill(at, place + 1, at.length, 0);
        for (int one = place; one >= 0; one--) {
            if (++at[one] < asked.calls.size()) {
                return at;
            }
            at[one] = 0;
        }
        whole = at.length;
        return at.length == asked.upTo ? null : new int[at.length + 1];
    }

    /** The place of the last call of a sequence that has failed and that this begins with: -1 of the empty one, -2 if there is none. */
    private int begun(int[] of) {
        for (int length = 0; of != null && !failed.isEmpty() && length < of.length; length++) {
            if (failed.contains(beginning(of, length))) {
                return length - 1;
            }
        }
        return -2;
    }

    private static List<Integer> beginning(int[] of, int length) {
        return Arrays.stream(of, 0, length).boxed().toList();
    }

    List<Sequences.Call> made() {
        return Arrays.stream(places).mapToObj(asked.calls::get).toList();
    }

    /** The next sequence that fails, or null. Behind one that has no end none is tried, for it goes on and takes the time of others. */
    Failure failure() {
        if (end == End.ENDLESS) {
            return null;
        }
        Failure failure = Turns.run(asked.inputTimeout, this::tried, this::late);
        if (failure != null) {
            failed.add(beginning(places, places.length));
        }
        return failure;
    }

    private Failure tried(Turns turns) {
        while (next()) {
            Failure failure = turn(turns);
            count();
            if (failure != null) {
                first = failure;
                explain(failure, turns);
                first = null;
                return failure;
            }
        }
        return null;
    }

    private Failure turn(Turns turns) {
        Attempt now = new Attempt(asked, made());
        attempt = now;
        turns.begin();
        Failure failure;
        try {
            failure = now.differs();
        } catch (KorrelException broken) {
            throw broken;
        } catch (Throwable thrown) {
            String text = now.threw(thrown);
            if (thrown instanceof OutOfMemoryError && first == null) {
                throw new AssertionError(text + "\n\nNo other sequence is tried behind this one.\n" + now.lines(), thrown);
            }
            failure = new Failure(text, text, now.lines(), thrown);
        }
        turns.end();
        return failure;
    }

    /** Makes a sequence that failed once more, and adds to it whether it fails again, and what sequences share. */
    private void explain(Failure failure, Turns turns) {
        Set<Object> before = attempt.made();
        String changed = attempt.changed();
        Failure again = turn(turns);
        failure.isSteady = failure.isLike(again);
        if (!failure.isSteady) {
            failure.notes.add("Made again, " + (again == null ? "it passes." : "it fails otherwise: " + again.text));
        }
        before.retainAll(attempt.made());
        if (!before.isEmpty()) {
            failure.notes.add("All sequences work on one " + before.iterator().next().getClass().getSimpleName()
                + ", which may keep what earlier ones did: make a new one each time.");
        } else if (changed != null) {
            failure.notes.add(changed);
        } else if (!failure.isSteady) {
            failure.notes.add("The subject or the model depends on something else: a clock, a random number, or what earlier sequences left.");
        }
    }

    private Failure late(AssertionError error) {
        end = End.ENDLESS;
        Failure failure = first;
        if (failure != null) {
            failure.isSteady = false;
            failure.notes.add("Made again, " + error.getMessage() + ".");
            return failure;
        }
        Attempt now = attempt;
        Side side = now.theirs == null ? now.mine : now.theirs;
        // A sequence of slow calls is no loop in the last of them; and who was interrupted has not waited for so long.
        long most = Turns.nanos(asked.inputTimeout);
        boolean isOver = System.nanoTime() - now.mine.made >= most;
        boolean isSlowBefore = isOver && System.nanoTime() - side.since < most / 2;
        String text = now.where() + ": " + error.getMessage() + (isSlowBefore ? ", and what came before it took most of this" : "");
        return new Failure(text, text, now.lines(), error);
    }

    private void count() {
        Side mine = attempt.mine;
        Side theirs = attempt.theirs;
        if (theirs == null || theirs.end == null) {
            return;
        }
        if (places.length > 0) {
            int at = places.length - 1;
            count(asked.calls.get(places[at]).name(), mine.results[at], theirs.results[at]);
        }
        if (asked.subjectEnd != null) {
            count(AT_END, mine.end, theirs.end);
        }
    }

    private void count(String name, Side.Outcome one, Side.Outcome other) {
        long[] known = thrown.computeIfAbsent(name, absent -> new long[2]);
        known[0]++;
        if (one.thrown() != null && other.thrown() != null) {
            known[1]++;
            mineThrown = one;
            theirsThrown = other;
        }
    }

    /** Why a walk without a failure says nothing; or null. */
    String nothing() {
        String changed = asked.calls.stream().map(Sequences.Call::changed).filter(Objects::nonNull).findFirst().orElse(null);
        boolean isCallCompared = asked.upTo > 0 && (asked.areExceptionsCompared || asked.calls.stream().anyMatch(call -> call.isCompared));
        if (changed != null) {
            return changed;
        } else if (asked.subjectEnd == null && !isCallCompared) {
            return "nothing is compared but exceptions and arguments: add call(…) or atEnd(…)";
        }
        List<String> always = always();
        boolean isEndCompared = asked.subjectEnd != null && !always.contains(AT_END);
        boolean isOneCompared = asked.areExceptionsCompared || asked.calls.stream().anyMatch(call -> call.isCompared && !always.contains(call.name()));
        // Until each call was the last one once, nobody knows what it does.
        if (whole < Math.min(1, asked.upTo) || (asked.subjectEnd == null ? isOneCompared : isEndCompared)) {
            return null;
        }
        return "on both sides " + String.join(", ", always) + " always threw, which compares nothing: " + mineThrown.told()
            + ", and the model " + theirsThrown.told();
    }

    /** What threw on both sides whenever it was the last. */
    private List<String> always() {
        return thrown.entrySet().stream().filter(one -> one.getValue()[0] == one.getValue()[1]).map(Map.Entry::getKey).toList();
    }

    String remark() {
        List<String> always = always();
        return this + (always.isEmpty() ? "" : "; on both sides " + String.join(", ", always) + " always threw");
    }

    @Override
    public String toString() {
        String all = (total < 0 ? "more than " + All.grouped(Long.MAX_VALUE) : All.grouped(total)) + (total == 1 ? " sequence" : " sequences")
            + " of up to " + counted(asked.upTo) + " out of " + asked.calls.size();
        if (end == null && count == 0) {
            return all;
        } else if (end == End.COMPLETE) {
            String left = total < 0 ? "those" : All.grouped(total - count);
            return "COMPLETE: " + (total == 1 ? "" : "all ") + all + (total == count ? "" : ", but for " + left + " that begin as one that fails");
        }
        String verdict = end == null ? "so far" : end == End.LIMIT ? "stopped at the limit"
            : "INCOMPLETE (" + (end == End.TIMEOUT ? "timeout" : "a call without an end") + ")";
        return verdict + ": " + All.grouped(count) + " of " + all + (whole < 0 ? "" : ", all of up to " + counted(whole));
    }

    private static String counted(int calls) {
        return calls + (calls == 1 ? " call" : " calls");
    }
}
