package korrel;

/** What a test threw, and the input for which it did. */
public final class KorrelFailure extends AssertionError {
    private static final long serialVersionUID = 1;
    private final transient Heap heap;

    KorrelFailure(Throwable thrown, Heap heap, long passed) {
        this(thrown, heap, passed, "");
    }

    KorrelFailure(Throwable thrown, Heap heap, long passed, String more) {
        super(message(thrown, heap, passed) + more, thrown);
        this.heap = heap;
    }

    /** The smallest input that fails, as the test has left it. */
    public Heap heap() {
        return heap;
    }

    private static String message(Throwable thrown, Heap heap, long passed) {
        String what = thrown instanceof AssertionError ? String.valueOf(thrown.getMessage()) : thrown.toString();
        return what + "\n\nThe smallest input that fails; " + before(passed) + ".\ninput: " + heap.key() + "\n  "
            + heap + "\nagain: KORREL_REPLAY=" + heap.key() + " in the environment, or -DKORREL_REPLAY=" + heap.key() + "\n";
    }

    /** That so many before it pass. */
    static String before(long passed) {
        return passed == 0 ? "it is the first" : passed == 1 ? "the one before it passes" : "all " + All.grouped(passed) + " before it pass";
    }
}
