-- The spec of traces.jsonl: objects that come and go, what changes and what stays, and actions.
enum Mode { OFF, ON }
sig Key { weight: Int }
sig Old in Key { year: Int }
var sig Node { var link: lone Node, var key: Key }
var sig Marked in Node { var by: Key }
one sig Ring {
  capacity: Int,
  var mode: Mode,
  var log: seq Key,
  var owner: Key -> lone Node,
  var pairs: Node -> Key
}

pred stay {
  Node' = Node and link' = link and key' = key and mode' = mode and log' = log
}
pred add[k: Key] {
  one n: Node' - Node { n.key' = k and link' = link + n -> Node and Node' = Node + n }
  key in key' and Ring.mode' = ON and Ring.log' = Ring.log.add[k]
}
pred drop[n: Node, keys: set Key] {
  Node' = Node - n and no link' and key' = Node' <: key
  Ring.mode' = OFF and no Ring.log' and keys = n.key
}

fact steps { always { (some k: Key | add[k]) or (some n: Node, s: set Key | drop[n, s]) or stay } }
fact follows {
  always (owner = { r: Ring, k: Key, n: Node | n.key = k } and pairs = { r: Ring, n: Node, k: Key | n.key = k })
  always (Marked = { n: Node | some n.link } and all m: Marked | m.by = m.key)
  Old.year = 1 and Ring.capacity = 2 and Key.weight = 1
}

pred p[first: Key] {
  no Node and no Ring.log and Ring.mode = OFF and one Old and first not in Old
  add[first]; (some k: Old | add[k]); (some n: Node, s: set Key | drop[n, s])
}
run p for exactly 2 Key, 2 Node, 2 seq, 0..2 Int, 4 steps
