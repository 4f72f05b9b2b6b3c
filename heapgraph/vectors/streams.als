-- The spec of streams.jsonl: each shape that a value can have, and three instances.
open util/boolean

enum Color { RED, GREEN }
sig Key {}
abstract sig Node { next: lone Node }
sig Leaf extends Node {}
sig Inner extends Node {
  size: Int,
  color: Color,
  isNew: Bool,
  order: seq Key,
  likes: set Key,
  ages: Key -> lone Int,
  links: Key -> Color
}
sig Marked in Node { by: Key }
sig Warm in Color { degree: Int }

pred p[n: Inner, k: lone Key] {
  n.size = 7 and n.color = GREEN and isTrue[n.isNew] and n.next = Leaf and Leaf.next = n
  some k and k.(n.ages) = 3 and Key.(n.ages) = 3
  n.links = k -> RED and Warm = RED and Warm.degree = 2
  Marked = Leaf and Leaf.by = k
  n.likes = n.ages.Int and #n.order = 1
  n.order.elems in n.likes
}
run p for exactly 1 Inner, exactly 1 Leaf, exactly 2 Key, 1 seq, 0..7 Int
