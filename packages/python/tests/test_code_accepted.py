"""A spec for what is relational and a predicate in code for the rest: `pykorrel.inputs(…, where=…)`; and `every(…, each=True)`."""

import pykorrel
import pytest
from code_trees import Node, Tree
from pykorrel._accepted import Where
from pykorrel._code.enumeration import Enumeration
from pykorrel._question import Question

SHAPE = """
sig Tree { root: lone Node }
sig Node { left, right: lone Node }
pred shape[Tree: one Tree] {
  Node = Tree.root.*(left + right)
  all n: Node | n !in n.^(left + right) and lone n.~(left + right) and no n.left & n.right
}
run shape for exactly 1 Tree, 4 Node
"""


@pytest.fixture
def asked(tmp_path):
    def asked(text, where, bounds=None, classes=(Tree, Node), **flags):
        (tmp_path / "spec.als").write_text(text)
        given = {"classes": list(classes), "scope": None, "limit": None, **flags}
        return Question(str(tmp_path / "spec.als"), None, given, Where(where, bounds, 3))

    return asked


def all_of(question):
    with question.stream() as stream:
        records = list(stream.records())
        question.check(stream)
    return records, stream


def test_open_fields_are_filled_in_by_their_reads(asked):
    # If this failed, a test would miss trees, or get some twice, or under other names than those of a spec that has the keys.
    records, stream = all_of(asked(SHAPE, Tree.rep_ok, {int: range(1, 5)}))
    keys = [record.key for record in records]
    search = Enumeration((Tree,), Tree.rep_ok, {"Node": 4, "int": range(1, 5)}, names=["Tree"])
    assert sorted(keys) == sorted(search.record()["key"] for _ in search) and len(keys) == 51
    assert stream.met == 1 + 1 + 2 + 5 + 14 and stream.candidates < 51 * 20
    sizes = [len(record.decode().objects) for record in records]
    assert sizes == sorted(sizes)
    tree = records[-1].given().roots[0]
    assert type(tree) is Tree and tree.rep_ok() and type(tree.root.key) is int


def test_automorphic_fillings_are_one(asked):
    # If this failed, two inputs would differ only by the names of their objects.
    class Ring:
        pass

    class Bead:
        red: bool

    text = """
    sig Ring { beads: set Bead }
    sig Bead {}
    pred full[r: Ring] { r.beads = Bead }
    run full for exactly 1 Ring, exactly 3 Bead
    """
    records, _ = all_of(
        asked(text, lambda ring: sum(bead.red for bead in ring.beads) != 1, classes=(Ring, Bead))
    )
    assert len(records) == 3
    reds = [sorted(bead.red for bead in record.given().roots[0].beads) for record in records]
    assert sorted(reds) == [[False] * 3, [False, True, True], [True] * 3]


def test_a_predicate_filters_what_the_spec_says_in_full(asked, library):
    def is_path(tree):
        node = tree.root
        while node is not None:
            if node.left is not None and node.right is not None:
                return False
            node = node.left or node.right
        return True

    class Tree:
        root: object

    class Node:
        pass

    records, stream = all_of(asked(SHAPE, is_path, classes=(Tree, Node)))
    assert len(records) == 1 + 1 + 2 + 4 + 8 and stream.met == stream.candidates == 23
    limited, stream = all_of(asked(SHAPE, is_path, classes=(Tree, Node), limit=5))
    assert [one.key for one in limited] == [one.key for one in records[:5]] and stream.status == "limit"
    raises, stream = all_of(asked(SHAPE, lambda tree: tree.root.left is None, classes=()))
    assert len(raises) == 1 + 1 + 2 + 5 and list(stream._errors) == [
        "AttributeError: 'NoneType' object has no attribute 'left'"
    ]


def test_what_cannot_be(asked):
    with pytest.raises(pykorrel.NoInput, match="<lambda> accepts none of the 23 heaps of the spec"):
        all_of(asked(SHAPE, lambda tree: False, {int: range(1, 5)}))

    class Node:
        owner: Tree

    with pytest.raises(
        pykorrel.BoundsError, match="Tree: reached from a field that the spec leaves open, and no sig"
    ):
        all_of(
            asked(
                "sig Node {}\npred some_of[n: Node] {}\nrun some_of for 1", lambda node: True, classes=(Node,)
            )
        )
    with pytest.raises(pykorrel.BoundsError, match="the command has no parameters, and <lambda> needs one"):
        all_of(asked("sig Node {}\nrun {} for 1", lambda node: True, classes=()))
    with pytest.raises(TypeError, match="bounds: these are of fields that a predicate reads"):
        pykorrel.inputs("spec.als", bounds={int: range(3)})


TREE = """
import pykorrel
from typing import Optional

class Node:
    key: int
    left: "Optional[Node]"
    right: "Optional[Node]"

class Tree:
    root: "Optional[Node]"

    def rep_ok(self):
        def ok(node, low, high):
            return node is None or low < node.key < high and ok(node.left, low, node.key) and ok(node.right, node.key, high)
        return ok(self.root, -1, 99)

    def keys(self):
        def keys(node):
            return [] if node is None else [*keys(node.left), node.key, *keys(node.right)]
        return keys(self.root)

"""
HEAD = (
    TREE
    + "@pykorrel.inputs('spec.als', where=Tree.rep_ok, bounds={int: range(1, 4)}, classes=[Tree, Node], scope='exactly 1 Tree, 3 Node'%s)\n"
)
FAULT = "def test_it(heap):\n    [tree] = heap.roots\n    assert tree.keys() != [1, 3]\n"


def test_a_test_and_its_items(run, pytester):
    pytester.makefile(".als", spec=SHAPE)
    result = run(HEAD % "" + FAULT)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "*InputFailed: 2 of 15 inputs fail, the smallest: *",
            "*Tree$0",
            "*└─ root: Node$0  key 3",
            "*   └─ left: Node$1  key 1",
        ]
    )
    key = result.stdout.str().partition("--korrel-key ")[2].split()[0]
    run(HEAD % "" + FAULT, "--korrel-key", key).stdout.fnmatch_lines(["*1 of 1 inputs fail*"])
    result = run(HEAD % ", each=True" + FAULT)
    result.assert_outcomes(passed=13, failed=2)
    passes = run(HEAD % "" + FAULT.replace("[1, 3]", "[3, 1]"))
    passes.stdout.fnmatch_lines(
        [
            "*: COMPLETE: 15 inputs of spec.als where Tree.rep_ok; * candidates of 9 heaps of the spec, Node.key open"
        ]
    )


EVERY = TREE + "@pykorrel.every(Tree, where=Tree.rep_ok, Tree=1, Node=2, int=range(1, 4), each=True)\n"


def test_an_item_for_each_input(run):
    # If this failed, items would share objects, or a failed one could not be run alone.
    text = (
        EVERY
        + "def test_it(tree, flag: bool, tmp_path):\n    assert tmp_path and tree.keys() != [1, 3] or flag\n    tree.root = None\n"
    )
    text = text.replace("def rep_ok(self):\n", "def rep_ok(self):\n        met = []\n").replace(
        "return node is None or low",
        "return node is None or not any(node is one for one in met) and not met.append(node) and low",
    )
    result = run(text)
    result.assert_outcomes(passed=18, failed=2)
    result.stdout.fnmatch_lines(["*└─ root: Node$0  key 1*"])
    failed = result.stdout.str().partition("FAILED test_it.py::test_it[")[2].partition("]")[0]
    run(text, "--korrel-key", failed).assert_outcomes(failed=1)
    passes = run(text.replace("!= [1, 3]", "!= [3, 1]"))
    passes.stdout.fnmatch_lines(
        ["test_it.py::test_it: COMPLETE: 20 inputs of Tree, bool where Tree.rep_ok, an item each"]
    )
    many = run(
        EVERY.replace("Node=2", "Node=4, int=range(30)").replace(", int=range(1, 4)", "")
        + "def test_it(tree, key: int):\n    pass\n"
    )
    assert "more than 1,000 inputs: leave out each=True" in many.stdout.str()
