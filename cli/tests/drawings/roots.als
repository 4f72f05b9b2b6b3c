// Roots wherever a drawing may hide them.
open util/ordering[Time]

enum Colour { Red, Black }
sig Key {}
sig Marked in Key {}
sig Node { left, right: lone Node, keys: set Key, up: lone Node }
sig Time { at: lone Node }

pred plain { no at and no up and all n: Node | n.left != n.right or no n.left }

pred in_a_tree[disj a, b, c: Node] { plain and b in a.left.*left and c in a.right and no Key }
pred at_one_node[a, b: Node, c: lone Node] { plain and a = b and c = a.left }
pred in_a_cycle[disj a, b, c: Node] { plain and no right and no Key and b = a.left and c = b.left and a = c.left }
pred of_keys[n: Node, disj k, l: Key, Key: Node] { plain and k + l in n.keys and Marked = n.keys and Key = n.left }
pred of_sets[many: set Node, nobody: set Node, k: set Key, n: Node] { plain and n in many and no nobody and some k }
pred of_values[i: Int, c: Colour, j: set Int, n: lone Node, f: Node -> Key] { plain and f = keys }
pred at_a_time[t, u: Time, n, m: Node] { no left and no right and no up and no keys and n = first.at and m = last.at and t != u }

run in_a_tree for 3 but exactly 2 Time
run at_one_node for 3 but exactly 2 Time
run in_a_cycle for 3 but exactly 2 Time
run of_keys for 3 but exactly 2 Time
run of_sets for 3 but exactly 2 Time
run of_values for 2 but exactly 2 Time, 0..1 Int
run at_a_time for 2 but exactly 3 Time
