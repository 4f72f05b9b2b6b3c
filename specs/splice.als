-- A list, what is to be put into it, and what `splice` of JavaScript's arrays makes of them.
--
-- ECMAScript, Array.prototype.splice: a start below 0 counts from the end, and neither it nor the number of values that are
-- taken leads outside of the list.
--
--   korrel show specs/splice.als splice_pre
--   korrel test specs/splice.als --op splice -- DRIVER
--
-- Counts, one of each class: for a list of L values (L + 1) (L + 2) / 2 pairs of a start and a number within it, and for any
-- pair from -2 to 4 seven times seven. `expect N` counts instances, an extension of Korrel's.

sig List { items: seq Value }
sig Value {}

pred lists[list, added: List] {
  List = list + added and list != added
  Value = List.items[Int]
  all v: Value | one items.v               -- each value is once there: it shows where it came to
}

-- Where it begins, counted from the end if `start` is negative, and how many it takes: never outside of the list.
fun at[list: List, start: Int]: Int {
  start < 0 => larger[plus[#list.items, start], 0] else smaller[start, #list.items]
}
fun taken[list: List, start, deleteCount: Int]: Int {
  smaller[larger[deleteCount, 0], minus[#list.items, at[list, start]]]
}
fun removed[list: List, start, deleteCount: Int]: Int -> Value {
  { k: Int, v: Value | 0 =< k and k < taken[list, start, deleteCount] and v = list.items[plus[at[list, start], k]] }
}
fun spliced[list, added: List, start, deleteCount: Int]: Int -> Value {
  let begin = at[list, start], end = plus[begin, #added.items] {
    { k: Int, v: Value |
      k < begin and v = list.items[k]
      or k >= begin and k < end and v = added.items[minus[k, begin]]
      or k >= end and v = list.items[plus[minus[k, #added.items], taken[list, start, deleteCount]]] }
  }
}

pred splice_pre[list, added: List, start, deleteCount: Int] {
  lists[list, added]
  0 =< start and 0 =< deleteCount and plus[start, deleteCount] =< #list.items
}
pred splice_post[list, added: List, start, deleteCount: Int, result: seq Value] {
  result = removed[list, start, deleteCount]
  list.items' = spliced[list, added, start, deleteCount]
}
run splice_pre for exactly 2 List, 0..5 Value, 0..5 Int, 3 seq expect 70 // 4 * (1 + 3 + 6) + 3 * 10

-- The same where start and deleteCount may lead outside.
pred anywhere_pre[list, added: List, start, deleteCount: Int] { lists[list, added] }
pred anywhere_post[list, added: List, start, deleteCount: Int, result: seq Value] {
  splice_post[list, added, start, deleteCount, result]
}
run anywhere_pre for exactly 2 List, 0..3 Value, -2..4 Int, 3 seq expect 490 // 10 * 7 * 7
