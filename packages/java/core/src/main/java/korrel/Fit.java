package korrel;

import java.lang.reflect.Array;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.math.BigInteger;
import java.util.Arrays;

/** What types in Java are to values: their classes and elements, and which single values fit into them. */
final class Fit {
    private Fit() {}

    /** The class of a type: of a variable its bound. */
    static Class<?> raw(Type type) {
        if (type instanceof Class<?> of) {
            return of;
        }
        if (type instanceof ParameterizedType generic) {
            return (Class<?>) generic.getRawType();
        }
        if (type instanceof GenericArrayType array) {
            return Array.newInstance(raw(array.getGenericComponentType()), 0).getClass();
        }
        return raw(type instanceof TypeVariable<?> variable ? variable.getBounds()[0] : ((WildcardType) type).getUpperBounds()[0]);
    }

    /** The n-th type argument, or Object. */
    static Type argument(Type type, int n) {
        return type instanceof ParameterizedType generic && generic.getActualTypeArguments().length > n
            ? generic.getActualTypeArguments()[n] : Object.class;
    }

    static Type component(Type array) {
        return array instanceof GenericArrayType generic ? generic.getGenericComponentType() : raw(array).getComponentType();
    }

    /** A value as a field of this class has it; throws if it has none such. */
    static Object single(Object value, Class<?> target) {
        if (value == null) {
            if (target.isPrimitive()) {
                throw new KorrelException("there may be no value, which " + target + " cannot say");
            }
            return null;
        }
        if (target.isInstance(value)) {
            return value;
        }
        Object fitted = value instanceof Number number ? number(number, target)
            : value instanceof String text ? text(text, target)
            : value instanceof Boolean && target == boolean.class
                || value instanceof Character && target == char.class ? value : null;
        if (fitted == null) {
            throw new KorrelException(described(value) + " does not fit into " + target.getTypeName());
        }
        return fitted;
    }

    private static String described(Object value) {
        if (value instanceof HeapObject object) {
            return "an object of sig " + object.type() + ", of which no class is known (say types(" + object.type()
                + ".class), or type(\"" + object.type() + "\", …)),";
        }
        return ValueTable.shown(value) + " (" + value.getClass().getSimpleName() + ")";
    }

    private static Object number(Number number, Class<?> target) {
        if (target == double.class || target == Double.class) {
            return number.doubleValue();
        }
        if (target == float.class || target == Float.class) {
            return number.floatValue();
        }
        if (!(ValueTable.normal(number) instanceof Long exact)) {
            return null;
        }
        long value = exact;
        if (target == int.class || target == Integer.class) {
            return value == (int) value ? (int) value : null;
        } else if (target == long.class || target == Long.class) {
            return value;
        } else if (target == short.class || target == Short.class) {
            return value == (short) value ? (short) value : null;
        } else if (target == byte.class || target == Byte.class) {
            return value == (byte) value ? (byte) value : null;
        }
        return target == BigInteger.class ? BigInteger.valueOf(value) : null;
    }

    private static Object text(String text, Class<?> target) {
        if (target.isEnum()) {
            return constant(text, target);
        }
        boolean isCharacter = text.length() == 1 && (target == char.class || target == Character.class);
        return isCharacter ? (Object) text.charAt(0) : null;
    }

    /** The constant of this name. */
    static Object constant(String name, Class<?> of) {
        for (Object constant : of.getEnumConstants()) {
            if (((Enum<?>) constant).name().equals(name)) {
                return constant;
            }
        }
        throw new KorrelException("enum " + of.getTypeName() + " has no " + name + "; it has "
            + Arrays.toString(of.getEnumConstants()));
    }
}
