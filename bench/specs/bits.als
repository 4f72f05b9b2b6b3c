-- Bits, each of which may be flipped at any time: 2^n states and no symmetry.
open util/ordering[Bit]

sig Bit {}
var sig On in Bit {}

fact start { no On }
fact moves { always some b: Bit | flip[b] }

pred flip[b: Bit] { b in On implies On' = On - b else On' = On + b }

run {} for exactly 3 Bit
