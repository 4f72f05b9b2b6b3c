sig A { n: lone A }
run show for 3
