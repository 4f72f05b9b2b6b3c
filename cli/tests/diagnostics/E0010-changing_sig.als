open util/ordering[Lamp]
var sig Lamp {}
run {} for 2
