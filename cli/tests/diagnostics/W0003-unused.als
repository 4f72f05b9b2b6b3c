sig A {}
run { all x: A | some A and (let y = A | one A) } for 2
