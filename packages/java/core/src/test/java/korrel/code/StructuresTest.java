package korrel.code;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import korrel.All;
import korrel.Found;
import korrel.Korrel;
import korrel.code.Structures.*;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Korat's structures in code: as many heaps as their specs have. */
class StructuresTest {
    /**
     * The numbers of heaps up to a size: those of specs/ (korat_dag.als explains why Korat's own list of DAGs is another one; here
     * they are sums of OEIS A082161's 1, 3, 16, 127), and the candidates, which are to get no more.
     */
    static Stream<Arguments> rows() {
        return Stream.of(
            row("singly linked list", n -> Korrel.all(SinglyLinked.class, SinglyLinked::repOk).objects(Link.class, n).ints(0, 1), 3, 15, 10, 5, 63, 21),
            row("doubly linked list", n -> Korrel.all(DoublyLinked.class, DoublyLinked::repOk).objects(Entry.class, n).objects(Item.class, n),
                3, 14, 22, 5, 202, 114),
            row("sorted list", n -> Korrel.all(SortedList.class, SortedList::repOk).objects(SortedEntry.class, n + 1).ints(1, n), 3, 20, 174, 4, 70, 798),
            row("search tree", n -> Korrel.all(SearchTree.class, SearchTree::repOk).objects(TreeNode.class, n).ints(1, n)
                .values("SearchTree.size", IntStream.range(0, 10).boxed().toArray()), 3, 15, 280, 4, 51, 1244),
            row("red-black tree", n -> Korrel.all(RedBlackTree.class, RedBlackTree::repOk).objects(RedBlackNode.class, n).ints(1, n), 3, 16, 672, 4, 41, 5063),
            row("AVL tree", n -> Korrel.all(AvlTree.class).passing(AvlTree::check).objects(AvlNode.class, n).ints(1, n), 3, 11, 195, 4, 25, 1063),
            row("heap array", n -> Korrel.all(HeapArray.class, HeapArray::repOk).length(n).ints(0, n), 3, 66, 148, 4, 320, 1033),
            row("disjoint set", n -> Korrel.all(DisjointSet.class, DisjointSet::repOk).length(n).ints(0, n - 1), 3, 38, 274, 4, 914, 7903),
            row("DAG", n -> Korrel.all(Dag.class, Dag::repOk).objects(Dag.class, n), 3, 20, 68, 4, 147, 376),
            row("graph", n -> Korrel.all(Graph.class, Graph::repOk).objects(Vertex.class, n).length(n), 3, 8, 121, 4, 19, 1815));
    }

    private static Arguments row(String name, IntFunction<All<?>> asked, int... numbers) {
        return Arguments.of(Named.of(name, asked), numbers);
    }

    @ParameterizedTest
    @MethodSource("rows")
    void counts(IntFunction<All<?>> asked, int[] numbers) {
        for (int at = 0; at < numbers.length; at += 3) {
            All<?> all = asked.apply(numbers[at]);
            Found<?> found = all.iterator();
            long count = 0;
            while (found.hasNext()) {
                found.next();
                count++;
            }
            assertEquals(numbers[at + 1], count, all.toString());
            assertTrue(found.candidates() <= numbers[at + 2], all + ": it tries no more than it did");
            assertEquals("complete", found.status());
        }
    }
}
