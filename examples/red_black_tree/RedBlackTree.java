import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import korrel.KorrelDriver;

/**
 * A red-black tree in the manner of java.util.TreeMap; `--fault NAME` seeds a fault.
 *
 * `at(place, condition)` is the condition, and says to `korrel test` which way it went. Each operand of
 * `&&` in an `if` is counted by itself, the condition of a `while` as one.
 */
public final class RedBlackTree {
    enum Color { RED, BLACK }

    static final class Node {
        int key;
        Color color = Color.BLACK;
        Node left;
        Node right;
        Node parent;
    }

    static String fault = "";

    Node root;

    static boolean at(String place, boolean condition) {
        KorrelDriver.cover(place + (condition ? " +" : " -"));
        return condition;
    }

    static Color colorOf(Node node) {
        return node == null ? Color.BLACK : node.color;
    }

    static Node parentOf(Node node) {
        return node == null ? null : node.parent;
    }

    static Node leftOf(Node node) {
        return node == null ? null : node.left;
    }

    static Node rightOf(Node node) {
        return node == null ? null : node.right;
    }

    static void paint(Node node, Color color) {
        if (node != null) {
            node.color = color;
        }
    }

    Node find(int key) {
        Node node = root;
        while (node != null && node.key != key) {
            node = key < node.key ? node.left : node.right;
        }
        return node;
    }

    void insert(int key) {
        Node parent = null;
        for (Node node = root; node != null; node = key < node.key ? node.left : node.right) {
            if (node.key == key) {
                return;
            }
            parent = node;
        }
        Node added = new Node();
        added.key = key;
        added.parent = parent;
        if (parent == null) {
            root = added;
        } else if (key < parent.key) {
            parent.left = added;
        } else {
            parent.right = added;
        }
        fixAfterInsertion(added);
    }

    void remove(int key) {
        Node node = find(key);
        if (node != null) {
            delete(node);
        }
    }

    void delete(Node node) {
        if (at("delete 1", node.left != null) && at("delete 2", node.right != null)) {
            swapWithSuccessor(node);
        }
        Node replacement = node.left != null ? node.left : node.right;
        if (at("delete 3", replacement != null)) {
            replacement.parent = node.parent;
            if (at("delete 4", node.parent == null)) {
                root = replacement;
            } else if (at("delete 5", node == node.parent.left)) {
                node.parent.left = replacement;
            } else {
                node.parent.right = replacement;
            }
            node.left = node.right = node.parent = null;
            if (at("delete 6", node.color == seeded("swap-inner"))) {
                fixAfterDeletion(replacement);
            }
        } else if (at("delete 7", node.parent == null)) {
            root = null;
        } else {
            if (at("delete 8", node.color == seeded("swap-leaf"))) {
                fixAfterDeletion(node);
            }
            if (at("delete 9", node.parent != null)) {
                if (at("delete 10", node == node.parent.left)) {
                    node.parent.left = null;
                } else if (at("delete 11", node == node.parent.right)) {
                    node.parent.right = null;
                }
                node.parent = null;
            }
        }
    }

    /** BLACK, or RED where this fault is seeded. */
    static Color seeded(String name) {
        return fault.equals(name) || fault.equals("swap-both") && name.startsWith("swap")
            ? Color.RED : Color.BLACK;
    }

    /** The node takes the place and the color of the next one, and the reverse. */
    void swapWithSuccessor(Node node) {
        Node next = node.right;
        while (next.left != null) {
            next = next.left;
        }
        Node above = next.parent;
        Node right = next.right;
        putInPlaceOf(node, next);
        next.left = node.left;
        next.left.parent = next;
        next.right = above == node ? node : node.right;
        next.right.parent = next;
        if (above != node) {
            above.left = node;
            node.parent = above;
        }
        node.left = null;
        node.right = right;
        if (right != null) {
            right.parent = node;
        }
        Color color = node.color;
        node.color = next.color;
        next.color = color;
    }

    void putInPlaceOf(Node node, Node other) {
        other.parent = node.parent;
        if (node.parent == null) {
            root = other;
        } else if (node == node.parent.left) {
            node.parent.left = other;
        } else {
            node.parent.right = other;
        }
    }

    /** One of the two sides of a tree: what is said of one holds of the other in the mirror. */
    final class Side {
        final String name;
        final UnaryOperator<Node> near;
        final UnaryOperator<Node> far;

        Side(String name, UnaryOperator<Node> near, UnaryOperator<Node> far) {
            this.name = name;
            this.near = near;
            this.far = far;
        }

        /** Puts the child on the far side above its parent. */
        void rotate(Node node) {
            if (this == left) {
                rotateLeft(node);
            } else {
                rotateRight(node);
            }
        }

        Side other() {
            return this == left ? right : left;
        }
    }

    final Side left = new Side("left", RedBlackTree::leftOf, RedBlackTree::rightOf);
    final Side right = new Side("right", RedBlackTree::rightOf, RedBlackTree::leftOf);

    void fixAfterDeletion(Node x) {
        while (at("deletion 1", x != root && colorOf(x) == Color.BLACK)) {
            x = lift(x, at("deletion 2", x == leftOf(parentOf(x))) ? left : right);
        }
        paint(x, seeded("paint"));
    }

    Node lift(Node x, Side side) {
        Node sibling = side.far.apply(parentOf(x));
        if (at("deletion 3 " + side.name, colorOf(sibling) == Color.RED)) {
            paint(sibling, Color.BLACK);
            paint(parentOf(x), Color.RED);
            side.rotate(parentOf(x));
            sibling = side.far.apply(parentOf(x));
        }
        if (at("deletion 4 " + side.name, colorOf(side.near.apply(sibling)) == Color.BLACK)
                && at("deletion 5 " + side.name, colorOf(side.far.apply(sibling)) == Color.BLACK)) {
            paint(sibling, Color.RED);
            return parentOf(x);
        }
        if (at("deletion 6 " + side.name, colorOf(side.far.apply(sibling)) == Color.BLACK)) {
            paint(side.near.apply(sibling), Color.BLACK);
            paint(sibling, Color.RED);
            side.other().rotate(sibling);
            sibling = side.far.apply(parentOf(x));
        }
        paint(sibling, colorOf(parentOf(x)));
        paint(parentOf(x), Color.BLACK);
        paint(side.far.apply(sibling), Color.BLACK);
        side.rotate(parentOf(x));
        return root;
    }

    void fixAfterInsertion(Node x) {
        x.color = Color.RED;
        while (at("insertion 1", x != null && x != root && x.parent.color == Color.RED)) {
            Node parent = parentOf(x);
            x = raise(x, at("insertion 2", parent == leftOf(parentOf(parent))) ? left : right);
        }
        root.color = Color.BLACK;
    }

    Node raise(Node x, Side side) {
        Node uncle = side.far.apply(parentOf(parentOf(x)));
        if (at("insertion 3 " + side.name, colorOf(uncle) == Color.RED)) {
            paint(parentOf(x), Color.BLACK);
            paint(uncle, Color.BLACK);
            paint(parentOf(parentOf(x)), Color.RED);
            return parentOf(parentOf(x));
        }
        if (at("insertion 4 " + side.name, x == side.far.apply(parentOf(x)))) {
            x = parentOf(x);
            side.rotate(x);
        }
        paint(parentOf(x), Color.BLACK);
        paint(parentOf(parentOf(x)), Color.RED);
        if (at("insertion 5 " + side.name, parentOf(parentOf(x)) != null)) {
            side.other().rotate(parentOf(parentOf(x)));
        }
        return x;
    }

    void rotateLeft(Node node) {
        Node right = node.right;
        node.right = right.left;
        if (right.left != null) {
            right.left.parent = node;
        }
        putInPlaceOf(node, right);
        right.left = node;
        node.parent = right;
    }

    void rotateRight(Node node) {
        Node left = node.left;
        node.left = left.right;
        if (left.right != null) {
            left.right.parent = node;
        }
        putInPlaceOf(node, left);
        left.right = node;
        node.parent = left;
    }

    /** Deletes each key, and inserts one into each gap, each time in a copy. */
    static void everywhere(RedBlackTree tree) {
        List<Integer> before = new ArrayList<>();
        keys(copy(tree.root, null), before);
        for (int key = 1; key <= 2 * before.size() + 1; key++) {
            RedBlackTree copy = new RedBlackTree();
            copy.root = copy(tree.root, null);
            List<Integer> expected = new ArrayList<>(before);
            if (expected.remove((Integer) key)) {
                copy.remove(key);
            } else {
                expected.add(key / 2, key);
                copy.insert(key);
            }
            blackHeight(copy.root, null);
            List<Integer> after = new ArrayList<>();
            keys(copy.root, after);
            if (!after.equals(expected)) {
                throw new KorrelDriver.Fail("the keys are wrong", "after " + key + ": " + after);
            }
        }
    }

    /** With each key doubled: there is room for new keys in between. */
    static Node copy(Node node, Node parent) {
        if (node == null) {
            return null;
        }
        Node copy = new Node();
        copy.key = 2 * node.key;
        copy.color = node.color;
        copy.parent = parent;
        copy.left = copy(node.left, copy);
        copy.right = copy(node.right, copy);
        return copy;
    }

    static void keys(Node node, List<Integer> to) {
        if (node != null) {
            keys(node.left, to);
            to.add(node.key);
            keys(node.right, to);
        }
    }

    /** Throws Fail if this is no red-black tree. */
    static int blackHeight(Node node, Node parent) {
        if (node == null) {
            return 0;
        }
        if (node.parent != parent) {
            throw new KorrelDriver.Fail("a parent is wrong", "of " + node.key);
        }
        boolean redChild = colorOf(node.left) == Color.RED || colorOf(node.right) == Color.RED;
        if (node.color == Color.RED && redChild) {
            throw new KorrelDriver.Fail("a red node has a red child", "" + node.key);
        }
        int height = blackHeight(node.left, node);
        if (height != blackHeight(node.right, node)) {
            throw new KorrelDriver.Fail("black heights differ", "below " + node.key);
        }
        return height + (node.color == Color.BLACK ? 1 : 0);
    }

    public static void main(String[] args) throws Exception {
        if (args.length == 2 && args[0].equals("--fault")) {
            fault = args[1];
        }
        KorrelDriver.type("Tree", RedBlackTree.class);
        KorrelDriver.type(Node.class);
        operation("remove", (tree, key) -> tree.remove((int) key));
        operation("delete", (tree, node) -> tree.delete((Node) node));
        operation("insert", (tree, key) -> tree.insert((int) key));
        KorrelDriver.judge("everywhere", a -> {
            everywhere((RedBlackTree) a[0]);
            return null;
        });
        KorrelDriver.serve();
    }

    interface Change {
        void of(RedBlackTree tree, Object argument);
    }

    static void operation(String name, Change change) {
        KorrelDriver.operation(name, a -> {
            change.of((RedBlackTree) a[0], a[1]);
            return null;
        });
    }
}
