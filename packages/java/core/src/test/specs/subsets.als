-- Subset sigs with and without fields, of objects and of an enum; a field of what is no object.
enum Color { RED, GREEN }
sig Node { next: lone Node }
sig Marked in Node { by: lone Node }
sig Seen in Node {}
sig Warm in Color { degree: Int }
run some_marked { some Marked and some Warm } for 2 Node, 0..1 Int expect 1
