package korrel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** One sequence of calls, made on the subject and on the model, and where the two differ. */
final class Attempt {
    private final Sequences<?, ?, ?> asked;
    private final List<Sequences.Call> calls;
    final Side mine;
    /** Null before its turn. */
    volatile Side theirs;

    Attempt(Sequences<?, ?, ?> asked, List<Sequences.Call> calls) {
        this.asked = asked;
        this.calls = calls;
        mine = new Side(calls.size());
    }

    /** Null if they agree. */
    Failure differs() throws Exception {
        mine.run(asked.subject, calls, false, asked.subjectEnd);
        theirs = new Side(calls.size());
        theirs.run(asked.model, calls, true, asked.modelEnd);
        for (int at = 0; at < calls.size(); at++) {
            String where = calls.get(at).name() + (at == calls.size() - 1 ? "" : ", when the last call is over");
            Failure failure = between(mine.results[at], theirs.results[at], where, false);
            if (failure != null) {
                return failure;
            }
        }
        Failure whole = between(mine.end, theirs.end, "in the end", true);
        int from = 0;
        for (Sequences.Call call : calls) {
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

    /** That making or comparing them threw this. */
    String threw(Throwable thrown) {
        return where() + ": it threw " + new Side.Outcome(null, thrown).told();
    }

    /** What goes on now: a call, or what is made before and behind the calls. */
    String where() {
        Side side = theirs == null ? mine : theirs;
        int at = Arrays.asList(side.results).indexOf(null);
        String of = side == mine ? "" : "the model's ";
        return side.given.isEmpty() ? of + "constructor" : side.end != null ? "the comparison" : of + (at < 0 ? "atEnd" : calls.get(at).name());
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
        String name = calls.isEmpty() ? "" : calls.get(calls.size() - 1).name();
        String of = name.isEmpty() || name.equals(where) ? "" : name + ", ";
        return new Failure(where + ": " + text, of + where + ": " + kind, lines(), cause);
    }

    /** The calls as code, and behind each what it returned. */
    String lines() {
        List<String> lines = new ArrayList<>();
        for (int at = 0; at < calls.size(); at++) {
            String one = told(mine, at);
            String other = theirs == null ? one : told(theirs, at);
            lines.add("  " + mine.name + "." + calls.get(at) + ";" + (one.equals("null") && other.equals("null") ? ""
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

    /** The subject and the model, as far as they were made and can change. */
    Set<Object> made() {
        Set<Object> made = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Side side : theirs == null ? List.of(mine) : List.of(mine, theirs)) {
            side.given.stream().limit(1).filter(one -> !Difference.isAtom(one)).forEach(made::add);
        }
        return made;
    }

    /** Which argument of this sequence is no longer what it was at first; or null. */
    String changed() {
        return calls.stream().map(Sequences.Call::changed).filter(Objects::nonNull).findFirst().orElse(null);
    }
}
