sig Lamp { var on: lone Lamp }
pred switch_post { always some on' }
run { always some on }
