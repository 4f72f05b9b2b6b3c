-- Fibonacci heaps: rings of heap-ordered trees, and a pointer to a least root.
--
-- Fredman and Tarjan 1987; Korat's FibonacciHeap without its redundant size field and its marks.
-- The roots are a circular doubly linked list, and so are the children of each node. Any forest
-- will do: how large a tree of a degree must be is a matter of the operations. Keys may repeat.
--
--   korrel find specs/fibonacci_heap.als
--   korrel count specs/fibonacci_heap.als --scope "4 Node, 0..3 Int"
--
-- Counts for at most n nodes with keys 0..n-1: 2 12 136 2310 52281 for n = 1..5 (Korat): the
-- ordered forests with heap-ordered keys, each as often as its least key has roots. `expect N` and
-- `0..n Int` are extensions of Korrel's.

one sig FibonacciHeap { nodes, minimum: lone Node }
sig Node { key, degree: Int, parent, child: lone Node, left, right: Node }

fun roots: set Node { FibonacciHeap.nodes.*right }
fun children[n: Node]: set Node { n.child.*right }

pred repOk[] {
  forest
  FibonacciHeap.minimum in roots
  some roots implies some FibonacciHeap.minimum
  all r: roots | FibonacciHeap.minimum.key <= r.key
  all n: Node {
    n.degree = #children[n]
    some n.parent implies n.parent.key <= n.key
  }
}

pred forest[] {
  Node = FibonacciHeap.nodes.*(child + right)
  left = ~right
  no roots.parent
  all n: Node {
    children[n] = n.~parent
    n !in n.^parent
  }
}

run repOk for 2 Node, 0..1 Int expect 12
up_to_one:   run repOk for 1 Node, 0..0 Int expect 2
up_to_three: run repOk for 3 Node, 0..2 Int expect 136
up_to_four:  run repOk for 4 Node, 0..3 Int expect 2310
-- The least root is the least of all.
check minimum_of_all {
  repOk implies all n: Node | FibonacciHeap.minimum.key <= n.key
} for 4 Node, 0..3 Int
