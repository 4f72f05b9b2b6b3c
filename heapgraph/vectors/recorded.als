-- The spec of recorded.jsonl.
open util/boolean

enum Color { RED, GREEN }
abstract sig Node { next: lone Node, kids: seq Node }
sig Leaf extends Node {}
sig Inner extends Node {
  size: Int,
  label: String,
  color: Color,
  isNew: Bool,
  sizes: set Int,
  ages: Node -> lone Int
}
pred p[a: Node, b: lone Node] {}
run p for 3 but exactly 1 String, -3..7 Int
