sig A { f: set A }
run { some x: A$.subfields | x in A$f } for 2
