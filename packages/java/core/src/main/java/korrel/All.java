package korrel;

import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * All heaps of a root's class that a predicate in Java accepts, smallest first, one of each isomorphism class.
 *
 * <pre>
 * All&lt;Tree&gt; trees = Korrel.all(Tree.class, Tree::repOk).objects(Node.class, 4).ints(1, 4);
 * for (Tree tree : trees) { … }
 * System.out.println(trees); // COMPLETE: 51 heaps of Tree where Tree.repOk; 1,002 candidates within Tree=1, Node=4, int=1..4
 * </pre>
 *
 * <p>Heaps are objects of the user's own classes, and share nothing.
 *
 * @param <T> the root; an array of all roots where there are several
 */
public final class All<T> implements Iterable<T> {
    final List<Class<?>> roots = new ArrayList<>();
    /** How many of the roots the predicate gets. */
    final int judged;
    final Description.Bounds bounds;
    private final Function<Object[], T> view;
    /** The method that judges; null if all is right. */
    Supplier<Lambda> where;
    Trust.Own own;
    long limit = Long.MAX_VALUE;
    Duration timeout;
    Duration runTimeout = Duration.ofSeconds(5);
    private Duration inputTimeout = Duration.ZERO;
    private Found<T> last;

    /** Says whether a heap is right. A lambda or a method reference, so that its code can be found. */
    @FunctionalInterface
    public interface Where<T> extends Serializable {
        boolean test(T root) throws Throwable;
    }

    /** The same for two roots, which may share objects. */
    @FunctionalInterface
    public interface Where2<A, B> extends Serializable {
        boolean test(A first, B second) throws Throwable;
    }

    /** Throws on a bad heap. */
    @FunctionalInterface
    public interface Check<T> extends Serializable {
        void test(T root) throws Throwable;
    }

    All(List<Class<?>> roots, Function<Object[], T> view) {
        this(roots, roots.size(), new Description.Bounds(), view);
    }

    private All(List<Class<?>> roots, int judged, Description.Bounds bounds, Function<Object[], T> view) {
        this.roots.addAll(roots);
        this.judged = judged;
        this.bounds = bounds;
        this.view = view;
    }

    /** Only heaps that this accepts. One that throws has said no. */
    public All<T> where(Where<T> predicate) {
        return where(() -> Lambda.of(predicate), args -> predicate.test(view.apply(args)));
    }

    /** Only heaps on which this does not throw: a method that asserts, and returns nothing. */
    public All<T> passing(Check<T> check) {
        return where(() -> Lambda.of(check), args -> {
            check.test(view.apply(args));
            return true;
        });
    }

    All<T> where(Supplier<Lambda> predicate, Trust.Own asked) {
        where = predicate;
        own = asked;
        return this;
    }

    /** Up to so many objects of a class; 3 if nothing is said. Of an interface or a superclass, say it of each class below. */
    public All<T> objects(Class<?> of, int most) {
        if (most < 0) {
            throw new KorrelException(of.getSimpleName() + ": " + most + ": a number of objects is not below 0");
        }
        bounds.objects.put(of, most);
        return this;
    }

    /** The integers of fields of int, long, short, byte and their classes: 0 to 2 if nothing is said. */
    public All<T> ints(int least, int greatest) {
        List<Object> range = new ArrayList<>();
        for (int value = least; value <= greatest; value++) {
            range.add(value);
        }
        return values(int.class, range.toArray());
    }

    /** The values of fields of a type: of texts, of char, of double, of a class that is not enumerated. */
    public All<T> values(Class<?> of, Object... values) {
        bounds.values.put(of, values);
        return this;
    }

    /** Those of a pool, which should be such that nobody can change them: {@code values(double.class, Awkward.doubles())}. */
    public All<T> values(Class<?> of, Pool<?> pool) {
        return values(of, pool.toArray());
    }

    /** Those of a pool for one field, {@code "Node.key"}. */
    public All<T> values(String field, Pool<?> pool) {
        return values(field, pool.toArray());
    }

    /** The values of one field, {@code "Node.key"}. */
    public All<T> values(String field, Object... values) {
        bounds.values.put(field, values);
        return this;
    }

    /** These fields are never null, as if an annotation said so: {@code "Node.next"}, and of elements {@code "Node.children[]"}. */
    public All<T> notNull(String... fields) {
        bounds.notNull.addAll(List.of(fields));
        return this;
    }

    /** Lists, arrays, sets and maps have up to so many entries: 3 if nothing is said. */
    public All<T> length(int most) {
        bounds.length = most;
        return this;
    }

    /** Up to so many objects and entries in all. */
    public All<T> size(int most) {
        bounds.size = most;
        return this;
    }

    /** The roots have these names in records, as a predicate's parameters have in a spec; without them those of their classes. */
    public All<T> names(String... all) {
        if (all.length != roots.size()) {
            throw new KorrelException("there are " + roots.size() + " roots, and names for " + all.length);
        }
        bounds.names = List.of(all);
        return this;
    }

    /** Only the first so many. */
    public All<T> limit(long most) {
        limit = most;
        return this;
    }

    /** A search that takes longer throws at its end. */
    public All<T> timeout(Duration most) {
        timeout = most;
        return this;
    }

    /** How long one run of the predicate may take: 5 s if nothing is said. */
    public All<T> runTimeout(Duration most) {
        runTimeout = most;
        return this;
    }

    /**
     * How long a test may take for one heap in {@link #forAll}: as long as it takes if nothing is said. One that takes longer fails with that
     * heap. Tests run in a thread of their own then, which is left behind where it goes round a loop, since Java cannot end it.
     */
    public All<T> inputTimeout(Duration most) {
        inputTimeout = most;
        return this;
    }

    /** The same with more roots, such as {@code int.class}, which the predicate does not get: an input is an array of all. */
    public All<Object[]> and(Class<?>... more) {
        List<Class<?>> all = new ArrayList<>(roots);
        all.addAll(List.of(more));
        All<Object[]> wider = new All<>(all, roots.size(), bounds, args -> args);
        wider.where(where, own).limit(limit).timeout(timeout).runTimeout(runTimeout).inputTimeout(inputTimeout);
        return wider;
    }

    /** Searches from the beginning. */
    @Override
    public Found<T> iterator() {
        last = new Found<>(this);
        return last;
    }

    public Stream<T> stream() {
        return stream(iterator());
    }

    public List<T> list() {
        return stream().toList();
    }

    /**
     * Tries all heaps, one after the other. The first that fails is the smallest; what is thrown for it draws it and names it
     * by its key. To have no heap, or not all, is a failure as well.
     *
     * @return what was tried: {@code COMPLETE: 51 inputs of Tree where Tree.repOk; …}
     */
    public String forAll(Find.Body<T> body) {
        long[] passed = {0};
        return Turns.run(inputTimeout, turns -> forAll(body, turns, passed), late -> {
            throw new KorrelFailure(late, last.heap(), passed[0]);
        });
    }

    private String forAll(Find.Body<T> body, Turns turns, long[] passed) {
        Throwable[] skipped = {null};
        String[] remark = {null};
        Stream<Runnable> tests = inputs((heap, input) -> () -> {
            Throwable skip = turns.tried(body, input, heap, passed[0]);
            passed[0] += skip == null ? 1 : 0;
            skipped[0] = skip == null ? skipped[0] : skip;
        }, note -> remark[0] = note);
        tests.forEachOrdered(Runnable::run);
        if (skipped[0] != null && passed[0] == 0) {
            throw Trial.unchecked(skipped[0]);
        }
        return remark[0] + (skipped[0] == null ? "" : "; " + grouped(last.count() - passed[0]) + " skipped");
    }

    /**
     * The inputs for a test framework that makes an item of each: what is made of an input, and of its heap, which may be
     * asked for until the next one is. The end of the stream throws if there is none, or not all; else it tells what was
     * tried, as {@link #forAll} does.
     */
    public <R> Stream<R> inputs(BiFunction<Supplier<Heap>, T, R> made, Consumer<String> note) {
        String replayed = Trial.replayed();
        All<T> asked = replayed == null ? this : new All<>(roots, judged, bounds, view).where(where, own).runTimeout(runTimeout);
        Found<T> found = asked.iterator();
        last = found;
        Iterator<R> inputs = new Iterator<>() {
            private T next;
            private long tried;

            @Override
            public boolean hasNext() {
                while (next == null && found.hasNext()) {
                    T input = found.next();
                    next = replayed == null || found.heap().key().equals(replayed) ? input : null;
                }
                if (next == null) {
                    note.accept(remark());
                }
                return next != null;
            }

            private String remark() {
                if (replayed != null) {
                    return tried == 0 ? "nothing was tried: no input is " + replayed : "only " + replayed + " was tried";
                } else if (tried == 0) {
                    throw new KorrelException("there is no input: " + found + found.told());
                }
                return found.remark();
            }

            @Override
            public R next() {
                T input = next;
                next = null;
                tried++;
                return made.apply(found::heap, input);
            }
        };
        return stream(inputs);
    }

    private static <R> Stream<R> stream(Iterator<R> of) {
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(of, Spliterator.ORDERED | Spliterator.NONNULL), false);
    }

    /** The classes of the roots. */
    public List<Class<?>> roots() {
        return List.copyOf(roots);
    }

    T view(Object[] args) {
        return view.apply(args);
    }

    static String grouped(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** How far the last search came: {@code COMPLETE: 51 heaps of …}. */
    @Override
    public String toString() {
        return (last == null ? iterator() : last).toString();
    }
}
