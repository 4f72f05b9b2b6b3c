"""Graphs at random, judged by trying all sets of nodes, as the spec does.

`edges` draws a list of pairs, as networkx takes it; `coins` a number of nodes, and a coin for each pair of them."""

from itertools import chain, combinations, permutations

import igraph
import networkx
from by_hypothesis import of_strategy, tell
from hypothesis import strategies as st

node = st.integers(0, 7)
pairs = st.tuples(node, node).filter(lambda pair: pair[0] != pair[1])
edges = st.lists(pairs, min_size=1).map(lambda edges: (len(set(chain(*edges))), numbered(edges)))


def numbered(edges):
    """The nodes that occur are 0, 1, 2, …"""
    names = list(dict.fromkeys(chain(*edges)))
    return sorted({(names.index(one), names.index(other)) for one, other in edges})


@st.composite
def coins(draw):
    nodes = draw(st.integers(1, 8))
    return nodes, [pair for pair in permutations(range(nodes), 2) if draw(st.booleans())]


def subsets(nodes, most=None):
    nodes = list(nodes)
    return chain.from_iterable(combinations(nodes, size) for size in range((len(nodes) if most is None else most) + 1))


def reached(start, nodes, edges):
    found = [start]
    for one in found:
        found += [b for a, b in edges if a == one and b in nodes and b not in found]
    return set(found)


def connected(nodes, edges):
    return all(reached(start, nodes, edges) == set(nodes) for start in nodes)


def connectivity_is_wrong(graph):
    nodes, edges = graph
    made = networkx.DiGraph(edges)
    made.add_nodes_from(range(nodes))
    rests = (set(range(nodes)) - set(cut) for cut in subsets(range(nodes)))  # smallest cuts first
    least = next(nodes - len(rest) for rest in rests if len(rest) <= 1 or not connected(rest, edges))
    return networkx.node_connectivity(made) != least


def cut_is_wrong(graph):
    """Between the first node and the last one."""
    nodes, edges = graph
    source, target = 0, nodes - 1
    if nodes < 2 or (source, target) in edges:
        return False
    made = networkx.DiGraph(edges)
    made.add_nodes_from(range(nodes))

    def parts(cut):
        return target not in reached(source, set(range(nodes)) - set(cut), edges)

    least = next(len(cut) for cut in subsets(range(1, target)) if parts(cut))
    found = networkx.minimum_node_cut(made, source, target)
    return len(found) != least or not parts(found)


def undirected(graph):
    nodes, edges = graph
    return nodes, {*edges, *((b, a) for a, b in edges)}


def components_are_wrong(found):
    """`found`: from a graph and k to the nodes of its k-components."""

    def is_wrong(graph):
        nodes, edges = undirected(graph)
        answers = found(nodes, edges)

        def holds(part, k):
            degrees = (sum((a, b) in edges for b in part) for a in part)
            return min(degrees) >= k and all(connected(set(part) - set(cut), edges) for cut in subsets(part, k - 1))

        for k in range(2, nodes):
            parts = (part for part in subsets(range(nodes)) if len(part) > k and holds(part, k))
            if answers(k) != set(chain(*parts)):
                return True
        return False

    return is_wrong


def by_networkx(nodes, edges):
    made = networkx.Graph(edges)
    made.add_nodes_from(range(nodes))
    components = networkx.k_components(made)
    return lambda k: set().union(*components.get(k, []))


def by_igraph(nodes, edges):
    blocks = igraph.Graph(nodes, [(a, b) for a, b in edges if a < b]).cohesive_blocks()
    return lambda k: set(chain(*(block for block, cohesion in zip(blocks, blocks.cohesions()) if cohesion >= k)))


FAULTS = {
    "networkx, node_connectivity": connectivity_is_wrong,
    "networkx, minimum_node_cut": cut_is_wrong,
    "networkx, k_components": components_are_wrong(by_networkx),
    "igraph, cohesive_blocks": components_are_wrong(by_igraph),
}
STRATEGIES = {"edges": edges, "coins": coins()}
tell(
    [(fault, name, of_strategy(strategy, shows)) for fault, shows in FAULTS.items() for name, strategy in STRATEGIES.items()],
    size=lambda graph: graph[0],
)
