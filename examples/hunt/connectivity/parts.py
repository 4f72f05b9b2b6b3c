"""The parts of graphs: by networkx, igraph, rustworkx or scipy."""

import sys

from connectivity import edges
from pykorrel import driver


def pairs(graph):
    """The edges of an undirected graph, each once."""
    return [(a, b) for a, b in edges(graph) if a < b]


def numbered(graph, parts):
    return {(number, graph[index]) for number, part in enumerate(parts) for index in part}


class Networkx:
    def __init__(self):
        import networkx

        self.library = networkx

    def made(self, graph, is_directed):
        made = self.library.DiGraph() if is_directed else self.library.Graph()
        made.add_nodes_from(range(len(graph)))
        made.add_edges_from(edges(graph) if is_directed else pairs(graph))
        return made

    def strong(self, made):
        return self.library.strongly_connected_components(made)

    def articulation(self, made):
        return self.library.articulation_points(made)

    def bridges(self, made):
        return self.library.bridges(made)

    def blocks(self, made):
        return self.library.biconnected_components(made)

    def cut(self, made):
        value, (side, _) = self.library.stoer_wagner(made)
        return value, side


class Igraph:
    def __init__(self):
        import igraph

        self.library = igraph

    def made(self, graph, is_directed):
        return self.library.Graph(len(graph), edges(graph) if is_directed else pairs(graph), directed=is_directed)

    def strong(self, made):
        return made.connected_components(mode="strong")

    def articulation(self, made):
        return made.articulation_points()

    def bridges(self, made):
        return [made.es[edge].tuple for edge in made.bridges()]

    def blocks(self, made):
        return made.biconnected_components()

    def cut(self, made):
        found = made.mincut()
        return int(found.value), found.partition[0]


class Rustworkx:
    def __init__(self):
        import rustworkx

        self.library = rustworkx

    def made(self, graph, is_directed):
        made = self.library.PyDiGraph() if is_directed else self.library.PyGraph()
        made.add_nodes_from(range(len(graph)))
        made.add_edges_from_no_data(edges(graph) if is_directed else pairs(graph))
        return made

    def strong(self, made):
        return self.library.strongly_connected_components(made)

    def articulation(self, made):
        return self.library.articulation_points(made)

    def bridges(self, made):
        return self.library.bridges(made)

    def blocks(self, made):
        """It gives each edge the number of its part."""
        parts = {}
        for ends, number in self.library.biconnected_components(made).items():
            parts.setdefault(number, set()).update(ends)
        return parts.values()

    def cut(self, made):
        value, side = self.library.stoer_wagner_min_cut(made)
        return int(value), side


class Scipy:
    def __init__(self):
        import scipy.sparse.csgraph

        self.library = scipy.sparse

    def made(self, graph, is_directed):
        size, found = len(graph), edges(graph)
        return self.library.csr_array(([1] * len(found), tuple(zip(*found)) or ([], [])), shape=(size, size))

    def strong(self, made):
        count, labels = self.library.csgraph.connected_components(made, directed=True, connection="strong")
        parts = [[node for node, label in enumerate(labels) if label == part] for part in range(count)]
        return [*parts, [node for node, label in enumerate(labels) if label not in range(count)]]


def main():
    library = {"networkx": Networkx, "igraph": Igraph, "rustworkx": Rustworkx, "scipy": Scipy}[sys.argv[1]]()

    def strong(graph):
        return numbered(graph, library.strong(library.made(graph, True)))

    def articulation(graph):
        return [graph[index] for index in library.articulation(library.made(graph, False))]

    def bridges(graph):
        found = [(graph[a], graph[b]) for a, b in library.bridges(library.made(graph, False))]
        return {pair for a, b in found for pair in ((a, b), (b, a))}

    def blocks(graph):
        return numbered(graph, library.blocks(library.made(graph, False)))

    def side(graph):
        return [graph[index] for index in library.cut(library.made(graph, False))[1]]

    def least(graph):
        return library.cut(library.made(graph, False))[0]

    driver.operation(strong)
    if not isinstance(library, Scipy):  # it has no others
        for operation in articulation, bridges, blocks, side, least:
            driver.operation(operation)
    driver.serve()


main()
