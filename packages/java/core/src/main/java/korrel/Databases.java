package korrel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Every small database of an SQL schema, smallest first, one of each class:
 *
 * <pre>
 * Korrel.databases("schema.sql").rows(2).forAll(connection -&gt; { … });
 * </pre>
 *
 * The connection is one of SQLite, in memory ({@code org.xerial:sqlite-jdbc} has to be on the class path), unless
 * {@link #connect} opens another one. A transaction is open on it, which is rolled back.
 */
public final class Databases {
    final String schema;
    private int rows = 3;
    private String dialect;
    private final List<String> values = new ArrayList<>();
    private final List<String> flags = new ArrayList<>();
    private final List<String> cuts = new ArrayList<>();
    long limit = Long.MAX_VALUE;
    Callable<Connection> connect;

    Databases(String schema) {
        this.schema = schema;
    }

    /** The greatest number of rows of a table: 3, if nothing is said. */
    public Databases rows(int most) {
        rows = most;
        return this;
    }

    /** All integers that columns hold. */
    public Databases integers(int least, int greatest) {
        if (least > greatest) {
            throw new KorrelException("integers from " + least + " to " + greatest + ": there are none");
        }
        values.addAll(List.of("--integers", least + ".." + greatest));
        return this;
    }

    /** All texts that columns hold. */
    public Databases texts(String... texts) {
        Arrays.stream(texts).forEach(text -> values.add("--text=" + text));
        return this;
    }

    /** {@code sqlite}, {@code postgres}, {@code mysql} or {@code duckdb}: SQLite, if nothing is said and there is no connection of yours. */
    public Databases dialect(String dialect) {
        this.dialect = dialect;
        return this;
    }

    /** Opens a connection of yours, in which the tables are there and empty. */
    public Databases connect(Callable<Connection> connect) {
        this.connect = connect;
        return this;
    }

    /** No more than so many databases. */
    public Databases limit(long limit) {
        this.limit = limit;
        cuts.addAll(List.of("--limit", String.valueOf(limit)));
        return this;
    }

    /** A search that takes longer is an error. */
    public Databases timeout(Duration timeout) {
        cuts.addAll(List.of("--timeout", timeout.toMillis() + "ms"));
        return this;
    }

    /** Replaces the scope of the spec that is made of the schema. */
    public Databases scope(String scope) {
        flags.addAll(List.of("--scope", scope));
        return this;
    }

    /**
     * Tries all databases, one after the other. The first that fails is the smallest; what is thrown for it says its rows.
     *
     * @return what was tried: {@code COMPLETE: 27 databases of schema.sql}
     */
    public String forAll(Find.Body<Connection> body) {
        Throwable skipped = null;
        long passed = 0;
        try (FilledDatabases filled = new FilledDatabases(this)) {
            while (filled.hasNext()) {
                Connection connection = filled.next();
                try {
                    body.accept(connection);
                    passed++;
                } catch (Throwable thrown) {
                    if (!Trial.isAssumption(thrown)) {
                        throw filled.failure(thrown, passed);
                    }
                    skipped = thrown;
                }
            }
            if (filled.count() > 0 && passed == 0) {
                throw skipped;
            }
            return filled.remark(passed);
        } catch (Throwable thrown) {
            throw Trial.unchecked(thrown);
        }
    }

    /**
     * Something of each connection and the number of its database, for a test framework that makes an item of each. A
     * connection has the rows until the next item is asked for.
     */
    public <T> Stream<T> items(BiFunction<String, Connection, T> item, Consumer<String> note) {
        FilledDatabases filled = new FilledDatabases(this);
        return filled.stream(note).map(connection -> item.apply(filled.number(), connection));
    }

    /** How the spec is made. */
    List<String> init(String spec, String of) {
        List<String> words = new ArrayList<>(List.of("init", "--rows", String.valueOf(rows)));
        words.addAll(values);
        String asked = dialect == null && connect == null ? "sqlite" : dialect;
        if (asked != null) {
            words.addAll(List.of("--dialect", asked));
        }
        words.addAll(List.of("-o", spec, "--", of));
        return words;
    }

    /** How its databases are asked for; of one that is tried again by its key. */
    List<String> find(String spec, String key) {
        List<String> words = new ArrayList<>(List.of("find", spec, "--format", "sql", "--color", "never", "--progress", "never"));
        words.addAll(flags);
        words.addAll(key == null ? cuts : List.of("--key", key));
        return words;
    }

    /** The database of this number as a heap, with its key. */
    Heap heap(String spec, String number) {
        return Korrel.find(spec).flags(flags.toArray(String[]::new)).flags("--id", number).keys().first().orElseThrow();
    }

    /** A connection, and whether the tables are still to be made. */
    Connection open() throws SQLException {
        try {
            return connect != null ? connect.call() : DriverManager.getConnection("jdbc:sqlite::memory:");
        } catch (SQLException refused) {
            if (connect == null && "08001".equals(refused.getSQLState())) {
                throw new KorrelException("there is no driver of SQLite: put org.xerial:sqlite-jdbc on the class path, or call connect", refused);
            }
            throw refused;
        } catch (Exception refused) {
            throw Trial.unchecked(refused);
        }
    }

    String text() {
        try {
            String text = Files.readString(Path.of(schema));
            return text.startsWith("\uFEFF") ? text.substring(1) : text;
        } catch (IOException unread) {
            throw new KorrelException("cannot read " + schema + ": " + unread.getMessage(), unread);
        }
    }
}
