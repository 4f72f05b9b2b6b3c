package korrel;

import java.util.function.Consumer;
import java.util.stream.Stream;

/** One test over all inputs of a question. */
final class Trial {
    private final Find find;
    private final String replayed = replayed();
    /** The input at hand, and how many have passed. */
    private Heap heap;
    private long passed;

    /** What the property or the environment's KORREL_REPLAY names is tried alone. */
    Trial(Find find) {
        this.find = replayed == null ? find.withKeys() : find.only(replayed);
    }

    /** The key of the input that is to be tried alone, or null. */
    static String replayed() {
        return System.getProperty("KORREL_REPLAY", System.getenv("KORREL_REPLAY"));
    }

    /** What a test threw, as if it might be thrown anywhere. */
    static RuntimeException unchecked(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        return thrown instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(thrown);
    }

    Stream<Heap> inputs(Consumer<String> note) {
        Heaps heaps = find.iterator();
        heaps.atEnd(end -> note.accept(remark(end, end.count())));
        return heaps.stream();
    }

    String run(Find.Body<Heap> body) {
        try (Heaps heaps = find.iterator()) {
            return Turns.run(find.inputTimeout, turns -> run(body, heaps, turns), late -> {
                throw new KorrelFailure(late, heap, passed);
            });
        }
    }

    private String run(Find.Body<Heap> body, Heaps heaps, Turns turns) {
        Throwable skipped = null;
        try {
            while (heaps.hasNext()) {
                heap = heaps.next();
                Throwable skip = turns.tried(body, heap, () -> heap, passed);
                passed += skip == null ? 1 : 0;
                skipped = skip == null ? skipped : skip;
            }
            if (heaps.count() > 0 && passed == 0) {
                throw skipped;
            }
            return remark(heaps, passed);
        } catch (Throwable thrown) {
            throw unchecked(thrown);
        }
    }

    /** JUnit's and TestNG's way of saying that an input is not for this test. */
    static boolean isAssumption(Throwable thrown) {
        String name = thrown.getClass().getName();
        return name.equals("org.opentest4j.TestAbortedException") || name.equals("org.testng.SkipException")
            || name.equals("org.junit.AssumptionViolatedException");
    }

    private String remark(Heaps heaps, long passed) {
        long count = heaps.count();
        if (replayed != null) { // it may be the key of another test's input
            return count == 0 ? "nothing was tried: no input is " + replayed : "only " + replayed + " was tried";
        }
        if (count == 0) {
            throw new KorrelException(("there is no input: a test of none says nothing\n" + heaps.messages()).strip());
        }
        String inputs = count + (count == 1 ? " input" : " inputs")
            + (passed < count ? " (" + (count - passed) + " skipped)" : "") + " of " + heaps.header().command();
        return heaps.status().equals("complete") ? "COMPLETE: " + inputs
            : "stopped at the limit: " + inputs + ", and there may be more";
    }
}
