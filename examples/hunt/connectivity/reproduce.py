"""The smallest inputs, by the libraries alone."""

import igraph
import networkx

print("networkx, node_connectivity of b → a:", networkx.node_connectivity(networkx.DiGraph([("b", "a")])))

ring = networkx.DiGraph([("s", "x"), ("x", "t"), ("t", "s")])
print("networkx, minimum_node_cut of s and t in s → x → t → s:", networkx.minimum_node_cut(ring, "s", "t"))

graph = networkx.complete_graph(4)
graph.add_edges_from([(4, 0), (4, 1), (5, 2), (5, 3)])
print("networkx, 3-components of K4 and two more nodes:", networkx.k_components(graph).get(3))

graph = igraph.Graph([(0, 1), (1, 2), (2, 3), (3, 0), (1, 4), (3, 5)])
print("igraph, blocks:", list(graph.cohesive_blocks()), "though biconnected:", list(graph.biconnected_components()))
