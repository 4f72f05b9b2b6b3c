sig Lamp { on: lone Lamp }
pred switch { on' = none -> none }
run switch
