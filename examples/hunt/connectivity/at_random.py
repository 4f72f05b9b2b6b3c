"""Graphs at random, judged by trying all sets of nodes, as the spec does.

`edges` draws a list of pairs, as networkx takes it; `coins` a number of nodes, and a coin for each pair of them."""

from functools import cache, reduce
from itertools import chain, combinations, permutations
from operator import or_

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


def subsets(nodes):
    nodes = list(nodes)
    return chain.from_iterable(combinations(nodes, size) for size in range(len(nodes) + 1))


def reached(start, nodes, edges):
    found = [start]
    for one in found:
        found += [b for a, b in edges if a == one and b in nodes and b not in found]
    return set(found)


def bits(nodes):
    return sum(1 << node for node in nodes)


def connectivity(nodes, edges):
    """A function from a set of nodes, as bits, to how many have to go until one is left, or the rest is not connected.

    By trying all sets: if it is connected, one node goes, and then as many as what is left needs."""
    ahead = [bits({b for a, b in edges if a == one}) for one in range(nodes)]
    behind = [bits({a for a, b in edges if b == one}) for one in range(nodes)]

    def spans(part, steps):
        found, new = 0, part & -part
        while new:
            found |= new
            new = part & ~found & reduce(or_, (steps[one] for one in range(nodes) if new >> one & 1))
        return found == part

    @cache
    def least(part):
        if part & (part - 1) == 0 or not (spans(part, ahead) and spans(part, behind)):
            return 0
        return 1 + min(least(part & ~(1 << one)) for one in range(nodes) if part >> one & 1)

    return least


def connectivity_is_wrong(graph):
    nodes, edges = graph
    made = networkx.DiGraph(edges)
    made.add_nodes_from(range(nodes))
    return networkx.node_connectivity(made) != connectivity(nodes, edges)(bits(range(nodes)))


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
        answers, least = found(nodes, edges), connectivity(nodes, edges)
        for k in range(2, nodes):
            parts = (part for part in subsets(range(nodes)) if least(bits(part)) >= k)
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
