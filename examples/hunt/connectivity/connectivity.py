"""Connectivity, cuts and k-components of graphs, by networkx or by igraph."""

import sys

from pykorrel import driver


def reached(nodes):
    """The nodes, and those that they lead to."""
    found = list(nodes)
    for node in found:
        found += [other for other in node.edges if other not in found]
    return found


def edges(nodes):
    """Nodes are numbers to the libraries, so that their order is that of the input."""
    return [(nodes.index(node), nodes.index(other)) for node in nodes for other in node.edges]


def with_networkx():
    import networkx

    def made(nodes, kind=networkx.DiGraph):
        graph = kind()
        graph.add_nodes_from(range(len(nodes)))
        graph.add_edges_from(edges(nodes))
        return graph

    @driver.operation
    def connectivity(graph):
        return networkx.node_connectivity(made(graph))

    @driver.operation
    def cut(source, target):
        nodes = reached([source, target])
        return [nodes[index] for index in networkx.minimum_node_cut(made(nodes), 0, nodes.index(target))]

    @driver.operation
    def core(graph, k):
        components = networkx.k_components(made(graph, networkx.Graph))
        return [graph[index] for index in set().union(*components.get(k, []))]


def with_igraph():
    import igraph

    def made(nodes):
        return igraph.Graph(len(nodes), edges(nodes), directed=True)

    @driver.operation
    def connectivity(graph):
        return made(graph).vertex_connectivity()

    @driver.operation
    def core(graph, k):
        blocks = made(graph).as_undirected().cohesive_blocks()
        found = [block for block, cohesion in zip(blocks, blocks.cohesions()) if cohesion >= k]
        return [graph[index] for index in set().union(*found)]


if __name__ == "__main__":
    globals()[f"with_{sys.argv[1]}"]()
    driver.serve()
