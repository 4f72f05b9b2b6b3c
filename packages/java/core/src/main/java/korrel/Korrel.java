package korrel;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Test inputs from a spec: every heap of objects within a scope, one of each isomorphism class.
 *
 * <pre>
 * for (Heap heap : Korrel.find("tree.als", "repOk").scope("exactly 1 Tree, 5 Node, 1..5 Int")) {
 *     Tree tree = heap.as(Tree.class);
 *     …
 * }
 * </pre>
 */
public final class Korrel {
    private Korrel() {}

    /** The instances of a spec's first command. */
    public static Find find(String spec) {
        return new Find(spec, null);
    }

    /** Those of a command: its label, the name of its predicate or assertion, or its index. */
    public static Find find(String spec, String command) {
        return new Find(spec, command);
    }

    /** All heaps of a class within bounds. */
    public static <T> All<T> all(Class<T> root) {
        return new All<>(List.of(root), args -> root.cast(args[0]));
    }

    /** Those that a predicate accepts, {@code Korrel.all(Tree.class, Tree::repOk)}. */
    public static <T> All<T> all(Class<T> root, All.Where<T> predicate) {
        return all(root).where(predicate);
    }

    /** Heaps with two roots, which may share objects: arrays of both. */
    public static <A, B> All<Object[]> all(Class<A> first, Class<B> second, All.Where2<A, B> predicate) {
        All<Object[]> both = new All<>(List.of(first, second), args -> args);
        return both.where(() -> Lambda.of(predicate), args -> predicate.test(first.cast(args[0]), second.cast(args[1])));
    }

    /** Whether a predicate and a spec's command accept the same heaps within the predicate's bounds; classes and fields have the names of the spec. */
    public static Comparison compare(String spec, String command, All<?> code) {
        return Comparison.of(find(spec, command), spec + (command == null ? "" : " " + command), code);
    }

    /**
     * All heaps of the class of an example. Where the types of fields do not say what these hold ({@code Object}, an interface, a
     * type parameter), the examples do; {@link Found#notes} tell.
     */
    @SafeVarargs
    public static <T> All<T> like(T example, T... more) {
        List<Object> examples = new ArrayList<>(List.of(example));
        for (T one : more) {
            examples.add(one);
        }
        @SuppressWarnings("unchecked")
        Class<T> root = (Class<T>) example.getClass();
        All<T> all = all(root);
        all.bounds.examples = new Examples(examples);
        return all;
    }

    /**
     * All sequences of calls on a library and on a model, shortest first: {@code Korrel.sequences(TreeList::new, ArrayList::new)}. Both make
     * what is called, anew for each sequence.
     */
    public static <T, S extends T, M extends T> Sequences<T, S, M> sequences(Callable<S> subject, Callable<M> model) {
        return new Sequences<>(subject, model);
    }

    /**
     * Where two object graphs differ, or null: {@code [1]: the same object as [0], expected another one}. Beyond {@code equals} it compares arrays by
     * their elements, which parts are one object, and rings.
     */
    public static String difference(Object actual, Object expected) {
        Difference.Found found = Difference.between(actual, expected);
        return found == null ? null : found.text();
    }

    /** Every small database of an SQL schema. */
    public static Databases databases(String schema) {
        return new Databases(schema);
    }

    /** All behaviours of a command of traces, call by call. */
    public static Behaviours behaviours(String spec, String command) {
        return new Behaviours(List.of(spec, "--traces", command));
    }

    /** The traces in files of the Informal Trace Format, which Quint and Apalache write. */
    public static Behaviours traces(List<String> files) {
        List<String> words = new ArrayList<>(List.of("--itf"));
        words.addAll(files);
        return new Behaviours(words);
    }
}
