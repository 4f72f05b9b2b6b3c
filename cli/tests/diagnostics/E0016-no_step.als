var sig Lamp {}
run { eventually some Lamp } for 2 but 0 steps
