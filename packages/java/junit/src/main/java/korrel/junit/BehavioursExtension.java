package korrel.junit;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import korrel.Behaviours;
import korrel.Korrel;
import korrel.KorrelDriver;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/** Runs behaviours instead of the method, which declares the machine in another Java. */
final class BehavioursExtension implements InvocationInterceptor {
    @Override
    public void interceptTestMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> called, ExtensionContext context) {
        invocation.skip();
        Method method = called.getExecutable();
        String note = asked(method).check(Served.class, method.getDeclaringClass().getName(), method.getName());
        context.publishReportEntry("korrel", note);
    }

    private static Behaviours asked(Method method) {
        KorrelBehaviours asked = method.getAnnotation(KorrelBehaviours.class);
        List<String> traces = Arrays.stream(asked.itf()).map(file -> Source.file(file, method)).toList();
        Behaviours behaviours = traces.isEmpty() ? Korrel.behaviours(Source.file(asked.spec(), method), asked.command())
            : Korrel.traces(traces);
        if (!asked.steps().isEmpty()) {
            behaviours.steps(asked.steps());
        }
        if (!asked.scope().isEmpty()) {
            behaviours.scope(asked.scope());
        }
        return behaviours.flags(asked.flags());
    }

    /** The other Java: its arguments are a class of tests, and the method that declares a machine. */
    static final class Served {
        private Served() {}

        public static void main(String[] arguments) throws Throwable {
            Class<?> tests = Class.forName(arguments[0]);
            Method declares = Arrays.stream(tests.getDeclaredMethods()).filter(method -> method.getName().equals(arguments[1]))
                .filter(method -> method.isAnnotationPresent(KorrelBehaviours.class)).findFirst().orElseThrow();
            declares.setAccessible(true);
            Constructor<?> constructor = tests.getDeclaredConstructor();
            constructor.setAccessible(true);
            KorrelDriver.serve(() -> {
                try {
                    declares.invoke(constructor.newInstance());
                } catch (InvocationTargetException thrown) {
                    throw new IllegalStateException(thrown.getCause());
                } catch (ReflectiveOperationException unfit) {
                    throw new IllegalStateException(unfit);
                }
            });
        }
    }
}
