-- Pairs of JSON documents: what tools that compare them are given.

enum Key { a, b }
abstract sig Value {}
sig Object extends Value { members: Key -> lone Value }
sig Array extends Value { items: seq Value }
sig Null extends Value {}

fun parts: Value -> Value { { v, w: Value | w in v.members[Key] + v.items[Int] } }

pred diff_pre[old, young: Value] {
  old + young in Object or old + young in Array
  old != young
  Value = (old + young).*parts              -- nothing but the two
  no parts.(old + young)                    -- neither is a part of the other
  all v: Value | lone members.v + items.v   -- each part has one place
}
run diff_pre for 2..6 Value, 0..2 Int, 3 seq expect 8174
