var sig Lamp {}
pred lit { some Lamp }
run { lit and not lit' } for 2
