sig A { xs: seq A }
run { all a: A | some a.xs[1:] } for 2
