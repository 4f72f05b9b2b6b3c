package korrel;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;

/**
 * All sequences of calls of a bounded length, shortest first, each once; and a test that makes them on a library and on a model.
 *
 * <pre>
 * Korrel.sequences(Stack::new, ArrayList&lt;Object&gt;::new)
 *     .run("push", Awkward.doubles(), Stack::push, List::add)
 *     .call("pop", Stack::pop, list -&gt; list.remove(list.size() - 1))
 *     .upTo(3).check();
 * </pre>
 *
 * <p>A call is an operation with one choice of its arguments. With k of them there are k^n sequences of n calls. Those of one length come
 * in the order of the operations and of their arguments, the last call changing first.
 *
 * <p>Each sequence is made from the beginning, on a subject and on a model that are new. What each call returns is compared, and in the end
 * what {@link #atEnd} says. As all beginnings of a sequence come before it, this looks at the state after each call, and yet never between
 * two calls: a look may mend what it looks at. What earlier calls have returned is compared in the end, when later ones may have changed it. So
 * are the arguments. That something is thrown is a result, too.
 *
 * <p>Behind a sequence that fails none that begins with it is tried, for it would fail, too.
 *
 * @param <T> what the subject and the model have in common
 */
public final class Sequences<T, S extends T, M extends T> implements Iterable<List<Sequences.Call>> {
    final Callable<S> subject;
    final Callable<M> model;
    final List<Call> calls = new ArrayList<>();
    int upTo = 3;
    Side.Act subjectEnd;
    Side.Act modelEnd;
    long limit = Long.MAX_VALUE;
    Duration timeout;
    Duration inputTimeout = Duration.ofSeconds(5);
    private boolean isAll;
    boolean areExceptionsCompared;
    private Walk last;

    /** A call that returns something, of no argument. */
    @FunctionalInterface
    public interface Get<T> {
        Object of(T it) throws Throwable;
    }

    /** Of one argument. */
    @FunctionalInterface
    public interface Get1<T, A> {
        Object of(T it, A first) throws Throwable;
    }

    /** Of two arguments. */
    @FunctionalInterface
    public interface Get2<T, A, B> {
        Object of(T it, A first, B second) throws Throwable;
    }

    /** A call that returns nothing, or something that is not to be compared, of no argument. */
    @FunctionalInterface
    public interface Do<T> {
        void with(T it) throws Throwable;
    }

    /** Of one argument. */
    @FunctionalInterface
    public interface Do1<T, A> {
        void with(T it, A first) throws Throwable;
    }

    /** Of two arguments. */
    @FunctionalInterface
    public interface Do2<T, A, B> {
        void with(T it, A first, B second) throws Throwable;
    }

    /** An operation with its arguments. */
    public static final class Call {
        final Side.Act subject;
        final Side.Act model;
        private final String name;
        private final List<Arguments> choices;
        private final int[] places;
        /** Whether what it returns is compared. */
        final boolean isCompared;
        private final String text;

        private Call(String name, Side.Act subject, Side.Act model, List<Arguments> choices, int[] places, boolean isCompared) {
            this.name = name;
            this.subject = subject;
            this.model = model;
            this.choices = choices;
            this.places = places;
            this.isCompared = isCompared;
            text = name + "(" + String.join(", ", arguments(Arguments::text)) + ")";
        }

        private <X> List<X> arguments(BiFunction<Arguments, Integer, X> of) {
            List<X> all = new ArrayList<>();
            for (int at = 0; at < places.length; at++) {
                all.add(of.apply(choices.get(at), places[at]));
            }
            return all;
        }

        /** What it is called, without its arguments. */
        public String name() {
            return name;
        }

        int arity() {
            return places.length;
        }

        /** Made anew, if they come from a pool. */
        public Object[] args() {
            return arguments(Arguments::get).toArray();
        }

        /** Says which argument is no longer what it was at first, or is null. */
        String changed() {
            return arguments(Arguments::changed).stream().filter(Objects::nonNull).findFirst().map(text -> name + ": " + text).orElse(null);
        }

        /** {@code push(-0.0)}. */
        @Override
        public String toString() {
            return text;
        }
    }

    Sequences(Callable<S> subject, Callable<M> model) {
        this.subject = subject;
        this.model = model;
    }

    // The calls

    /** A call of what both sides have. What it returns is compared. */
    public Sequences<T, S, M> call(String name, Get<? super T> both) {
        return call(name, both, both);
    }

    /** A call, on the subject and on the model. */
    public Sequences<T, S, M> call(String name, Get<? super S> onSubject, Get<? super M> onModel) {
        return add(name, true, (it, args) -> onSubject.of(mine(it)), (it, args) -> onModel.of(theirs(it)));
    }

    /** With each of these arguments. */
    public <A> Sequences<T, S, M> call(String name, List<A> choices, Get1<? super T, ? super A> both) {
        return call(name, choices, both, both);
    }

    /** With each of these arguments, on the subject and on the model. */
    public <A> Sequences<T, S, M> call(String name, List<A> choices, Get1<? super S, ? super A> onSubject, Get1<? super M, ? super A> onModel) {
        return add(name, true, (it, args) -> onSubject.of(mine(it), as(args[0])), (it, args) -> onModel.of(theirs(it), as(args[0])), choices);
    }

    /** With each pair of these arguments. */
    public <A, B> Sequences<T, S, M> call(String name, List<A> first, List<B> second, Get2<? super T, ? super A, ? super B> both) {
        return call(name, first, second, both, both);
    }

    /** With each pair of these arguments, on the subject and on the model. */
    public <A, B> Sequences<T, S, M> call(String name, List<A> first, List<B> second,
            Get2<? super S, ? super A, ? super B> onSubject, Get2<? super M, ? super A, ? super B> onModel) {
        return add(name, true, (it, args) -> onSubject.of(mine(it), as(args[0]), as(args[1])),
            (it, args) -> onModel.of(theirs(it), as(args[0]), as(args[1])), first, second);
    }

    /** A call of which only what it does is compared, not what it returns. */
    public Sequences<T, S, M> run(String name, Do<? super T> both) {
        return run(name, both, both);
    }

    /** The same, on the subject and on the model. */
    public Sequences<T, S, M> run(String name, Do<? super S> onSubject, Do<? super M> onModel) {
        return add(name, false, done((it, args) -> onSubject.with(mine(it))), done((it, args) -> onModel.with(theirs(it))));
    }

    /** With each of these arguments. */
    public <A> Sequences<T, S, M> run(String name, List<A> choices, Do1<? super T, ? super A> both) {
        return run(name, choices, both, both);
    }

    /** With each of these arguments, on the subject and on the model. */
    public <A> Sequences<T, S, M> run(String name, List<A> choices, Do1<? super S, ? super A> onSubject, Do1<? super M, ? super A> onModel) {
        return add(name, false, done((it, args) -> onSubject.with(mine(it), as(args[0]))), done((it, args) -> onModel.with(theirs(it), as(args[0]))), choices);
    }

    /** With each pair of these arguments. */
    public <A, B> Sequences<T, S, M> run(String name, List<A> first, List<B> second, Do2<? super T, ? super A, ? super B> both) {
        return run(name, first, second, both, both);
    }

    /** With each pair of these arguments, on the subject and on the model. */
    public <A, B> Sequences<T, S, M> run(String name, List<A> first, List<B> second,
            Do2<? super S, ? super A, ? super B> onSubject, Do2<? super M, ? super A, ? super B> onModel) {
        return add(name, false, done((it, args) -> onSubject.with(mine(it), as(args[0]), as(args[1]))),
            done((it, args) -> onModel.with(theirs(it), as(args[0]), as(args[1]))), first, second);
    }

    /** What returns nothing. */
    private interface Done {
        void on(Object it, Object[] args) throws Throwable;
    }

    private static Side.Act done(Done act) {
        return (it, args) -> {
            act.on(it, args);
            return null;
        };
    }

    private S mine(Object it) {
        return as(it);
    }

    private M theirs(Object it) {
        return as(it);
    }

    @SuppressWarnings("unchecked")
    private static <X> X as(Object value) {
        return (X) value;
    }

    /** A call for each combination of arguments, the last argument changing first. */
    private Sequences<T, S, M> add(String name, boolean isCompared, Side.Act onSubject, Side.Act onModel, List<?>... choices) {
        List<int[]> ways = List.of(new int[0]);
        for (List<?> values : choices) {
            if (values.isEmpty()) {
                throw new KorrelException(name + ": there are no values for an argument");
            }
            List<int[]> more = new ArrayList<>();
            for (int[] way : ways) {
                for (int at = 0; at < values.size(); at++) {
                    int[] longer = Arrays.copyOf(way, way.length + 1);
                    longer[way.length] = at;
                    more.add(longer);
                }
            }
            ways = more;
        }
        List<Arguments> arguments = Arrays.stream(choices).map(Arguments::new).toList();
        ways.forEach(way -> calls.add(new Call(name, onSubject, onModel, arguments, way, isCompared)));
        last = null;
        return this;
    }

    // What is asked

    /** Up to so many calls: 3 if nothing is said. */
    public Sequences<T, S, M> upTo(int most) {
        if (most < 0) {
            throw new KorrelException("upTo: " + most + ": a number of calls is not below 0");
        }
        upTo = most;
        last = null;
        return this;
    }

    /** What this says of both is compared when all calls are made, {@code atEnd(ArrayList::new)}. The last one that is set counts. */
    public Sequences<T, S, M> atEnd(Get<? super T> both) {
        return atEnd(both, both);
    }

    /** What these say of the subject and of the model is compared when all calls are made. */
    public Sequences<T, S, M> atEnd(Get<? super S> ofSubject, Get<? super M> ofModel) {
        subjectEnd = (it, args) -> ofSubject.of(mine(it));
        modelEnd = (it, args) -> ofModel.of(theirs(it));
        return this;
    }

    /** Where both throw, their exceptions must have one class. Without this, that both throw an exception is enough, or both an Error. */
    public Sequences<T, S, M> sameExceptions() {
        areExceptionsCompared = true;
        return this;
    }

    /** Goes on after a failure, and tells each cause with its shortest sequence. */
    public Sequences<T, S, M> allFailures() {
        isAll = true;
        return this;
    }

    /** Only the first so many, at least one. */
    public Sequences<T, S, M> limit(long most) {
        if (most < 1) {
            throw new KorrelException("limit: " + most + ": nothing would be tried");
        }
        limit = most;
        return this;
    }

    /** A check or a loop that takes longer throws at its end, and says up to which length all were tried. */
    public Sequences<T, S, M> timeout(Duration most) {
        timeout = most;
        return this;
    }

    /**
     * How long one sequence may take: 5 s if nothing is said. One that takes longer fails. It is made in a thread of its own, which is left behind
     * then, since Java cannot end it. With {@code Duration.ZERO} it takes as long as it takes, in the thread that asks.
     */
    public Sequences<T, S, M> inputTimeout(Duration most) {
        inputTimeout = most;
        return this;
    }

    /** How many there are. */
    public long total() {
        long total = most();
        if (total < 0) {
            throw new KorrelException("upTo: " + upTo + ": there are more than " + All.grouped(Long.MAX_VALUE) + " sequences");
        }
        return total;
    }

    /** How many there are; below 0 if a long has no room for it. */
    long most() {
        if (calls.isEmpty()) {
            throw new KorrelException("there is no call: say call(…) or run(…)");
        }
        try {
            long total = 1;
            for (int length = 0; length < upTo; length++) {
                total = Math.addExact(Math.multiplyExact(total, calls.size()), 1);
            }
            return total;
        } catch (ArithmeticException tooMany) {
            return -1;
        }
    }

    /** Each sequence. */
    @Override
    public Iterator<List<Call>> iterator() {
        Walk walk = new Walk(this);
        return new Iterator<>() {
            private boolean isAhead;

            @Override
            public boolean hasNext() {
                isAhead = isAhead || walk.next();
                if (walk.end == Walk.End.TIMEOUT) {
                    throw new KorrelException(walk.remark());
                }
                return isAhead;
            }

            @Override
            public List<Call> next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                isAhead = false;
                return walk.made();
            }
        };
    }

    /**
     * Makes every sequence on the subject and on the model. The first on which they differ is a shortest one, and an AssertionError. It is made
     * once more, so that it can say whether it always fails.
     *
     * @throws KorrelException if the time is over, if nothing was compared, or if a call has changed an argument that all sequences share
     * @return how many there were: {@code COMPLETE: all 156 sequences of up to 3 calls out of 5}
     */
    public String check() {
        Walk walk = new Walk(this);
        last = walk;
        Map<String, Failure> groups = new LinkedHashMap<>();
        long failed = 0;
        for (Failure failure = walk.failure(); failure != null; failure = walk.failure()) {
            if (!isAll) {
                throw failure.error(walk.count - 1);
            }
            failed++;
            Failure known = groups.putIfAbsent(failure.group, failure);
            (known == null ? failure : known).number++;
        }
        if (failed > 0) {
            throw new AssertionError(Failure.told(groups, failed, walk));
        } else if (walk.end == Walk.End.TIMEOUT) {
            throw new KorrelException(walk.remark());
        }
        String nothing = walk.nothing();
        if (nothing != null) {
            throw new KorrelException(nothing);
        }
        return walk.remark();
    }

    /** How many there are, or how far the last check came. */
    @Override
    public String toString() {
        return calls.isEmpty() ? "no sequences: there is no call" : (last == null ? new Walk(this) : last).toString();
    }
}
