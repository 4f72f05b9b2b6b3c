package korrel;

import java.io.Serializable;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/** The method that a lambda or a method reference is, which can be found in another world. */
final class Lambda {
    private final ClassLoader loader;
    private final String of;
    private final String method;
    private final String signature;
    private final int kind;
    private final Object[] captured;
    /** Whether it returns nothing, and throws on a bad heap. */
    final boolean isAssertion;

    private Lambda(ClassLoader loader, String of, String method, String signature, int kind, Object[] captured, boolean isAssertion) {
        this.loader = loader;
        this.of = of;
        this.method = method;
        this.signature = signature;
        this.kind = kind;
        this.captured = captured;
        this.isAssertion = isAssertion;
    }

    static Lambda of(Method method) {
        int kind = Modifier.isStatic(method.getModifiers()) ? MethodHandleInfo.REF_invokeStatic : MethodHandleInfo.REF_invokeVirtual;
        String signature = MethodType.methodType(method.getReturnType(), method.getParameterTypes()).toMethodDescriptorString();
        Class<?> of = method.getDeclaringClass();
        return new Lambda(of.getClassLoader(), of.getName(), method.getName(), signature, kind, new Object[0], method.getReturnType() == void.class);
    }

    static Lambda of(Serializable given) {
        SerializedLambda said;
        try {
            Method replace = given.getClass().getDeclaredMethod("writeReplace");
            said = (SerializedLambda) Layout.open(replace).invoke(given);
        } catch (ReflectiveOperationException | ClassCastException none) {
            throw new KorrelException("where: give a lambda or a method reference, Tree::repOk: of another object it cannot be seen "
                + "what it reads", none);
        }
        Object[] captured = new Object[said.getCapturedArgCount()];
        for (int at = 0; at < captured.length; at++) {
            captured[at] = said.getCapturedArg(at);
            if (captured[at] == null || !World.isPlatform(captured[at].getClass()) || !isConstant(captured[at])) {
                String what = captured[at] == null ? "a variable" : "an object of " + captured[at].getClass().getSimpleName();
                throw new KorrelException("where: it uses " + what + " from outside, which is another one where reads are seen: use nothing but "
                    + "the parameters, numbers and texts");
            }
        }
        return new Lambda(given.getClass().getClassLoader(), said.getImplClass().replace('/', '.'), said.getImplMethodName(),
            said.getImplMethodSignature(), said.getImplMethodKind(), captured, given instanceof All.Check);
    }

    private static boolean isConstant(Object value) {
        return value instanceof Number || value instanceof String || value instanceof Boolean || value instanceof Character;
    }

    /** {@code Tree.repOk}, or that it is a lambda. */
    String name() {
        String simple = of.substring(of.lastIndexOf('.') + 1);
        return method.startsWith("lambda$") ? "a lambda in " + simple : simple.substring(simple.lastIndexOf('$') + 1) + "." + method;
    }

    ClassLoader loader() {
        return loader;
    }

    /** Whether it has assertions that are switched off. */
    boolean hasNoAssertions() {
        try {
            Class<?> found = Class.forName(of, false, loader);
            found.getDeclaredField("$assertionsDisabled");
            return !found.desiredAssertionStatus();
        } catch (ClassNotFoundException | NoSuchFieldException none) {
            return false;
        }
    }

    /** The same in another world, from an array of arguments to an object. */
    MethodHandle in(ClassLoader world, int arguments) {
        try {
            Class<?> found = Class.forName(of, true, world);
            MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(found, MethodHandles.lookup());
            MethodType type = MethodType.fromMethodDescriptorString(signature, world);
            MethodHandle handle = switch (kind) {
                case MethodHandleInfo.REF_invokeStatic -> lookup.findStatic(found, method, type);
                case MethodHandleInfo.REF_invokeSpecial -> lookup.findSpecial(found, method, type, found);
                default -> lookup.findVirtual(found, method, type);
            };
            handle = MethodHandles.insertArguments(handle, 0, captured);
            return handle.asType(handle.type().generic()).asSpreader(Object[].class, arguments);
        } catch (ReflectiveOperationException impossible) {
            throw new KorrelException("where: " + name() + " cannot be called: " + impossible.getMessage(), impossible);
        }
    }
}
