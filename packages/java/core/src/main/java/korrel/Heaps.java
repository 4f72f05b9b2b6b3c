package korrel;

import java.io.InputStream;
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

    /** Null for a stream that was written before. */
    private final Program program;
    private final Frame frame;
    private final Schema schema;
    private final Cleaner.Cleanable cleanable;
    private final boolean isLimited;
    private final Codec codec;
    private Heap next;
    private String status;
    private long count;
    private Consumer<Heaps> atEnd = heaps -> { };

    Heaps(Find find) {
        this(find, new Program(find.arguments()));
    }

    private Heaps(Find find, Program program) {
        this(find, program, program.output(), program, find.isLimited());
    }

    /** What a program has written before. */
    Heaps(Find find, InputStream written) {
        this(find, null, written, () -> { }, true);
    }

    private Heaps(Find find, Program program, InputStream stream, Runnable end, boolean isLimited) {
        this.program = program;
        this.isLimited = isLimited;
        cleanable = CLEANER.register(this, end);
        frame = new Frame(stream);
        try {
            Map<String, Object> record = first();
            HeaderCheck.check(record);
            Header header = new Header(record);
            schema = new Schema(header);
            codec = find.codec(header);
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

    /**
     * What is to be said at the end of the stream: by the program, of why there is no instance, say; and that
     * the stream's digest says nothing, for another program has written its lines anew.
     */
    public String messages() {
        return ((program == null ? "" : program.messages() + "\n") + frame.note()).strip();
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
        Map<String, Object> header = frame.header();
        if (header == null) {
            throw failed("it ends without a word");
        }
        return header;
    }

    private void read() {
        try {
            Map<String, Object> record = frame.instance();
            if (record != null) {
                schema.check(record);
                next = new Heap(codec, record);
                return;
            }
        } catch (KorrelException broken) {
            throw ended(broken);
        }
        if (frame.end() == null) {
            throw ended(failed("the stream breaks off after " + count + " heaps"));
        }
        finish((String) frame.end().get("status"));
    }

    private void finish(String found) {
        status = found;
        if (!found.equals("complete") && !(found.equals("limit") && isLimited)) {
            throw ended(failed("the stream is incomplete: " + found + " after " + count + " heaps"));
        }
        messages(); // it has ended
        close();
        atEnd.accept(this);
    }

    private KorrelException ended(KorrelException failure) {
        close();
        return failure;
    }

    /** A spec with a mistake has a diagnostic, which says more than that. */
    private KorrelException failed(String what) {
        if (program == null) {
            return new KorrelException(what);
        }
        int code = program.exitCode();
        String messages = program.messages();
        return new KorrelException(messages.isEmpty() ? "korrel find: " + what + " (exit code " + code + ")"
            : code == 2 ? messages : "korrel find: " + what + " (exit code " + code + ")\n" + messages);
    }
}
