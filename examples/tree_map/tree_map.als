-- java.util.TreeMap with integers for keys, as it lies in memory: what `put` and `remove` do, and which
-- states they lead to.

open util/boolean

sig TreeMap { root: lone Entry, size: Int }
sig Entry { key: Int, left, right, parent: lone Entry, color: Bool }  -- True is black

fun entries[t: TreeMap]: set Entry { t.root.*(left + right) }

-- Any state, and any key from 1 on.
pred put_pre[t: TreeMap, k: Int] { 0 < k }
pred put_post[t: TreeMap, k: Int] { (entries[t].key)' = entries[t].key + k }
pred remove_pre[t: TreeMap, k: Int] { 0 < k }
pred remove_post[t: TreeMap, k: Int] { (entries[t].key)' = entries[t].key - k }

-- Red-black trees with a black root: all that calls lead to, and more, for not every coloring is reached.
pred repOk[t: TreeMap] {
  Entry = entries[t]
  t.size = #Entry
  0 !in Entry.key
  linked[t]
  search[t]
  blackRoot[t]
  redHasBlackChildren[t]
  blackHeight[t]
}

pred linked[t: TreeMap] {
  no t.root.parent
  all e, f: Entry | e in f.(left + right) <=> f = e.parent
  all e: Entry | e !in e.^(left + right) and no e.left & e.right
}

pred search[t: TreeMap] {
  all e: Entry, l: e.left.*(left + right) | l.key < e.key
  all e: Entry, r: e.right.*(left + right) | e.key < r.key
}

pred blackRoot[t: TreeMap] { t.root.color in True }

pred redHasBlackChildren[t: TreeMap] { all e: Entry | e.color = False => False !in e.(left + right).color }

pred blackHeight[t: TreeMap] {
  all e, f: Entry | (no e.left || no e.right) && (no f.left || no f.right) =>
    #{ p: Entry | e in p.*(left + right) && isTrue[p.color] } =
    #{ p: Entry | f in p.*(left + right) && isTrue[p.color] }
}

run repOk for exactly 1 TreeMap, 3 Entry, 0..3 Int
