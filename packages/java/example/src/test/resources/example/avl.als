-- The maps that AvlMap may be in: search trees that are balanced, with their heights and size.
open util/ordering[Key]
sig Key {}
sig AvlMap { root: lone Node, size: Int }
sig Node { key: Key, height: Int, left, right: lone Node }

pred repOk[m: AvlMap] {
  Node = m.root.*(left + right)
  m.size = #Node
  all n: Node {
    n not in n.^(left + right) and lone n.~(left + right) and no n.left & n.right
    n.left.*(left + right).key in n.key.prevs
    n.right.*(left + right).key in n.key.nexts
    let l = int[n.left.height], r = int[n.right.height] {
      minus[l, r] <= 1 and minus[r, l] <= 1
      n.height = plus[1, l > r => l else r]
    }
  }
}

-- The inputs of `remove`: a map, and any of its keys or of those between them.
pred remove_pre[m: AvlMap, k: Key] { repOk[m] }
run remove_pre for exactly 1 AvlMap, 5 Node, 5 Key, 0..5 Int
