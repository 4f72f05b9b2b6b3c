package korrel;

import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A question to the program {@code korrel find}. It is asked anew by each loop over it, and answered
 * while that runs: smallest inputs first, no more of them in memory than the loop holds.
 *
 * <p>A loop that ends early ends the program as well: at once if its {@link Heaps} are closed, else when
 * they are collected.
 */
public final class Find implements Iterable<Heap> {
    private final String spec;
    private final String command;
    private final List<String> flags = new ArrayList<>();
    private final Classes classes;
    private Map<String, ?> values = Map.of();
    private boolean isLimited;
    Duration inputTimeout = Duration.ZERO;

    Find(String spec, String command) {
        this(spec, command, new Classes());
    }

    private Find(String spec, String command, Classes classes) {
        this.spec = Objects.requireNonNull(spec, "spec");
        this.command = command;
        this.classes = classes;
    }

    /** Replaces the command's scope: {@code "exactly 1 Tree, 5 Node, 1..5 Int"}. */
    public Find scope(String scope) {
        return flags("--scope", scope);
    }

    /** No more than so many inputs; a test that comes to this limit has passed, and says so. */
    public Find limit(long limit) {
        isLimited = limit > 0;
        return flags("--limit", String.valueOf(limit));
    }

    /** A search that takes longer is an error. */
    public Find timeout(Duration timeout) {
        return flags("--timeout", timeout.toMillis() + "ms");
    }

    /**
     * How long a test may take for one input in {@link #forAll}: as long as it takes if nothing is said. One that takes longer fails with that
     * input. Tests run in a thread of their own then, which is left behind where it goes round a loop, since Java cannot end it.
     */
    public Find inputTimeout(Duration most) {
        inputTimeout = most;
        return this;
    }

    /** Only the input of this key. */
    public Find key(String key) {
        isLimited = true;
        return flags("--key", key);
    }

    /** Heaps carry their keys. */
    public Find keys() {
        return flags.contains("--keys") ? this : flags("--keys");
    }

    /** Other flags of {@code korrel find}. */
    public Find flags(String... more) {
        flags.addAll(List.of(more));
        return this;
    }

    /** Objects of the sigs of these names are made of these classes. Mostly one of them is enough. */
    public Find types(Class<?>... types) {
        for (Class<?> of : types) {
            type(of.getSimpleName(), of);
        }
        return this;
    }

    /** Objects of this sig are made of this class. */
    public Find type(String sig, Class<?> of) {
        return type(sig, of, Map.of());
    }

    /** The same where the class calls fields of the sig otherwise: {@code Map.of("elem", "_element")}. */
    public Find type(String sig, Class<?> of, Map<String, String> fields) {
        classes.add(sig, of, fields);
        return this;
    }

    /**
     * Values of your own for atoms and integers: {@code Map.of("Key", List.of("", "é", "a b"), "Int",
     * List.of(0, 1, 255))}. A list has the values of {@code Key$0}, {@code Key$1}, … and of 0, 1, …; a map
     * names them one by one.
     */
    public Find values(Map<String, ?> values) {
        this.values = Objects.requireNonNull(values, "values");
        return this;
    }

    @Override
    public Heaps iterator() {
        return new Heaps(this);
    }

    /**
     * The heaps of a stream that {@code korrel find} wrote before, with the classes and values of this question. Lines
     * that were lost, added or changed since are an error; {@link Heaps#messages} says so where the digest cannot tell.
     */
    public Heaps read(InputStream written) {
        return new Heaps(this, written);
    }

    /** The same as a stream; one that is not read to its end is to be closed. */
    public Stream<Heap> stream() {
        return iterator().stream();
    }

    public List<Heap> list() {
        try (Stream<Heap> heaps = stream()) {
            return heaps.toList();
        }
    }

    /** The smallest. */
    public Optional<Heap> first() {
        try (Stream<Heap> heaps = stream()) {
            return heaps.findFirst();
        }
    }

    public Header header() {
        try (Heaps heaps = iterator()) {
            return heaps.header();
        }
    }

    /** A heap of objects that come from elsewhere, {@code Map.of("t", tree)}, by the roots of the command. */
    public Heap encode(Map<String, ?> roots) {
        return encode(codec(header()), roots);
    }

    Heap encode(Codec known, Map<String, ?> roots) {
        List<Class<?>> seeds = new ArrayList<>();
        roots.values().stream().filter(root -> root != null).forEach(root -> seeds.add(root.getClass()));
        Codec codec = known.asking(List.copyOf(seeds));
        Graph nothing = new Graph(codec, Json.object("objects", Map.of()));
        Encoder encoder = new Encoder(codec, nothing);
        Map<String, Object> written = Json.object();
        codec.header.roots.forEach((name, shape) ->
            written.put(name, Graph.at("roots", name, () -> encoder.writing.value(roots.get(name), shape))));
        return new Heap(codec, Json.object("roots", written, "objects", encoder.objects()));
    }

    /** Writes heaps that a program has to a file, with the classes and values of this question. */
    public Recorder recorder(Path to) {
        return new Recorder(this, to);
    }

    /**
     * Tries all inputs, one after the other, smallest first. The first that fails is the smallest; what is
     * thrown for it names it by its key. To have no input, or not all, is a failure as well.
     *
     * @return what was tried: {@code COMPLETE: 27 inputs of run repOk for …}
     */
    public String forAll(Body<Heap> body) {
        return new Trial(this).run(body);
    }

    /** The same for the one root of a class. */
    public <T> String forAll(Class<T> type, Body<T> body) {
        return forAll(heap -> body.accept(heap.as(type)));
    }

    /**
     * The inputs for a test framework that makes an item of each. The end of the stream throws if there is
     * none, or not all; else it tells what was tried, as {@link #forAll} does.
     */
    public Stream<Heap> inputs(Consumer<String> note) {
        return new Trial(this).inputs(note);
    }

    /** What a test does with an input. */
    @FunctionalInterface
    public interface Body<T> {
        void accept(T input) throws Throwable;
    }

    Codec codec(Header header) {
        return new Codec(header, classes, values.isEmpty() ? Values.NONE : new Values(header, values));
    }

    List<String> arguments() {
        List<String> arguments = new ArrayList<>(List.of("find", spec));
        if (command != null) {
            arguments.add(command);
        }
        arguments.addAll(flags);
        arguments.addAll(List.of("--color", "never", "--progress", "never"));
        return arguments;
    }

    boolean isLimited() {
        return isLimited;
    }

    /** The same question with keys, which may be changed without changing this one. */
    Find withKeys() {
        Find find = new Find(spec, command, new Classes(classes));
        find.flags.addAll(flags);
        find.isLimited = isLimited;
        return find.values(values).inputTimeout(inputTimeout).keys();
    }

    /** The same question for one input alone, which an earlier limit need not have reached. */
    Find only(String key) {
        Find find = new Find(spec, command, new Classes(classes));
        for (int i = 0; i < flags.size(); i++) {
            if (flags.get(i).equals("--limit") || flags.get(i).equals("--key")) {
                i++;
            } else {
                find.flags.add(flags.get(i));
            }
        }
        return find.values(values).inputTimeout(inputTimeout).key(key).keys();
    }
}
