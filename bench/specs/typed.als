-- Search trees, as somebody types them.

sig Tree {
  root: lone Node
}

sig Node {
  left, right: lone Node,
  key: Int
}

pred repOk[t: Tree] {
  let nodes = t.root.*(left + right) {
    -- nothing but the tree
    Node = nodes
    -- no node is its own child
    all n: nodes | n !in n.^(left + right)
    -- no node has two parents
    all n: nodes | lone n.~(left + right)
    -- the two children of a node differ
    all n: nodes | no n.left & n.right
    -- keys are different
    all disj a, b: nodes | a.key != b.key
    -- keys are in order
    all n: nodes {
      all l: n.left.*(left + right) | l.key < n.key
      all r: n.right.*(left + right) | n.key < r.key
    }
  }
}

pred leaf[n: Node] {
  no n.left + n.right
}

pred hasLeaf[t: Tree] { some n: t.root.*(left + right) | leaf[n] }

run repOk for 3 but exactly 1 Tree, 1..3 Int

check { all t: Tree | repOk[t] and some t.root implies hasLeaf[t] } for 3 but 0..3 Int
