sig Node {}
predicate p { some Node }
run p
