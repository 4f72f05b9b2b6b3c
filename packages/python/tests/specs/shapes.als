-- A field of each shape, over objects, enums, booleans, texts and integers with gaps.
open util/boolean

abstract sig Thing { beyond: lone Thing, from: lone Thing }
sig Box extends Thing {
  flags: Bool -> lone Box,
  names: String -> lone Int,
  any: univ,
  colors: Color -> lone Box,
  on: Bool,
  either: Thing -> lone Int,
  triples: Thing -> Thing -> Int,
  row: seq Int,
  some_colors: set Color,
  mixed: lone Thing + Color,
  numbers: set Int
}
sig Bag extends Thing {}
enum Color { count, name, mro }
sig Marked in Thing + Color { weight: lone Int }
sig Twice in Marked {}
one sig Root { by_number: Int -> lone Thing }

pred all_shapes {
  some flags and some colors and some either and some triples and some row and some mixed
  Box.names.univ = "ü\n‮ \"\\"
  some Marked & Color and some Marked & Thing and some Twice and some Marked.weight
  Box.numbers = 2 + 9 + 10 and Root.by_number.univ = 2 + 9 + 10 and some beyond and some from
}

run { all_shapes and Box.any = "ü\n‮ \"\\" } for 1 but exactly 1 Box, 2 Thing, 0..10 Int, 2 seq
with_bag: run { all_shapes and some Twice & Bag and Box.any = Bag and Box.mixed = Bag and count not in Marked } for 1 but exactly 1 Box, exactly 1 Bag, 2 Thing, 0..10 Int, 2 seq
