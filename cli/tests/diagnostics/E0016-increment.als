var sig Lamp {}
run { eventually some Lamp } for 2 but 1..6:2 steps
