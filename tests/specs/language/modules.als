module modules

-- Modules: files relative to this one, parameters, aliases, what is private.

open library/shapes[Brick, Red] as bricks
open library/shapes[Stone, Blue]  as stones
open library/inner/marks
open util/relation as rel

sig Brick, Stone {}
sig Red, Blue {}

-- Each opening with other arguments has sigs of its own; the same arguments give the same module.
-- One stone: `exactly` makes its scope exact.
run aliases { no stones/Shape  empty_bricks } for 0 but 2 Brick, 1 Stone, 1 stones/Shape expect = 1
pred empty_bricks { bricks/empty }

-- A shape has any of 2² sets of bricks, which are ordered and so told apart, and the one color.
run shapes { no Mark } for 0 but 2 Brick, 1 Stone, exactly 1 bricks/Shape, exactly 1 Red expect 4
-- No mark; or one, which notes itself or not.
run facts_of_opened_modules {} for 0 but 1 Brick, 1 Stone, 2 Mark expect 3
run shared { marked and marks/marked } for 0 but 1 Brick, 1 Stone, 2 Mark expect 2

-- The parameters' order: the least and the greatest of two bricks.
run functions {
  some b: Brick | b = bricks/least and b != bricks/greatest
  stones/least = stones/greatest
} for 0 but 2 Brick, 1 Stone expect = 1

-- What is private is not seen: this sig is the only `Secret`, this function the only `hidden`, this
-- field the only `note`. Nor is what a module opens for itself: this is the only `last`.
sig Secret { friend, note: lone Secret }
fun hidden: set Secret { Secret }
fun last: set Secret { Secret }
run private_names { no hidden no last no Mark } for 0 but 1 Brick, 1 Stone expect = 1
run own_sig { some Secret.friend no note no Mark }
  for 0 but 1 Brick, 1 Stone, exactly 1 this/Secret expect = 1

-- Macros and functions of a module by alias; own names by `this/`.
run macros { rel/dom[bricks/twice[friend]] = this/Secret  no note no Mark }
  for 0 but 1 Brick, 1 Stone, exactly 1 this/Secret expect = 1
