package korrel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.AbstractCollection;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Where two object graphs differ, beyond what equals says. */
class DifferenceTest {
    private static void same(Object one, Object other) {
        assertNull(Korrel.difference(one, other));
        assertNull(Korrel.difference(other, one));
    }

    private static void differs(String told, Object one, Object other) {
        assertEquals(told, Korrel.difference(one, other));
    }

    @Test
    void plainValues() {
        same(Double.NaN, Double.longBitsToDouble(0x7ff8_0000_0000_0001L));
        same(128, Integer.parseInt("128"));
        differs("0.0, expected -0.0", 0.0, -0.0);
        differs("1, expected 1L", 1, 1L);
        differs("new BigDecimal(\"1.10\"), expected new BigDecimal(\"1.1\")", new BigDecimal("1.10"), new BigDecimal("1.1"));
        differs("null, expected \"\"", null, "");
        same(Pattern.compile("a"), Pattern.compile("a"));
        differs("a, expected a", Pattern.compile("a"), Pattern.compile("a", Pattern.LITERAL));
    }

    @Test
    void whatCannotBeWrittenOrLookedAt() {
        differs("an Itr, expected a ListItr", new ArrayList<>().iterator(), new ArrayList<>().listIterator());
        differs("a StringBuilder a, expected a String \"a\"", new StringBuilder("a"), "a");
        Collection<Object> endless = new AbstractCollection<>() {
            @Override
            public Iterator<Object> iterator() {
                return Stream.<Object>generate(() -> 1).iterator();
            }

            @Override
            public int size() {
                return 3;
            }
        };
        Map<Object, Object> deep = new HashMap<>();
        for (int level = 0; level < 200_000; level++) {
            deep = new HashMap<>(Collections.singletonMap("a", deep));
        }
        differs("a HashMap, expected a HashMap, which lead too deep to be compared (StackOverflowError)", deep, new HashMap<>(deep));
        String told = Korrel.difference(endless, new ArrayDeque<>(List.of(1)).descendingIterator());
        assertTrue(told.contains("1, …]"), told);
        assertTrue(Korrel.difference(List.of(endless), List.of(Collections.unmodifiableCollection(List.of(1)))).endsWith(
            "(to compare them throws IllegalStateException: its iterator does not come to an end, and its size() is 3)"));
    }

    @Test
    void partsByTheirInterfaces() {
        same(new ArrayList<>(List.of(1, 2)), new LinkedList<>(List.of(1, 2)));
        differs("[1]: 2, expected 3", List.of(1, 2), List.of(1, 3));
        differs("[1], expected [1, 1]", List.of(1), List.of(1, 1));
        differs("a HashSet [1], expected an ArrayList [1]", new HashSet<>(Set.of(1)), new ArrayList<>(List.of(1)));
        differs("[0][1]: 0.0, expected -0.0", new double[][] {{1, 0.0}}, new double[][] {{1, -0.0}});
        differs("an int[] new int[] {1}, expected a long[] new long[] {1L}", new int[] {1}, new long[] {1});
        same(new PriorityQueue<>(List.of(3, 1, 2)), new PriorityQueue<>(List.of(1, 2, 3)));
        differs("[0]: 1, expected 2", new ArrayDeque<>(List.of(1, 2)), new ArrayDeque<>(List.of(2, 1)));
        differs(".get(\"a\"): 1, expected 2", Map.of("a", 1), Map.of("a", 2));
        differs(".keySet(): \"a\" is in it, expected [\"b\"]", Map.of("a", 1), Map.of("b", 1));
    }

    @Test
    void anOrderCountsIfBothPromiseOne() {
        same(new HashSet<>(List.of(1, 2)), new LinkedHashSet<>(List.of(2, 1)));
        differs("[0]: 1, expected 2", new TreeSet<>(List.of(1, 2)), new LinkedHashSet<>(List.of(2, 1)));
        same(new HashMap<>(Map.of("a", 1, "b", 2)), new TreeMap<>(Map.of("a", 1, "b", 2)).descendingMap());
        differs(".keySet()[0]: \"a\", expected \"b\"", new LinkedHashMap<>(new TreeMap<>(Map.of("a", 1, "b", 2))), new TreeMap<>(Map.of("a", 1, "b", 2)).descendingMap());
    }

    @Test
    void sharedPartsAndRings() {
        // List.equals takes these for equal, and does not come to an end in the ring.
        List<Object> part = new ArrayList<>();
        same(List.of(part, part), List.of(new LinkedList<>(), new LinkedList<>()).stream().limit(1).flatMap(one -> List.of(one, one).stream()).toList());
        differs("[1]: the same object as [0], expected another one", List.of(part, part), List.of(new ArrayList<>(), new ArrayList<>()));
        differs("[1]: another object, expected the same as [0]", List.of(new ArrayList<>(), new ArrayList<>()), List.of(part, part));
        List<Object> ring = new ArrayList<>();
        ring.add(ring);
        List<Object> wider = new ArrayList<>();
        wider.add(new ArrayList<>(Arrays.asList(wider)));
        List<Object> other = new ArrayList<>();
        other.add(other);
        same(ring, other);
        differs("[0]: the same object as the whole, expected another one", ring, wider);
    }

    @RepeatedTest(20)
    void objectsAsMembers() {
        // If these failed, two equal graphs would differ in every second run: the hash codes of objects are others each time.
        Object[] mine = {new Object(), new Object(), new Object()};
        Object[] theirs = {new Object(), new Object(), new Object()};
        Map<Object, Object> numbers = new HashMap<>(Map.of(mine[0], 1, mine[1], 2, mine[2], 3));
        same(numbers, new HashMap<>(Map.of(theirs[0], 1, theirs[1], 2, theirs[2], 3)));
        same(List.of(Set.of(mine), mine[0]), List.of(Set.of(theirs), theirs[0]));
        same(List.of(Set.of(mine), Set.of(mine[0], 1), mine[1]), List.of(Set.of(theirs), Set.of(1, theirs[0]), theirs[1]));
        Set<Object> all = Set.of(mine);
        same(List.of(all, Map.of(mine[0], mine[1], mine[1], mine[2], mine[2], mine[0])), List.of(Set.of(theirs), Map.of(theirs[1], theirs[0], theirs[0], theirs[2], theirs[2], theirs[1])));
        same(Set.of(Set.of(List.of(1), mine), Set.of(List.of(2), mine)), Set.of(Set.of(List.of(2), theirs), Set.of(theirs, List.of(1))));
        assertTrue(Korrel.difference(numbers, Map.of(theirs[0], 1, theirs[1], 2, theirs[2], 4)).endsWith("3, expected 4"));
        differs("[0]: an Object is in it, and each like it is shared otherwise", List.of(Set.of(mine), mine[0]), List.of(Set.of(theirs), new Object()));
    }

    @Test
    void aRoundOfObjectsIsNoTwoRounds() {
        // Each object has one before it and one behind it on both sides. Only a second choice for the first tells the sides apart.
        assertEquals("an Object is in it, and each like it is shared otherwise", Korrel.difference(rounds(6), rounds(3, 3)).replace(".keySet(): ", ""));
        for (int time = 0; time < 20; time++) {
            same(rounds(4, 3, 5, 2), rounds(5, 2, 4, 3));
        }
    }

    /** Maps in which each object leads to the next one of its round. */
    private static Map<Object, Object> rounds(int... lengths) {
        Map<Object, Object> next = new HashMap<>();
        for (int length : lengths) {
            List<Object> round = Stream.generate(Object::new).limit(length).toList();
            for (int at = 0; at < length; at++) {
                next.put(round.get(at), round.get((at + 1) % length));
            }
        }
        return next;
    }

    @Test
    void membersOfOneKindInOtherNumbers() {
        differs("new int[] {1} is in it, expected [new int[] {0}]", arrays(1, 2), arrays(2, 1));
        differs("new int[] {0} is in it, expected [new int[] {1}]", arrays(2, 1), arrays(1, 2));
        differs(".get(\"a\"): 1, expected 2", new IdentityHashMap<>(Map.of("a", 1)), new IdentityHashMap<>(Map.of("a", 2)));
        Map<Object, Object> copies = new IdentityHashMap<>(Map.of("a", 1));
        copies.put(new String("a"), 2);
        Map<Object, Object> others = new IdentityHashMap<>(Map.of("a", 2));
        others.put(new String("a"), 1);
        same(copies, others);
    }

    private static Set<Object> arrays(int zeros, int ones) {
        Set<Object> arrays = new LinkedHashSet<>();
        Stream.generate(() -> new int[] {0}).limit(zeros).forEach(arrays::add);
        Stream.generate(() -> new int[] {1}).limit(ones).forEach(arrays::add);
        return Collections.unmodifiableSet(arrays);
    }

    @Test
    void manyMembersInAnotherOrder() {
        // If each were tried with all others, and what is known of them copied, this would take minutes.
        List<Integer> up = IntStream.range(0, 30_000).boxed().toList();
        List<Integer> down = up.stream().map(one -> 29_999 - one).toList();
        assertTimeoutPreemptively(Duration.ofSeconds(60), () -> {
            same(new HashSet<>(up), new LinkedHashSet<>(down));
            differs("29999 is in it, expected [-1]", new HashSet<>(up), new LinkedHashSet<>(down.stream().map(one -> one == 29_999 ? -1 : one).toList()));
            List<List<Integer>> lists = up.stream().limit(1000).map(List::of).toList();
            List<List<Integer>> backwards = new ArrayList<>(lists);
            Collections.reverse(backwards);
            same(new HashSet<>(lists), new LinkedHashSet<>(backwards));
            backwards.set(999, List.of(-1));
            differs("[0] is in it, expected [[-1]]", new HashSet<>(lists), new LinkedHashSet<>(backwards));
        });
    }

    @Test
    void tooManyWaysAreTold() {
        // If this failed, a comparison would not come to an end: any object could be any other, and only the last of the rounds are others.
        assertTimeoutPreemptively(Duration.ofSeconds(120), () -> {
            String told = Korrel.difference(rounds(IntStream.generate(() -> 3).limit(9).toArray()), rounds(3, 3, 3, 3, 3, 3, 3, 4, 2));
            assertTrue(told.contains("too many ways") || told.contains("shared otherwise"), told);
        });
    }

    record Point(double x, List<Integer> more) {}

    static final class Own {
        private final Object held;

        Own(Object held) {
            this.held = held;
        }
    }

    @Test
    void objectsByTheirEqualsOrTheirFields() {
        same(new Point(0, List.of(1)), new Point(0, List.of(1)));
        differs(".x: 0.0, expected -0.0", new Point(0.0, List.of()), new Point(-0.0, List.of()));
        differs(".held[0]: 1, expected 2", new Own(new int[] {1}), new Own(new int[] {2}));
        same(new StringBuilder("a"), new StringBuilder("a"));
        differs("[0]: a@1, expected a@2", List.of(new StringBuilder("a@1")), List.of(new StringBuilder("a@2")));
        same(new IllegalStateException("a"), new IllegalStateException("a"));
        differs("a ListItr, which cannot be compared with another one", List.of().iterator(), List.of().iterator());
    }
}
