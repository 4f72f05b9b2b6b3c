package korrel;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Turns, none of which may take longer than a time, in a thread of their own.
 *
 * <p>Java cannot end a thread that goes round a loop. So the thread that asked looks from time to time whether it is still the same turn. If
 * one has taken too long, it says so with the place at which the other thread is, interrupts that, and leaves it behind: a daemon, which
 * does not keep a program from its end. A debugger has all the time that it wants.
 */
final class Turns {
    private static final long TICK = 20;
    /** Between two turns, and when no other may begin. */
    private static final long NONE = 0;
    private static final long OVER = -1;

    /** The number of the turn that runs. */
    private final AtomicLong turn = new AtomicLong();
    private long last;

    /** Ends a thread that was left behind. */
    private static final class Late extends Error {
        private static final long serialVersionUID = 1;
    }

    private Turns() {}

    /**
     * What all turns make. If one takes too long, {@code late} makes it of an error that says so, in the thread that asked. No time, which is
     * zero: as long as it takes, in the thread that asked.
     */
    static <R> R run(Duration most, Function<Turns, R> all, Function<AssertionError, R> late) {
        if (most == null) {
            throw new KorrelException("inputTimeout: null is no time: Duration.ZERO sets no limit");
        } else if (most.isNegative()) {
            throw new KorrelException("inputTimeout: " + most + ": a time is not below 0");
        }
        Turns turns = new Turns();
        if (most.isZero() || isDebugged(ManagementFactory.getRuntimeMXBean().getInputArguments())) {
            return all.apply(turns);
        }
        Object[] made = {null, null};
        Thread thread = new Thread(() -> {
            try {
                made[0] = all.apply(turns);
            } catch (Throwable thrown) {
                made[1] = thrown;
            }
        }, "korrel");
        thread.setDaemon(true);
        thread.setContextClassLoader(Thread.currentThread().getContextClassLoader());
        thread.start();
        AssertionError error = turns.watch(thread, most);
        if (error != null) {
            try {
                return late.apply(error);
            } finally {
                thread.interrupt(); // not before, for then it goes on, and what is told would be told of later
            }
        } else if (made[1] != null) {
            throw Trial.unchecked(placed((Throwable) made[1]));
        }
        @SuppressWarnings("unchecked")
        R result = (R) made[0];
        return result;
    }

    /** With the place of the test behind that in the thread. */
    private static Throwable placed(Throwable thrown) {
        StackTraceElement[] asked = Thread.currentThread().getStackTrace();
        thrown.setStackTrace(Stream.concat(Arrays.stream(thrown.getStackTrace()), Arrays.stream(asked).skip(1)).toArray(StackTraceElement[]::new));
        return thrown;
    }

    /** Waits for the end of a thread, and of the time of a turn. */
    private AssertionError watch(Thread thread, Duration most) {
        long seen = NONE;
        long since = System.nanoTime();
        try {
            for (thread.join(TICK); thread.isAlive(); thread.join(TICK)) {
                long now = turn.get();
                if (now == NONE || now != seen) {
                    seen = now;
                    since = System.nanoTime();
                } else if (System.nanoTime() - since > nanos(most) && turn.compareAndSet(now, OVER)) {
                    return late(thread, String.format(Locale.ROOT, "it did not come to an end within %s s (inputTimeout)", most.toMillis() / 1000.0));
                }
            }
            return null;
        } catch (InterruptedException stopped) {
            long now = turn.getAndSet(OVER);
            Thread.currentThread().interrupt();
            if (now == NONE) {
                thread.interrupt();
                throw new KorrelException("it was interrupted");
            }
            return late(thread, "it was interrupted");
        }
    }

    private static AssertionError late(Thread thread, String text) {
        AssertionError error = new AssertionError(text);
        error.setStackTrace(thread.getStackTrace());
        return error;
    }

    /** In nanoseconds, for which a long has room: ten years where it is more. */
    static long nanos(Duration most) {
        Duration longest = Duration.ofDays(3650);
        return (most.compareTo(longest) < 0 ? most : longest).toNanos();
    }

    /** Whether a program that was started with these words has a debugger. */
    static boolean isDebugged(List<String> words) {
        return words.stream().anyMatch(word -> word.startsWith("-agentlib:jdwp") || word.startsWith("-Xrunjdwp"));
    }

    /** Tries an input. Returns the assumption that skips it, or null. */
    <T> Throwable tried(Find.Body<T> body, T input, Supplier<Heap> heap, long passed) {
        Throwable skipped = null;
        try {
            begin();
            body.accept(input);
        } catch (Throwable thrown) {
            if (!Trial.isAssumption(thrown)) {
                throw new KorrelFailure(thrown, heap.get(), passed);
            }
            skipped = thrown;
        }
        end();
        return skipped;
    }

    void begin() {
        if (!turn.compareAndSet(NONE, ++last)) {
            throw new Late();
        }
    }

    void end() {
        if (!turn.compareAndSet(last, NONE)) {
            throw new Late();
        }
    }
}
