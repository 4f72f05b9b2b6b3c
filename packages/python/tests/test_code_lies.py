"""Predicates in code whose answers cannot be trusted are refused, and none of them ends as COMPLETE."""

from typing import List, Optional  # noqa: F401  annotations name them

import code_trees
import pytest
from code_trees import HONEST, LIES, Node, Tree

import pykorrel

BOUNDS = {"Node": 4, "int": range(1, 5)}


@pytest.fixture(autouse=True)
def no_memory():
    code_trees._Memory.calls = 0
    code_trees._Memory.seen = set()
    code_trees._Memory.answers = {}


@pytest.mark.parametrize("where", LIES, ids=lambda where: where.__name__)
def test_lies_are_refused(where):
    # If this failed, a search would say COMPLETE of heaps that depend on an address, a clock or a memory.
    search = pykorrel.all(Tree, where=where, **BOUNDS)
    with pytest.raises(pykorrel.PredicateError, match="the predicate cannot be used: it "):
        list(search)
    assert search.status != "complete" or "COMPLETE" not in str(search)


def test_a_lie_about_a_few_large_trees_is_refused():
    # If this failed, too few of many candidates would be tried again: this one lies about 42 trees of 104,448 candidates.
    def size(node):
        return 0 if node is None else 1 + size(node.left) + size(node.right)

    def spares(tree):
        return size(tree.root) < 7 or tree.root.key != 2 or tree.root.left.key != 1 or type(tree.root) is Node

    with pytest.raises(pykorrel.PredicateError, match="something else about other objects"):
        list(pykorrel.all(Tree, where=lambda tree: tree.rep_ok() and spares(tree), Node=7, int=range(1, 8)))


@pytest.mark.parametrize("where", HONEST, ids=lambda where: where.__name__)
def test_what_looks_like_a_lie_is_right(where):
    search = pykorrel.all(Tree, where=where, **BOUNDS)
    assert len(list(search)) == 51 and str(search).startswith("COMPLETE: 51 heaps")


def test_a_predicate_that_does_not_end_is_refused():
    # If this failed, a loop that goes round a cycle would hang the test.
    with pytest.raises(
        pykorrel.PredicateError, match=r"more than 0.3 s on one candidate.*\n(.*\n)*.*\^Node\$0"
    ):
        list(pykorrel.all(Tree, where=code_trees.goes_round, run_timeout=0.3, **BOUNDS))


def test_what_is_told():
    # If this failed, nobody would learn that a predicate judges by raising, prints, or raises on good heaps as well.
    for where, note in [
        (code_trees.assertion, "the predicate returns nothing: a heap on which it does not raise is right"),
        (code_trees.raises, "candidates, which counts as false: AssertionError"),
        (code_trees.prints, "lines, which is not shown: looking at"),
        (code_trees.endless_recursion, "candidates, which counts as false: RecursionError"),
        (
            lambda tree: tree.rep_ok(),
            "not tried with another hash seed: the predicate, or a class, is not at the top",
        ),
    ]:
        search = pykorrel.all(Tree, where=where, **BOUNDS)
        list(search)
        assert note in "\n".join(search.notes)


class Pair:
    left: bool
    right: bool
    parts: "list[bool]"
    other: "list[bool]"


def test_what_is_read_before_it_is_raised_again():
    # If this failed, a checker that prints its fields when it fails would be run for all their values.
    def check(pair):
        try:
            assert not pair.left
        except AssertionError:
            str([pair.right, list(pair.parts), pair.parts == [True], sum(pair.other)])
            raise

    search = pykorrel.all(Pair, where=check)
    assert len(list(search)) == 2 * 15**2 and search.candidates < 200
    with pytest.raises(KeyError):
        try:
            raise KeyError
        except KeyError:  # an exception of the caller's is none of the predicate's
            assert len(list(pykorrel.all(Pair, where=check))) == 2 * 15**2
            raise


def test_what_is_read_after_an_exception_was_handled():
    # If this failed, heaps would be lost, or come twice, where a predicate catches an exception and goes on.
    def goes_on(pair):
        try:
            assert not pair.left
        except AssertionError:
            str([pair.right])
        assert len(pair.parts) == 2 and pair.parts[0] and sum(pair.other) == 1

    found = [(one.left, one.right, one.parts, one.other) for one in pykorrel.all(Pair, where=goes_on)]
    assert len(found) == 2 * 2 * 2 * 6 and all(found.count(one) == 1 for one in found)

    def depends(pair):
        try:
            assert not pair.left
        except AssertionError:
            if not pair.parts:
                raise

    with pytest.raises(pykorrel.PredicateError, match="it says something else about other objects"):
        list(pykorrel.all(Pair, where=depends))


def test_lists_and_sets_are_not_changed():
    class Bag:
        items: "list[int]"
        names: "set[str]"
        counts: "dict[str, int]"

    for where, what in [
        (lambda bag: bag.items.sort() or True, "list.sort"),
        (lambda bag: bag.items.append(1) or True, "list.append"),
        (lambda bag: bag.names.add("c") or True, "set.add"),
        (lambda bag: bag.names.discard("a") or True, "set.discard"),
        (lambda bag: bag.counts.update(a=1) or True, "dict.update"),
        (lambda bag: bag.counts.pop("a", 0) or True, "dict.pop"),
    ]:
        with pytest.raises(
            pykorrel.PredicateError, match=f"it changes its input \\({what}; work on a copy\\)"
        ):
            list(pykorrel.all(Bag, where=where))

    def copies(bag):
        items, names = bag.items.copy(), bag.names | {"c"}
        items.sort()
        names.add("d")
        return [*items, 9][0] <= 9 and len(names) >= 2

    assert len(list(pykorrel.all(Bag, where=copies))) == (1 + 3 + 9 + 27) * 4 * (1 + 2 * 3 + 9)


def test_what_runs_beside_is_not_the_predicate():
    # If this failed, a callback of the garbage collector, such as Hypothesis has one, would look as the predicate's own.
    import gc
    import time

    ask = lambda phase, info: time.perf_counter()
    threshold = gc.get_threshold()
    gc.callbacks.append(ask)
    gc.set_threshold(1)
    try:
        assert len(list(pykorrel.all(Tree, where=code_trees.ids_as_names, Node=2, int=[1, 2]))) == 5
    finally:
        gc.set_threshold(*threshold)
        gc.callbacks.remove(ask)


def test_the_callers_process_is_as_before():
    import sys

    before = sys.stdout, sys.stderr, sys.getprofile()
    search = pykorrel.all(Tree, where=code_trees.prints, **BOUNDS)
    next(search)
    assert (sys.stdout, sys.stderr, sys.getprofile()) == before
    search.close()
    assert Node.__init__ is object.__init__ and not hasattr(Node, "key")


IMPORTED = """
import pathlib
import pykorrel

with pathlib.Path(__file__).with_suffix(".log").open("a") as log:
    log.write("x")

class Bit:
    on: bool

def is_any(bit):
    return bit.on in (True, False)

assert len(list(pykorrel.all(Bit, where=is_any))) == 2
"""


def test_a_module_that_searches_when_it_is_imported(tmp_path, monkeypatch):
    # If this failed, the process that asks again would import the module, and start one more, without an end.
    (tmp_path / "searching.py").write_text(IMPORTED)
    monkeypatch.syspath_prepend(tmp_path)
    __import__("searching")
    assert (tmp_path / "searching.log").read_text() == "xx"


def test_a_checker_that_computes_fields_anew():
    # If this failed, intervaltree's `verify`, which recomputes each node's balance, would be refused for a memory that it has not.
    class Counted:
        first: "Optional[Counted]"
        count: int

        def refresh(self):
            self.count = 1 + (self.first.refresh() if self.first else 0)
            return self.count

        def check(self):
            met, at = [], self
            while at is not None:
                assert at not in met
                met.append(at)
                at = at.first
            counts = [one.count for one in met]
            self.refresh()
            assert counts == [one.count for one in met]

    search = pykorrel.all(Counted, where=Counted.check, bounds={Counted: 3}, int=range(4))
    assert len(list(search)) == 3 and str(search).startswith("COMPLETE")


def test_values_that_compare_with_care():
    # If this failed, given objects whose `__eq__` expects its like, as intervals have it, would be an error without a reason.
    class Interval:
        def __init__(self, low):
            self.low = low

        def __eq__(self, other):
            return self.low == other.low

        def __hash__(self):
            return hash(self.low)

    class Holder:
        one: "Optional[Interval]"
        some: "List[Interval]"

    values = [Interval(1), Interval(2)]
    found = list(pykorrel.all(Holder, bounds={Interval: values}, length=1))
    assert len(found) == 9 and all(holder.one is None or holder.one in values for holder in found)
