-- Object graphs: what copies values, or writes and reads them, is given.

enum Key { a, b }
abstract sig Value {}
sig Object extends Value { keys: seq Key, at: Key -> lone Value }   -- named fields, in the order in which they were set
sig Array extends Value { items: seq Value }
sig Map extends Value { order: seq Value, to: Value -> lone Value } -- keys are any values, in an order, too
sig Set extends Value { members: seq Value }
lone sig Null extends Value {}

fun parts: Value -> Value {
  { v, w: Value | w in v.at[Key] + v.items[Int] + v.order[Int] + v.to[Value] + v.members[Int] }
}

pred graph [top: Value] {
  Value = top.*parts
  all o: Object | o.keys.elems = o.at.Value and not o.keys.hasDups
  all m: Map | m.order.elems = m.to.Value and not m.order.hasDups
  all s: Set | not s.members.hasDups
}

pred plain_pre [top: Value] { graph[top] and no Map + Set }
pred keyed_pre [top: Value] {
  graph[top]
  some Map + Set and lone Map and lone Set and no Array
  Object.keys.elems in a                    -- several fields are for `plain`
}
-- For Python: a key is an object that is equal only to itself.
pred hashed_pre [top: Value] {
  graph[top]
  some Map + Set and no Array
  Map.order.elems + Set.members.elems in Object
  Object.keys.elems in a
}
-- Objects are instances of a class here.
pred classes_pre [top: Value] { graph[top] and no Map + Set and some Object }

run plain_pre for 1..3 Value, 0..1 Int, 2 seq expect 13245
run keyed_pre for 1..3 Value, 0..1 Int, 2 seq expect 5912
run hashed_pre for 1..3 Value, 0..1 Int, 2 seq expect 390
run classes_pre for 1..3 Value, 0..1 Int, 2 seq expect 12678
