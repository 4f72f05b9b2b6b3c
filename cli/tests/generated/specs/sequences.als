-- Sequences of objects and of numbers.
sig List { items: seq Item, sizes: seq Int }
sig Item { back: lone List }
run {} for 2 but exactly 1 List, 0..2 Int, 3 seq
