var sig Lamp {}
run { some Lamp and always all l: Lamp | l in Lamp' } for 2
