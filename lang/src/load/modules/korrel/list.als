module korrel/list[node]

/*
 * One chain through all atoms of a sig. Unlike `util/ordering` the number of atoms is free.
 *
 *   open korrel/list[Stop] as route
 *   sig Stop { minute: Int }
 *   run { all s: Stop | s.minute <= s.route/next.minute } for 4
 */

open korrel/shapes as shapes

one sig List { edges: node -> node } { shapes/list[edges, node] }

-- From each atom but the last to the one right after it.
fun next: node -> node { List.edges }

-- From each atom but the first to the one right before it.
fun prev: node -> node { ~(List.edges) }

-- The one that nothing is before; none, if the list is empty.
fun first: lone node { node - node.(List.edges) }

-- The one that nothing is after; none, if the list is empty.
fun last: lone node { node - List.edges.node }

-- All after n; empty for the last one.
fun nexts [n: node]: set node { n.^(List.edges) }

-- All before n; empty for the first one.
fun prevs [n: node]: set node { ^(List.edges).n }

-- Each two are in one order.
assert correct {
  node = first.*next and node = last.*prev
  all disj a, b: node | b in a.nexts iff b not in a.prevs
}
