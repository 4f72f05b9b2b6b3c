package korrel.code;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import korrel.All;
import korrel.Korrel;
import korrel.KorrelException;
import korrel.code.Structures.Color;
import korrel.code.Trees.Node;
import korrel.code.Trees.Tree;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What fields may hold, and what is refused. */
class FieldsTest {
    static class Bag {
        List<Integer> items;
        Set<String> names;
        Map<String, Integer> counts;
    }

    static class Plain {
        boolean is;
        byte least;
        short small;
        final long large;
        char letter;
        double weight;
        float share;
        String text;
        Integer boxed;
        Color color;

        Plain(long large) {
            this.large = large;
        }
    }

    static class Arrays_ {
        private int[] ints;
        private boolean[] bits;
        private Node[] nodes;
        private List<char[]> texts;
    }

    interface Shape {
        int depth();
    }

    abstract static class Named {
        protected final String name = new String("?");
        private int id;

        int id() {
            return id;
        }
    }

    static final class Leaf extends Named implements Shape {
        private int id;

        @Override
        public int depth() {
            return id;
        }
    }

    static final class Inner extends Named implements Shape {
        private Shape below;

        @Override
        public int depth() {
            return 1 + below.depth();
        }
    }

    static final class Drawing {
        Shape shape;
    }

    static final class Chain<T> {
        T value;
        Chain<T> next;
    }

    static final class Chained {
        Chain<Color> first;
    }

    private static long count(All<?> all) {
        long count = all.stream().count();
        assertTrue(all.toString().startsWith("COMPLETE: "), all.toString());
        return count;
    }

    private static void refused(String message, Executable search) {
        KorrelException refused = assertThrows(KorrelException.class, search);
        assertTrue(refused.getMessage().contains(message), refused.getMessage());
    }

    @Test
    void containers() {
        int all = (1 + 3 + 9 + 27) * 4 * (1 + 2 * 3 + 9);
        assertEquals(all, count(Korrel.all(Bag.class)));
        assertEquals(all, count(Korrel.all(Bag.class, bag -> {
            List<Integer> items = new ArrayList<>(bag.items);
            items.sort(null);
            Set<String> names = new HashSet<>(bag.names);
            names.add("d");
            return items.size() == bag.items.size() && names.size() > bag.names.size() && !bag.counts.containsKey("z");
        })));
        All<Bag> sorted = Korrel.all(Bag.class, bag -> {
            for (int at = 1; at < bag.items.size(); at++) {
                if (bag.items.get(at - 1) > bag.items.get(at)) {
                    return false;
                }
            }
            return bag.names.size() == 1 && bag.counts.values().stream().allMatch(one -> one == 1);
        });
        assertEquals((1 + 3 + 6 + 10) * 2 * 4, count(sorted));
        sorted.list().get(0).items.add(7); // what is handed out may be changed
    }

    @Test
    void containersAreNotChanged() {
        Map<String, All.Where<Bag>> changes = Map.of("List.add", bag -> bag.items.add(1),
            "List.set", bag -> bag.items.isEmpty() || bag.items.set(0, 1) >= 0, "List.remove", bag -> bag.items.isEmpty() || bag.items.remove(0) >= 0);
        List<All.Where<Bag>> others = List.of(bag -> bag.names.add("c") || true, bag -> bag.names.removeIf(name -> name.equals("a")) || true,
            bag -> bag.counts.put("a", 1) == null);
        others.forEach(where -> refused("it changes its input (a Set or a Map: work on a copy)", () -> Korrel.all(Bag.class, where).list()));
        changes.forEach((how, where) -> refused("it changes its input (" + how + ": work on a copy)", () -> Korrel.all(Bag.class, where).list()));
    }

    @Test
    void plainValues() {
        All<Plain> all = Korrel.all(Plain.class, one -> one.large == one.small && one.weight > 0 && one.share < 1)
            .ints(-1, 1).values(double.class, 0.5).values(float.class, 0.25).values(String.class, "", "é", "a b").values("Plain.least", 7);
        assertEquals(2 * 3 * 2 * 3 * 4 * 2, count(all)); // is, small, letter, text, boxed or null, color
        Plain last = null;
        for (Plain one : all) {
            assertTrue(one.large == one.small && one.least == 7 && one.color != null && one.text != null);
            last = one;
        }
        assertInstanceOf(Color.class, last.color);
    }

    @Test
    void arrays() {
        All<Arrays_> all = Korrel.all(Arrays_.class, one -> {
            int sum = 0;
            for (int value : one.ints) {
                sum += value;
            }
            for (boolean bit : one.bits) {
                sum += bit ? 1 : 0;
            }
            return sum == 1 && one.nodes.length == 1 && one.texts.isEmpty();
        }).length(2).ints(0, 1).objects(Node.class, 1);
        // a 1 in one of them: [1] [0 1] [1 0] beside zeros up to length two; a node or none, with itself or nothing below
        assertEquals(2 * 3 * 3 * (1 + 2 * 2 * 2), count(all));
        All<Arrays_> sorted = Korrel.all(Arrays_.class, one -> {
            int[] copy = one.ints.clone();
            Arrays.sort(copy);
            one.ints[0] += 0;
            Arrays.sort(one.texts.get(0));
            boolean isWord = new String(one.texts.get(0)).chars().allMatch(letter -> letter >= 'a');
            int[] other = new int[one.ints.length];
            System.arraycopy(one.ints, 0, other, 0, other.length);
            return isWord && Arrays.equals(copy, other) && List.of(one.bits).size() == 1 && List.of(one.nodes).isEmpty() && one.bits.length == 0 && one.nodes.length == 0 && one.texts.size() == 1;
        }).length(2).ints(0, 1).objects(Node.class, 0);
        assertEquals((2 + 3) * (1 + 2 + 4), count(sorted));
    }

    @Test
    void classesBelowAnInterface() {
        All<Drawing> all = Korrel.all(Drawing.class, drawing -> drawing.shape.depth() == 2).objects(Leaf.class, 1).objects(Inner.class, 2)
            .values("Leaf.name", "leaf").values("Inner.name", "inner");
        assertEquals(3 + 3 * 3 + 3 * 3 * 3, count(all)); // a leaf of depth 2, one below, two below; with any id of what has a name
        for (Drawing drawing : all) {
            assertEquals(2, drawing.shape.depth());
            assertTrue(((Named) drawing.shape).id() < 3 && !((Named) drawing.shape).name.equals("?"));
        }
    }

    @Test
    void variablesOfTypes() {
        assertEquals(1 + 2 + 4, Korrel.all(Chained.class, chained -> {
            int length = 0;
            for (Chain<Color> at = chained.first; at != null && length < 3; at = at.next) {
                length += at.value == Color.RED ? 1 : 1;
            }
            return length < 3;
        }).objects(Chain.class, 2).list().size());
    }

    @Test
    void twoRootsMayShare() {
        record Pair(Tree one, Tree other) {}
        All<Object[]> all = Korrel.all(Tree.class, Tree.class, (one, other) -> isList(one.root, 0) && isList(other.root, 0))
            .objects(Node.class, 2).ints(1, 1);
        List<Pair> pairs = all.stream().map(both -> new Pair((Tree) both[0], (Tree) both[1])).toList();
        assertTrue(pairs.stream().anyMatch(pair -> pair.one.root != null && pair.one.root == pair.other.root));
        // one tree as both: lists of 0 to 2 nodes; two trees: so many nodes of one, of the other, and shared at the end
        assertEquals(3 + 6 + 3 + 1, pairs.size());
        assertTrue(all.toString().contains("heaps of Tree, Tree where a lambda in FieldsTest; "), all.toString());
    }

    private static boolean isList(Node node, int length) {
        return node == null || length < 2 && node.left == null && isList(node.right, length + 1);
    }

    @Test
    void rootsThatAreNoObjectsOfOnesOwn() {
        assertEquals(1 + 3 + 6 + 10, Korrel.all(int[].class, FieldsTest::isSorted).list().size());
        assertEquals((1 + 2 + 4 + 8) * 3, Korrel.all(boolean[].class).and(int.class).list().size());
    }

    private static boolean isSorted(int[] numbers) {
        for (int at = 1; at < numbers.length; at++) {
            if (numbers[at - 1] > numbers[at]) {
                return false;
            }
        }
        return true;
    }

    @Test
    void moreRootsThanThePredicateGets() {
        All<Object[]> all = Korrel.all(Tree.class, Tree::repOk).objects(Node.class, 2).ints(1, 2).and(int.class, Color.class);
        assertEquals(5 * 2 * 2, count(all));
        assertTrue(all.toString().startsWith("COMPLETE: 20 heaps of Tree, int, Color where Tree.repOk; "), all.toString());
    }

    @Test
    void heapsShareNothing() {
        List<Tree> trees = Korrel.all(Tree.class, Tree::repOk).objects(Node.class, 3).ints(1, 3).list();
        trees.get(1).root.key = 99;
        assertEquals(15, trees.stream().map(Tree::toString).distinct().count());
        assertNotSame(trees.get(1).root, trees.get(2).root);
        assertFalse(trees.get(2).root.key == 99);
    }

    @Test
    void bounds() {
        All<Tree> some = Korrel.all(Tree.class, Tree::repOk).objects(Node.class, 3).ints(1, 3).limit(7);
        assertEquals(7, some.list().size());
        assertTrue(some.toString().matches("the first 7 heaps of Tree where Tree.repOk; [0-9]+ candidates within Tree=1, Node=3, int=1..3"), some.toString());
        assertEquals(4, Korrel.all(Tree.class, Tree::repOk).ints(1, 3).size(2).list().size());
        All<Tree> late = Korrel.all(Tree.class, Tree::repOk).objects(Node.class, 12).ints(1, 12).timeout(java.time.Duration.ofMillis(200));
        refused("INCOMPLETE (timeout): ", late::list);
        All<Tree> throwing = Korrel.all(Tree.class, tree -> tree.root.left == null && tree.repOk()).objects(Node.class, 1).ints(1, 1);
        assertEquals(1, count(throwing));
        assertTrue(throwing.forAll(tree -> { }).contains("; the predicate threw on 1 candidates, which counts as false: NullPointerException"));
    }

    record Point(int x, int y) {}

    static class HasRecord {
        Point point;
    }

    class InnerNode {
    }

    static class HasInner {
        InnerNode node;
    }

    static class HasArrayList {
        ArrayList<Integer> items;
    }

    static class IsArrayList extends ArrayList<Integer> {
        private static final long serialVersionUID = 1;
    }

    static class HasObject {
        Object value;
    }

    static class Equal {
        int key;

        @Override
        public boolean equals(Object other) {
            return other instanceof Equal equal && equal.key == key;
        }

        @Override
        public int hashCode() {
            return key;
        }
    }

    static class HasSet {
        Set<Equal> all;
        Collection<Integer> some;
    }

    @Test
    void whatIsNotKnownIsToldAtOnce() {
        refused("Point is a record", Korrel.all(HasRecord.class)::iterator);
        refused("InnerNode is an inner class, which holds an outer object: make it static", Korrel.all(HasInner.class)::iterator);
        refused("HasArrayList.items: java.util.ArrayList's inner fields cannot be seen: declare it as List, Set or Map", Korrel.all(HasArrayList.class)::iterator);
        refused("IsArrayList extends java.util.ArrayList, whose fields cannot be seen", Korrel.all(IsArrayList.class)::iterator);
        refused("HasObject.value: there are no values for the type Object: give values(\"HasObject.value\", …)", Korrel.all(HasObject.class)::iterator);
        refused("HasSet.all: objects of Equal in sets and keys must compare by identity", Korrel.all(HasSet.class)::iterator);
        refused("Drawing.shape: Shape is abstract: give bounds for classes that extend it", Korrel.all(Drawing.class)::iterator);
        refused("Leaf: no class or field of this name is reached from the roots; there are Tree, Node", Korrel.all(Tree.class).objects(Leaf.class, 1)::iterator);
        refused("Node.kay: no class or field", Korrel.all(Tree.class).values("Node.kay", 1)::iterator);
        refused("Node: -1: a number of objects is not below 0", () -> Korrel.all(Tree.class).objects(Node.class, -1));
        refused("Node.key: there are no values", Korrel.all(Tree.class).ints(2, 1)::iterator);
        refused("Tree.root: an object of Node cannot be a value", Korrel.all(Tree.class).values("Tree.root", new Node())::iterator);
        Node node = new Node();
        refused("where: it uses an object of Node from outside", Korrel.all(Tree.class, tree -> tree.root != node)::iterator);
        refused("where: give a lambda or a method reference, Tree::repOk", Korrel.all(Tree.class, new All.Where<Tree>() {
            private static final long serialVersionUID = 1;

            @Override
            public boolean test(Tree tree) {
                return tree.repOk();
            }
        })::iterator);
        refused("has assertions, and they are off: start Java with -ea", Korrel.all(Tree.class).passing(FieldsTest::asserts)::iterator);
        assertEquals(2, Korrel.all(HasObject.class).values("HasObject.value", "a", null).list().size());
    }

    /** As Korat's search tree has it: a set asks it only of objects with one hash code. */
    @SuppressWarnings("overrides")
    static final class Loose {
        Loose next;
        int number;

        @Override
        public boolean equals(Object other) {
            return other instanceof Loose;
        }

        boolean isChain() {
            java.util.Set<Loose> met = new java.util.HashSet<>();
            for (Loose at = this; at != null; at = at.next) {
                if (!met.add(at)) {
                    return false;
                }
            }
            return number == 1;
        }
    }

    @Test
    void equalsWithoutHashCode() {
        // If this failed, objects that are made to try a predicate again would all have one hash code, and an honest one be refused.
        assertEquals(1 + 3 + 9, Korrel.all(Loose.class, Loose::isChain).objects(Loose.class, 3).list().size());
    }

    @Test
    void fieldsThatAreNeverNull() {
        assertEquals(3, Korrel.all(Loose.class).objects(Loose.class, 1).notNull("Loose.next").list().size());
        refused("Loose.nxt: no class or field", Korrel.all(Loose.class).notNull("Loose.nxt")::iterator);
    }

    private static void asserts(Tree tree) {
        assert tree.repOk();
    }
}
