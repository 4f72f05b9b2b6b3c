package korrel.junit;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import korrel.All;
import korrel.Find;
import korrel.KorrelException;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.platform.commons.util.AnnotationUtils;

/** The inputs that {@link KorrelEvery} names. */
final class Every implements Inputs {
    private final All<Object[]> all;

    Every(Method method) {
        String name = AnnotationUtils.findAnnotation(method, KorrelEvery.class).orElseThrow().value();
        All<?> named = named(method, name.isEmpty() ? method.getName() : name);
        List<Class<?>> types = Inputs.types(method).stream().<Class<?>>map(type -> type instanceof Class<?> of ? of
            : (Class<?>) ((java.lang.reflect.ParameterizedType) type).getRawType()).toList();
        int roots = named.roots().size();
        if (types.size() < roots) {
            throw new KorrelException(method + " has fewer parameters than the roots " + named.roots());
        }
        all = named.and(types.subList(roots, types.size()).toArray(Class[]::new));
    }

    private static All<?> named(Method method, String name) {
        try {
            Method factory = method.getDeclaringClass().getDeclaredMethod(name);
            factory.setAccessible(true);
            return (All<?>) factory.invoke(null);
        } catch (InvocationTargetException thrown) {
            throw new KorrelException(name + ": " + thrown.getCause().getMessage(), thrown.getCause());
        } catch (ReflectiveOperationException | NullPointerException | ClassCastException none) {
            throw new KorrelException("there is no `static All<…> " + name + "()` in " + method.getDeclaringClass(), none);
        }
    }

    @Override
    public String forAll(Find.Body<Object[]> test) {
        return all.forAll(test);
    }

    @Override
    public Stream<Arguments> arguments(Consumer<String> note) {
        return all.inputs((heap, input) -> {
            input[0] = Named.of(heap.get().key(), input[0]);
            return Arguments.of(input);
        }, note);
    }
}
