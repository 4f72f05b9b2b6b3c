var sig Lamp {}
check { always some Lamp } for 3 but 1.. steps
