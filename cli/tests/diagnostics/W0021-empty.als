sig P { names: set String }
sig Q { p: lone P }
run { some P } for 2 P, exactly 1 Q
