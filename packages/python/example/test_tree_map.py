from tree_map import Node, TreeMap

import pykorrel

KEYS = ["", "Z", "a b", "ä", "é"]  # as the spec's keys: ascending


def check(node):
    """The height of an AVL tree; fails if it is none."""
    if node is None:
        return 0
    left, right = check(node.left), check(node.right)
    assert abs(left - right) <= 1, f"out of balance at {node.key!r}"
    assert node._height == 1 + max(left, right), f"the height of {node.key!r} is wrong"
    return node._height


@pykorrel.inputs("tree_map.als", "with_key", classes=[TreeMap, Node], values={"Key": KEYS})
def test_remove(heap):
    tree, key = heap.roots
    expected = [other for other in tree if other != key]
    tree.remove(key)
    assert list(tree) == expected
    assert len(tree) == len(expected)
    check(tree._TreeMap__root)


@pykorrel.inputs("tree_map.als", "with_key", classes=[TreeMap, Node], values={"Key": KEYS})
def test_put(heap):
    tree, key = heap.roots
    expected = sorted({*tree, key})
    tree.put(key, "new")
    assert list(tree) == expected
    assert tree.get(key) == "new"
    check(tree._TreeMap__root)
