-- A sorted map as an AVL tree, with a key to look for; keys are in the order of their numbers.
open util/ordering[Key]

sig Key {}
sig TreeMap { root: lone Node, size: Int }
sig Node { key: Key, value: Int, height: Int, left, right: lone Node }

fun depth[n: lone Node]: Int { (some n) => n.height else 0 }

pred repOk[t: TreeMap] {
  Node = t.root.*(left + right)
  t.size = #Node
  all n: Node {
    n !in n.^(left + right)
    lone n.~(left + right)
    no n.left & n.right
    all m: n.left.*(left + right) | lt[m.key, n.key]
    all m: n.right.*(left + right) | lt[n.key, m.key]
    depth[n.left] <= plus[depth[n.right], 1]
    depth[n.right] <= plus[depth[n.left], 1]
    n.height = plus[1, (depth[n.left] > depth[n.right] => depth[n.left] else depth[n.right])]
    n.value = 0
  }
}

pred with_key[t: TreeMap, k: Key] { repOk[t] }

run with_key for exactly 1 TreeMap, 5 Node, exactly 5 Key, 0..6 Int
