sig Lamp { on: lone Lamp }
run {} for 3 but 1..6 steps
