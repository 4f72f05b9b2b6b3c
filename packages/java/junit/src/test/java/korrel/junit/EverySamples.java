package korrel.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import korrel.All;
import korrel.Korrel;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.ParameterizedTest;

/** Tests over all objects of one's own classes, run by {@link KorrelJunitTest}. */
final class EverySamples {
    private EverySamples() {}

    /** A set of keys, stored as a search tree. One line of {@code remove} is wrong. */
    static class Tree {
        private Node root;

        boolean repOk() {
            return isSorted(root, Integer.MIN_VALUE, Integer.MAX_VALUE, new HashSet<>());
        }

        private static boolean isSorted(Node node, int low, int high, Set<Node> met) {
            return node == null || met.add(node) && low < node.key && node.key < high
                && isSorted(node.left, low, node.key, met) && isSorted(node.right, node.key, high, met);
        }

        List<Integer> keys() {
            List<Integer> keys = new ArrayList<>();
            add(root, keys);
            return keys;
        }

        private static void add(Node node, List<Integer> keys) {
            if (node != null) {
                add(node.left, keys);
                keys.add(node.key);
                add(node.right, keys);
            }
        }

        void remove(int key) {
            root = without(root, key);
        }

        private static Node without(Node node, int key) {
            if (node == null) {
                return null;
            } else if (key < node.key) {
                node.left = without(node.left, key);
            } else if (key > node.key) {
                node.right = without(node.right, key);
            } else if (node.left == null || node.right == null) {
                return node.left == null ? node.right : node.left;
            } else {
                Node parent = node;
                Node least = node.right;
                while (least.left != null) {
                    parent = least;
                    least = least.left;
                }
                node.key = least.key;
                if (parent == node) {
                    node.right = least.right;
                } else {
                    parent.left = null; // the fault
                }
            }
            return node;
        }
    }

    static class Node {
        private int key;
        private Node left;
        private Node right;
    }

    static All<Tree> trees(int nodes) {
        return Korrel.all(Tree.class, Tree::repOk).objects(Node.class, nodes).ints(0, nodes - 1);
    }

    static class Cases {
        static All<Tree> small() {
            return trees(3);
        }

        static All<Tree> fails() {
            return trees(5);
        }

        static All<Tree> none() {
            return Korrel.all(Tree.class, tree -> tree.keys().contains(7)).objects(Node.class, 1);
        }

        @KorrelTest
        @KorrelEvery("small")
        void passes(Tree tree, TestInfo test) {
            assertTrue(tree.keys().size() < 4 && test.getDisplayName().startsWith("passes"));
        }

        @KorrelTest
        @KorrelEvery("small")
        void skips(Tree tree) {
            Assumptions.assumeTrue(tree.root != null);
        }

        @ParameterizedTest
        @KorrelEvery("small")
        void each(Tree tree, int key) {
            tree.remove(key);
            assertTrue(tree.repOk());
        }

        @KorrelTest
        @KorrelEvery
        void fails(Tree tree, int key) {
            List<Integer> rest = tree.keys();
            rest.remove((Integer) key);
            tree.remove(key);
            assertEquals(rest, tree.keys());
        }

        @KorrelTest
        @KorrelEvery("none")
        void ofNone(Tree tree) {}

        @KorrelTest
        @KorrelEvery("nowhere")
        void ofNothing(Tree tree) {}
    }
}
