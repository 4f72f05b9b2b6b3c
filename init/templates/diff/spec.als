-- Pairs of JSON documents, for whatever compares, patches or merges them.

enum Key { a, b }
abstract sig Value {}
sig Object extends Value { members: Key -> lone Value }
sig Array extends Value { items: seq Value }
sig Null, One, True extends Value {}       -- leaves: which values they are, the driver says

fun parts: Value -> Value { { v, w: Value | w in v.members[Key] + v.items[Int] } }

-- The inputs: two objects or two arrays. The driver judges: what is right is a round trip.
pred diff_pre[old, new: Value] {
  old + new in Object or old + new in Array
  old != new
  Value = (old + new).*parts                -- nothing but the two
  no parts.(old + new)                      -- neither is a part of the other
  all v: Value | lone members.v + items.v   -- each part has one place
}

-- How large: both together have up to five values. Without One and True, seven are as many inputs.
run diff_pre for 2..5 Value, 0..2 Int, 3 seq expect 3267
