-- Binomial heaps: a list of heap-ordered binomial trees of different sizes.
--
-- Vuillemin 1978; Korat's BinomialHeap without its redundant size field. A tree of degree d has d
-- children of degrees d-1, ..., 1, 0 in this order; the roots' degrees increase. So the number of
-- nodes decides the shape, its binary digits are the trees. Keys may repeat.
--
--   korrel find specs/binomial_heap.als
--   korrel find specs/binomial_heap.als exactly_four
--
-- Counts for at most n nodes with keys 1..n: 2 6 28 120 936 7602 107416 for n = 1..7 (Korat); the
-- sum over the sizes s of the product, over the binary digits b of s, of the heap-ordered
-- labellings of the tree of degree b. `expect N` and `0..n Int` are extensions of Korrel's.

one sig BinomialHeap { nodes: lone Node }
sig Node { key, degree: Int, parent, child, sibling: lone Node }

fun roots: set Node { BinomialHeap.nodes.*sibling }
fun children[n: Node]: set Node { n.child.*sibling }

pred repOk[] {
  forest
  degrees
  all n: Node | n.key > 0 and n.parent.key <= n.key
}

pred forest[] {
  Node = BinomialHeap.nodes.*(child + sibling)
  no roots.parent
  all n: Node {
    children[n] = n.~parent
    n !in n.^(child + sibling)
    lone n.~(child + sibling)
    no n.child & n.sibling
  }
}

pred degrees[] {
  all n: Node {
    some n.child implies n.child.degree = minus[n.degree, 1] else n.degree = 0
    n in roots
      implies (some n.sibling implies n.degree < n.sibling.degree)
      else (some n.sibling implies n.sibling.degree = minus[n.degree, 1] else n.degree = 0)
  }
}

run repOk for 3 Node, 0..3 Int expect 28
up_to_one:    run repOk for 1 Node, 0..1 Int expect 2
up_to_two:    run repOk for 2 Node, 0..2 Int expect 6
up_to_four:   run repOk for 4 Node, 0..4 Int expect 120
up_to_five:   run repOk for 5 Node, 0..5 Int expect 936
up_to_six:    run repOk for 6 Node, 0..6 Int expect 7602
exactly_four: run repOk for exactly 4 Node, 0..4 Int expect 65 // 120 less those of 0..3 nodes
-- No key is less than all the roots'.
check least_is_root {
  repOk implies all n: Node | some r: roots | r.key <= n.key
} for 5 Node, 0..5 Int
