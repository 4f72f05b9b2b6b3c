"""The rules of red-black trees once more, independent of the spec."""

import sys
from heapgraph import heaps


def check(node, parent, low, high):
    """The black height of a subtree; its keys lie strictly between low and high."""
    if node is None:
        return 0
    assert node.parent is parent, "the parent of a child is the node itself"
    assert low < node.key < high, "keys are in search order, and distinct"
    if node.color == "RED":
        for child in (node.left, node.right):
            assert child is None or child.color == "BLACK", "no red node has a red child"
    left = check(node.left, node, low, node.key)
    right = check(node.right, node, node.key, high)
    assert left == right, "every path down has as many black nodes"
    return left + (node.color == "BLACK")


def shape(node):
    """The tree without the names of its nodes: equal exactly for isomorphic trees."""
    return node and (node.color, node.key, shape(node.left), shape(node.right))


seen = set()
for heap in heaps(sys.stdin):
    root = heap.roots.t.root
    check(root, None, float("-inf"), float("inf"))
    assert shape(root) not in seen, f"instance {heap.id} repeats another one"
    seen.add(shape(root))
print(len(seen), "red-black trees, no two alike")
