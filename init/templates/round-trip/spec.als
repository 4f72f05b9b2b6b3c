-- Object graphs, for whatever copies values, or writes and reads them: with sharing, and with cycles.

enum Key { a, b }
abstract sig Value {}
sig Object extends Value {
  keys: seq Key,                            -- the order in which they were set
  at: Key -> lone Value
}
sig Array extends Value { items: seq Value }
lone sig Null extends Value {}              -- a leaf: which value it is, the driver says

fun parts: Value -> Value { { v, w: Value | w in v.at[Key] + v.items[Int] } }

-- The inputs: one object, and all that it leads to. The driver judges: what is right is a round trip.
pred trip_pre[top: Value] {
  Value = top.*parts                        -- nothing else
  all o: Object | o.keys.elems = o.at.Value and not o.keys.hasDups
}

-- How large: up to three values, with two parts each. If your library takes trees only, add `no v: Value | v in v.^parts`
-- (no cycle), and `all v: Value | lone at.v + items.v` (no sharing).
run trip_pre for 1..3 Value, 0..1 Int, 2 seq expect 13245
