package korrel.junit;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import korrel.Databases;
import korrel.Find;
import korrel.Korrel;
import korrel.KorrelException;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.platform.commons.util.AnnotationUtils;

/** The databases of a schema, and the connection that has their rows. */
final class DatabaseInputs implements Inputs {
    private final Databases databases;

    DatabaseInputs(Method method) {
        if (!Inputs.types(method).equals(List.of(Connection.class))) {
            throw new KorrelException(method + ": its one parameter for a database is a java.sql.Connection");
        }
        KorrelDatabases asked = AnnotationUtils.findAnnotation(method, KorrelDatabases.class).orElseThrow();
        databases = Korrel.databases(Source.file(asked.schema(), method)).rows(asked.rows()).texts(asked.texts());
        int[] integers = asked.integers();
        if (integers.length == 2) {
            databases.integers(integers[0], integers[1]);
        } else if (integers.length > 0) {
            throw new KorrelException(method + ": integers are the least and the greatest, {0, 2}");
        }
        if (!asked.dialect().isEmpty()) {
            databases.dialect(asked.dialect());
        }
        if (!asked.connect().isEmpty()) {
            databases.connect(() -> opened(method, asked.connect()));
        }
        if (asked.limit() > 0) {
            databases.limit(asked.limit());
        }
        if (asked.timeout() > 0) {
            databases.timeout(Duration.ofMillis((long) (asked.timeout() * 1000)));
        }
    }

    private static Connection opened(Method method, String name) {
        try {
            Method connect = method.getDeclaringClass().getDeclaredMethod(name);
            connect.setAccessible(true);
            return (Connection) connect.invoke(null);
        } catch (InvocationTargetException thrown) {
            throw new KorrelException(name + ": " + thrown.getCause().getMessage(), thrown.getCause());
        } catch (ReflectiveOperationException | NullPointerException | ClassCastException none) {
            throw new KorrelException("there is no `static Connection " + name + "()` in " + method.getDeclaringClass(), none);
        }
    }

    @Override
    public String forAll(Find.Body<Object[]> test) {
        return databases.forAll(connection -> test.accept(new Object[] {connection}));
    }

    @Override
    public Stream<Arguments> arguments(Consumer<String> note) {
        return databases.items((number, connection) -> Arguments.of(Named.of("database " + number, connection)), note);
    }
}
