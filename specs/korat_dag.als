-- Korat's acyclic graphs: ordered nodes with lists of children.
--
-- The DAG of Korat 1.0, for those who want to compare. Its nodes have numbers, and yet Korat takes
-- those for interchangeable that it has not met, so that what it lists is neither one of each class
-- nor all: children come before their parents, and are met in the order 0, 1, 2, ... Its repOk asks
-- for distinct children, of weights that do not grow, and for no node alone; the weight of a node
-- is the number of paths that start there.
--
--   korrel find specs/korat_dag.als
--
-- Counts: 1 4 35 584 for 2..5 nodes (Korat, repOK7). `expect N` and `0..m Int` are extensions of
-- Korrel's.

open util/ordering[Node]

sig Node { children: seq Node, weight: Int }

pred repOk[] {
  all n: Node {
    not n.children.hasDups
    n.children.elems in n.prevs
    some n.children or n in Node.children.elems
    n.weight = plus[1, sum c: n.children.elems | c.weight]
    all i: n.children.inds | weights[n, i] and met[n, i]
  }
}

pred weights[n: Node, i: Int] {
  i > 0 implies n.children[i].weight <= n.children[minus[i, 1]].weight
}

-- The node before this child is the first one, or has been a child before.
pred met[n: Node, i: Int] {
  n.children[i].prev in n.prevs.children.elems + n.children[i.prevs]
}

run repOk for exactly 3 Node, 0..4 Int, 2 seq expect 4
two:  run repOk for exactly 2 Node, 0..2 Int, 1 seq expect = 1
four: run repOk for exactly 4 Node, 0..8 Int, 3 seq expect 35
five: run repOk for exactly 5 Node, 0..16 Int, 4 seq expect 584
