-- What util/graph means, on graphs of up to three nodes.

open util/graph[N] as g
open util/graph[M] as part

sig N { e: set N }
sig M in N {}

check edges {
  g/undirected[e] iff e = ~e
  g/noSelfLoops[e] iff no n: N | n in n.e
} for 3 expect 0

check connection {
  g/stronglyConnected[e] iff all m, n: N | m = n or n in m.^e
  g/weaklyConnected[e] iff g/stronglyConnected[e + ~e]
  all n: N | g/rootedAt[e, n] iff N = n.*e
} for 3 expect 0

check rings {
  g/ring[e] implies (g/stronglyConnected[e] and e in N lone -> one N)
  (g/stronglyConnected[e] and all n: N | one n.e) implies g/ring[e]
} for 3 expect 0

check trees {
  g/dag[e] iff no n: N | n in n.^e
  g/forest[e] iff (g/dag[e] and e in N lone -> N)
  g/tree[e] iff (g/forest[e] and lone g/roots[e])
  all n: N | g/treeRootedAt[e, n] iff (g/tree[e] and g/roots[e] = n)
} for 3 expect 0

check nodes {
  g/roots[e] = N - N.e
  g/leaves[e] = { n: N | no n.e }
  g/innerNodes[e] = N - g/leaves[e]
} for 3 expect 0

-- A graph on a part of the nodes, its edges not cut down to it: paths may leave the part.
check parts {
  part/weaklyConnected[e] iff all m, n: M | n in m.*(e + ~e)
  part/stronglyConnected[e] iff all m, n: M | n in m.*e
  all n: M | part/rootedAt[e, n] iff M in n.*e
  part/roots[e] = { n: M | no n.^~e & M }
  part/leaves[e] = { n: M | no n.^e & M }
  part/innerNodes[e] = { n: M | some n.^e & M }
} for 3 expect 0

run a_tree { g/tree[e] and some disj m, n: N | m + n in g/leaves[e] } for 3 expect 1
run a_ring { g/ring[e] } for exactly 3 N expect 1
run a_ring_that_is_a_dag { some N and g/ring[e] and g/dag[e] } for 3 expect 0
check forests_are_trees { g/forest[e] implies g/tree[e] } for 3 expect 1
check weak_is_strong { g/weaklyConnected[e] implies g/stronglyConnected[e] } for 3 expect 1
check dags_are_forests { g/dag[e] implies g/forest[e] } for 3 expect 1
run one_node_is_connected { g/stronglyConnected[e] and no e and some N } for 3 expect 1
