sig A { k: one Int, v: set Int }
run { some a: A | a.k < 9 and 7 in a.v and a.k = 5 } for 1 but 0..2 Int
