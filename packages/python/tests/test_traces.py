"""Traces: states, each a heap, and what happens between them."""

import json

import pytest

import pykorrel
from test_vectors import TRACES, vectors

SPEC = TRACES.with_name("traces.als")


@pytest.fixture
def traces():
    return list(pykorrel.find(SPEC))


def test_states_are_heaps_of_which_each_has_objects_of_its_own(traces):
    # If this failed, a change of one state would be one of all, or an object would be lost between two.
    trace = traces[0]
    assert isinstance(trace, pykorrel.Trace) and (trace.id, trace.loop, len(trace)) == (0, 3, 4)
    ring = trace.history("Ring$0")
    assert [state.roots.Ring for state in trace] == ring and len(set(map(id, ring))) == 4
    assert [made.mode for made in ring] == ["OFF", "ON", "ON", "OFF"]
    assert [made is None for made in trace.history("Node$0")] == [True, True, False, True]
    node = trace.states[2].objects["Node$0"]
    assert node.link is trace.states[2].objects["Node$1"] and trace.states[2].sets["Marked"] == {node}
    assert ring[2].owner[node.key] is node
    ring[2].mode = "OFF"
    written = json.loads(trace.to_json())["states"]
    assert [state["objects"]["Ring$0"]["mode"] for state in written] == ["OFF", "ON", "OFF", "OFF"]
    assert repr(trace) == "<Trace 0: 4 states, loop at 3>"


def test_steps_have_the_objects_of_the_states_in_which_they_begin(traces):
    # If this failed, a test that replays actions would call them with objects of another state.
    trace = traces[0]
    assert [[action.name for action in step] for step in trace.steps] == [["add"], ["add"], ["drop"], ["stay"]]
    ((action,), state) = (trace.steps[2], trace.states[2])
    assert action.args == {"n": state.objects["Node$0"], "keys": {state.objects["Key$1"]}}
    assert action.args["n"] is state.objects["Node$0"]


def test_a_loop_goes_round_for_ever(traces):
    # If this failed, who replays a trace would go on with another state than the one that follows.
    lasso = traces[2]
    assert lasso.loop == 0
    assert [lasso.at(time) for time in range(9)] == [*lasso.states, *lasso.states, lasso.states[0]]
    assert [traces[0].at(time) for time in (2, 3, 4, 99)] == [traces[0].states[at] for at in (2, 3, 3, 3)]
    (first, *_) = pykorrel.find(SPEC, prefixes=True)
    assert first.loop is None and first.at(0) is first.states[0]
    with pytest.raises(IndexError, match="nothing is known of what follows state"):
        first.at(len(first))


def test_changes_are_decoded_as_the_whole(traces):
    # If this failed, a stream of `--changes` would be other traces.
    for one, other in zip(traces, pykorrel.find(SPEC, changes=True), strict=True):
        assert json.loads(one.to_json()) == json.loads(other.to_json())


def test_classes_and_values_are_those_of_every_state():
    # If this failed, a test of traces could not have the objects of the program under test.
    class Node:
        pass

    (trace, *_) = pykorrel.find(SPEC, classes=[Node], values={"Int": [0, 10, 20]})
    assert [type(state.objects["Node$1"]) for state in trace.states[1:]] == [Node] * 3
    assert [state.roots.Ring.capacity for state in trace] == [20] * 4
    assert [key.weight for key in trace.states[2].roots.Ring.log] == [10, 10]


def test_a_test_of_traces_fails_with_the_smallest(run, pytester):
    # If this failed, a failure would not say on which trace.
    pytester.makefile(".als", traces=SPEC.read_text())
    result = run(
        '''
        import pykorrel

        @pykorrel.inputs("traces.als", values={"Int": ["zero", "one", "two"]})
        def test_it(trace):
            assert all(len(state.of("Node")) < 2 for state in trace.states)
        '''
    )
    result.assert_outcomes(failed=1)
    said = result.stdout.str()
    assert "4 of 4 inputs fail, the smallest: " in said and "then state 3 for ever" in said
    assert "2 is 'two'" in said


def test_the_vectors_are_many():
    assert len(vectors(TRACES)) > 35
