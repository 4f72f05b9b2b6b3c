package korrel.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.provider.ArgumentsSource;

/**
 * The inputs of a test: every small database of an SQL schema, smallest first.
 *
 * <pre>
 * {@literal @}KorrelTest                     // one item, which tries all databases; or {@literal @}ParameterizedTest, an item for each
 * {@literal @}KorrelDatabases(schema = "schema.sql", rows = 2)
 * void report(Connection connection) { … }
 * </pre>
 *
 * What the test changes is rolled back. The connection is one of SQLite, in memory: {@code org.xerial:sqlite-jdbc} has to be on
 * the class path of the tests.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@ArgumentsSource(KorrelArguments.class)
public @interface KorrelDatabases {
    /** A file, from the folder in which the tests run, else a resource beside the class of the test. */
    String schema();

    /** The greatest number of rows of a table. */
    int rows() default 3;

    /** All integers that columns hold: the least and the greatest. */
    int[] integers() default {};

    /** All texts that columns hold. */
    String[] texts() default {};

    /** {@code postgres}, {@code mysql} or {@code duckdb}, for a connection of yours. */
    String dialect() default "";

    /** A static method of the test's class that opens a connection of yours, in which the tables are there and empty. */
    String connect() default "";

    /** No more than so many databases. */
    long limit() default 0;

    /** In seconds; a search that takes longer is a failure. */
    double timeout() default 0;
}
