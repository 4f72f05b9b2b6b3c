package example;

/** A sorted map as an AVL tree (Adelson-Velsky, Landis 1962). Its removal has a fault that tests by hand miss. */
public final class AvlMap<K extends Comparable<K>, V> {
    private Node<K, V> root;
    private int size;

    private static final class Node<K, V> {
        private final K key;
        private V value;
        private int height = 1;
        private Node<K, V> left;
        private Node<K, V> right;

        private Node(K key, V value) {
            this.key = key;
            this.value = value;
        }
    }

    public int size() {
        return size;
    }

    public V get(K key) {
        Node<K, V> node = find(key);
        return node == null ? null : node.value;
    }

    public boolean contains(K key) {
        return find(key) != null;
    }

    public void put(K key, V value) {
        root = put(root, key, value);
    }

    public void remove(K key) {
        root = remove(root, key);
    }

    private Node<K, V> find(K key) {
        Node<K, V> node = root;
        while (node != null && key.compareTo(node.key) != 0) {
            node = key.compareTo(node.key) < 0 ? node.left : node.right;
        }
        return node;
    }

    private Node<K, V> put(Node<K, V> node, K key, V value) {
        if (node == null) {
            size++;
            return new Node<>(key, value);
        }
        int sign = key.compareTo(node.key);
        if (sign < 0) {
            node.left = put(node.left, key, value);
        } else if (sign > 0) {
            node.right = put(node.right, key, value);
        } else {
            node.value = value;
        }
        return balanced(node);
    }

    private Node<K, V> remove(Node<K, V> node, K key) {
        if (node == null) {
            return null;
        }
        int sign = key.compareTo(node.key);
        if (sign < 0) {
            node.left = remove(node.left, key);
        } else if (sign > 0) {
            node.right = remove(node.right, key);
        } else {
            size--;
            return joined(node.left, node.right);
        }
        return balanced(node);
    }

    private static <K, V> Node<K, V> joined(Node<K, V> left, Node<K, V> right) {
        if (left == null || right == null) {
            return left == null ? right : left;
        }
        Node<K, V> next = right;
        while (next.left != null) {
            next = next.left;
        }
        next.right = withoutFirst(right);
        next.left = left;
        return balanced(next);
    }

    private static <K, V> Node<K, V> withoutFirst(Node<K, V> node) {
        if (node.left == null) {
            return node.right;
        }
        node.left = withoutFirst(node.left);
        return node; // the fault: return balanced(node);
    }

    private static <K, V> Node<K, V> balanced(Node<K, V> node) {
        int lean = height(node.left) - height(node.right);
        if (lean > 1) {
            if (height(node.left.left) < height(node.left.right)) {
                node.left = rotatedLeft(node.left);
            }
            return rotatedRight(node);
        }
        if (lean < -1) {
            if (height(node.right.right) < height(node.right.left)) {
                node.right = rotatedRight(node.right);
            }
            return rotatedLeft(node);
        }
        return measured(node);
    }

    private static <K, V> Node<K, V> rotatedLeft(Node<K, V> node) {
        Node<K, V> top = node.right;
        node.right = top.left;
        top.left = measured(node);
        return measured(top);
    }

    private static <K, V> Node<K, V> rotatedRight(Node<K, V> node) {
        Node<K, V> top = node.left;
        node.left = top.right;
        top.right = measured(node);
        return measured(top);
    }

    private static <K, V> Node<K, V> measured(Node<K, V> node) {
        node.height = 1 + Math.max(height(node.left), height(node.right));
        return node;
    }

    private static int height(Node<?, ?> node) {
        return node == null ? 0 : node.height;
    }

    /** Throws if this is no AVL tree. */
    public void check() {
        check(root);
    }

    private static int check(Node<?, ?> node) {
        if (node == null) {
            return 0;
        }
        int left = check(node.left);
        int right = check(node.right);
        if (Math.abs(left - right) > 1) {
            throw new AssertionError("not balanced at " + node.key);
        }
        if (node.height != 1 + Math.max(left, right)) {
            throw new AssertionError("the height at " + node.key + " is wrong");
        }
        return node.height;
    }
}
