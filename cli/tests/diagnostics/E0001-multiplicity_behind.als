sig A { n: A lone }
run {}
