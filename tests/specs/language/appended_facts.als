-- What is written behind a sig holds for each of its atoms, with `this.` before its fields.

-- No node is its own successor. None: 1. One: 1. Two: each has the other or none, 4 ways, of which
-- two are alike. 1 + 1 + 3.
sig Node { next: lone Node } { next != this }
run fields_are_those_of_this {} for 0 but 2 Node expect 5

-- `@` takes the field itself. Symmetric partial functions: 1; none or a loop; none, one loop, two
-- loops or a swap. 1 + 2 + 4.
sig Twin { other: lone Twin } { @other = ~@other }
run at_means_the_field {} for 0 but 2 Twin expect 7

-- `@` in front of the receiver's own name, and both in one formula: no two point at the same.
sig Seat { guest: lone Guest } { all s: Seat - this | no s.@guest & guest }
sig Guest {}
-- Injective partial functions from 2 to 2: 0, 1 or 2 pairs.
run both {} for 0 but exactly 2 Seat, exactly 2 Guest expect 3

-- Inherited fields are this one's too, and a child's fact does not bind its parent.
sig Vehicle { wheels: set Wheel }
sig Car extends Vehicle {} { some wheels }
sig Wheel {}
-- One vehicle, one wheel: a vehicle without, a vehicle with, a car with; in the first case the wheel
-- may be heavy (see below), so 2 + 1 + 1.
run inherited {} for 0 but exactly 1 Vehicle, exactly 1 Wheel expect 4

-- Several formulas are joined, and `this` may be passed on.
sig Pair { a, b: lone Wheel } { some a  some b  apart[this] }
pred apart [p: Pair] { p.a != p.b }
run joined { no Heavy } for 0 but exactly 1 Pair, exactly 2 Wheel expect = 1
run joined_needs_two {} for 0 but exactly 1 Pair, exactly 1 Wheel expect 0

-- Of a subset sig.
sig Heavy in Wheel {} { this not in Vehicle.wheels }
-- A car has the wheel, so there is none.
run of_a_subset_sig { some Heavy } for 0 but exactly 1 Wheel, exactly 1 Vehicle expect = 1
