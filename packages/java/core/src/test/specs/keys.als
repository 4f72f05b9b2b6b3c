-- Atoms without fields, integers with gaps, in every place where one can stand.
sig Key {}
one sig Store { table: Key -> lone Int, sizes: set Int, order: seq Key, pairs: Key -> Key, first: lone Key, least: Int }
pred filled { #Store.table = 2 and one Store.order and one Store.pairs }
run filled for 2 Key, 0..2 Int, 2 seq expect 1
