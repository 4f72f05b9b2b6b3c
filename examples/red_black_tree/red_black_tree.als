-- A red-black tree in the manner of java.util.TreeMap: what it takes, and what it leaves.
--
-- The invariant is TestEra's (Khurshid and Marinov 2004, section 6.1), as in specs/red_black_tree.als.

enum Color { RED, BLACK }

sig Tree { root: lone Node }
sig Node {
  key: Int,
  color: Color,
  left, right, parent: lone Node
}

fun nodes[t: Tree]: set Node { t.root.*(left + right) }

pred repOk[t: Tree] {
  Node = nodes[t]  -- nothing but the tree
  linked[t]
  search[t]
  redHasBlackChildren[t]
  blackHeight[t]
}

pred linked[t: Tree] {
  no t.root.parent
  all e, f: nodes[t] | e in f.(left + right) <=> f = e.parent
  all e: nodes[t] | e !in e.^(left + right)
  all e: nodes[t] | no e.left & e.right
}

pred search[t: Tree] {
  all e: nodes[t], l: e.left.*(left + right) | l.key < e.key
  all e: nodes[t], r: e.right.*(left + right) | e.key < r.key
}

pred redHasBlackChildren[t: Tree] {
  all e: nodes[t] | e.color = RED => RED !in e.(left + right).color
}

pred blackHeight[t: Tree] {
  all e, f: nodes[t] | (no e.left || no e.right) && (no f.left || no f.right) =>
    #{ p: nodes[t] | e in p.*(left + right) && p.color = BLACK } =
    #{ p: nodes[t] | f in p.*(left + right) && p.color = BLACK }
}

-- As TestEra has it: any color at the root, and any key of 0..4.
pred remove_pre[t: Tree, k: Int] { repOk[t] }
pred remove_post[t: Tree, k: Int] {
  after repOk[t]
  (nodes[t].key)' = nodes[t].key - k
}
run remove_pre for exactly 1 Tree, exactly 5 Node, 0..4 Int expect 70

-- As the model checker has it (Visser, Pasareanu, Khurshid 2004): the root is black, each node is
-- deleted, and a key is inserted into each tree: here in the middle of the others, which takes all
-- branches. The keys are then 1..n, and 1..n+1 together with the new one.
pred blackRoot[t: Tree] { repOk[t] and t.root.color = BLACK }
pred ranked[keys: set Int] { keys = { i: Int | 0 < i && i =< #keys } }

pred delete_pre[t: Tree, n: Node] { blackRoot[t] and ranked[nodes[t].key] }
pred delete_post[t: Tree, n: Node] {
  after { search[t] and linked[t] and redHasBlackChildren[t] and blackHeight[t] }
  (nodes[t].key)' = nodes[t].key - n.key
}
run delete_pre for exactly 1 Tree, 1..5 Node, 0..6 Int expect 67

pred insert_pre[t: Tree, k: Int] {
  blackRoot[t]
  ranked[nodes[t].key + k]
  k !in nodes[t].key
  k = plus[div[#nodes[t], 2], 1]
}
pred insert_post[t: Tree, k: Int] {
  after repOk[t]
  (nodes[t].key)' = nodes[t].key + k
}
run insert_pre for exactly 1 Tree, 1..5 Node, 0..6 Int expect 17

-- A tree as a whole: the driver tries each deletion and each insertion on copies, and judges.
pred everywhere_pre[t: Tree] { blackRoot[t] and ranked[nodes[t].key] }
run everywhere_pre for exactly 1 Tree, 1..5 Node, 0..6 Int expect 17
