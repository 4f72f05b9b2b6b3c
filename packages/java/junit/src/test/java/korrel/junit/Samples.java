package korrel.junit;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import korrel.Find;
import korrel.Heap;
import korrel.Header;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.ParameterizedTest;

/** Tests as users write them, run by those of {@link KorrelJunitTest}. */
final class Samples {
    private Samples() {}

    static class Tree {
        Node root;
    }

    static class Node {
        int key;
        Node left;
        Node right;

        int height() {
            return 1 + Math.max(left == null ? 0 : left.height(), right == null ? 0 : right.height());
        }
    }

    static class Passing {
        static final Set<Integer> PAIRS = new HashSet<>();

        @KorrelTest
        @KorrelSource(spec = "trees.als", command = "repOk")
        void one(Tree tree, TestInfo test) {
            assertEquals("one(Tree, TestInfo)", test.getDisplayName());
            assertTrue(tree.root == null || tree.root.height() < 4);
        }

        @KorrelTest
        @KorrelSource(spec = "trees.als", command = "key_pre")
        void severalRoots(int key, Heap heap, Tree tree) {
            assertEquals(heap.root("t"), tree);
            PAIRS.add(key);
        }

        @ParameterizedTest
        @KorrelSource(spec = "trees.als", command = "key_pre", limit = 3, configure = "values")
        void each(Words tree, String key, TestInfo test) {
            assertTrue(Set.of("a", "b").contains(key));
            assertTrue(tree.root == null || Set.of("a", "b").contains(((Word) tree.root).key));
            assertNotNull(test);
        }

        static void values(Find find) {
            find.values(Map.of("Int", Map.of(1, "a", 2, "b"))).type("Tree", Words.class).type("Node", Word.class);
        }

        static final class Words {
            Object root;
        }

        static final class Word {
            Object key;
            Object left;
            Object right;
        }
    }

    static class Failing {
        @KorrelTest
        @KorrelSource(spec = "trees.als", command = "repOk")
        void one(Tree tree) {
            assertTrue(tree.root == null || tree.root.height() < 2, "too high");
        }

        @KorrelTest
        @KorrelSource(spec = "trees.als", command = "repOk")
        void compared(Tree tree) {
            assertEquals(List.of(), tree.root == null ? List.of() : List.of(tree.root.key));
        }

        @ParameterizedTest
        @KorrelSource(spec = "trees.als", command = "repOk")
        void each(Tree tree) {
            assertTrue(tree.root == null || tree.root.height() < 2, "too high");
        }
    }

    static class Broken {
        @KorrelTest
        @KorrelSource(spec = "trees.als", command = "nothing")
        void oneOfNone(Tree tree) {}

        @ParameterizedTest
        @KorrelSource(spec = "trees.als", command = "nothing")
        void eachOfNone(Tree tree) {}

        @KorrelTest
        @KorrelSource(spec = "trees.als", scope = "exactly 1 Tree, 16 Node, 1..16 Int", timeout = 0.3)
        void oneOfTooMany(Heap heap) {}

        @ParameterizedTest
        @KorrelSource(spec = "trees.als", scope = "exactly 1 Tree, 16 Node, 1..16 Int", timeout = 0.3)
        void eachOfTooMany(Heap heap) {}

        @KorrelTest
        @KorrelSource(spec = "trees.als", command = "nowhere")
        void noSuchCommand(Heap heap) {}

        @KorrelTest
        @KorrelSource(spec = "nowhere.als")
        void noSuchSpec(Heap heap) {}

        @KorrelTest
        @KorrelSource(spec = "trees.als", command = "repOk")
        void noSuchRoot(Tree tree, Header header) {}

        @KorrelTest
        @KorrelSource(spec = "trees.als", command = "repOk", configure = "nowhere")
        void notConfigured(Tree tree) {}

        @KorrelTest
        void noSource(Tree tree) {}
    }

    /** Its first item makes a file. */
    static class Lazy {
        @ParameterizedTest
        @KorrelSource(spec = "trees.als")
        void each(Heap heap) throws IOException {
            Files.writeString(Path.of(System.getProperty("korrel.tried")), heap.key() + "\n", APPEND, CREATE);
        }
    }
}
