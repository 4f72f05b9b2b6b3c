package korrel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The names of heaps that a predicate in Java accepts. */
class CodeKeysTest {
    static final class TreeNode {
        int key;
        TreeNode left;
        TreeNode right;
    }

    static final class SearchTree {
        TreeNode root;
        int size;

        boolean repOk() {
            Set<TreeNode> met = new HashSet<>();
            return isOk(root, 0, Integer.MAX_VALUE, met) && met.size() == size;
        }

        private static boolean isOk(TreeNode node, int low, int high, Set<TreeNode> met) {
            return node == null || met.add(node) && low < node.key && node.key < high && isOk(node.left, low, node.key, met)
                && isOk(node.right, node.key, high, met);
        }
    }

    static final class Vertex {
        Set<Vertex> neighbors;
    }

    static final class Graph {
        Set<Vertex> nodes;

        boolean repOk() {
            return nodes.stream().allMatch(node -> !node.neighbors.contains(node) && nodes.containsAll(node.neighbors)
                && node.neighbors.stream().allMatch(other -> other.neighbors.contains(node)));
        }
    }

    @Test
    void keysAreThoseOfASpec() {
        // If this failed, a key in a report on code would be another one than that of the same heap from a spec.
        keys("code_tree", Korrel.all(SearchTree.class, SearchTree::repOk).objects(TreeNode.class, 4).ints(0, 4), 51);
        keys("code_graph", Korrel.all(Graph.class, Graph::repOk).objects(Vertex.class, 4).length(4), 19);
    }

    private static void keys(String spec, All<?> all, int count) {
        List<String> wanted = Korrel.find(Specs.own(spec)).keys().stream().map(Heap::key).sorted().toList();
        List<String> found = new ArrayList<>();
        Found<?> search = all.iterator();
        while (search.hasNext()) {
            search.next();
            found.add(search.heap().key());
        }
        assertEquals(count, found.size());
        assertEquals(wanted, found.stream().sorted().toList());
    }

    @Test
    void aSpecIsComparedWithAPredicate() {
        // If this failed, who writes a spec for larger bounds would not learn that it says something else than the code.
        All<SearchTree> trees = Korrel.all(SearchTree.class, SearchTree::repOk).objects(TreeNode.class, 4).ints(0, 4);
        Comparison same = Korrel.compare(Specs.own("code_tree"), null, trees);
        assertTrue(same.isSame());
        assertEquals("SearchTree where SearchTree.repOk and " + Specs.own("code_tree") + " accept the same 51 heaps", same.toString());
        Comparison wider = Korrel.compare(Specs.own("code_tree"), null, trees.where(tree -> tree.root == null || tree.repOk()));
        assertEquals(51, wider.both());
        assertTrue(wider.onlySpec().isEmpty() && wider.onlyCode().size() == 4);
        assertTrue(wider.toString().contains(" that " + Specs.own("code_tree") + " does not, the smallest: " + wider.onlyCode().get(0).key()
            + "\nSearchTree=SearchTree$0\n  SearchTree$0 root=null size=1"), wider.toString());
        Comparison narrower = Korrel.compare(Specs.own("code_tree"), null, trees.where(tree -> tree.repOk() && tree.size < 2));
        assertEquals(List.of(5L, 0, 46), List.of(narrower.both(), narrower.onlyCode().size(), narrower.onlySpec().size()));
        KorrelException other = assertThrows(KorrelException.class,
            () -> Korrel.compare(Specs.own("code_graph"), null, Korrel.all(SearchTree.class, SearchTree::repOk)));
        assertTrue(other.getMessage().contains("the spec has no root of type SearchTree") || other.getMessage().contains("SearchTree"), other.getMessage());
    }

    @Test
    void aHeapIsDrawnAndMadeAgain() {
        Found<SearchTree> search = Korrel.all(SearchTree.class, SearchTree::repOk).objects(TreeNode.class, 2).ints(0, 2).iterator();
        SearchTree last = Stream.generate(search::next).limit(5).reduce((one, next) -> next).orElseThrow();
        assertEquals("SearchTree=SearchTree$0\n  SearchTree$0 root=TreeNode$0 size=2\n  TreeNode$0 key=2 left=TreeNode$1 right=null\n"
            + "  TreeNode$1 key=1 left=null right=null", search.heap().toString());
        assertEquals(1, last.root.left.key);
        assertEquals(2, search.heap().as(SearchTree.class).root.key);
        assertEquals("COMPLETE: 5 heaps of SearchTree where SearchTree.repOk; ", (search.hasNext() + search.toString()).replaceAll("^false|(?<=; ).*", ""));
    }
}
