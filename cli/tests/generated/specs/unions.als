-- Columns of several sorts, of anything, and roots of every shape.
enum Nothing { NULL }
abstract sig Value {}
sig Array extends Value { items: seq (Value + Nothing + Int) }
sig Pair { left: lone (Array + Text), right: Array + Pair + Int, any: set univ }
sig Text {}
pred p [a: Array + Pair, r: Array -> lone Text, s: seq Text] { #any < 2 }
run p for 1 but 0..1 Int, 1 seq
