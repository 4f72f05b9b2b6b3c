sig Node {}
run {} for exactly 3 Nod
