package korrel;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Where two object graphs differ, in what a program can see of them.
 *
 * <p>{@code equals} compares arrays by identity, takes no notice of which parts are one object ({@code [part, part]} beside
 * {@code [[], []]}), and never ends in a ring. So both graphs are walked together. Objects correspond one to one: each has one twin, in
 * both directions. Lists, sets and maps are compared by their interfaces, arrays by their elements, other objects by their own
 * {@code equals}; the fields of those that have none are walked, if they are not the JDK's.
 *
 * <p>An order counts in lists, arrays and deques, and in sets and maps if both promise one.
 */
final class Difference {
    /** Classes whose objects cannot be changed and have no parts: which object it is tells nothing. */
    private static final Set<Class<?>> ATOMS = Set.of(Integer.class, Long.class, Short.class, Byte.class, Character.class, Boolean.class,
        Double.class, Float.class, String.class, BigInteger.class, BigDecimal.class, UUID.class, Locale.class, Pattern.class);

    /** So many more elements than its size says are no collection, but a loop. */
    private static final long BEYOND = 1_000_000;

    /** An object of the other side, and where the two were met; null if they were given. */
    private record Twin(Object other, String path) {}

    /** A difference, and its kind, which says nothing of places and of single values. */
    record Found(String text, String kind) {}

    private Map<Object, Twin> there = new IdentityHashMap<>();
    private Map<Object, Twin> back = new IdentityHashMap<>();

    private Difference() {}

    /** The first difference, or null. */
    static Found between(Object actual, Object expected) {
        return between(actual, expected, List.of(), List.of(), true);
    }

    /**
     * The same where each of {@code given} corresponds to what stands at the same place of {@code expectedGiven}: what a library and a model
     * were given. With {@code looksInside} that says nothing of these two themselves, which are compared as they are by now.
     */
    static Found between(Object actual, Object expected, List<?> given, List<?> expectedGiven, boolean looksInside) {
        Difference walk = new Difference();
        for (int place = 0; place < given.size(); place++) {
            Object one = given.get(place);
            Object other = expectedGiven.get(place);
            boolean isCompared = looksInside && (one == actual || other == expected);
            if (!isCompared && !isAtom(one) && !isAtom(other)) {
                walk.pair(one, other, null);
            }
        }
        try {
            return walk.between(actual, expected, "");
        } catch (StackOverflowError deep) {
            return no("", Written.a(actual) + ", expected " + Written.a(expected) + ", which lead too deep to be compared (StackOverflowError)", "too deep to be compared");
        }
    }

    static boolean isAtom(Object value) {
        return value == null || value instanceof Enum || value instanceof Class || ATOMS.contains(value.getClass())
            || value.getClass().getName().startsWith("java.time.");
    }

    /** Whether an object of the JDK shows neither parts nor what it is equal to: an iterator, a stream. */
    static boolean isOpaque(Object value) {
        return !isAtom(value) && kind(value) == value.getClass() && !value.getClass().isArray() && World.isPlatform(value.getClass())
            && value.getClass() != Object.class && !hasText(value) && !hasEquals(value.getClass());
    }

    private void pair(Object one, Object other, String path) {
        there.put(one, new Twin(other, path));
        back.put(other, new Twin(one, path));
    }

    private Found between(Object one, Object other, String path) {
        if (isAtom(one) || isAtom(other)) {
            return isSame(one, other) ? null : differs(path, one, other);
        }
        Twin mine = there.get(one);
        Twin theirs = back.get(other);
        if (mine != null && mine.other == other) {
            return null;
        } else if (mine != null) {
            return no(path, "the same object as " + told(mine) + ", expected another one", "a shared object");
        } else if (theirs != null) {
            return no(path, "another object, expected the same as " + told(theirs), "an object that is not shared");
        }
        pair(one, other, path);
        return kind(one) == kind(other) ? parts(one, other, path) : no(path, Written.typed(one) + ", expected " + Written.typed(other),
            Written.a(one) + ", expected " + Written.a(other));
    }

    private static String told(Twin twin) {
        return twin.path == null ? "one that was given" : twin.path.isEmpty() ? "the whole" : twin.path;
    }

    /** Atoms are equal if their classes are, too; what {@code equals} says of doubles tells NaN and -0.0, and of decimals their scale. */
    private static boolean isSame(Object one, Object other) {
        if (one == null || other == null || one.getClass() != other.getClass()) {
            return one == other;
        }
        return one instanceof Pattern pattern ? pattern.pattern().equals(other.toString()) && pattern.flags() == ((Pattern) other).flags()
            : one.equals(other);
    }

    /** The interface by which an object is compared; else its class. */
    private static Object kind(Object value) {
        for (Class<?> of : List.of(List.class, Set.class, Map.class, Deque.class, Collection.class, Map.Entry.class)) {
            if (of.isInstance(value)) {
                return of;
            }
        }
        return value.getClass();
    }

    /** An object may throw when it is looked at, as a view of a list that has changed does. Two that both throw agree. */
    private Found parts(Object one, Object other, String path) {
        try {
            return looked(one, other, path);
        } catch (KorrelException broken) {
            throw broken;
        } catch (RuntimeException thrown) {
            return throwsItself(one) && throwsItself(other) ? null : no(path, Written.of(one) + ", expected " + Written.of(other) + " (to compare them throws " + new Side.Outcome(null, thrown).told() + ")",
                "to compare throws " + thrown.getClass().getSimpleName());
        }
    }

    private static boolean throwsItself(Object one) {
        try {
            Collection<?> parts = one instanceof Map<?, ?> map ? map.entrySet() : one instanceof Collection<?> all ? all : List.of();
            elements(parts);
            return false;
        } catch (RuntimeException thrown) {
            return true;
        }
    }

    private Found looked(Object one, Object other, String path) {
        if (one.getClass().isArray() || one instanceof List || one instanceof Deque) {
            return elements(elements(one), elements(other), path);
        } else if (one instanceof Map<?, ?> map) {
            return maps(map, (Map<?, ?>) other, path);
        } else if (one instanceof Collection) {
            boolean isOrdered = isOrdered(one, other, LinkedHashSet.class, SortedSet.class);
            return isOrdered ? elements(elements(one), elements(other), path) : matched(elements(one), elements(other), path, new ArrayList<>());
        } else if (one instanceof Map.Entry<?, ?> entry) {
            Map.Entry<?, ?> wanted = (Map.Entry<?, ?>) other;
            Found key = between(entry.getKey(), wanted.getKey(), path + ".getKey()");
            return key != null ? key : between(entry.getValue(), wanted.getValue(), path + ".getValue()");
        } else if (one instanceof Optional<?> maybe) {
            return between(maybe.orElse(null), ((Optional<?>) other).orElse(null), path + ".get()");
        } else if (hasText(one)) {
            return one.toString().equals(other.toString()) ? null : differs(path, one, other);
        }
        return others(one, other, path);
    }

    /** Whether a value without {@code equals} is what its text says. */
    private static boolean hasText(Object value) {
        return value instanceof Throwable || value instanceof CharSequence || value instanceof Number && !hasEquals(value.getClass());
    }

    /** A copy, since others may change while one walks. */
    private static List<Object> elements(Object of) {
        List<Object> elements = new ArrayList<>();
        if (of instanceof Collection<?> some) {
            long most = some.size() + BEYOND;
            for (Object one : some) {
                if (elements.size() > most) {
                    throw new IllegalStateException("its iterator does not come to an end, and its size() is " + some.size());
                }
                elements.add(one);
            }
        } else {
            for (int at = 0; at < Array.getLength(of); at++) {
                elements.add(Array.get(of, at));
            }
        }
        return elements;
    }

    private static boolean isOrdered(Object one, Object other, Class<?> linked, Class<?> sorted) {
        return (linked.isInstance(one) || sorted.isInstance(one)) && (linked.isInstance(other) || sorted.isInstance(other));
    }

    private Found elements(List<?> mine, List<?> theirs, String path) {
        if (mine.size() != theirs.size()) {
            return no(path, Written.of(mine) + ", expected " + Written.of(theirs), "another length");
        }
        for (int at = 0; at < mine.size(); at++) {
            Found found = between(mine.get(at), theirs.get(at), path + "[" + at + "]");
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private Found maps(Map<?, ?> one, Map<?, ?> other, String path) {
        List<Map.Entry<?, ?>> mine = new ArrayList<>(one.entrySet());
        List<Map.Entry<?, ?>> theirs = new ArrayList<>(other.entrySet());
        List<Object> myKeys = new ArrayList<>(mine.stream().map(Map.Entry::getKey).toList());
        List<Object> theirKeys = new ArrayList<>(theirs.stream().map(Map.Entry::getKey).toList());
        List<int[]> pairs = new ArrayList<>();
        Found found;
        if (isOrdered(one, other, LinkedHashMap.class, SortedMap.class)) {
            found = elements(myKeys, theirKeys, path + ".keySet()");
            for (int at = 0; at < mine.size(); at++) {
                pairs.add(new int[] {at, at});
            }
        } else {
            found = matched(myKeys, theirKeys, path + ".keySet()", pairs);
        }
        for (int at = 0; at < pairs.size() && found == null; at++) {
            Map.Entry<?, ?> entry = mine.get(pairs.get(at)[0]);
            found = between(entry.getValue(), theirs.get(pairs.get(at)[1]).getValue(), path + ".get(" + Written.of(entry.getKey()) + ")");
        }
        return found;
    }

    /** Pairs members that correspond: each takes the first that does, atoms before objects, which are told apart by what is left. */
    private Found matched(List<?> mine, List<?> theirs, String path, List<int[]> pairs) {
        List<Integer> left = new ArrayList<>(IntStream.range(0, theirs.size()).boxed().toList());
        List<Integer> places = IntStream.range(0, mine.size()).boxed().sorted(Comparator.comparing(at -> !isAtom(mine.get(at)))).toList();
        for (int at : places) {
            Integer twin = null;
            for (Integer place : left) {
                Map<Object, Twin> before = new IdentityHashMap<>(there);
                Map<Object, Twin> beforeBack = new IdentityHashMap<>(back);
                if (between(mine.get(at), theirs.get(place), path) == null) {
                    twin = place;
                    break;
                }
                there = before;
                back = beforeBack;
            }
            if (twin == null) {
                List<?> rest = left.stream().map(theirs::get).toList();
                return no(path, Written.of(mine.get(at)) + " is in it, expected " + (rest.isEmpty() ? "nothing more" : Written.of(rest)), "another member");
            }
            left.remove(twin);
            pairs.add(new int[] {at, twin});
        }
        return left.isEmpty() ? null : no(path, Written.of(theirs.get(left.get(0))) + " is not in it", "a member is not there");
    }

    /** By their own {@code equals}; without one by their fields, if these can be seen. */
    private Found others(Object one, Object other, String path) {
        if (hasEquals(one.getClass())) {
            return one.equals(other) ? null : differs(path, one, other);
        } else if (isOpaque(one)) {
            return one == other ? null : no(path, Written.a(one) + ", which cannot be compared with another one", Written.a(one) + ", which cannot be compared");
        }
        for (Field field : Description.fields(one.getClass())) {
            try {
                Layout.open(field);
                Found found = between(field.get(one), field.get(other), path + "." + field.getName());
                if (found != null) {
                    return found;
                }
            } catch (IllegalAccessException impossible) {
                throw new AssertionError(impossible);
            }
        }
        return null;
    }

    private static boolean hasEquals(Class<?> of) {
        try {
            return !of.isRecord() && of.getMethod("equals", Object.class).getDeclaringClass() != Object.class;
        } catch (NoSuchMethodException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static Found differs(String path, Object one, Object other) {
        String kind = sort(one).equals(sort(other)) ? "another " + one.getClass().getSimpleName() : sort(one) + ", expected " + sort(other);
        boolean looksAlike = one != null && other != null && isAtom(one) != isAtom(other);
        return no(path, looksAlike ? Written.typed(one) + ", expected " + Written.typed(other) : Written.of(one) + ", expected " + Written.of(other), kind);
    }

    private static Found no(String path, String text, String kind) {
        return new Found(path.isEmpty() ? text : path + ": " + text, kind);
    }

    /** A value as one of many. */
    private static String sort(Object value) {
        boolean isSingle = value == null || value instanceof Boolean || value instanceof Double number && (number.isNaN() || number.equals(-0.0));
        return isSingle ? Written.of(value) : Written.a(value);
    }
}
