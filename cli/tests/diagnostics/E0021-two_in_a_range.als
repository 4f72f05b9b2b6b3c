sig A { n: lone one A }
run {}
