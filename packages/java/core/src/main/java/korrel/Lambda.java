package korrel;

import java.io.Serializable;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Method;

/** A lambda or a method reference: the method that it is, which can be found in another world. */
final class Lambda {
    private final Serializable given;
    private final SerializedLambda said;

    Lambda(Serializable given) {
        this.given = given;
        try {
            Method replace = given.getClass().getDeclaredMethod("writeReplace");
            said = (SerializedLambda) Layout.open(replace).invoke(given);
        } catch (ReflectiveOperationException | ClassCastException none) {
            throw new KorrelException("where: give a lambda or a method reference, Tree::repOk: of another object it cannot be seen "
                + "what it reads", none);
        }
        for (int at = 0; at < said.getCapturedArgCount(); at++) {
            Object captured = said.getCapturedArg(at);
            if (captured == null || !World.isPlatform(captured.getClass()) || !isConstant(captured)) {
                String what = captured == null ? "a variable" : "an object of " + captured.getClass().getSimpleName();
                throw new KorrelException("where: it uses " + what + " from outside, which is another one where reads are seen: use nothing but "
                    + "the parameters, numbers and texts");
            }
        }
    }

    private static boolean isConstant(Object value) {
        return value instanceof Number || value instanceof String || value instanceof Boolean || value instanceof Character;
    }

    /** {@code Tree.repOk}, or that it is a lambda. */
    String name() {
        String method = said.getImplMethodName();
        String of = said.getImplClass().substring(said.getImplClass().lastIndexOf('/') + 1);
        return method.startsWith("lambda$") ? "a lambda in " + of : of.substring(of.lastIndexOf('$') + 1) + "." + method;
    }

    ClassLoader loader() {
        return given.getClass().getClassLoader();
    }

    /** Whether it has assertions that are switched off. */
    boolean hasNoAssertions() {
        try {
            Class<?> of = Class.forName(said.getImplClass().replace('/', '.'), false, loader());
            of.getDeclaredField("$assertionsDisabled");
            return !of.desiredAssertionStatus();
        } catch (ClassNotFoundException | NoSuchFieldException none) {
            return false;
        }
    }

    /** The same in another world, from an array of arguments to an object. */
    MethodHandle in(ClassLoader world, int arguments) {
        try {
            Class<?> of = Class.forName(said.getImplClass().replace('/', '.'), true, world);
            MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(of, MethodHandles.lookup());
            MethodType type = MethodType.fromMethodDescriptorString(said.getImplMethodSignature(), world);
            MethodHandle handle = switch (said.getImplMethodKind()) {
                case MethodHandleInfo.REF_invokeStatic -> lookup.findStatic(of, said.getImplMethodName(), type);
                case MethodHandleInfo.REF_invokeSpecial -> lookup.findSpecial(of, said.getImplMethodName(), type, of);
                default -> lookup.findVirtual(of, said.getImplMethodName(), type);
            };
            Object[] captured = new Object[said.getCapturedArgCount()];
            for (int at = 0; at < captured.length; at++) {
                captured[at] = said.getCapturedArg(at);
            }
            handle = MethodHandles.insertArguments(handle, 0, captured);
            return handle.asType(handle.type().generic()).asSpreader(Object[].class, arguments);
        } catch (ReflectiveOperationException impossible) {
            throw new KorrelException("where: " + name() + " cannot be called: " + impossible.getMessage(), impossible);
        }
    }
}
