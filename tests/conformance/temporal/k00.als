var sig J {}
sig K { g: set J' }
run { some g } for 1 but 2 steps
