"""Asks a library for the cut nodes of each graph of spec.als."""

from serve import serve

# ── your library ── import it here in place of the example, and call it in `cut_nodes`.
from example import cut_nodes as library


def cut_nodes(graph):
    """`graph` is the list of nodes, `node.edges` the list of those that it leads to. The answer is a list of nodes."""
    number = {node: at for at, node in enumerate(graph)}
    edges = [(number[node], number[other]) for node in graph for other in node.edges]
    return [graph[at] for at in library(len(graph), edges)]


# ────────────────────

serve(cut_nodes)
