package korrel;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * What is seldom done, called so that Java's compiler does not see it.
 *
 * <p>A predicate has some ten instructions that read a field. Each may choose a value, and the compiler would copy all that this
 * takes into each of them: in half a search of three seconds it compiled. A handle that is not final is no constant, and what it
 * leads to is compiled once. A method that is too long to be copied (325 bytes) would do the same, as long as it stays so long.
 */
final class Apart {
    private static MethodHandle read = handle(Search.class, "read", MethodType.methodType(void.class, Object.class, Cell.class, int.class));
    private static MethodHandle again = handle(Trust.class, "tryAgain", MethodType.methodType(void.class, boolean.class));

    private Apart() {}

    private static MethodHandle handle(Class<?> of, String name, MethodType type) {
        try {
            return MethodHandles.lookup().findVirtual(of, name, type);
        } catch (ReflectiveOperationException impossible) {
            throw new AssertionError(impossible);
        }
    }

    static void read(Search search, Object object, Cell cell, int bit) {
        try {
            read.invokeExact(search, object, cell, bit);
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
    }

    static void tryAgain(Trust trust, boolean isRight) {
        try {
            again.invokeExact(trust, isRight);
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
    }
}
