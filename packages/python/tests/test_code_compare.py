"""`pykorrel.compare`: a predicate in code against one in a spec."""

import code_trees
import pytest
from code_trees import Tree
from conftest import TREE

import pykorrel

BOUNDS = {"Node": 3, "int": range(1, 4)}


@pytest.fixture
def spec(tmp_path):
    def spec(text=TREE):
        path = tmp_path / "tree.als"
        path.write_text(text)
        return path

    return spec


def test_the_same(spec):
    # If this failed, a spec that was written for its speed would be taken for another one than the code.
    compared = pykorrel.compare(spec(), "repOk", Tree.rep_ok, **BOUNDS)
    assert compared and compared.both == 15
    assert str(compared).startswith("Tree where Tree.rep_ok and ") and str(compared).endswith(
        "accept the same 15 heaps"
    )


def too_weak(tree):
    """It does not look to the right."""
    node, low = tree.root, 9
    while node is not None and node.key < low:
        node, low = node.left, node.key
    return node is None


def test_too_weak_and_too_strong(spec):
    compared = pykorrel.compare(spec(), "repOk", too_weak, Tree, **BOUNDS)
    assert not compared and compared.only_code and not compared.only_spec and compared.both == 15
    assert '"right":"Node$0"' in str(compared), "the smallest one is a loop"

    strong = spec(TREE.replace("lone n.~(left + right)", "lone n.~(left + right) and no n.right"))
    compared = pykorrel.compare(strong, "repOk", Tree.rep_ok, **BOUNDS)
    assert (compared.both, len(compared.only_code), len(compared.only_spec)) == (8, 7, 0)
    assert "both accept 8 heaps\nTree where Tree.rep_ok accepts 7 that " in str(compared)

    garbage = spec(TREE.replace("Node = t.root.*(left + right)", "some t"))
    compared = pykorrel.compare(garbage, "repOk", Tree.rep_ok, **BOUNDS)
    assert compared.both == 15 and not compared.only_code and compared.only_spec
    assert "not reached from the roots, so that code never sees it: Node$0" in str(compared)


class Cell:
    value: int


def test_two_roots_may_be_one_object(spec):
    # If this failed, the spec would be asked for two objects alone, and the heaps with one be told as a difference.
    text = "sig Cell { value: Int } pred same[a, b: Cell] { Cell = a + b and a.value = b.value } run same"
    where = lambda a, b: a.value == b.value  # noqa: E731
    compared = pykorrel.compare(spec(text), "same", where, Cell, Cell, Cell=2, int=range(2))
    assert compared and compared.both == 4, str(compared)


@pytest.mark.parametrize(
    "text, where, given, message",
    [
        (TREE, code_trees.raises, BOUNDS, "stands in no class: give the root's class after it"),
        (
            TREE.replace("key: Int", "value: Int").replace(".key", ".value"),
            Tree.rep_ok,
            BOUNDS,
            "Node.key: in the code int, in the spec missing",
        ),
        (
            TREE.replace("left, right: lone Node", "left, right: set Node"),
            Tree.rep_ok,
            BOUNDS,
            r"Node.left: in the code Node\?, in the spec set Node",
        ),
        (
            TREE,
            Tree.rep_ok,
            {"int": [1, 5]},
            r"int=\[1, 5\]: a spec has all integers from one to another; give a scope",
        ),
        (
            TREE.replace("repOk[t: Tree]", "repOk[t: Tree, k: Int]"),
            Tree.rep_ok,
            BOUNDS,
            "the spec has a root that the code has not: k",
        ),
    ],
)
def test_what_cannot_be_compared(spec, text, where, given, message):
    # If this failed, keys that can never be equal would be told as heaps on which both differ.
    with pytest.raises(pykorrel.BoundsError, match=message):
        pykorrel.compare(spec(text), "repOk", where, **given)
