sig Node {}
run small: { some Node } for 2
