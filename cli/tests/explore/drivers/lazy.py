"""A lookup in a search tree and a heap's sift, by Python's package, which tracks what they read. The argument
seeds a fault: `deep` looks one level deep only, `left` sifts to the left only."""
import sys

from pykorrel import driver

fault = sys.argv[1]


@driver.type
class Node:
    pass


@driver.operation
def lookup(t, k):
    node, depth = t.root, 0
    while node is not None and node.key != k and not (fault == "deep" and depth > 0):
        node, depth = (node.left if k < node.key else node.right), depth + 1
    return node is not None and node.key == k


@driver.operation
def sift(h):
    node = h.root
    while node is not None:
        greatest = node
        for child in (node.left, node.right if fault != "left" else None):
            if child is not None and child.key > greatest.key:
                greatest = child
        if greatest is node:
            return
        node.key, greatest.key = greatest.key, node.key
        node = greatest


@driver.operation
def reset(t):
    t.root.key = 1  # whatever it was


@driver.operation
def cut(t):
    t.root.left = None


driver.serve()
