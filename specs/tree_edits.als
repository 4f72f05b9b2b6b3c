-- Rooted trees whose children have an order, and what becomes of them when a part is moved, detached or removed.
--
-- The operations are those of the DOM (appendChild, insertBefore, remove) and of libraries for trees. What is moved must not
-- be moved below itself.
--
--   korrel show specs/tree_edits.als move_pre
--   korrel test specs/tree_edits.als --op move -- DRIVER
--
-- Counts, one of each class: an ordered tree of n nodes has no symmetry, and there are Catalan(n - 1) of them (OEIS A000108:
-- 1 1 2 5 14). So moves are n^2 Catalan(n - 1), places before another node n (n - 1) Catalan(n - 1), parts
-- to be detached n Catalan(n - 1). `expect N` counts instances, an extension of Korrel's.

sig Node { children: seq Node }

fun parts: Node -> Node { { n, child: Node | child in n.children[Int] } }

pred tree[root: Node] {
  Node = root.*parts
  no parts.root
  all n: Node | lone parts.n and not hasDups[n.children]
}

-- The children of `n` when `gone` is taken out, and at which place `x` is.
fun without[n, gone: Node]: Int -> Node { some n.children.gone => delete[n.children, n.children.gone] else n.children }
fun place[n, x, gone: Node]: Int { without[n, gone].x }

-- To the end of another node's children.
pred move_pre[root, source, to: Node] { tree[root] }
pred move_throws[root, source, to: Node] { to in source.*parts }
pred move_post[root, source, to: Node] {
  all n: Node | n.children' = (n = to => add[without[n, source], source] else without[n, source])
}
run move_pre for 1..5 Node, 0..5 Int, 5 seq expect 453 // 1 + 4 + 18 + 80 + 350

-- Before a node that is not the root.
pred before_pre[root, source, to: Node] { tree[root] and to != root }
pred before_throws[root, source, to: Node] { to in source.*parts }
pred before_post[root, source, to: Node] {
  all n: Node | n.children' =
    (n = parts.to => insert[without[n, source], place[n, to, source], source] else without[n, source])
}
run before_pre for 1..5 Node, 0..5 Int, 5 seq expect 354 // 0 + 2 + 12 + 60 + 280

pred detach_pre[root, source: Node] { tree[root] }
pred detach_post[root, source: Node] { all n: Node | n.children' = without[n, source] }
run detach_pre for 1..5 Node, 0..5 Int, 5 seq expect 99 // 1 + 2 + 6 + 20 + 70

-- The children of a node that is removed take its place. It keeps nothing.
pred remove_pre[root, source: Node] { tree[root] and source != root }
pred remove_post[root, source: Node] {
  no source.children'
  all n: Node - source | n.children' = {
    let i = n.children.source, m = #source.children | no i => n.children else { k: Int, x: Node |
      k < i and x = n.children[k]
      or k >= i and k < plus[i, m] and x = source.children[minus[k, i]]
      or k >= plus[i, m] and x = n.children[minus[plus[k, 1], m]] }
  }
}
run remove_pre for 1..5 Node, 0..5 Int, 5 seq expect 76 // 0 + 1 + 4 + 15 + 56
