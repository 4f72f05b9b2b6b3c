package korrel.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.ParameterizedTest;

/** Run by {@link KorrelJunitTest}: tests that pass, and tests that must not. */
final class DatabaseSamples {
    private DatabaseSamples() {}

    static String rows(Connection connection, String query) throws SQLException {
        StringBuilder rows = new StringBuilder();
        try (Statement asked = connection.createStatement(); ResultSet found = asked.executeQuery(query)) {
            while (found.next()) {
                for (int at = 1; at <= found.getMetaData().getColumnCount(); at++) {
                    rows.append(found.getString(at)).append(at < found.getMetaData().getColumnCount() ? "|" : ";");
                }
            }
        }
        return rows.toString();
    }

    static void run(Connection connection, String statement) throws SQLException {
        try (Statement asked = connection.createStatement()) {
            asked.execute(statement);
        }
    }

    static class Cases {
        static final Set<String> SEEN = new TreeSet<>();
        private static Connection own;

        @KorrelTest
        @KorrelDatabases(schema = "library.sql", rows = 2, texts = {"x", "it's"})
        void eachOnce(Connection connection, TestInfo info) throws SQLException {
            assertEquals("", rows(connection, "PRAGMA foreign_key_check"));
            String all = rows(connection, "SELECT * FROM author ORDER BY id") + " / " + rows(connection, "SELECT * FROM book ORDER BY id");
            assertTrue(SEEN.add(all) && !all.contains("new") && !all.contains("not of"), all);
            run(connection, "DELETE FROM book");
            run(connection, "INSERT INTO author VALUES (9, 'new', NULL)");
        }

        @ParameterizedTest
        @KorrelDatabases(schema = "library.sql", rows = 1, integers = {0, 1}, limit = 3)
        void items(Connection connection) throws SQLException {
            assertTrue(rows(connection, "SELECT id FROM author").length() <= 2);
        }

        @KorrelTest
        @KorrelDatabases(schema = "library.sql", rows = 2, texts = {"x", "it's"})
        void fails(Connection connection) throws SQLException {
            assertEquals(rows(connection, "SELECT count(*) FROM author"),
                rows(connection, "SELECT count(DISTINCT a.id) FROM author a JOIN book b ON b.author = a.id"), "an author without books is lost");
        }

        @KorrelTest
        @KorrelDatabases(schema = "library.sql", rows = 1)
        void commits(Connection connection) throws SQLException {
            assertTrue(rows(connection, "SELECT id FROM author").length() <= 2);
            connection.commit();
        }

        @KorrelTest
        @KorrelDatabases(schema = "ring.sql", rows = 2)
        void ring(Connection connection) {
            assertThrows(SQLException.class, () -> run(connection, "INSERT INTO b VALUES (9, 9)"));
        }

        @KorrelTest
        @KorrelDatabases(schema = "library.sql", rows = 1, connect = "mine", dialect = "sqlite")
        void ofMyOwn(Connection connection) throws SQLException {
            assertTrue(connection == own && rows(connection, "SELECT id FROM author").length() <= 2);
        }

        @KorrelTest
        @KorrelDatabases(schema = "trees.als")
        void isNoSchema(Connection connection) {}

        @KorrelTest
        @KorrelDatabases(schema = "library.sql")
        void takesNoConnection(String text) {}

        static Connection mine() throws SQLException {
            own = DriverManager.getConnection("jdbc:sqlite::memory:");
            run(own, "CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT NOT NULL, mentor INTEGER)");
            run(own, "CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT NOT NULL UNIQUE, author INTEGER NOT NULL)");
            return own;
        }
    }
}
