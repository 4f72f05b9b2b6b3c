sig Map { f: A => B }
sig A, B {}
run {}
