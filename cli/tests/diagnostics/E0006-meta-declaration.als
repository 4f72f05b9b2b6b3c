sig A { f: set A$ }
run { some A$ } for 2
