sig A { f: set A }
run { all s: sig$ | some s.value } for 2
