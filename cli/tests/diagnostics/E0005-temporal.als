sig Lamp { var on: lone Lamp }
fact { always some on }
run {}
