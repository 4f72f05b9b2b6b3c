open util/ordering[Time]
sig Time {}
run { some first }
