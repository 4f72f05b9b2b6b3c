sig A {} sig B {}
run { all disj s, t: sig$ | no s.value & t.value } for 2
