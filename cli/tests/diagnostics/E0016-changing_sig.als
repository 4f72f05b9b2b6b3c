var sig Lamp {}
run { eventually some Lamp } for exactly 2 Lamp
