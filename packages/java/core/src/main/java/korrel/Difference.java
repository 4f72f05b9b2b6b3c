package korrel;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
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
import java.util.stream.Stream;

/**
 * Where two object graphs differ, in what a program can see of them.
 *
 * <p>{@code equals} compares arrays by identity, takes no notice of which parts are one object ({@code [part, part]} beside
 * {@code [[], []]}), and never ends in a ring. So both graphs are walked together. Objects correspond one to one: each has one twin, in
 * both directions. Lists, sets and maps are compared by their interfaces, arrays by their elements, other objects by their own
 * {@code equals}; the fields of those that have none are walked, if they are not the JDK's.
 *
 * <p>An order counts in lists, arrays and deques, and in sets and maps if both promise one. Else members may correspond in any order. Those that
 * are atoms are paired at once. The others wait until all else is compared, and then each takes the first that fits: a member of a set, or a key
 * with its value. If a later one finds none, the choices before it are made anew.
 */
final class Difference {
    /** Classes whose objects cannot be changed and have no parts: which object it is tells nothing. */
    private static final Set<Class<?>> ATOMS = Set.of(Integer.class, Long.class, Short.class, Byte.class, Character.class, Boolean.class,
        Double.class, Float.class, String.class, BigInteger.class, BigDecimal.class, UUID.class, Locale.class, Pattern.class);

    /** So many more elements than its size says are no collection, but a loop. */
    private static final long BEYOND = 1_000_000;

    /** So often a choice is made anew; then nothing is said of how members correspond. */
    private static final long MOST_TRIES = 2_000_000;

    /** An object of the other side, and where the two were met; null if they were given. */
    private record Twin(Object other, String path) {}

    /** A difference, and its kind, which says nothing of places and of single values. */
    record Found(String text, String kind) {}

    /** A key of a map with its value, or a member of a set, and null. */
    private static final class Entry {
        final Object key;
        final Object value;

        Entry(Object key, Object value) {
            this.key = key;
            this.value = value;
        }
    }

    /** Entries of two sides that may correspond in any order, and which of theirs have a twin. */
    private record Group(String path, boolean isMap, List<Entry> mine, List<Entry> theirs, BitSet taken) {
        Found no(String text, String kind) {
            return Difference.no(path + (isMap ? ".keySet()" : ""), text, kind);
        }
    }

    /** One of a group's own that waits for a twin: the place of the one that it has, and what stood there before. */
    private static final class Waiting {
        final Group group;
        final Entry entry;
        int twin = -1;
        int pairsBefore;
        /** How many more wait since it has this twin. */
        int more;

        Waiting(Group group, Entry entry) {
            this.group = group;
            this.entry = entry;
        }
    }

    private final Map<Object, Twin> there = new IdentityHashMap<>();
    private final Map<Object, Twin> back = new IdentityHashMap<>();
    /** What was paired, one of each side after the other. */
    private final List<Object> pairs = new ArrayList<>();
    private final List<Waiting> waiting = new ArrayList<>();

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
            return walk.whole(actual, expected, "");
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
        pairs.add(one);
        pairs.add(other);
    }

    /** With those that wait. */
    private Found whole(Object one, Object other, String path) {
        Found found = between(one, other, path);
        return found == null ? settle() : found;
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
            return isOrdered ? elements(elements(one), elements(other), path) : matched(members(one), members(other), path, false, true);
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
    static boolean hasText(Object value) {
        return value instanceof Throwable || value instanceof CharSequence || value instanceof Number && !hasEquals(value.getClass());
    }

    /** A copy, since others may change while one walks. */
    static List<Object> elements(Object of) {
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
        List<Entry> mine = entries(one);
        List<Entry> theirs = entries(other);
        if (!isOrdered(one, other, LinkedHashMap.class, SortedMap.class)) {
            return matched(mine, theirs, path, true, !(one instanceof IdentityHashMap) && !(other instanceof IdentityHashMap));
        }
        Found found = elements(mine.stream().map(it -> it.key).toList(), theirs.stream().map(it -> it.key).toList(), path + ".keySet()");
        for (int at = 0; at < mine.size() && found == null; at++) {
            found = values(mine.get(at), theirs.get(at), path);
        }
        return found;
    }

    private Found values(Entry mine, Entry theirs, String path) {
        return between(mine.value, theirs.value, path + ".get(" + Written.of(mine.key) + ")");
    }

    private static List<Entry> entries(Map<?, ?> of) {
        return new ArrayList<>(of.entrySet().stream().map(one -> new Entry(one.getKey(), one.getValue())).toList());
    }

    private static List<Entry> members(Object of) {
        return elements(of).stream().map(one -> new Entry(one, null)).toList();
    }

    /** Pairs those whose keys are atoms, if equal ones are there once or have no values; the others wait. */
    private Found matched(List<Entry> mine, List<Entry> theirs, String path, boolean isMap, boolean areAtomsPaired) {
        Map<Object, Deque<Entry>> atoms = new HashMap<>();
        theirs.stream().filter(one -> areAtomsPaired && isAtom(one.key)).forEach(one -> atoms.computeIfAbsent(atom(one.key), absent -> new ArrayDeque<>()).add(one));
        Map<Entry, Entry> paired = new LinkedHashMap<>();
        List<Entry> left = new ArrayList<>();
        for (Entry one : mine) {
            Deque<Entry> twins = isAtom(one.key) ? atoms.get(atom(one.key)) : null;
            if (twins == null || twins.isEmpty()) {
                left.add(one);
            } else {
                paired.put(one, twins.remove());
            }
        }
        Set<Entry> twins = new HashSet<>(paired.values());
        List<Entry> theirsLeft = theirs.stream().filter(one -> !twins.contains(one)).toList();
        Group group = new Group(path, isMap, left, theirsLeft, new BitSet());
        boolean isAtomLeft = areAtomsPaired && Stream.of(left, theirsLeft).flatMap(List::stream).anyMatch(one -> isAtom(one.key));
        if (isAtomLeft || left.size() != theirsLeft.size()) {
            return apart(group);
        }
        for (Map.Entry<Entry, Entry> pair : (isMap ? paired : Map.<Entry, Entry>of()).entrySet()) {
            Found found = values(pair.getKey(), pair.getValue(), path);
            if (found != null) {
                return found;
            }
        }
        left.forEach(one -> waiting.add(new Waiting(group, one)));
        return null;
    }

    /** What stands for an atom in a hash table. */
    private static Object atom(Object of) {
        return of instanceof Pattern pattern ? List.of(pattern.pattern(), pattern.flags()) : of;
    }

    /** Why two groups differ even if nobody asks which of their objects are shared with others; or null. */
    private static Found apart(Group group) {
        List<Entry> mine = new ArrayList<>(group.mine);
        List<Entry> left = new ArrayList<>(group.theirs);
        mine.removeIf(one -> {
            Entry twin = left.stream().filter(other -> {
                Difference alone = new Difference();
                return alone.fit(one, other, group.path) && alone.settle() == null;
            }).findFirst().orElse(null);
            return left.remove(twin);
        });
        if (mine.isEmpty()) {
            return left.isEmpty() ? null : group.no(Written.of(left.get(0).key) + " is not in it", "a member is not there");
        }
        return missing(group, mine.stream().filter(one -> isAtom(one.key)).findFirst().orElse(mine.get(0)), left);
    }

    /** That an entry has no twin among those that are left: by its value, if its key has one. */
    private static Found missing(Group group, Entry one, List<Entry> left) {
        for (Entry other : left) {
            Found value = group.isMap && new Difference().whole(one.key, other.key, "") == null
                ? new Difference().whole(one.value, other.value, group.path + ".get(" + Written.of(one.key) + ")") : null;
            if (value != null) {
                return value;
            }
        }
        String rest = left.isEmpty() ? "nothing more" : Written.of(left.stream().map(other -> other.key).toList());
        return group.no(Written.of(one.key) + " is in it, expected " + rest, "another member");
    }

    private boolean fit(Entry one, Entry other, String path) {
        return between(one.key, other.key, path) == null && between(one.value, other.value, path) == null;
    }

    /** Gives a twin to each that waits. Those that begin to wait with a choice are next, so that a wrong choice is seen at once. */
    private Found settle() {
        if (waiting.isEmpty()) {
            return null;
        }
        List<Waiting> all = new ArrayList<>(waiting);
        Set<Group> unjudged = Collections.newSetFromMap(new IdentityHashMap<>());
        all.forEach(one -> unjudged.add(one.group));
        Found first = null;
        long tries = 0;
        int at = 0;
        while (at < all.size()) {
            Waiting one = all.get(at);
            if (choose(one)) {
                all.addAll(++at, waiting);
                continue;
            }
            tries += one.group.theirs.size();
            if (unjudged.remove(one.group)) {
                Found apart = apart(one.group);
                if (apart != null) {
                    return apart;
                }
                first = first != null ? first : one.group.no(Written.of(one.entry.key) + " is in it, and each like it is shared otherwise", "a member that is shared otherwise");
            }
            if (at == 0) {
                return first;
            } else if (tries > MOST_TRIES) {
                return one.group.no("its members can correspond in too many ways to be compared", "too many ways to be compared");
            }
            Waiting before = all.get(--at);
            all.subList(at + 1, at + 1 + before.more).clear();
            before.group.taken.clear(before.twin);
            unpair(before.pairsBefore);
        }
        return null;
    }

    /** Gives one that waits the next twin that fits, if there is one. */
    private boolean choose(Waiting one) {
        Group group = one.group;
        one.pairsBefore = pairs.size();
        while (++one.twin < group.theirs.size()) {
            waiting.clear();
            if (!group.taken.get(one.twin) && fit(one.entry, group.theirs.get(one.twin), group.path)) {
                group.taken.set(one.twin);
                one.more = waiting.size();
                return true;
            }
            unpair(one.pairsBefore);
        }
        one.twin = -1;
        return false;
    }

    private void unpair(int before) {
        while (pairs.size() > before) {
            back.remove(pairs.remove(pairs.size() - 1));
            there.remove(pairs.remove(pairs.size() - 1));
        }
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

    static boolean hasEquals(Class<?> of) {
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
