package korrel;

import java.lang.ref.Cleaner;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The heaps of a stream, one after the other. Reading to the end, closing, or giving up ends the program.
 *
 * <p>That the stream has all heaps of the question, or all up to the limit, is known at its end only: a
 * stream that is not complete throws there.
 */
public final class Heaps implements Iterator<Heap>, AutoCloseable {
    private static final Cleaner CLEANER = Cleaner.create();

    private final Program program;
    private final Cleaner.Cleanable cleanable;
    private final boolean isLimited;
    private final Codec codec;
    private Heap next;
    private String status;
    private long count;
    private Consumer<Heaps> atEnd = heaps -> { };

    Heaps(Find find) {
        program = new Program(find.arguments());
        cleanable = CLEANER.register(this, program);
        isLimited = find.isLimited();
        try {
            codec = find.codec(new Header(first()));
        } catch (RuntimeException | Error refused) {
            close();
            throw refused;
        }
    }

    public Header header() {
        return codec.header;
    }

    /** {@code complete} or {@code limit}; null before the end. */
    public String status() {
        return status;
    }

    /** How many heaps have been read. */
    public long count() {
        return count;
    }

    /** What the program has to say, at the end of the stream: why there is no instance, say. */
    public String messages() {
        return program.messages();
    }

    @Override
    public boolean hasNext() {
        while (next == null && status == null) {
            read();
        }
        return next != null;
    }

    @Override
    public Heap next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        Heap heap = next;
        next = null;
        count++;
        return heap;
    }

    Stream<Heap> stream() {
        int ordered = Spliterator.ORDERED | Spliterator.NONNULL;
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(this, ordered), false).onClose(this::close);
    }

    @Override
    public void close() {
        if (status == null) {
            status = "closed";
        }
        cleanable.clean();
    }

    /** Whom to tell that the stream has ended well. */
    void atEnd(Consumer<Heaps> told) {
        atEnd = told;
    }

    private Map<String, Object> first() {
        String line = program.line();
        if (line == null) {
            throw failed("it ends without a word");
        }
        Map<String, Object> header = JsonReader.readObject(line);
        if (!"heapgraph/1".equals(header.get("format"))) {
            throw new KorrelException("this is no stream of heapgraph/1: " + line);
        }
        return header;
    }

    private void read() {
        String line = program.line();
        if (line == null) {
            throw ended(failed("the stream breaks off after " + count + " heaps"));
        }
        Map<String, Object> record = record(line);
        if ("instance".equals(record.get("kind"))) {
            next = new Heap(codec, record);
        } else if ("end".equals(record.get("kind"))) {
            finish((String) record.get("status"));
        }
    }

    private Map<String, Object> record(String line) {
        try {
            return JsonReader.readObject(line);
        } catch (KorrelException broken) {
            throw ended(broken);
        }
    }

    private void finish(String found) {
        status = found;
        if (!found.equals("complete") && !(found.equals("limit") && isLimited)) {
            throw ended(failed("the stream is incomplete: " + found + " after " + count + " heaps"));
        }
        program.messages(); // it has ended
        close();
        atEnd.accept(this);
    }

    private KorrelException ended(KorrelException failure) {
        close();
        return failure;
    }

    /** A spec with a mistake has a diagnostic, which says more than that. */
    private KorrelException failed(String what) {
        int code = program.exitCode();
        String messages = program.messages();
        return new KorrelException(messages.isEmpty() ? "korrel find: " + what + " (exit code " + code + ")"
            : code == 2 ? messages : "korrel find: " + what + " (exit code " + code + ")\n" + messages);
    }
}
