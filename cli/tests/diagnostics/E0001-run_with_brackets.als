sig A { f: lone A }
pred p() { some A } run p() for 3
