package korrel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** One way through all {@link Sequences}, and how far it came. */
final class Walk {
    private static final String AT_END = "atEnd(…)";

    private final Sequences<?, ?, ?> asked;
    /** How it ended: {@code complete}, {@code limit}, {@code timeout}, {@code a call without an end}; null before. */
    String status;
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
    private volatile Side mine;
    private volatile Side theirs;
    /** A failure while its sequence is made once more. */
    private volatile Failure first;
    /** What was thrown on both sides at last. */
    private Side.Outcome mineThrown;
    private Side.Outcome theirsThrown;

    /** A sequence on which both sides differ; its group says how, without places and single values. */
    static final class Failure {
        final String text;
        final String group;
        final String lines;
        final Throwable cause;
        /** What else there is to know, each on a line. */
        final List<String> notes = new ArrayList<>();
        /** Whether it fails in the same way when it is made again. */
        boolean isSteady = true;
        long number;

        Failure(String text, String group, String lines, Throwable cause) {
            this.text = text;
            this.group = group;
            this.lines = lines;
            this.cause = cause;
        }

        /** The text, without addresses, which are others each time. */
        String plain() {
            return text.replaceAll("@[0-9a-f]+", "@");
        }
    }

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
        status = after == null ? "complete" : count >= asked.limit ? "limit"
            : asked.timeout != null && System.nanoTime() - since > Turns.nanos(asked.timeout) ? "timeout" : null;
        if (status != null) {
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
        if ("a call without an end".equals(status)) {
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
        theirs = null;
        mine = new Side(places.length);
        turns.begin();
        Failure failure;
        try {
            failure = differs();
        } catch (KorrelException broken) {
            throw broken;
        } catch (OutOfMemoryError full) {
            throw new AssertionError(threw(full) + "\n\nNo other sequence is tried behind this one.\n" + lines(), full);
        } catch (Throwable thrown) {
            failure = new Failure(threw(thrown), threw(thrown), lines(), thrown);
        }
        turns.end();
        return failure;
    }

    private String threw(Throwable thrown) {
        return where() + ": it threw " + new Side.Outcome(null, thrown).told();
    }

    /** What goes on now: a call, or what is made before and behind the calls. */
    private String where() {
        Side side = theirs == null ? mine : theirs;
        int at = Arrays.asList(side.results).indexOf(null);
        String of = side == mine ? "" : "the model's ";
        return side.given.isEmpty() ? of + "constructor" : side.end != null ? "the comparison" : of + (at < 0 ? "atEnd" : made().get(at).name());
    }

    /** Makes a sequence that failed once more, and adds to it whether it fails again, and what sequences share. */
    private void explain(Failure failure, Turns turns) {
        Set<Object> before = made(mine, theirs);
        String changed = changed();
        Failure again = turn(turns);
        failure.isSteady = again != null && again.plain().equals(failure.plain());
        if (!failure.isSteady) {
            failure.notes.add("Made again, " + (again == null ? "it passes." : "it fails otherwise: " + again.text));
        }
        before.retainAll(made(mine, theirs));
        if (!before.isEmpty()) {
            failure.notes.add("All sequences work on one " + before.iterator().next().getClass().getSimpleName()
                + ", which may keep what earlier ones did: make a new one each time.");
        } else if (changed != null) {
            failure.notes.add(changed);
        } else if (!failure.isSteady) {
            failure.notes.add("The subject or the model depends on something else: a clock, a random number, or what earlier sequences left.");
        }
    }

    /** The subject and the model, as far as they were made and can change. */
    private static Set<Object> made(Side mine, Side theirs) {
        Set<Object> made = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Side side : theirs == null ? List.of(mine) : List.of(mine, theirs)) {
            side.given.stream().limit(1).filter(one -> !Difference.isAtom(one)).forEach(made::add);
        }
        return made;
    }

    /** Which argument of this sequence is no longer what it was at first; or null. */
    private String changed() {
        return made().stream().map(Sequences.Call::changed).filter(Objects::nonNull).findFirst().orElse(null);
    }

    private Failure late(AssertionError error) {
        status = "a call without an end";
        Failure failure = first;
        if (failure != null) {
            failure.isSteady = false;
            failure.notes.add("Made again, " + error.getMessage() + ".");
            return failure;
        }
        // A sequence of slow calls is no loop in the last of them; and who was interrupted has not waited for so long.
        long most = Turns.nanos(asked.inputTimeout);
        boolean isOver = System.nanoTime() - mine.made >= most;
        boolean isSlowBefore = isOver && System.nanoTime() - (theirs == null ? mine : theirs).since < most / 2;
        String text = where() + ": " + error.getMessage() + (isSlowBefore ? ", and what came before it took most of this" : "");
        return new Failure(text, text, lines(), error);
    }

    private Failure differs() throws Exception {
        List<Sequences.Call> made = made();
        mine.run(asked.subject, made, false, asked.subjectEnd);
        theirs = new Side(places.length);
        theirs.run(asked.model, made, true, asked.modelEnd);
        for (int at = 0; at < places.length; at++) {
            String where = made.get(at).name() + (at == places.length - 1 ? "" : ", when the last call is over");
            Failure failure = between(mine.results[at], theirs.results[at], where, false);
            if (failure != null) {
                return failure;
            }
        }
        Failure whole = between(mine.end, theirs.end, "in the end", true);
        int from = 0;
        for (Sequences.Call call : made) {
            for (int at = 0; at < call.arity() && whole == null; at++) {
                Object argument = mine.args.get(from + at);
                String where = "argument " + (at + 1) + " of " + call.name() + ", in the end";
                whole = Difference.isAtom(argument) || Difference.isOpaque(argument) ? null
                    : between(new Side.Outcome(argument, null), new Side.Outcome(theirs.args.get(from + at), null), where, true);
            }
            from += call.arity();
        }
        return whole;
    }

    private void count() {
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

    private Failure between(Side.Outcome one, Side.Outcome other, String where, boolean looksInside) {
        boolean areThrown = one.thrown() != null && other.thrown() != null;
        boolean isOneAnError = one.thrown() instanceof Error != other.thrown() instanceof Error;
        if (areThrown && (isOneAnError || asked.areExceptionsCompared && one.thrown().getClass() != other.thrown().getClass())) {
            return failure(where, "it threw " + one.told() + ", expected " + other.told(), one + ", expected " + other, one.thrown());
        } else if (areThrown) {
            return null;
        } else if (one.thrown() != null) {
            return failure(where, "it threw " + one.told() + ", expected " + other, "it " + one, one.thrown());
        } else if (other.thrown() != null) {
            return failure(where, "it returned " + one + ", expected a throw (" + other.told() + ")", "it returned, expected that it " + other, other.thrown());
        }
        Difference.Found found = Difference.between(one.value(), other.value(), mine.given, theirs.given, looksInside);
        return found == null ? null : failure(where, found.text(), found.kind(), null);
    }

    private Failure failure(String where, String text, String kind, Throwable cause) {
        String name = places.length == 0 ? "" : asked.calls.get(places[places.length - 1]).name();
        String of = name.isEmpty() || name.equals(where) ? "" : name + ", ";
        return new Failure(where + ": " + text, of + where + ": " + kind, lines(), cause);
    }

    /** The calls as code, and behind each what it returned. */
    private String lines() {
        List<String> lines = new ArrayList<>();
        List<Sequences.Call> made = made();
        for (int at = 0; at < made.size(); at++) {
            String one = told(mine, at);
            String other = theirs == null ? one : told(theirs, at);
            lines.add("  " + mine.name + "." + made.get(at) + ";" + (one.equals("null") && other.equals("null") ? ""
                : "  // " + one + (one.equals(other) ? "" : expected(theirs.results[at]))));
        }
        return lines.isEmpty() ? "  (no call)" : String.join("\n", lines);
    }

    private static String expected(Side.Outcome other) {
        return other == null ? ", and the model has no result" : ", expected " + (other.thrown() == null ? "" : "that it ") + other;
    }

    private static String told(Side side, int at) {
        return side.results[at] == null ? "no result" : side.results[at].toString();
    }

    String remark() {
        List<String> always = always();
        return this + (always.isEmpty() ? "" : "; on both sides " + String.join(", ", always) + " always threw");
    }

    @Override
    public String toString() {
        String all = (total < 0 ? "more than " + All.grouped(Long.MAX_VALUE) : All.grouped(total)) + (total == 1 ? " sequence" : " sequences") + " of up to " + counted(asked.upTo) + " out of " + asked.calls.size();
        if (status == null && count == 0) {
            return all;
        } else if ("complete".equals(status)) {
            long left = total - count;
            return "COMPLETE: " + (total == 1 ? "" : "all ") + all + (left == 0 ? "" : ", but for " + All.grouped(left) + " that begin as one that fails");
        }
        String verdict = status == null ? "so far" : status.equals("limit") ? "stopped at the limit" : "INCOMPLETE (" + status + ")";
        return verdict + ": " + All.grouped(count) + " of " + all + (whole < 0 ? "" : ", all of up to " + counted(whole));
    }

    private static String counted(int calls) {
        return calls + (calls == 1 ? " call" : " calls");
    }
}
