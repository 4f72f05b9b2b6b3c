"""Korat's structures as classes, each with a `rep_ok` as one writes it in Python."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Annotated, Optional


class Link:
    elem: int
    next: Optional[Link]


class SinglyLinked:
    header: Optional[Link]

    def rep_ok(self):
        met, link = set(), self.header
        while link is not None:
            if link in met:
                return False
            met.add(link)
            link = link.next
        return True


class Item:
    pass


class Entry:
    element: Optional[Item]
    next: Entry
    previous: Entry


class DoublyLinked:
    """Circular: the header is an entry with an element, too."""

    header: Entry

    def rep_ok(self):
        if self.header.element is None:
            return False
        entry, met = self.header, set()
        while entry not in met:
            met.add(entry)
            if entry.next.previous is not entry:
                return False
            entry = entry.next
        return entry is self.header


class SortedEntry:
    element: Optional[int]
    next: SortedEntry
    previous: SortedEntry


class SortedList:
    header: SortedEntry

    def rep_ok(self):
        if self.header.element is not None:
            return False
        entry, last = self.header, None
        while True:
            following = entry.next
            if following.previous is not entry:
                return False
            if following is self.header:
                return True
            if following.element is None or last is not None and following.element < last:
                return False
            entry, last = following, following.element


class TreeNode:
    __slots__ = ("key", "left", "right")
    key: int
    left: Optional[TreeNode]
    right: Optional[TreeNode]


class SearchTree:
    root: Optional[TreeNode]
    size: Annotated[int, range(10)]

    def rep_ok(self):
        met = []

        def ok(node, low, high):
            if node is None:
                return True
            if any(node is other for other in met):
                return False
            met.append(node)
            return low < node.key < high and ok(node.left, low, node.key) and ok(node.right, node.key, high)

        return ok(self.root, float("-inf"), float("inf")) and self.size == len(met)


class Color(enum.Enum):
    RED = 0
    BLACK = 1


@dataclass(eq=False)
class RedBlackNode:
    key: int
    color: Color
    left: Optional[RedBlackNode]
    right: Optional[RedBlackNode]
    parent: Optional[RedBlackNode]


@dataclass
class RedBlackTree:
    root: Optional[RedBlackNode]

    def rep_ok(self):
        met = set()

        def black(node, parent, low, high):
            """The number of black nodes on each path; None if it is no tree."""
            if node is None:
                return 0
            if node in met or node.parent is not parent or not low < node.key < high:
                return None
            met.add(node)
            if node.color is Color.RED and parent is not None and parent.color is Color.RED:
                return None
            left = black(node.left, node, low, node.key)
            if left is None or black(node.right, node, node.key, high) != left:
                return None
            return left + (node.color is Color.BLACK)

        return black(self.root, None, float("-inf"), float("inf")) is not None


class AvlNode:
    key: int
    height: int
    left: Optional[AvlNode]
    right: Optional[AvlNode]


class AvlTree:
    root: Optional[AvlNode]

    def rep_ok(self):
        met = []

        def height(node, low, high):
            if node is None:
                return 0
            assert all(node is not other for other in met) and low < node.key < high
            met.append(node)
            left, right = height(node.left, low, node.key), height(node.right, node.key, high)
            assert abs(left - right) < 2 and node.height == 1 + max(left, right)
            return node.height

        height(self.root, float("-inf"), float("inf"))


class HeapArray:
    array: list[int]
    size: int

    def rep_ok(self):
        if self.size > len(self.array):
            return False
        if any(self.array[place] > self.array[(place - 1) // 2] for place in range(1, self.size)):
            return False
        return all(self.array[place] == 0 for place in range(self.size, len(self.array)))


class DisjointSet:
    parent: list[int]
    rank: list[int]

    def rep_ok(self):
        parent, rank, size = self.parent, self.rank, len(self.parent)
        if len(rank) != size:
            return False
        roots, grown = 0, set()
        for place in range(size):
            if parent[place] >= size:
                return False
            if parent[place] == place:
                roots += 1
            elif rank[parent[place]] <= rank[place]:
                return False
            elif rank[parent[place]] == rank[place] + 1:
                grown.add(parent[place])
        return roots <= sum(place not in grown and rank[place] == 0 for place in range(size))


class Dag:
    left: Optional[Dag]
    right: Optional[Dag]

    def rep_ok(self):
        path, done = [], []

        def ok(node):
            if node is None or any(node is other for other in done):
                return True
            if any(node is other for other in path):
                return False
            path.append(node)
            if not (ok(node.left) and ok(node.right)):
                return False
            done.append(path.pop())
            return True

        return ok(self)


class Vertex:
    neighbors: set[Vertex]


class Graph:
    nodes: set[Vertex]

    def rep_ok(self):
        done = []
        for node in self.nodes:
            if node in node.neighbors or not node.neighbors <= self.nodes:
                return False
            if any((other in node.neighbors) != (node in other.neighbors) for other in done):
                return False
            done.append(node)
        return True
