sig A { f: B }
sig B {}
run { no A & B and no A <: ~f and some A.f.f } for 2
