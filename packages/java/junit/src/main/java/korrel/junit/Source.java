package korrel.junit;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import korrel.Find;
import korrel.Korrel;
import korrel.KorrelException;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.platform.commons.util.AnnotationUtils;

/** The question that a method's annotation asks, and the parameters that its answers fill. */
final class Source implements Inputs {
    private final Method method;
    private final KorrelSource asked;

    Source(Method method) {
        this.method = method;
        asked = AnnotationUtils.findAnnotation(method, KorrelSource.class)
            .orElseThrow(() -> new KorrelException(method + " has no @KorrelSource, no @KorrelEvery and no @KorrelDatabases"));
    }

    @Override
    public String forAll(Find.Body<Object[]> test) {
        List<Type> types = Inputs.types(method);
        return find().forAll(heap -> test.accept(heap.as(types)));
    }

    @Override
    public Stream<Arguments> arguments(Consumer<String> note) {
        List<Type> types = Inputs.types(method);
        return find().inputs(note).map(heap -> {
            Object[] arguments = heap.as(types);
            arguments[0] = Named.of(heap.key(), arguments[0]);
            return Arguments.of(arguments);
        });
    }

    private Find find() {
        String command = asked.command().isEmpty() ? null : asked.command();
        Find find = Korrel.find(file(asked.spec(), method), command).types(asked.types()).flags(asked.flags());
        if (!asked.scope().isEmpty()) {
            find.scope(asked.scope());
        }
        if (asked.limit() > 0) {
            find.limit(asked.limit());
        }
        if (asked.timeout() > 0) {
            find.timeout(Duration.ofMillis((long) (asked.timeout() * 1000)));
        }
        if (!asked.key().isEmpty()) {
            find.key(asked.key());
        }
        configure(find);
        return find;
    }

    /** A file, from the folder in which the tests run, else a resource beside the class of a test. */
    static String file(String name, Method method) {
        if (Files.exists(Path.of(name))) {
            return name;
        }
        URL resource = method.getDeclaringClass().getResource(name);
        try {
            return resource == null ? name : Path.of(new URI(resource.toString())).toString();
        } catch (URISyntaxException | java.nio.file.FileSystemNotFoundException packed) {
            throw new KorrelException("the spec has to be a file: " + resource, packed);
        }
    }

    private void configure(Find find) {
        if (asked.configure().isEmpty()) {
            return;
        }
        try {
            Method configure = method.getDeclaringClass().getDeclaredMethod(asked.configure(), Find.class);
            configure.setAccessible(true);
            configure.invoke(null, find);
        } catch (InvocationTargetException thrown) {
            throw new KorrelException(asked.configure() + ": " + thrown.getCause().getMessage(), thrown.getCause());
        } catch (ReflectiveOperationException | NullPointerException none) {
            throw new KorrelException("there is no `static void " + asked.configure() + "(Find find)` in "
                + method.getDeclaringClass(), none);
        }
    }
}
