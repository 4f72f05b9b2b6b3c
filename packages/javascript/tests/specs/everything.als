-- Every shape that a value can have, in as few objects as that takes.
open util/boolean
enum Color { RED, GREEN }
abstract sig Entry { __proto__: lone Entry, size: lone Int }
sig Dir extends Entry { entries: set Entry, byColor: Color -> lone Entry, byFlag: Bool -> lone Int, order: seq Entry }
sig File extends Entry { tags: Key -> Color, levels: Int -> lone Key, any: lone univ, which: lone (File + Key + Int), isOpen: Bool }
sig Key {}
sig Special extends Key {}
sig Marked in Entry { by: lone Key }
sig Big in Marked { how: set Int }
sig Warm in Color { degree: lone Int }
sig Chosen in Key {}

pred small {}
run small for 2 but -2..1 Int, 2 seq
pred full {
  some f: File | -1 + 0 in f.levels.Key  -- keys in another order than JavaScript's
  some Marked and some byColor and some tags and some by and some byFlag and some order and some any
  some which and some how and some degree and some Chosen and some Special
}
run full for 3 but -2..1 Int, 2 seq
