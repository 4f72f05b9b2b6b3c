package korrel;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** Collections and maps of the classes that fields declare. */
final class Containers {
    private Containers() {}

    static boolean isCollection(Type type) {
        Class<?> of = Fit.raw(type);
        return of.isArray() || Iterable.class.isAssignableFrom(of);
    }

    /** A collection or array of a type; `isSet` decides where the type leaves it open. */
    static Object collection(List<Object> elements, Type type, boolean isSet) {
        Class<?> of = Fit.raw(type);
        return of.isArray() ? array(elements, of.getComponentType()) : filled(empty(of, type, isSet), elements);
    }

    static Object array(List<Object> elements, Class<?> component) {
        Object array = Array.newInstance(component, elements.size());
        for (int i = 0; i < elements.size(); i++) {
            Array.set(array, i, elements.get(i));
        }
        return array;
    }

    private static Collection<Object> filled(Collection<Object> collection, List<Object> elements) {
        collection.addAll(elements);
        if (collection.size() < elements.size()) {
            throw new KorrelException("some of these are equal, and a " + collection.getClass().getTypeName()
                + " takes them for one: " + elements.size() + " objects become " + collection.size());
        }
        return collection;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Collection<Object> empty(Class<?> of, Type type, boolean isSet) {
        if (of == EnumSet.class) {
            return EnumSet.noneOf((Class) Fit.raw(Fit.argument(type, 0)));
        }
        if (isConcrete(of)) {
            return (Collection<Object>) made(of);
        }
        List<Class<?>> choices = isSet
            ? List.of(LinkedHashSet.class, ArrayList.class, TreeSet.class, ArrayDeque.class)
            : List.of(ArrayList.class, ArrayDeque.class, LinkedHashSet.class, TreeSet.class);
        return (Collection<Object>) made(choices.stream().filter(of::isAssignableFrom).findFirst()
            .orElseThrow(() -> new KorrelException("there is no collection for " + of.getTypeName())));
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    static Map<Object, Object> map(Type type) {
        Class<?> of = Fit.raw(type);
        if (of == EnumMap.class) {
            return new EnumMap(Fit.raw(Fit.argument(type, 0)));
        }
        if (isConcrete(of) && Map.class.isAssignableFrom(of)) {
            return (Map<Object, Object>) made(of);
        }
        List<Class<?>> choices =
            List.of(LinkedHashMap.class, TreeMap.class, ConcurrentHashMap.class, ConcurrentSkipListMap.class);
        return (Map<Object, Object>) made(choices.stream().filter(of::isAssignableFrom).findFirst()
            .orElseThrow(() -> new KorrelException("there is no map for " + of.getTypeName())));
    }

    private static boolean isConcrete(Class<?> of) {
        return of != Object.class && !of.isInterface() && !Modifier.isAbstract(of.getModifiers());
    }

    private static Object made(Class<?> of) {
        try {
            Constructor<?> constructor = of.getConstructor();
            return constructor.newInstance();
        } catch (ReflectiveOperationException none) {
            throw new KorrelException(of.getTypeName() + " cannot be made: it has no public constructor without parameters", none);
        }
    }

    /** The elements of a collection or an array, or null if it is neither. */
    static List<Object> elements(Object value) {
        if (value instanceof Collection<?> collection) {
            return new ArrayList<>(collection);
        }
        if (value == null || !value.getClass().isArray()) {
            return null;
        }
        List<Object> elements = new ArrayList<>();
        for (int i = 0; i < Array.getLength(value); i++) {
            elements.add(Array.get(value, i));
        }
        return elements;
    }
}
