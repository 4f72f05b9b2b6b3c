open util/orderings[Time] as t
open my/lists
sig Time {}
run {}
