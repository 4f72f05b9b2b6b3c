-- Rooted trees whose children have an order, and what becomes of them when a part is moved.

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

-- What is moved must not be moved below itself.
pred move_pre[root, source, to: Node] { tree[root] }
pred move_throws[root, source, to: Node] { to in source.*parts }
pred move_post[root, source, to: Node] { parts' = parts - Node -> source + to -> source }
run move_pre for 1..5 Node, 0..5 Int, 5 seq expect 453 -- of n nodes: n^2 * Catalan(n - 1)

pred append_pre[root, source, to: Node] { tree[root] }
pred append_throws[root, source, to: Node] { to in source.*parts }
pred append_post[root, source, to: Node] {
  all n: Node | n.children' = (n = to => add[without[n, source], source] else without[n, source])
}
run append_pre for 1..5 Node, 0..5 Int, 5 seq expect 453

pred prepend_pre[root, source, to: Node] { tree[root] }
pred prepend_throws[root, source, to: Node] { to in source.*parts }
pred prepend_post[root, source, to: Node] {
  all n: Node | n.children' = (n = to => insert[without[n, source], 0, source] else without[n, source])
}
run prepend_pre for 1..5 Node, 0..5 Int, 5 seq expect 453

-- Before and after a node that is not the root.
pred before_pre[root, source, to: Node] { tree[root] and to != root }
pred before_throws[root, source, to: Node] { to in source.*parts }
pred before_post[root, source, to: Node] {
  all n: Node | n.children' =
    (n = parts.to => insert[without[n, source], place[n, to, source], source] else without[n, source])
}
run before_pre for 1..5 Node, 0..5 Int, 5 seq expect 354 -- n * (n - 1) * Catalan(n - 1)

pred after_pre[root, source, to: Node] { tree[root] and to != root }
pred after_throws[root, source, to: Node] { to in source.*parts }
pred after_post[root, source, to: Node] {
  all n: Node | n.children' =
    (n = parts.to => insert[without[n, source], plus[place[n, to, source], 1], source] else without[n, source])
}
run after_pre for 1..5 Node, 0..5 Int, 5 seq expect 354

pred detach_pre[root, source: Node] { tree[root] }
pred detach_post[root, source: Node] { all n: Node | n.children' = without[n, source] }
run detach_pre for 1..5 Node, 0..5 Int, 5 seq expect 99 -- n * Catalan(n - 1)

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
run remove_pre for 1..5 Node, 0..5 Int, 5 seq expect 76 -- (n - 1) * Catalan(n - 1)

pred removeSubtree_pre[root, source: Node] { tree[root] and source != root }
pred removeSubtree_post[root, source: Node] {
  all n: Node | n.children' = (n in source.*parts => none -> none else without[n, source])
}
run removeSubtree_pre for 1..5 Node, 0..5 Int, 5 seq expect 76
