package korrel.code;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Korat's structures as classes, each with a {@code repOk} as one writes it in Java. */
final class Structures {
    private Structures() {}

    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.TYPE_USE})
    @interface NonNull {}

    static final class Link {
        int elem;
        Link next;
    }

    static final class SinglyLinked {
        private Link header;

        boolean repOk() {
            Set<Link> met = new HashSet<>();
            for (Link link = header; link != null; link = link.next) {
                if (!met.add(link)) {
                    return false;
                }
            }
            return true;
        }
    }

    static final class Item {
    }

    static final class Entry {
        Item element;
        @NonNull Entry next;
        @NonNull Entry previous;
    }

    /** Circular: the header is an entry with an element, too. */
    static final class DoublyLinked {
        private @NonNull Entry header;

        boolean repOk() {
            if (header.element == null) {
                return false;
            }
            Set<Entry> met = new HashSet<>();
            Entry entry = header;
            while (met.add(entry)) {
                if (entry.next.previous != entry) {
                    return false;
                }
                entry = entry.next;
            }
            return entry == header;
        }
    }

    static final class SortedEntry {
        private Integer element;
        private @NonNull SortedEntry next;
        private @NonNull SortedEntry previous;
    }

    static final class SortedList {
        private @NonNull SortedEntry header;

        boolean repOk() {
            if (header.element != null) {
                return false;
            }
            Integer last = null;
            SortedEntry entry = header;
            while (true) {
                SortedEntry following = entry.next;
                if (following.previous != entry) {
                    return false;
                } else if (following == header) {
                    return true;
                } else if (following.element == null || last != null && following.element < last) {
                    return false;
                }
                entry = following;
                last = following.element;
            }
        }
    }

    static final class TreeNode {
        private int key;
        private TreeNode left;
        private TreeNode right;
    }

    static final class SearchTree {
        private TreeNode root;
        private byte size;

        boolean repOk() {
            List<TreeNode> met = new ArrayList<>();
            return isOk(root, Integer.MIN_VALUE, Integer.MAX_VALUE, met) && size == met.size();
        }

        private static boolean isOk(TreeNode node, int low, int high, List<TreeNode> met) {
            if (node == null) {
                return true;
            } else if (met.contains(node)) {
                return false;
            }
            met.add(node);
            return low < node.key && node.key < high && isOk(node.left, low, node.key, met) && isOk(node.right, node.key, high, met);
        }
    }

    enum Color { RED, BLACK }

    static final class RedBlackNode {
        int key;
        Color color;
        RedBlackNode left;
        RedBlackNode right;
        RedBlackNode parent;
    }

    static final class RedBlackTree {
        RedBlackNode root;

        boolean repOk() {
            return black(root, null, Integer.MIN_VALUE, Integer.MAX_VALUE, new HashSet<>()) >= 0;
        }

        /** The number of black nodes on each path; -1 if it is no tree. */
        private static int black(RedBlackNode node, RedBlackNode parent, int low, int high, Set<RedBlackNode> met) {
            if (node == null) {
                return 0;
            } else if (!met.add(node) || node.parent != parent || !(low < node.key && node.key < high)) {
                return -1;
            } else if (node.color == Color.RED && parent != null && parent.color == Color.RED) {
                return -1;
            }
            int left = black(node.left, node, low, node.key, met);
            if (left < 0 || black(node.right, node, node.key, high, met) != left) {
                return -1;
            }
            return switch (node.color) {
                case RED -> left;
                case BLACK -> left + 1;
            };
        }
    }

    static final class AvlNode {
        int key;
        long height;
        AvlNode left;
        AvlNode right;
    }

    static final class AvlTree {
        AvlNode root;

        /** Returns nothing, and throws. */
        void check() {
            height(root, Integer.MIN_VALUE, Integer.MAX_VALUE, new ArrayList<>());
        }

        private static long height(AvlNode node, int low, int high, List<AvlNode> met) {
            if (node == null) {
                return 0;
            }
            check(!met.contains(node) && low < node.key && node.key < high);
            met.add(node);
            long left = height(node.left, low, node.key, met);
            long right = height(node.right, node.key, high, met);
            check(Math.abs(left - right) < 2 && node.height == 1 + Math.max(left, right));
            return node.height;
        }

        private static void check(boolean is) {
            if (!is) {
                throw new IllegalStateException("no AVL tree");
            }
        }
    }

    static final class HeapArray {
        private int[] array;
        private int size;

        boolean repOk() {
            if (size > array.length) {
                return false;
            }
            for (int at = 1; at < size; at++) {
                if (array[at] > array[(at - 1) >> 1]) {
                    return false;
                }
            }
            for (int at = size; at < array.length; at++) {
                if (array[at] != 0) {
                    return false;
                }
            }
            return true;
        }
    }

    static final class DisjointSet {
        private int[] parent;
        private List<Integer> rank;

        boolean repOk() {
            int size = parent.length;
            if (rank.size() != size) {
                return false;
            }
            Set<Integer> grown = new HashSet<>();
            int roots = 0;
            for (int at = 0; at < size; at++) {
                if (parent[at] >= size) {
                    return false;
                } else if (parent[at] == at) {
                    roots++;
                } else if (rank.get(parent[at]) <= rank.get(at)) {
                    return false;
                } else if (rank.get(parent[at]) == rank.get(at) + 1) {
                    grown.add(parent[at]);
                }
            }
            int free = 0;
            for (int at = 0; at < size; at++) {
                free += !grown.contains(at) && rank.get(at) == 0 ? 1 : 0;
            }
            return roots <= free;
        }
    }

    static final class Dag {
        Dag left;
        Dag right;

        boolean repOk() {
            return isOk(this, new ArrayList<>(), new ArrayList<>());
        }

        private static boolean isOk(Dag node, List<Dag> path, List<Dag> done) {
            if (node == null || done.contains(node)) {
                return true;
            } else if (path.contains(node)) {
                return false;
            }
            path.add(node);
            if (!(isOk(node.left, path, done) && isOk(node.right, path, done))) {
                return false;
            }
            done.add(path.remove(path.size() - 1));
            return true;
        }
    }

    static final class Vertex {
        Set<Vertex> neighbors;
    }

    static final class Graph {
        Set<Vertex> nodes;

        boolean repOk() {
            List<Vertex> done = new ArrayList<>();
            for (Vertex node : nodes) {
                if (node.neighbors.contains(node) || !nodes.containsAll(node.neighbors)) {
                    return false;
                }
                for (Vertex other : done) {
                    if (node.neighbors.contains(other) != other.neighbors.contains(node)) {
                        return false;
                    }
                }
                done.add(node);
            }
            return true;
        }
    }
}
