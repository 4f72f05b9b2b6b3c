-- The suites of all editors open this: `nxt` is no name, and the layout is not the canonical one.
sig List { head: lone Node }
sig Node { key: Int,   next: lone Node }

pred sorted[l: List] {
  all n: l.head.*next | some n.next => n.key < n.nxt.key
}

run sorted for 3 but 0..2 Int
