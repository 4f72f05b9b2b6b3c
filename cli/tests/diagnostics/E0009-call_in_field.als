sig A { f: two[] }
fun two: set A { A }
run {}
