module korrel/ring[node]

/*
 * One circle through all atoms of a sig. The number of atoms is free; one atom is its own neighbour.
 *
 *   open korrel/ring[Process] as ring
 *   sig Process { left: Process }
 *   run { all p: Process | p.left = p.ring/prev } for 3
 */

open korrel/shapes as shapes

one sig Ring { edges: node -> node } { shapes/ring[edges, node] }

-- From each atom to the one right after it.
fun next: node -> node { Ring.edges }

-- From each atom to the one right before it.
fun prev: node -> node { ~(Ring.edges) }

-- The way round reaches all, in both directions.
assert correct {
  all n: node | one n.next and one n.prev and node = n.^next and node = n.^prev
}
