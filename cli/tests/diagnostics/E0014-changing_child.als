var sig Lamp {}
var sig Lit extends Lamp {}
run { eventually some Lit } for 3 Lamp, 2 Lit
