open util/ordering
open util/graph[A, A] as g
open util/boolean[A]
sig A {}
run {}
