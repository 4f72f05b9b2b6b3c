"""A set of keys, stored as a search tree. One line of `remove` is wrong."""

from __future__ import annotations

from typing import Optional


class Tree:
    root: Optional[Node]

    def rep_ok(self):
        met = set()

        def is_sorted(node, low, high):
            if node is None:
                return True
            if node in met or not low < node.key < high:
                return False
            met.add(node)
            return is_sorted(node.left, low, node.key) and is_sorted(node.right, node.key, high)

        return is_sorted(self.root, float("-inf"), float("inf"))

    def __iter__(self):
        return keys(self.root)

    def remove(self, key):
        self.root = without(self.root, key)


class Node:
    key: int
    left: Optional[Node]
    right: Optional[Node]


def keys(node):
    if node is not None:
        yield from keys(node.left)
        yield node.key
        yield from keys(node.right)


def without(node, key):
    if node is None:
        return None
    if key < node.key:
        node.left = without(node.left, key)
    elif key > node.key:
        node.right = without(node.right, key)
    elif node.left is None or node.right is None:
        return node.left or node.right
    else:
        parent, least = node, node.right
        while least.left is not None:
            parent, least = least, least.left
        node.key = least.key
        if parent is node:
            node.right = least.right
        else:
            parent.left = None
    return node
