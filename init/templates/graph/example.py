"""A small library, to be replaced by yours: cut nodes by Tarjan's search (1972)."""


def cut_nodes(count, edges):
    """The nodes of 0..count without which others are no longer connected. Each edge is given in both directions."""
    neighbours = [[] for _ in range(count)]
    for node, other in edges:
        neighbours[node].append(other)
    found, low, cuts = {}, {}, set()

    def visit(node, parent):
        found[node] = low[node] = len(found)
        children = 0
        for other in neighbours[node]:
            if other not in found:
                children += 1
                visit(other, node)
                low[node] = min(low[node], low[other])
                if parent is not None and low[other] >= found[node]:
                    cuts.add(node)
            elif other != parent:
                low[node] = min(low[node], found[other])
        if parent is None and children > 1:
            cuts.add(node)

    for node in range(count):
        if node not in found:
            visit(node, None)
    return sorted(cuts)
