"""`@pykorrel.every`, under pytest and under unittest, with and without the program."""

import os
import subprocess
import sys
from typing import Optional  # noqa: F401  an annotation names it

import pytest

import pykorrel

TREE = """
from __future__ import annotations
from typing import Optional

class Node:
    key: int
    left: Optional[Node]
    right: Optional[Node]

class Tree:
    root: Optional[Node]

    def rep_ok(self):
        met = set()
        def ok(node, low, high):
            if node is None:
                return True
            if node in met or not low < node.key < high:
                return False
            met.add(node)
            return ok(node.left, low, node.key) and ok(node.right, node.key, high)
        return ok(self.root, float("-inf"), float("inf"))
"""
HEAD = "import pykorrel\nfrom tree import Node, Tree\n"
EVERY = "@pykorrel.every(Tree, where=Tree.rep_ok, Node=3, int=range(1, 4))\n"


@pytest.fixture
def tried(run, pytester, monkeypatch):
    """Runs pytest on a test file beside the classes."""
    pytester.makepyfile(tree=TREE)
    monkeypatch.delitem(sys.modules, "tree", raising=False)

    def tried(text, *words):
        monkeypatch.delitem(sys.modules, "tree", raising=False)
        return run(HEAD + text, *words)

    return tried


def test_one_test_of_all(tried):
    # If this failed, a test of all trees would look as one of a single example does.
    result = tried(
        f"seen = []\n{EVERY}def test_all(tree, tmp_path):\n    seen.append(tree)\n\ndef test_some():\n    assert len(seen) == 15\n"
    )
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(
        [
            "*= korrel =*",
            "test_it.py::test_all: COMPLETE: 15 inputs of Tree where Tree.rep_ok; * candidates within Tree=1, Node=3, int=1..3",
        ]
    )


FAULT = (
    EVERY
    + "def test_fault(tree):\n    root, tree.root = tree.root, None\n    assert root is None or root.left is None, 'a left child'\n"
)


@pytest.mark.parametrize("has_program", [True, False])
def test_the_smallest_failure_is_drawn(tried, monkeypatch, has_program):
    # If this failed, a test that changes its input would see in the report what it has made of it.
    if not has_program:
        monkeypatch.setenv("KORREL", "/nowhere/korrel")
    result = tried(FAULT)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "*pykorrel.InputFailed: 6 of 15 inputs fail, the smallest: ????????????????",
            "*AssertionError: a left child",
            "*tree: Tree$0",
            "*└─ root: Node$0  key 2",
            "*   └─ left: Node$1  key 1",
            '*{"kind":"instance","id":*,"key":"????????????????","roots":{"tree":"Tree$0"},"objects":*',
            "*again: pytest test_it.py::test_fault --korrel-key ????????????????",
        ]
    )
    assert "page: " not in result.stdout.str()


def test_a_failure_is_tried_again_by_its_key(tried):
    words = tried(FAULT).stdout.str().partition("again: pytest ")[2].split()[:3]
    result = tried(FAULT, *words)
    result.assert_outcomes(failed=1)
    assert f"1 of 1 inputs fail, the smallest: {words[2]}" in result.stdout.str()
    tried(FAULT.replace("root.left is None", "True"), *words).assert_outcomes(passed=1)
    unknown = tried(FAULT, "--korrel-key", "0123456789abcdef")
    unknown.stdout.fnmatch_lines(["*NoInput: Tree where Tree.rep_ok: no input has the key 0123456789abcdef"])


def test_more_parameters_take_every_value(tried):
    # If this failed, an operation would be tried with one argument, or a fixture taken for an input.
    result = tried(
        "from pathlib import Path\nfrom typing import Optional\nseen = []\n"
        "@pykorrel.every(Tree, where=Tree.rep_ok, Node=2, int=range(1, 3))\n"
        "def test_all(tree, key: int, node: Optional[Node], flag: 'bool', tmp_path: Path, capsys):\n"
        "    assert tmp_path.exists() and flag in (False, True)\n"
        "    seen.append((tree, key, node, flag))\n\n"
        "def test_some():\n"
        "    in_tree = [1 for tree, _, node, _ in seen if node is not None and node in (tree.root, tree.root and tree.root.left)]\n"
        "    assert in_tree and len(seen) % 4 == 0 and {key for _, key, _, _ in seen} == {1, 2}\n"
        "    assert len(seen) // 4 > 5 * 2\n"
    )
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(
        ["*: COMPLETE: * inputs of Tree, int, Optional[[]tree.Node[]], bool where Tree.rep_ok; *"]
    )


def test_what_ends_early(tried):
    # If this failed, a test that has seen nothing, or a part, would have passed.
    result = tried(
        EVERY.replace("int=", "limit=4, int=") + "def test_limit(tree): pass\n"
        "@pykorrel.every(Tree, where=lambda tree: False)\ndef test_empty(tree): pass\n"
        "@pykorrel.every(Tree, where=lambda tree: tree.rot)\ndef test_misspelt(tree): pass\n"
        "@pykorrel.every(Tree, where=Tree.rep_ok, Node=9, int=range(9), timeout=0.1)\ndef test_timeout(tree): pass\n"
        "@pykorrel.every(Tree, where=lambda tree: type(tree) is Tree)\ndef test_lie(tree): pass\n"
    )
    result.assert_outcomes(passed=1, failed=4)
    told = result.stdout.str()
    for line in [
        "test_limit: only the first 4 of the inputs of Tree where Tree.rep_ok, for so says the limit",
        "pykorrel.NoInput: Tree where <lambda> has no input: nothing was tested",
        "which counts as false: AttributeError: 'Tree' object has no attribute 'rot'",
        "pykorrel.Incomplete: incomplete (timeout): there are more inputs than these",
        "pykorrel.PredicateError: the predicate cannot be used: it says something else",
    ]:
        assert line in told, told


def test_mistakes_are_told_when_tests_are_collected(tried):
    for text, line in [
        (
            "@pykorrel.every(Tree, where=Tree.rep_ok, Nod=3)\ndef test_it(tree): pass\n",
            "pykorrel.BoundsError: Nod: no class or field",
        ),
        (
            "@pykorrel.every(Tree, Node)\ndef test_it(tree): pass\n",
            "TypeError: test_it has 1 parameters for 2 roots",
        ),
        ("@pykorrel.every(Tree)\ndef test_it(tree): yield\n", "TypeError: test_it is a generator"),
    ]:
        result = tried(text)
        result.assert_outcomes(errors=1)
        assert line in result.stdout.str()


def test_methods_parameters_and_skips(tried):
    result = tried(
        "import pytest\nclass TestTree:\n    @pytest.mark.parametrize('n', [1, 2])\n    "
        + EVERY
        + "    def test_it(self, tree, n, key: int):\n        if tree.root is None:\n            pytest.skip('empty')\n        assert n and key\n"
    )
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(
        ["*: COMPLETE: 45 inputs of Tree, int where Tree.rep_ok, 3 of them skipped; *"]
    )


UNIT = """
import unittest

class Trees(unittest.TestCase):
    @pykorrel.every(Tree, where=Tree.rep_ok, Node=3, int=range(1, 4))
    def test_fault(self, tree):
        self.assertTrue(tree.root is None or tree.root.left is None)
"""


def test_without_the_program_and_under_unittest(pytester, tmp_path):
    # If this failed, who has installed the package from a clone, without Rust, could not use it.
    pytester.makepyfile(tree=TREE, test_it=HEAD + UNIT)
    path = os.pathsep.join(sys.path)
    environment = {
        "PYTHONPATH": path,
        "PATH": str(tmp_path),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONIOENCODING": "utf-8",
    }
    words = [sys.executable, "-S", "-m", "unittest", "test_it"]
    told = subprocess.run(words, env=environment, capture_output=True, text=True, encoding="utf-8").stderr
    assert "6 of 15 inputs fail" in told and "└─ root: Node$0  key 2" in told
    again = told.partition("again: KORREL_REPLAY=")[2].splitlines()[0]
    assert again.endswith("python -m unittest test_it.Trees.test_fault")
    environment["KORREL_REPLAY"] = again.partition(" ")[0]
    told = subprocess.run(words, env=environment, capture_output=True, text=True, encoding="utf-8").stderr
    assert "1 of 1 inputs fail" in told


def test_async_tests_are_awaited():
    import asyncio

    import pykorrel

    class Pair:
        left: bool
        right: bool

    seen = []

    @pykorrel.every(Pair)
    async def test(pair):
        await asyncio.sleep(0)
        seen.append(pair)
        assert not (pair.left and pair.right)

    with pytest.raises(pykorrel.InputFailed, match="1 of 4 inputs fail"):
        asyncio.run(test())
    assert len(seen) == 4


class Boxed:
    counts: "dict[int, Optional[Boxed]]"
    names: "dict[str, bool]"


def test_a_heap_of_all_is_drawn():
    # If this failed, a number would look like a text where it is a key, or there would be no way to see a heap.
    boxes = pykorrel.all(Boxed, Boxed=2, length=1, str=["1"], int=[7])
    drawings = [boxes.drawing() for _ in boxes]
    assert drawings[0] == "Boxed: Boxed$0"
    assert 'Boxed: Boxed$0  names {"1": false}\n└─ counts[7]: ^Boxed$0' in drawings


def test_what_examples_show_is_said_by_the_test(run):
    # If this failed, a field that is None in each example would stay so, and the test would pass with few inputs, silently.
    result = run(
        """
import pykorrel

class Cell:
    def __init__(self, next, last):
        self.next, self.last = next, last

@pykorrel.every(pykorrel.like(Cell(Cell(None, None), None)), Cell=2)
def test_it(cell):
    pass
"""
    )
    result.stdout.fnmatch_lines(["*test_it: Cell as the examples show it: *", "*test_it: Cell: last is always None: *"])


def test_asserts_of_a_predicate_show_nothing(run):
    # If this failed, a checker in a test's own module would go round each cycle for ever, as pytest shows what an assert was about.
    result = run(
        """
from __future__ import annotations
from typing import Optional
import pykorrel

class Link:
    next: Optional[Link]

class Chain:
    first: Optional[Link]
    size: int

    def __repr__(self):
        told, link = "", self.first
        while link is not None:
            told, link = told + ".", link.next
        return told

def check(chain):
    assert str(chain.size) == "0" or not chain
    assert chain.first is None or chain.first.next is None

@pykorrel.every(Chain, where=check, Link=1, run_timeout=1)
def test_it(chain):
    seen = [chain.size]
    assert seen == [7]
"""
    )
    result.stdout.fnmatch_lines(["*InputFailed: 2 of 2 inputs fail*", "*assert [[]0[]] == [[]7[]]*", "*At index 0 diff*"])
