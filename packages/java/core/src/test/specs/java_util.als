-- java.util.TreeMap as it lies in memory: a binary search tree with a size.
open util/boolean
one sig TreeMap { root: lone Entry, size: Int }
sig Entry { key: Int, left, right, parent: lone Entry, color: Bool }
pred repOk {
  Entry = TreeMap.root.*(left + right)
  no TreeMap.root.parent
  all e: Entry {
    e not in e.^(left + right)
    no e.left & e.right
    all c: e.(left + right) | c.parent = e
    all l: e.left.*(left + right) | l.key < e.key
    all r: e.right.*(left + right) | e.key < r.key
    e.color = True
  }
  TreeMap.size = #Entry
}
run repOk for 3 Entry, 0..3 Int expect 1
