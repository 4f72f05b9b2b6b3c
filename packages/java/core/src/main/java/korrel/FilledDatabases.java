package korrel;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * One connection with the rows of one database after the other. The program writes the statements, so nothing here knows how a
 * heap becomes rows.
 */
final class FilledDatabases implements Iterator<Connection>, AutoCloseable {
    private static final String HEAD = "-- database ";

    private final Databases asked;
    private final String replayed = Trial.replayed();
    private final Path folder;
    private final String spec;
    /** What the spec does not say of the schema. */
    private final String unsaid;
    private final Program program;
    private final BufferedReader lines;
    /** The head of the database that comes next; null at the end. */
    private String head;
    private List<String> script = List.of();
    private String number;
    private long count;
    private Connection connection;
    private boolean isFilled;

    FilledDatabases(Databases asked) {
        this.asked = asked;
        try {
            folder = Files.createTempDirectory("korrel-");
            spec = folder.resolve("schema.als").toString();
            unsaid = init();
            program = new Program(asked.find(spec, replayed));
            lines = new BufferedReader(new InputStreamReader(program.output(), StandardCharsets.UTF_8));
            head = lines.readLine();
        } catch (IOException broken) {
            throw new KorrelException("korrel: " + broken.getMessage(), broken);
        }
    }

    private String init() throws IOException {
        Program init = new Program(asked.init(spec, asked.schema));
        init.output().readAllBytes();
        if (init.exitCode() != 0) {
            throw new KorrelException(init.messages());
        }
        return init.messages().contains("not said") ? "; " + init.messages() : "";
    }

    long count() {
        return count;
    }

    /** Of the database that came last. */
    String number() {
        return number;
    }

    @Override
    public boolean hasNext() {
        empty();
        return head != null && head.startsWith(HEAD);
    }

    @Override
    public Connection next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        try {
            number = head.substring(HEAD.length());
            script = statements();
            if (connection == null) {
                create();
            }
            connection.setAutoCommit(false);
            isFilled = true;
            execute("SAVEPOINT korrel_test");
            for (String statement : script) {
                execute(statement);
            }
            if (script.stream().anyMatch(statement -> statement.startsWith("PRAGMA defer_foreign_keys"))) {
                // Keys that had to wait for each other's rows wait no longer.
                execute("PRAGMA defer_foreign_keys = OFF");
            }
        } catch (SQLException | IOException refused) {
            throw new KorrelException("database " + number + ": " + refused.getMessage() + "\n" + String.join("\n", script), refused);
        }
        count++;
        return connection;
    }

    /** A statement ends with a line, unless that is within a text. */
    private List<String> statements() throws IOException {
        List<String> statements = new ArrayList<>();
        StringBuilder statement = new StringBuilder();
        for (head = lines.readLine(); head != null; head = lines.readLine()) {
            if (statement.isEmpty() && head.startsWith(HEAD)) {
                break;
            }
            statement.append(head);
            if (head.endsWith(";") && statement.chars().filter(c -> c == '\'').count() % 2 == 0) {
                statements.add(statement.substring(0, statement.length() - 1));
                statement.setLength(0);
            } else {
                statement.append('\n');
            }
        }
        return statements;
    }

    private void create() throws SQLException, IOException {
        connection = asked.open();
        if (asked.connect != null) {
            return;
        }
        connection.setAutoCommit(true);
        try (Statement made = connection.createStatement()) {
            made.executeUpdate("PRAGMA foreign_keys = OFF");
            made.executeUpdate(asked.text());
            for (String line : Files.readAllLines(Path.of(spec))) {
                // Rows that the script writes are not of the database.
                int at = line.startsWith("--@ ") ? line.indexOf(": table ") : -1;
                if (at >= 0) {
                    made.executeUpdate("DELETE FROM " + line.substring(at + ": table ".length()));
                }
            }
            made.executeUpdate("PRAGMA foreign_keys = ON");
        }
    }

    private void execute(String statement) throws SQLException {
        try (Statement one = connection.createStatement()) {
            one.execute(statement);
        }
    }

    /** What the test has changed is rolled back. */
    private void empty() {
        if (!isFilled) {
            return;
        }
        isFilled = false;
        try {
            execute("ROLLBACK TO SAVEPOINT korrel_test");
            connection.rollback();
        } catch (SQLException ended) {
            // The test has ended the transaction, so its rows stay: the next one begins anew.
            shut();
            if (asked.connect != null) {
                throw new KorrelException("the test has ended the transaction, so what it wrote stays in the database", ended);
            }
        }
    }

    private void shut() {
        try {
            if (asked.connect == null && connection != null) {
                connection.close();
            }
        } catch (SQLException gone) {
            return; // the test has closed it
        } finally {
            connection = null;
        }
    }

    /** What a test threw, with the rows on which it did. */
    KorrelFailure failure(Throwable thrown, long passed) {
        Heap heap = asked.heap(spec, number);
        String how = asked.init("schema.als", asked.schema).stream().map(FilledDatabases::quoted).collect(Collectors.joining(" "));
        String rows = script.stream().map(statement -> "  " + statement + ";\n").collect(Collectors.joining());
        return new KorrelFailure(thrown, heap, passed, "rows: korrel " + how
            + "; korrel find schema.als --format sql --key " + heap.key() + "\n" + rows);
    }

    private static String quoted(String word) {
        return word.matches("[\\w@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    /** What was tried. */
    String remark(long passed) {
        int code = program.exitCode();
        if (code == 2) {
            throw new KorrelException(program.messages());
        }
        if (replayed != null) { // it may be the key of another test's input
            return count == 0 ? "nothing was tried: no input is " + replayed : "only " + replayed + " was tried";
        }
        if (code != 0 && code != 1) {
            throw new KorrelException(("korrel find: the list is incomplete after " + count + " databases (exit code " + code + ")\n"
                + program.messages()).strip());
        }
        if (count == 0) {
            throw new KorrelException(("there is no database: a test of none says nothing\n" + program.messages()).strip());
        }
        String databases = count + (count == 1 ? " database" : " databases")
            + (passed < count ? " (" + (count - passed) + " skipped)" : "") + " of " + asked.schema;
        return (count < asked.limit ? "COMPLETE: " + databases
            : "stopped at the limit: " + databases + ", and there may be more") + unsaid;
    }

    Stream<Connection> stream(Consumer<String> note) {
        Iterator<Connection> noting = new Iterator<>() {
            private boolean isOver;

            @Override
            public boolean hasNext() {
                boolean isThere = FilledDatabases.this.hasNext();
                if (!isThere && !isOver) {
                    isOver = true;
                    String remark = remark(count);
                    close();
                    note.accept(remark);
                }
                return isThere;
            }

            @Override
            public Connection next() {
                return FilledDatabases.this.next();
            }
        };
        int ordered = Spliterator.ORDERED | Spliterator.NONNULL;
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(noting, ordered), false).onClose(this::close);
    }

    @Override
    public void close() {
        program.run();
        try {
            empty();
        } finally {
            shut();
            removeFolder();
        }
    }

    private void removeFolder() {
        try {
            Files.deleteIfExists(Path.of(spec));
            Files.deleteIfExists(folder);
        } catch (IOException kept) {
            return; // it is a folder for what is not kept
        }
    }
}
