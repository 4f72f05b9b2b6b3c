import java.util.stream.IntStream;
import korat.examples.binarytree.BinaryTree;
import korat.examples.binheap.BinomialHeap;
import korat.examples.disjset.DisjSet;
import korat.examples.doublylinkedlist.DoublyLinkedList;
import korat.examples.fibheap.FibonacciHeap;
import korat.examples.heaparray.HeapArray;
import korat.examples.redblacktree.RedBlackTree;
import korat.examples.searchtree.SearchTree;
import korat.examples.singlylinkedlist.SinglyLinkedList;
import korat.examples.sortedlist.SortedList;
import korrel.All;
import korrel.Found;
import korrel.Korrel;

/** Korat's own classes and predicates, with the bounds of their finitizations, searched by Korrel: see `run`. */
public final class Pair {
    private Pair() {}

    public static void main(String[] words) throws ClassNotFoundException {
        Found<?> found = asked(words[0], Integer.parseInt(words[1])).iterator();
        while (found.hasNext()) {
            found.next();
        }
        System.out.println(found.count() + " " + found.candidates());
    }

    private static All<?> asked(String name, int n) throws ClassNotFoundException {
        return switch (name) {
            case "binarytree.BinaryTree" -> Korrel.all(BinaryTree.class, BinaryTree::repOK).objects(BinaryTree.Node.class, n).ints(n, n);
            case "searchtree.SearchTree" -> Korrel.all(SearchTree.class, SearchTree::repOK)
                .objects(inside("searchtree.Node"), n).ints(0, n - 1).values("SearchTree.size", n);
            case "redblacktree.RedBlackTree" -> Korrel.all(RedBlackTree.class, RedBlackTree::repOK)
                .objects(RedBlackTree.Node.class, n).values("RedBlackTree.size", n).ints(-1, n - 1).values("Node.value", 0)
                .values("Node.color", 0, 1);
            case "singlylinkedlist.SinglyLinkedList" -> Korrel.all(SinglyLinkedList.class, SinglyLinkedList::repOK)
                .objects(inside("singlylinkedlist.Entry"), n + 1).objects(inside("singlylinkedlist.SerializableObject"), n + 1).ints(n, n);
            case "doublylinkedlist.DoublyLinkedList" -> Korrel.all(DoublyLinkedList.class, DoublyLinkedList::repOK)
                .objects(inside("doublylinkedlist.Entry"), n + 1).objects(inside("doublylinkedlist.ListObject"), n + 1).ints(n, n);
            case "sortedlist.SortedList" -> Korrel.all(SortedList.class, SortedList::repOK).objects(SortedList.Entry.class, n + 1)
                .ints(0, n).values("Entry.element", IntStream.rangeClosed(0, n).mapToObj(at -> at == 0 ? null : at).toArray());
            case "heaparray.HeapArray" -> Korrel.all(HeapArray.class, HeapArray::repOK).length(n).ints(0, n)
                .values("HeapArray.array[]", IntStream.rangeClosed(-1, n).boxed().toArray());
            case "disjset.DisjSet" -> Korrel.all(DisjSet.class, DisjSet::repOK).objects(DisjSet.Record.class, n).length(n)
                .ints(0, n - 1).values("DisjSet.size", IntStream.rangeClosed(0, n).boxed().toArray()).notNull("DisjSet.elements[]");
            case "binheap.BinomialHeap" -> Korrel.all(BinomialHeap.class, BinomialHeap::repOK).objects(BinomialHeap.BinomialHeapNode.class, n)
                .ints(0, n).values("BinomialHeapNode.key", IntStream.rangeClosed(1, n).boxed().toArray());
            case "fibheap.FibonacciHeap" -> Korrel.all(FibonacciHeap.class, FibonacciHeap::repOK)
                .objects(inside("fibheap.FibonacciHeapNode"), n).ints(0, n - 1)
                .values("FibonacciHeap.size", IntStream.rangeClosed(0, n).boxed().toArray()).values("FibonacciHeapNode.mark", 0);
            default -> throw new IllegalArgumentException(name);
        };
    }

    private static Class<?> inside(String name) throws ClassNotFoundException {
        return Class.forName("korat.examples." + name);
    }
}
