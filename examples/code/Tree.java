import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/** A set of numbers, as a search tree. */
public class Tree {
    Node root;

    static class Node {
        int key;
        Node left;
        Node right;
    }

    /** Says which trees are valid. */
    boolean repOk() {
        Set<Node> met = Collections.newSetFromMap(new IdentityHashMap<>());
        return isSorted(root, Long.MIN_VALUE, Long.MAX_VALUE, met);
    }

    private static boolean isSorted(Node node, long low, long high, Set<Node> met) {
        if (node == null) {
            return true;
        }
        return met.add(node) && low < node.key && node.key < high && isSorted(node.left, low, node.key, met)
            && isSorted(node.right, node.key, high, met);
    }
}
