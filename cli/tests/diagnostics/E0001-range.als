sig A { x: Int }
run { all a: A | a.x in 0 .. 2 } for 2
