sig A { f: Bool }
run {}
