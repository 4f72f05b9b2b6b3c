package korrel.code;

import java.util.stream.IntStream;
import korrel.All;
import korrel.Found;
import korrel.Korrel;
import korrel.code.Structures.*;

/** Lists the heaps of one structure of the package's tests, and prints how many there were: {@code Once RedBlackTree 6}. */
public final class Once {
    private Once() {}

    public static void main(String[] words) {
        Found<?> found = asked(words[0], Integer.parseInt(words[1])).iterator();
        long count = 0;
        for (; found.hasNext(); count++) {
            found.next();
        }
        System.out.println(count);
    }

    private static All<?> asked(String name, int n) {
        switch (name) {
            case "SinglyLinked": return Korrel.all(SinglyLinked.class, SinglyLinked::repOk).objects(Link.class, n).ints(0, 1);
            case "DoublyLinked": return Korrel.all(DoublyLinked.class, DoublyLinked::repOk).objects(Entry.class, n).objects(Item.class, n);
            case "SortedList": return Korrel.all(SortedList.class, SortedList::repOk).objects(SortedEntry.class, n + 1).ints(1, n);
            case "SearchTree": return Korrel.all(SearchTree.class, SearchTree::repOk).objects(TreeNode.class, n).ints(1, n)
                .values("SearchTree.size", IntStream.range(0, 10).boxed().toArray());
            case "RedBlackTree": return Korrel.all(RedBlackTree.class, RedBlackTree::repOk).objects(RedBlackNode.class, n).ints(1, n);
            case "AvlTree": return Korrel.all(AvlTree.class).passing(AvlTree::check).objects(AvlNode.class, n).ints(1, n);
            case "HeapArray": return Korrel.all(HeapArray.class, HeapArray::repOk).length(n).ints(0, n);
            case "DisjointSet": return Korrel.all(DisjointSet.class, DisjointSet::repOk).length(n).ints(0, n - 1);
            case "Dag": return Korrel.all(Dag.class, Dag::repOk).objects(Dag.class, n);
            default: return Korrel.all(Graph.class, Graph::repOk).objects(Vertex.class, n).length(n);
        }
    }
}
