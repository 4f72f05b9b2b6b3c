module korrel/dag[node]

/*
 * A directed acyclic graph of all atoms of a sig. The number of atoms is free.
 *
 *   open korrel/dag[Task] as needs
 *   sig Task { day: Int }
 *   run { all t: Task, n: t.needs/next | t.day <= n.day } for 3
 */

open korrel/shapes as shapes

one sig Dag { edges: node -> node } { shapes/dag[edges, node] }

-- From each atom to those that its edges lead to.
fun next: node -> node { Dag.edges }

-- From each atom to those whose edges lead to it.
fun prev: node -> node { ~(Dag.edges) }

-- Those that no edge leads to.
fun sources: set node { node - node.(Dag.edges) }

-- Those that no edge leads away from.
fun sinks: set node { node - Dag.edges.node }

-- All that a way leads to from n.
fun nexts [n: node]: set node { n.^(Dag.edges) }

-- All from which a way leads to n.
fun prevs [n: node]: set node { ^(Dag.edges).n }

-- No way leads back, so that there is a first one and a last one, if there is any.
assert correct {
  no n: node | n in n.^next
  some node implies some sources and some sinks
}
