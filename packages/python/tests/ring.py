"""A driver for the behaviours of heapgraph/vectors/traces.als. Its arguments say how it behaves."""

import copy
import sys

from pykorrel import driver

HOW = sys.argv[1:]


@driver.type
class Node:
    def __init__(self, key, link):
        self.key, self.link = key, link
        self.by = key


class Chain:
    """Its root is decoded and changed in place; nodes come and go."""

    def __init__(self, Ring):
        self.ring, self.nodes = Ring, []

    def add(self, k):
        self.nodes.append(Node(k, self.nodes[0] if self.nodes else None))
        self.ring.log.append(k)
        self.told("ON")

    def drop(self, n, keys):
        assert keys in ([], [n.key]) and n in self.nodes
        self.nodes.remove(n)
        for node in self.nodes:
            if "keeps" not in HOW:
                node.link = None
        self.ring.log.clear()
        self.told("OFF")

    def stay(self):
        pass

    def told(self, mode):
        ring = self.ring
        ring.mode = mode
        ring.owner = {node.key: node for node in self.nodes}
        ring.pairs = [(node, node.key) for node in self.nodes]

    def copy(self):
        other = copy.copy(self)
        other.nodes = list(self.nodes)
        return other


def state(chain):
    told = {"Node": chain.nodes, "Marked": [node for node in chain.nodes if node.link]}
    return {**told, **({"Nood": []} if "misnamed" in HOW else {})}


ways = {"deepcopy": copy.deepcopy, "copy": Chain.copy}
driver.machine(Chain, state=state, snapshots=next((of for how, of in ways.items() if how in HOW), None))
driver.serve()
