sig A { f: lone A
run {}
