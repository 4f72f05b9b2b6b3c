-- Counters, each of which goes up to the last value at its own pace: v^n states, and no symmetry.
open util/ordering[Counter]
open util/ordering[Value] as values

sig Value {}
sig Counter { var at: one Value }

fact start { Counter.at = values/first }
fact moves { always some c: Counter | up[c] }

pred up[c: Counter] { some c.at.values/next and at' = at ++ c -> c.at.values/next }

run {} for exactly 3 Counter, exactly 4 Value
