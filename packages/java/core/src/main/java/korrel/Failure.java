package korrel;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A sequence on which both sides differ, and how it is told. Its group says how they differ, without places and single values. */
final class Failure {
    private static final int SHOWN = 50;

    final String text;
    final String group;
    private final String lines;
    private final Throwable cause;
    /** What else there is to know, each on a line. */
    final List<String> notes = new ArrayList<>();
    /** Whether it fails in the same way when it is made again. */
    boolean isSteady = true;
    /** How many of the group there are. */
    long number;

    Failure(String text, String group, String lines, Throwable cause) {
        this.text = text;
        this.group = group;
        this.lines = lines;
        this.cause = cause;
    }

    /** Whether it is the same, but for addresses, which are others each time. */
    boolean isLike(Failure other) {
        return other != null && plain().equals(other.plain());
    }

    private String plain() {
        return text.replaceAll("@[0-9a-f]+", "@");
    }

    /** What a test throws that ends with this one. */
    AssertionError error(long passed) {
        String which = isSteady ? "The shortest sequence that fails; " : "A sequence that failed; ";
        String more = notes.isEmpty() ? "" : "\n\n" + String.join("\n", notes);
        return new AssertionError(text + "\n\n" + which + KorrelFailure.before(passed) + ".\n" + lines + more, cause);
    }

    /** All groups, each with its first one. */
    static String told(Map<String, Failure> groups, long failed, Walk walk) {
        List<String> parts = new ArrayList<>();
        parts.add(All.grouped(failed) + " of " + All.grouped(walk.count) + " sequences fail, by " + groups.size() + (groups.size() == 1 ? " cause" : " causes"));
        groups.values().stream().limit(SHOWN).forEach(first -> parts.add(parts.size() + ". " + first.told()));
        long left = groups.size() - SHOWN;
        if (left > 0) {
            parts.add("… and " + left + " more " + (left == 1 ? "cause" : "causes"));
        }
        parts.add(walk.remark());
        return String.join("\n\n", parts);
    }

    private String told() {
        String more = (text.equals(group) ? "" : "\n" + text) + String.join("", notes.stream().map(note -> "\n" + note).toList());
        return group + "  (" + All.grouped(number) + (number == 1 ? " sequence)" : " sequences)") + ("\n" + lines + more).replace("\n", "\n   ");
    }
}
