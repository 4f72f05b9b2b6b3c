-- All suites of editors open this: one name is wrong, and the layout is not the canonical one.
sig List { head: lone Node }
sig Node { key: Int,   next: lone Node }

pred sorted[l: List] {
  all n: l.head.*next | some n.next => n.key < n.nxt.key
}

run sorted for 2 but 0..1 Int
