"""The tests of the package; they need the program, and the specs of the repository."""

from importlib.metadata import entry_points
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

TESTS = Path(__file__).parent
LIBRARY = TESTS.parents[2] / "specs"


@pytest.fixture
def specs():
    """The folder of the tests' own specs."""
    return TESTS / "specs"


@pytest.fixture
def library():
    """The folder of the specs of the repository."""
    return LIBRARY


@pytest.fixture
def run(pytester, specs):
    """Runs pytest on a test file beside the specs."""
    found = entry_points()
    found = found.select(group="pytest11") if hasattr(found, "select") else found.get("pytest11", ())
    installed = any(point.name == "pykorrel" for point in found)
    plugin = [] if installed else ["-p", "pykorrel.pytest_plugin"]
    for spec in specs.iterdir():
        pytester.makefile(".als", **{spec.stem: spec.read_text()})
    pytester.makefile(".als", tree=TREE)

    def run(text, *words):
        pytester.makepyfile(test_it=text)
        return pytester.runpytest_inprocess("-p", "no:cacheprovider", *plugin, *words)

    return run


TREE = """
sig Tree { root: lone Node }
sig Node { key: Int, left, right: lone Node }

pred repOk[t: Tree] {
  Node = t.root.*(left + right)
  all n: Node {
    n !in n.^(left + right)
    lone n.~(left + right)
    no n.left & n.right
    all m: n.left.*(left + right) | m.key < n.key
    all m: n.right.*(left + right) | m.key > n.key
  }
}

run repOk for exactly 1 Tree, 3 Node, 1..3 Int
"""
