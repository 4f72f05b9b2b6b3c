var sig J {}
sig K { g: set J' }
run { some g } for 2 but 2 steps
