package korrel;

import java.lang.invoke.MethodHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.ObjIntConsumer;

/**
 * The predicate, and whether its answers can be trusted.
 *
 * <p>A search believes that the answer depends on nothing but the values of the fields that it saw read. So a sample of
 * candidates, accepted and rejected, is tried again: on the same watched objects, on new ones that are not watched, and on
 * objects of the user's own classes, with other values where nothing was read.
 */
final class Trust {
    /** Candidates that are all tried again. Of those after them so many are, from one power of two to the next, and as many accepted ones. */
    private static final int CLOSELY = 2000;
    private static final int SAMPLE = 128;
    /** Of rejected candidates that read the same number of fields so many are: those that were almost accepted are few among millions. */
    private static final int ALIKE = 32;
    /** Candidates that are kept, so many accepted and so many rejected ones, and tried again at the end and from time to time. */
    private static final int FIRST = 100;
    /** How often each of these first candidates is made of other objects, which differ in what was not read. */
    private static final int ATTEMPTS = 4;
    /** So many jumps back are made between two looks at the clock. */
    private static final int TURNS = 1_000_000;

    private final MethodHandle where;
    private final Own own;
    private final long runNanos;
    /** When the search is to end, or null. */
    private final Long deadline;
    private final Map<String, Thrown> errors = new TreeMap<>();
    private final Map<Boolean, List<Copies>> first = Map.of(true, new ArrayList<>(), false, new ArrayList<>());
    private final TreeSet<String> asked = new TreeSet<>();
    private Search search;
    private long next = 256;
    private long accepted;
    private long[] rejected = new long[64];
    /** The candidate that ran when the clock was last looked at, and since when. */
    private long running = -1;
    private long since;

    /** The predicate as the user gave it. */
    interface Own {
        boolean test(Object[] args) throws Throwable;
    }

    /** Errors of one kind: the first, and how many. */
    private static final class Thrown {
        final String text;
        long number;

        Thrown(String text) {
            this.text = text;
        }
    }

    /** Without a predicate, which is null, all is right. */
    Trust(MethodHandle where, Own own, Duration run, Duration whole) {
        this.where = where;
        this.own = own;
        runNanos = Turns.nanos(run);
        deadline = whole == null ? null : System.nanoTime() + Turns.nanos(whole);
    }

    /** Whether the time of the search is over. */
    boolean isLate() {
        return deadline != null && System.nanoTime() - deadline > 0;
    }

    void of(Search search, World world) {
        this.search = search;
        IntSupplier clock = this::turns;
        ObjIntConsumer<Object> reads = search::readElement;
        ObjIntConsumer<Object> writes = search::writeElement;
        Consumer<Object> all = search::readElements;
        Consumer<String> asks = asked::add;
        world.listen(Map.of("left", 0, "clock", clock, "reads", reads, "writes", writes, "all", all, "asks", asks));
    }

    /** Ends a run that takes too long. */
    private int turns() {
        long now = System.nanoTime();
        if (running != search.candidates) {
            running = search.candidates;
            since = now;
        } else if (now - since > runNanos) {
            throw search.refuse(String.format(java.util.Locale.ROOT,
                "it ran for more than %s s on one candidate: does it go round a cycle?", runNanos / 100_000_000 / 10.0));
        }
        return TURNS;
    }

    /** A run. Whatever it throws says no. */
    boolean run(Object[] args) {
        if (where == null) {
            return true;
        }
        asked.clear(); // of what constructors asked for
        try {
            Object answer = (Object) where.invokeExact(args);
            return answer == null || (boolean) answer;
        } catch (Throwable thrown) {
            if (isOfSealed(thrown)) {
                search.changes("a Set or a Map");
            } else if (!search.isOver()) {
                String name = thrown.getClass().getSimpleName();
                errors.computeIfAbsent(name, absent -> new Thrown(thrown.getMessage() == null ? "" : ": " + thrown.getMessage())).number++;
            }
            return false;
        }
    }

    /** Whether a set or a map was to be changed. */
    private static boolean isOfSealed(Throwable thrown) {
        return thrown instanceof UnsupportedOperationException && thrown.getStackTrace().length > 0
            && thrown.getStackTrace()[0].getClassName().startsWith("java.util.Collections$Unmodifiable");
    }

    KorrelException refused(String why) {
        return new KorrelException(("the predicate cannot be used: " + why + "\n" + new Records(search, "").sketch()).strip());
    }

    /** What there is to say of the predicate. */
    List<String> notes() {
        return errors.entrySet().stream().map(error -> "the predicate threw on " + All.grouped(error.getValue().number)
            + " candidates, which counts as false: " + error.getKey() + error.getValue().text).toList();
    }

    /** Tries the candidate again at which the search stands. */
    void audit(boolean isRight) {
        if (where == null) {
            return;
        }
        if (!asked.isEmpty()) {
            throw refused("it asks for " + String.join(" and ", asked));
        }
        accepted += isRight ? 1 : 0;
        if (search.candidates <= CLOSELY || isOfSample(search.candidates, SAMPLE)
            || (isRight ? isOfSample(accepted, SAMPLE) : isOfSample(rejected(search.reads()), ALIKE))) {
            Apart.tryAgain(this, isRight);
        }
    }

    /** Numbers that grow rarer: a search of millions is no longer for them than one of thousands. */
    private static boolean isOfSample(long number, int most) {
        return (number & Math.max(Long.highestOneBit(number) / most, 1) - 1) == 0;
    }

    /** How many rejected candidates have read so many fields, with this one. */
    private long rejected(int reads) {
        if (reads >= rejected.length) {
            rejected = Arrays.copyOf(rejected, 2 * reads);
        }
        return ++rejected[reads];
    }

    void tryAgain(boolean isRight) {
        int reads = search.reads();
        if (asksAgain(search.args) != isRight) {
            throw refused("it says something else when it is run again");
        } else if (search.reads() != reads) {
            throw refused("it reads other fields when it is run again");
        }
        Copies some = new Copies(search, 0);
        boolean isSame = asksAgain(some.made(false)) == isRight && asksOwn(some.made(true)) == isRight;
        for (int attempt = 1; isSame && search.candidates <= FIRST && attempt < ATTEMPTS; attempt++) {
            isSame = asksOwn(new Copies(search, attempt).made(true)) == isRight;
        }
        if (!isSame) {
            throw refused("it says something else about other objects with the same fields (an identity, the order of a set, "
                + "a static field, something that it keeps)");
        }
        if (first.get(isRight).size() < FIRST) {
            first.get(isRight).add(some);
        }
        if (search.candidates >= next) {
            next *= 2;
            end();
        }
    }

    /** State may show late: asks about the first ones once more. */
    void end() {
        first.forEach((answer, kept) -> {
            for (Copies some : kept) {
                if (asksAgain(some.made(false)) != answer) {
                    throw refused("it says something else about the first candidates when it is asked later");
                }
            }
        });
    }

    /** Asks in the world of the search; what is written is undone. */
    private boolean asksAgain(Object[] args) {
        boolean answer;
        try {
            Object said = (Object) where.invokeExact(args);
            answer = said == null || (boolean) said;
        } catch (Throwable thrown) {
            answer = false;
        }
        String ended = search.ended();
        if (ended != null) {
            throw refused(ended);
        }
        return answer;
    }

    private boolean asksOwn(Object[] args) {
        try {
            return own.test(args);
        } catch (Throwable thrown) {
            return false;
        }
    }
}
