package korrel.code;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import korrel.All;

/** A search tree, predicates that lie about it, and some that only look like that. */
final class Trees {
    static int calls;
    static int greatest = Integer.MAX_VALUE;
    private static final Map<Tree, Boolean> KNOWN = new IdentityHashMap<>();
    private static final Map<Integer, Integer> MET = new HashMap<>();
    private static Tree kept;

    private Trees() {}

    static final class Node implements Cloneable {
        int key;
        Node left;
        Node right;
        transient boolean isMarked;

        Node() {}

        Node(int key, Node left, Node right) {
            this.key = key;
            this.left = left;
            this.right = right;
        }

        @Override
        protected Node clone() {
            try {
                return (Node) super.clone();
            } catch (CloneNotSupportedException impossible) {
                throw new AssertionError(impossible);
            }
        }
    }

    static final class Tree {
        Node root;

        boolean repOk() {
            return isOk(root, Integer.MIN_VALUE, greatest, new HashSet<>());
        }

        @Override
        public String toString() {
            return shown(root);
        }
    }

    static boolean isOk(Node node, int low, int high, Set<Node> met) {
        return node == null || met.add(node) && low < node.key && node.key < high && isOk(node.left, low, node.key, met)
            && isOk(node.right, node.key, high, met);
    }

    static String shown(Node node) {
        return node == null ? "" : "(" + shown(node.left) + node.key + shown(node.right) + ")";
    }

    static final Map<String, All.Where<Tree>> LIES = new HashMap<>();

    static {
        LIES.put("it keeps a count", tree -> calls++ % 7 != 3 && tree.repOk());
        LIES.put("it turns late", tree -> calls++ < 500 && tree.repOk());
        LIES.put("it says no for good", tree -> calls++ < 100 && tree.repOk());
        LIES.put("each fifth is wrong", tree -> calls++ % 5 == 0 || tree.repOk());
        LIES.put("it remembers objects", tree -> KNOWN.computeIfAbsent(tree, Tree::repOk));
        LIES.put("it remembers keys", tree -> tree.repOk() && (tree.root == null || MET.merge(tree.root.key, 1, Integer::sum) < 3));
        LIES.put("it keeps its first input", tree -> {
            kept = kept == null ? tree : kept;
            return tree.repOk() && kept == tree;
        });
        LIES.put("it asks for chance", tree -> Math.random() < 2 && tree.repOk());
        LIES.put("it has a die", tree -> new Random().nextInt(6) < 7 && tree.repOk());
        LIES.put("it has a die of its thread", tree -> ThreadLocalRandom.current().nextInt(6) < 7 && tree.repOk());
        LIES.put("it asks for the time", tree -> System.nanoTime() != 0 && tree.repOk());
        LIES.put("it asks for the date", tree -> new Date().getTime() > 0 && tree.repOk());
        LIES.put("it asks for the instant", tree -> Instant.now().toEpochMilli() > 0 && tree.repOk());
        LIES.put("it reads a file", tree -> !new java.io.File("none").exists() && tree.repOk());
        LIES.put("it reads by reflection", tree -> {
            try {
                return Tree.class.getDeclaredField("root").get(tree) == null || tree.repOk();
            } catch (ReflectiveOperationException impossible) {
                throw new AssertionError(impossible);
            }
        });
        LIES.put("it compares identities", tree -> tree.repOk()
            && (tree.root == null || tree.root.left == null || System.identityHashCode(tree.root) < System.identityHashCode(tree.root.left)));
        LIES.put("it looks at hash codes", tree -> tree.repOk() && (tree.root == null || tree.root.hashCode() < 1000));
        LIES.put("it looks at the class", tree -> tree.repOk() && tree.getClass().getDeclaredFields().length > 1);
        LIES.put("it looks at the loader", tree -> tree.repOk() && tree.getClass().getClassLoader() != ClassLoader.getSystemClassLoader());
        LIES.put("it clones what was not read", tree -> tree.root == null || tree.root.clone().left == null && tree.repOk());
        LIES.put("it looks at text of identity", tree -> tree.repOk() && (tree.root == null || tree.root.toString().charAt(tree.root.toString().length() - 1) > '7'));
        LIES.put("a static field that a test has set", tree -> tree.repOk() && (greatest == Integer.MAX_VALUE));
        LIES.put("it goes round", tree -> {
            for (Node node = tree.root; node != null; node = node.left) {
                calls++;
            }
            return true;
        });
        LIES.put("it goes round and catches all", tree -> {
            while (true) {
                try {
                    for (Node node = tree.root; node != null; node = node.left) {
                        calls++;
                    }
                    return true;
                } catch (Throwable all) {
                    calls++;
                }
            }
        });
    }

    /** Says no to good trees of eight nodes with the least key but one at the root, where they are watched. */
    static final All.Where<Tree> LATE = tree -> tree.repOk()
        && (number(tree.root) < 8 || tree.root.key != 2 || tree.getClass().getClassLoader() == ClassLoader.getSystemClassLoader());

    private static int number(Node node) {
        return node == null ? 0 : 1 + number(node.left) + number(node.right);
    }

    static final Map<String, All.Where<Tree>> HONEST = new HashMap<>();

    static {
        HONEST.put("it catches everything", tree -> {
            try {
                return tree.repOk();
            } catch (Throwable all) {
                return true;
            }
        });
        HONEST.put("it throws", tree -> {
            if (!tree.repOk()) {
                throw new IllegalStateException("no tree");
            }
            return true;
        });
        HONEST.put("it recurses for ever", tree -> tree.repOk() || forEver(tree));
        HONEST.put("it writes, and writes back", tree -> {
            Node root = tree.root;
            tree.root = null;
            boolean is = isOk(root, Integer.MIN_VALUE, Integer.MAX_VALUE, new HashSet<>());
            tree.root = root;
            return is;
        });
        HONEST.put("it writes what it computes", tree -> {
            boolean is = tree.repOk();
            for (Node node = tree.root; is && node != null; node = node.left) {
                node.key = -node.key;
            }
            return is;
        });
        HONEST.put("it marks", tree -> marks(tree.root, Integer.MIN_VALUE, Integer.MAX_VALUE));
        HONEST.put("it makes objects", tree -> {
            Tree other = new Tree();
            other.root = tree.root == null ? null : new Node(tree.root.key, tree.root.left, tree.root.right);
            return other.repOk() && tree.repOk();
        });
        HONEST.put("it prints", tree -> {
            System.out.println("looking at " + tree.root);
            return tree.repOk();
        });
        HONEST.put("it keeps a list of its own", tree -> {
            List<Node> met = new ArrayList<>();
            return tree.repOk() && met.isEmpty();
        });
        HONEST.put("it uses a thread", tree -> {
            boolean[] is = new boolean[1];
            Thread other = new Thread(() -> is[0] = tree.repOk());
            other.start();
            other.join();
            return is[0];
        });
        HONEST.put("it has a seed", tree -> new Random(7).nextInt(3) < 3 && tree.repOk());
    }

    private static boolean forEver(Tree tree) {
        return forEver(tree) || tree.repOk();
    }

    private static boolean marks(Node node, int low, int high) {
        if (node == null) {
            return true;
        } else if (node.isMarked) {
            return false;
        }
        node.isMarked = true;
        return low < node.key && node.key < high && marks(node.left, low, node.key) && marks(node.right, node.key, high);
    }
}
