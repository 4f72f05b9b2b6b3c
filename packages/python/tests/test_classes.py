"""Objects of classes made from the header, and of the caller's own."""

import enum
from collections import deque
from dataclasses import dataclass
from typing import Optional

import pytest

import pykorrel


def last(stream):
    *_, heap = stream
    return heap


def test_classes_follow_the_spec(library):
    heap = last(pykorrel.find(library / "expression.als"))
    types = heap.types
    assert issubclass(types["Successor"], types["Unary"]) and issubclass(types["Unary"], types["Term"])
    assert all(isinstance(term, types["Term"]) for term in heap.of("Term"))
    assert heap.of("Unary") == heap.of(types["Unary"]) != heap.of("Term")
    assert last(pykorrel.find(library / "expression.als")).types["If"] is types["If"], "the same in each stream"


def test_values_are_pythons_own(library):
    heap = last(pykorrel.find(library / "file_system.als"))
    directory = heap.roots.FileSystem.root
    assert isinstance(directory.entries, dict)
    (name,) = {type(name) for name in directory.entries}
    assert issubclass(name, enum.Enum) and name["a"] == "a" and str(name["a"]) == "a"
    assert isinstance(last(pykorrel.find(library / "b_tree.als")).roots.BTree.root.keys, list)
    assert isinstance(last(pykorrel.find(library / "rooted_tree.als")).roots.Tree.root.children, set)
    widget = last(pykorrel.find(library / "widget_tree.als")).roots.Window.content
    assert widget.visible in (True, False) and widget.visible is not None
    square = last(pykorrel.find(library / "latin_square.als")).roots.Square
    assert len(square.symbol) == 9 and {type(row) for row in square.symbol} == {tuple}


def test_integers_are_keys_of_maps(library):
    queens = next(pykorrel.find(library / "n_queens.als")).roots.Board
    assert queens.row == {1: 2, 2: 4, 3: 6, 4: 1, 5: 3, 6: 5}


def test_cycles(library):
    ring = next(pykorrel.find(library / "circular_list.als")).roots.r
    assert ring.current.next.next.next is ring.current
    assert repr(ring.current) == "Node$0(value=0, next=Node$1)"


def test_roots_in_order_and_by_name(specs):
    heap = next(pykorrel.find(specs / "keys.als"))
    table, key = heap.roots
    assert (heap.roots.t, heap.roots["k"], heap.roots[0], len(heap.roots)) == (table, key, table, 2)
    assert (heap.name(table), heap.name(key), heap.objects["Table$0"]) == ("Table$0", "Key$0", table)
    with pytest.raises(AttributeError, match="there is no root tree; there are t, k"):
        heap.roots.tree


class Private:
    """The three ways to keep a field, and a property over one."""

    class Tree:
        def __init__(self):
            raise AssertionError("none of the class's code runs")

        def clear(self):
            self._root = None

        @property
        def root(self):
            raise AssertionError("none of the class's code runs")

    class Node:
        __slots__ = ("__key", "left", "_right")

        def key(self):
            return self.__key


def test_private_attributes_are_filled_and_read(library):
    # If this failed, a class would have to be changed to be tested.
    stream = pykorrel.find(
        library / "search_tree.als", classes={"SearchTree": Private.Tree, "Node": Private.Node}
    )
    for record in stream.records():
        heap = record.decode()
        tree = heap.roots.SearchTree
        assert type(tree) is Private.Tree and set(vars(tree)) == {"_root"}
        assert type(tree._root) is Private.Node and tree._root.key() == tree._root._Node__key
        tree._root._Node__key += 100
        assert str(tree._root.key()) in heap.to_json()
        tree._root._Node__key -= 100
        assert heap.to_json() == record.line.decode().strip()


def test_attributes_of_other_names(library):
    classes = pykorrel.Classes()

    class Node:
        pass

    classes.add(Node, attributes={"key": "label"}, new=lambda: make(Node))

    def make(cls):
        made = cls()
        made.visits = 0
        return made

    node = next(pykorrel.find(library / "search_tree.als", classes=classes)).roots.SearchTree.root
    assert (node.visits, node.label) == (0, 2) and not hasattr(node, "key")


def test_frozen_dataclasses_and_enums(library):
    class Color(enum.Enum):
        RED = 1
        BLACK = 2

    @dataclass(frozen=True)
    class Node:
        key: int
        color: Color
        left: "Optional[Node]"
        right: "Optional[Node]"
        parent: "Optional[Node]"

    stream = pykorrel.find(library / "red_black_tree.als", classes=[Node, Color])
    for record in stream.records():
        heap = record.decode()
        assert heap.roots.t.root is None or heap.roots.t.root.color in Color
        assert heap.to_json() == record.line.decode().strip()


def test_an_enum_that_lacks_a_value_is_refused(library):
    class Color(enum.Enum):
        RED = 1

    with pytest.raises(pykorrel.HeapError, match="Color has no BLACK"):
        next(pykorrel.find(library / "red_black_tree.als", classes=[Color]))


def test_a_class_without_a_sig_is_refused(library):
    class Nodes:
        pass

    with pytest.raises(pykorrel.HeapError, match="has no sig Nodes for .*; it has Tree, Node, Color"):
        next(pykorrel.find(library / "red_black_tree.als", classes=[Nodes]))


def test_annotations_choose_collections(library):
    class Listed:
        children: "list[Listed]"

    class Typed:
        children: list["Typed"]

    class Fixed:
        children: tuple

    class Frozen:
        children: "frozenset[Frozen]"

    class Ends:
        children: "deque[Ends]"

    class Sets:
        children: set["Sets"]

    for cls, kind in [
        (Listed, list),
        (Typed, list),
        (Fixed, tuple),
        (Frozen, frozenset),
        (Ends, deque),
        (Sets, set),
    ]:
        for record in pykorrel.find(library / "rooted_tree.als", classes={"Node": cls}).records():
            heap = record.decode()
            assert type(heap.roots.Tree.root.children) is kind
            assert heap.to_json() == record.line.decode().strip()


def test_objects_with_an_equality_of_their_own_are_in_lists(library):
    # If this failed, a set would take two nodes for one, or ask a node for its hash before it is filled.
    @dataclass
    class Node:
        children: object

    heap = last(pykorrel.find(library / "rooted_tree.als", classes=[Node]))
    assert type(heap.roots.Tree.root.children) is list


def test_lists_and_dicts_of_the_callers(library):
    class Node(dict):
        pass

    for record in pykorrel.find(library / "search_tree.als", classes=[Node]).records():
        heap = record.decode()
        assert heap.roots.SearchTree.root.key and heap.roots.SearchTree.root == {}
        assert heap.to_json() == record.line.decode().strip()


def test_words_of_python_have_an_underscore(specs):
    heap = next(pykorrel.find(specs / "shapes.als"))
    (box, *_) = heap.of("Box")
    assert hasattr(box, "from_") and '"from":' in heap.to_json()


def test_what_a_sig_has_for_a_parent(library):
    class Device:
        def degree(self):
            return len(self.links)

    heap = last(pykorrel.find(library / "network.als", classes=[Device]))
    assert {host.degree() for host in heap.of("Host")} == {1}
    assert all(isinstance(device, Device) for device in heap.of("Device"))
    assert type(heap.of("Host")[0]) is not Device


def test_an_object_of_no_sig_cannot_be_written(library):
    heap = next(pykorrel.find(library / "search_tree.als"))
    heap.roots.SearchTree.root.left = pytest
    with pytest.raises(pykorrel.HeapError, match=r"Node\$0.left: .* no sig has the class module"):
        heap.to_json()
