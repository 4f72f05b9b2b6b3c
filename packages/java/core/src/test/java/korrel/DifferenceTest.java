package korrel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.AbstractCollection;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
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
import java.util.stream.Stream;
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
        same(new IllegalStateException("a"), new IllegalStateException("a"));
        differs("a ListItr, which cannot be compared with another one", List.of().iterator(), List.of().iterator());
    }
}
