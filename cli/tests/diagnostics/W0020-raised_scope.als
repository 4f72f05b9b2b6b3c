sig Shape {}
one sig Circle, Square extends Shape {}
run {} for 1 Shape
