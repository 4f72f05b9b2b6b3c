sig A { size: Int }
run p { some A } for 1..3 A, 0..4 Int expect 12
