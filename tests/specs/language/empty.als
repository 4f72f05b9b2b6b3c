-- A field of another sig: the join is empty, has a value, and leaves the file's other commands alone.

sig Tree { root: lone Node }
sig Node { left: lone Node }

-- One node that is its own left or has none.
run joined { all n: Node | no n.root } for exactly 1 Node, 0 Tree expect 2
run boxed { all n: Node | no root[n] } for exactly 1 Node, 0 Tree expect 2
run in_a_chain { all t: Tree | no t.root.root } for exactly 1 Node, exactly 1 Tree expect 4
run never { some n: Node | some n.root } for 3 expect 0
check none_is_some { all n: Node | some n.root } for exactly 1 Node, 0 Tree expect 2
run other { some left } for exactly 1 Node, 0 Tree expect 1
