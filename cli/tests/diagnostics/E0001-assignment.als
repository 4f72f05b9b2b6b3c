sig A { f: Int }
fact { all a: A | a.f := 3 }
run {}
