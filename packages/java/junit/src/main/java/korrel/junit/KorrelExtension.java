package korrel.junit;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import korrel.KorrelFailure;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.opentest4j.AssertionFailedError;

/** Calls the method of a test with each input, instead of once. */
final class KorrelExtension implements InvocationInterceptor, ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getDeclaringExecutable() == context.getTestMethod().orElse(null)
            && parameter.getIndex() < Inputs.types(context.getRequiredTestMethod()).size();
    }

    /** Never seen by the test: a value has to be there before there are inputs. */
    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type.isPrimitive() ? Array.get(Array.newInstance(type, 1), 0) : null;
    }

    @Override
    public void interceptTestMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> called, ExtensionContext context) {
        invocation.skip();
        int inputs = Inputs.types(called.getExecutable()).size();
        List<Object> others = called.getArguments().subList(inputs, called.getArguments().size());
        try {
            String note = Inputs.of(context).forAll(input -> call(called, input, others));
            context.publishReportEntry("korrel", note);
        } catch (KorrelFailure failure) {
            throw comparable(failure);
        }
    }

    /** Editors show what was expected beside what was found, if they are told. */
    private static AssertionError comparable(KorrelFailure failure) {
        return failure.getCause() instanceof AssertionFailedError compared && compared.isExpectedDefined()
            ? new AssertionFailedError(failure.getMessage(), compared.getExpected(), compared.getActual(), failure) : failure;
    }

    private static void call(
            ReflectiveInvocationContext<Method> called, Object[] input, List<Object> others) throws Throwable {
        List<Object> arguments = new ArrayList<>(Arrays.asList(input));
        arguments.addAll(others);
        Method method = called.getExecutable();
        method.setAccessible(true);
        try {
            method.invoke(called.getTarget().orElse(null), arguments.toArray());
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }
}
