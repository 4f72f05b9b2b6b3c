-- JSON documents: objects, arrays, numbers and constants.
--
-- RFC 8259, without strings as values; keys are an enum's. An array is a sequence, a map from 0, 1
-- and so on.
--
--   korrel find specs/json_document.als
--   korrel find specs/json_document.als three_values
--
-- Counts for n values over the numbers 0..m-1, two keys and arrays of at most s items, by a
-- recurrence on sizes: V(1) = 5 + m, and else V(n) = 2 V(n-1) + V2(n-1) + V1(n-1) + ... + Vs(n-1),
-- where Vk(n) is the number of sequences of k documents with n values in all. `expect N` and
-- `0..m Int` are extensions of Korrel's.

enum Key { a, b }

one sig Document { value: Value }
abstract sig Value {}
sig Object extends Value { members: Key -> lone Value }
sig Array extends Value { items: seq Value }
sig Number extends Value { number: Int }
sig True, False, Null extends Value {}

fun parts: Value -> Value {
  { v, w: Value | w in v.members[Key] + v.items[Int] }
}

-- A tree under the document: each other value is in one place.
pred repOk[] {
  Value = Document.value.*parts
  no parts.(Document.value)
  all v: Value | lone members.v + items.v
}

run repOk for exactly 2 Value, 0..1 Int, 2 seq expect 21 // 3 * 7
one_value:    run repOk for exactly 1 Value, 0..1 Int, 2 seq expect 7
three_values: run repOk for exactly 3 Value, 0..1 Int, 2 seq expect 161 // 3*21 + 2*7*7
four_values:  run repOk for exactly 4 Value, 0..1 Int, 2 seq expect 1071 // 3*161 + 4*7*21
