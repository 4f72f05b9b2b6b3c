package korrel;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How objects of a class are made, and their fields, whatever their visibility.
 *
 * <p>A class is made by its constructor without parameters, so that fields that the spec does not know
 * start as they do elsewhere; one that has none is made without any, as deserialisation does it. A record
 * is made by its constructor, when all its components are known.
 */
final class Layout {
    private static final ClassValue<Layout> KNOWN = new ClassValue<>() {
        @Override
        protected Layout computeValue(Class<?> of) {
            return new Layout(of);
        }
    };

    private final Class<?> of;
    private final Map<String, Field> fields = new LinkedHashMap<>();
    private final Map<String, Field> open = new ConcurrentHashMap<>();
    private volatile Constructor<?> constructor;

    static Layout of(Class<?> of) {
        return KNOWN.get(of);
    }

    private Layout(Class<?> of) {
        this.of = of;
        for (Class<?> at = of; at != null && at != Object.class; at = at.getSuperclass()) {
            for (Field field : at.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    fields.putIfAbsent(field.getName(), field);
                }
            }
        }
    }

    boolean isOf(Class<?> other) {
        return of == other;
    }

    boolean isRecord() {
        return of.isRecord();
    }

    boolean has(String field) {
        return fields.containsKey(field);
    }

    Type type(String field) {
        return field(field).getGenericType();
    }

    /** An object whose fields are not set yet. */
    Object make() {
        if (constructor == null) {
            constructor = withoutParameters();
        }
        return call(constructor);
    }

    /** A record of these components. */
    Object make(Map<String, Object> components) {
        if (constructor == null) {
            constructor = canonical();
        }
        List<Object> arguments = new ArrayList<>();
        for (RecordComponent component : of.getRecordComponents()) {
            if (!components.containsKey(component.getName())) {
                throw new KorrelException(of + " has a component " + component.getName() + ", and the sig no such field");
            }
            arguments.add(components.get(component.getName()));
        }
        return call(constructor, arguments.toArray());
    }

    Object get(Object object, String field) {
        try {
            return opened(field).get(object);
        } catch (IllegalAccessException impossible) {
            throw new AssertionError(impossible);
        }
    }

    void set(Object object, String field, Object value) {
        try {
            opened(field).set(object, value);
        } catch (IllegalAccessException constant) {
            throw new KorrelException(of + ": the field " + field + " cannot be set", constant);
        }
    }

    private Field opened(String name) {
        Field field = open.get(name);
        return field != null ? field : open.computeIfAbsent(name, absent -> open(field(name)));
    }

    private Field field(String name) {
        Field field = fields.get(name);
        if (field == null) {
            throw new KorrelException(of + " has no field " + name + "; it has " + fields.keySet());
        }
        return field;
    }

    private Constructor<?> canonical() {
        Class<?>[] types = List.of(of.getRecordComponents()).stream().map(RecordComponent::getType).toArray(Class[]::new);
        try {
            return open(of.getDeclaredConstructor(types));
        } catch (NoSuchMethodException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private Constructor<?> withoutParameters() {
        if (of.isInterface() || Modifier.isAbstract(of.getModifiers())) {
            throw new KorrelException(of + " is abstract: say of which class the objects are");
        }
        try {
            return open(of.getDeclaredConstructor());
        } catch (NoSuchMethodException none) {
            return bypassing();
        }
    }

    /** By reflection, for the class is in no module that every Java has. */
    private Constructor<?> bypassing() {
        try {
            Class<?> factory = Class.forName("sun.reflect.ReflectionFactory");
            Method make = factory.getMethod("newConstructorForSerialization", Class.class, Constructor.class);
            Object instance = factory.getMethod("getReflectionFactory").invoke(null);
            return (Constructor<?>) make.invoke(instance, of, Object.class.getDeclaredConstructor());
        } catch (ReflectiveOperationException none) {
            throw new KorrelException(of + " has no constructor without parameters", none);
        }
    }

    private Object call(Constructor<?> constructor, Object... arguments) {
        try {
            return constructor.newInstance(arguments);
        } catch (InvocationTargetException thrown) {
            throw new KorrelException(of + ": its constructor throws " + thrown.getCause(), thrown.getCause());
        } catch (ReflectiveOperationException impossible) {
            throw new AssertionError(impossible);
        }
    }

    static <T extends AccessibleObject & Member> T open(T member) {
        try {
            member.setAccessible(true);
            return member;
        } catch (InaccessibleObjectException closed) {
            Class<?> in = member.getDeclaringClass();
            Module own = Layout.class.getModule();
            throw new KorrelException(in + " is closed to reflection: start Java with --add-opens "
                + in.getModule().getName() + "/" + in.getPackageName() + "="
                + (own.isNamed() ? own.getName() : "ALL-UNNAMED"), closed);
        }
    }
}
