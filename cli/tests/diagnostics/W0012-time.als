open util/time
sig Colour {}
one sig Lamp { shows, glows: dynamic[Colour] }
run {} for 1
