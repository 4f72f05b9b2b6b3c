sig Node {}
fact { forall n: Node | n = n }
run {}
