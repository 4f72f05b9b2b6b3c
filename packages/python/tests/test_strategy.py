"""`pykorrel.strategy`: Hypothesis draws from the stream."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

import pykorrel

SPEC = Path(__file__).parents[3] / "specs" / "red_black_tree.als"
SCOPE = "exactly 1 Tree, 6 Node, 1..6 Int"
trees = pykorrel.strategy(SPEC, "repOk", scope=SCOPE)


def size(heap):
    return len(heap.of("Node"))


def test_it_draws_what_there_is():
    drawn = set()

    @settings(max_examples=200, database=None)
    @given(trees)
    def test(heap):
        drawn.add(heap.key)

    test()
    assert len(drawn) > 20


def test_it_shrinks_to_smaller_ids():
    # If this failed, a user would be shown a large input where a small one fails, too.
    first = next(heap for heap in pykorrel.find(SPEC, scope=SCOPE, keys=True) if size(heap) > 2)

    @settings(max_examples=500, database=None, suppress_health_check=list(HealthCheck))
    @given(trees)
    def test(heap):
        if size(heap) > 2:
            raise RuntimeError(heap.key)

    with pytest.raises(RuntimeError, match=first.key):
        test()


def test_a_heap_that_was_changed_is_drawn_anew():
    # If this failed, one example would see what the one before it did.
    @settings(max_examples=50, database=None)
    @given(pykorrel.strategy(SPEC, "two_nodes"))
    def test(heap):
        assert heap.roots.t.root is not None
        heap.roots.t.root = None

    test()


def test_the_failing_input_is_shown(run):
    result = run(
        """
import pykorrel
from hypothesis import given

@given(pykorrel.strategy("tree.als", "repOk", values={"Int": {1: "a", 2: "b", 3: "c"}}))
def test_fault(heap):
    assert heap.roots.t.root is None or heap.roots.t.root.left is None
"""
    )
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*t: Tree$0", "*└─ root: Node$0  key 'b'", "*1 is 'a'", "*heap=<Heap *"])


def test_empty_and_incomplete_streams_fail():
    for flags, error in [
        ({"scope": "exactly 1 Tree, exactly 2 Node, 1..1 Int"}, pykorrel.NoInput),
        ({"scope": "exactly 1 Tree, 9 Node, 1..9 Int", "timeout": 0.001, "limit": 0}, pykorrel.Incomplete),
        ({"scope": "nonsense"}, pykorrel.SpecError),
    ]:

        @settings(database=None)
        @given(pykorrel.strategy(SPEC, "repOk", **flags))
        def test(heap):
            pass

        with pytest.raises(error):
            test()
