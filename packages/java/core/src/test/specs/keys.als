-- Atoms without fields, integers with gaps, in every place where one can stand.
sig Key {}
sig Rare in Key {}
one sig Store { table: Key -> lone Int, sizes: set Int, order: seq Key, pairs: Key -> Key, first: lone Key, least: Int }
pred filled { some Store.table and one Rare and one Store.order and one Store.pairs and lone Store.sizes }
run filled for 2 Key, 0..2 Int, 2 seq expect 1
two: run { filled and #Store.table = 2 } for 2 Key, 0..2 Int, 2 seq expect 1
