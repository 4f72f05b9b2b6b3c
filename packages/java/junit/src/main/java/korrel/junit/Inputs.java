package korrel.junit;

import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import korrel.Find;
import korrel.KorrelException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.platform.commons.util.AnnotationUtils;

/** The inputs of a test's method, and the parameters that they fill. */
interface Inputs {
    /** Calls a test with the arguments of each input; returns what was tried. */
    String forAll(Find.Body<Object[]> test);

    /** The arguments of each input, of which the first is named by the input's key. */
    Stream<Arguments> arguments(Consumer<String> note);

    static Inputs of(ExtensionContext context) {
        Method method = context.getRequiredTestMethod();
        if (AnnotationUtils.isAnnotated(method, KorrelDatabases.class)) {
            return new DatabaseInputs(method);
        }
        return AnnotationUtils.isAnnotated(method, KorrelEvery.class) ? new Every(method) : new Source(method);
    }

    /** Of those parameters that inputs fill: JUnit's own come after these. */
    static List<Type> types(Method method) {
        List<Type> types = new ArrayList<>();
        for (Parameter parameter : method.getParameters()) {
            if (parameter.getType().getPackageName().startsWith("org.junit.")) {
                break;
            }
            types.add(parameter.getParameterizedType());
        }
        if (types.isEmpty()) {
            throw new KorrelException(method + " has no parameter for an input: a Heap, or the class of a root");
        }
        return types;
    }
}
