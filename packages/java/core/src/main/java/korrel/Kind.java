package korrel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a field may hold: groups of choices, the first of which adds nothing to the heap. Each further group adds objects
 * or entries, and waits until heaps of that size come.
 */
abstract class Kind {
    /** Whether no objects are inside. */
    boolean isFlat() {
        return item().isFlat();
    }

    /** Whether the order in which objects are met is not the heap's alone: in sets of objects, and keys of maps. */
    boolean hides() {
        return item().hides();
    }

    /** Of elements, members and keys. */
    Kind item() {
        throw new AssertionError("it holds one value");
    }

    abstract Group[] groups(Search search);

    /** Puts what a choice stands for into its place; what is to be chosen at once, before `then`. */
    abstract Runnable put(Search search, Place place, Object choice, Runnable then);

    /** Takes its classes from the world of the search. */
    void settle(World world) {
        item().settle(world);
    }

    /** Choices, the types whose next object comes into use with them, what they add to the size, and how many places. */
    record Group(Object[] choices, Description.Type[] types, int cost, int opens) {
        static Group of(List<Object> choices, List<Description.Type> types, int cost) {
            int opens = types.stream().mapToInt(type -> type.fields().length).sum();
            return new Group(choices.toArray(), types.toArray(Description.Type[]::new), cost, opens);
        }
    }

    /** One of these values, an object that was met before, or one new one of each type. */
    static final class One extends Kind {
        /** As they are in the world of the search, and before. */
        Object[] values;
        private final Object[] own;
        final List<Description.Type> types;
        /** By the numbers of objects in use; null if there are more than so many. */
        private Group[][] known;
        private static final int MOST_KNOWN = 1 << 16;

        One(Object[] values, List<Description.Type> types) {
            own = values;
            this.values = values;
            this.types = types;
        }

        @Override
        boolean isFlat() {
            return types.isEmpty();
        }

        @Override
        boolean hides() {
            return false;
        }

        @Override
        Group[] groups(Search search) {
            int place = 0;
            for (int at = 0; at < types.size(); at++) {
                Description.Type type = types.get(at);
                place = place * (type.bound + 1) + type.used;
            }
            if (known == null) {
                long all = types.stream().mapToLong(type -> type.bound + 1).reduce(1, (one, other) -> Math.min(one * other, Integer.MAX_VALUE));
                known = new Group[all <= MOST_KNOWN ? (int) all : 0][];
            }
            if (place < 0 || place >= known.length) {
                return made();
            } else if (known[place] == null) {
                known[place] = made();
            }
            return known[place];
        }

        private Group[] made() {
            List<Object> met = new ArrayList<>(Arrays.asList(values));
            List<Group> groups = new ArrayList<>();
            for (Description.Type type : types) {
                for (int at = 0; at < type.used; at++) {
                    met.add(type.pool[at].object);
                }
                if (type.used < type.bound) {
                    groups.add(Group.of(List.of(type.pool[type.used].object), List.of(type), 1));
                }
            }
            groups.add(0, Group.of(met, List.of(), 0));
            return groups.toArray(Group[]::new);
        }

        @Override
        Runnable put(Search search, Place place, Object choice, Runnable then) {
            place.put(choice);
            return then;
        }

        /** The user's own value for one of the search's. */
        Object own(Object value) {
            return value instanceof Enum<?> ? own[Arrays.asList(values).indexOf(value)] : value;
        }

        @Override
        void settle(World world) {
            values = Arrays.stream(own).map(world::constant).toArray();
        }
    }

    /** A list or an array: its length first, an element when it is looked at. */
    static class Sequence extends Kind {
        final Kind item;
        private final Group[] lengths;

        Sequence(Kind item, int longest) {
            this.item = item;
            lengths = new Group[longest + 1];
            for (int length = 0; length <= longest; length++) {
                lengths[length] = new Group(new Object[] {length}, new Description.Type[0], length, length);
            }
        }

        @Override
        Kind item() {
            return item;
        }

        @Override
        Group[] groups(Search search) {
            return lengths;
        }

        @Override
        Runnable put(Search search, Place place, Object length, Runnable then) {
            place.put(new WatchedList(search, item, (int) length));
            return then;
        }
    }

    static final class Array extends Sequence {
        final Class<?> own;
        Class<?> world;

        Array(Kind item, int longest, Class<?> component) {
            super(item, longest);
            own = component;
        }

        @Override
        Runnable put(Search search, Place place, Object length, Runnable then) {
            place.put(search.arrays.add(place, java.lang.reflect.Array.newInstance(world, (int) length), item));
            return then;
        }

        @Override
        void settle(World world) {
            super.settle(world);
            this.world = world.of(own);
        }
    }

    /** A set, whole when it is first read: smaller ones first, then those with new members. */
    static final class Members extends Kind {
        final One item;
        private final int largest;
        /** By the numbers of objects in use. */
        private final Map<List<Integer>, Group[]> known = new HashMap<>();

        Members(One item, int largest) {
            this.item = item;
            this.largest = largest;
        }

        @Override
        Kind item() {
            return item;
        }

        @Override
        boolean hides() {
            return !item.isFlat();
        }

        @Override
        Group[] groups(Search search) {
            List<Integer> inUse = item.types.stream().map(type -> type.used).toList();
            Group[] groups = known.get(inUse);
            if (groups == null) {
                groups = made(search);
                known.put(inUse, groups);
            }
            return groups;
        }

        private Group[] made(Search search) {
            List<Object> met = Arrays.asList(item.groups(search)[0].choices);
            List<Group> groups = new ArrayList<>(); // the empty set comes first
            for (int[] numbers : fresh()) {
                List<Description.Type> types = new ArrayList<>();
                List<Object> fresh = new ArrayList<>();
                for (int at = 0; at < numbers.length; at++) {
                    Description.Type type = item.types.get(at);
                    for (int number = 0; number < numbers[at]; number++) {
                        types.add(type);
                        fresh.add(type.pool[type.used + number].object);
                    }
                }
                for (int size = 0; size <= Math.min(met.size(), largest - fresh.size()); size++) {
                    List<Object> choices = new ArrayList<>();
                    combine(met, 0, size, new ArrayList<>(), fresh, choices);
                    groups.add(Group.of(choices, types, size + 2 * fresh.size())); // an entry, and an object
                }
            }
            return groups.toArray(Group[]::new);
        }

        /** How many new objects of each type: those with the least sum first. */
        private List<int[]> fresh() {
            Map<Integer, List<int[]>> bySum = new TreeMap<>();
            numbers(0, new int[item.types.size()], 0, bySum);
            return bySum.values().stream().flatMap(List::stream).toList();
        }

        private void numbers(int at, int[] numbers, int sum, Map<Integer, List<int[]>> bySum) {
            if (at == numbers.length) {
                bySum.computeIfAbsent(sum, absent -> new ArrayList<>()).add(numbers.clone());
                return;
            }
            Description.Type type = item.types.get(at);
            for (int number = 0; number <= Math.min(type.bound - type.used, largest - sum); number++) {
                numbers[at] = number;
                numbers(at + 1, numbers, sum + number, bySum);
            }
        }

        private static void combine(List<Object> from, int at, int left, List<Object> taken, List<Object> more, List<Object> to) {
            if (left == 0) {
                List<Object> all = new ArrayList<>(taken);
                all.addAll(more);
                to.add(all);
                return;
            }
            for (int next = at; next <= from.size() - left; next++) {
                taken.add(from.get(next));
                combine(from, next + 1, left - 1, taken, more, to);
                taken.remove(taken.size() - 1);
            }
        }

        @Override
        Runnable put(Search search, Place place, Object members, Runnable then) {
            place.put(Collections.unmodifiableSet(new LinkedHashSet<>((List<?>) members)));
            return then;
        }
    }

    /** A map: the set of its keys, then the value of each. */
    static final class Entries extends Kind {
        final Members keys;
        final Kind item;

        Entries(Members keys, Kind item) {
            this.keys = keys;
            this.item = item;
        }

        @Override
        Kind item() {
            return item;
        }

        @Override
        boolean hides() {
            return keys.hides() || item.hides();
        }

        @Override
        Group[] groups(Search search) {
            return keys.groups(search);
        }

        @Override
        Runnable put(Search search, Place place, Object choice, Runnable then) {
            List<?> members = (List<?>) choice;
            Object[] values = new Object[members.size()];
            place.put(null);
            return () -> value(search, place, members, values, 0, then);
        }

        private void value(Search search, Place place, List<?> members, Object[] values, int at, Runnable then) {
            if (at < values.length) {
                search.choose(new Place.Element(values, at, item), () -> value(search, place, members, values, at + 1, then));
                return;
            }
            Map<Object, Object> map = new LinkedHashMap<>();
            members.forEach(key -> map.put(key, values[map.size()]));
            place.put(Collections.unmodifiableMap(map));
            if (then != null) {
                then.run();
            }
        }

        @Override
        void settle(World world) {
            keys.settle(world);
            item.settle(world);
        }
    }
}
