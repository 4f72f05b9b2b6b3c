"""Machines under `korrel test --itf`."""

import json
import subprocess
import sys
from pathlib import Path

import pykorrel
import pytest
from pykorrel import _itf

HERE = Path(__file__).parent
TRACES = sorted(str(file) for file in (HERE.parents[2] / "examples/quint").glob("bank_*.itf.json"))


def replay(*how):
    words = [str(pykorrel.program()), "test", "--itf", *TRACES, "--", sys.executable, str(HERE / "bank.py"), *how]
    return subprocess.run(words, capture_output=True, text=True)


# If this failed, a right program would not pass, or the report depend on how the driver goes back.
@pytest.mark.parametrize("how", [[], ["snapshots"]])
def test_a_right_program_passes(how):
    run = replay(*how)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "COMPLETE: 18 calls, scope of 3 traces" in run.stdout
    assert "tell nothing" not in run.stderr


@pytest.mark.parametrize("how", [["costs"], ["costs", "snapshots"]])
def test_a_fault_is_found_at_its_call(how):
    run = replay(*how)
    assert run.returncode == 1
    assert "smallest: c1f845e7ddf67b91 (6 calls)" in run.stdout
    assert '6. withdraw(account "bob", amount 3)   fails' in run.stdout


def test_exceptions_and_skips():
    thrown = replay("throws")
    assert thrown.returncode == 1 and "1. ValueError: too much" in thrown.stdout
    assert "closed" in replay("skips").stdout


def test_a_state_that_is_no_value_fails_its_call():
    run = replay("unsayable")
    assert run.returncode == 1 and "balances: 1.5 is no value of a trace" in run.stdout


# If this failed, a driver that cannot make the calls would fail at each, or pass.
def test_what_does_not_fit_the_traces_is_refused():
    for how, told in [
        ("misnamed", "Misnamed.deposit has a parameter `sum`, and the traces' calls have account, amount"),
        ("lacking", "withdraw"),
    ]:
        run = replay(how)
        assert run.returncode == 2 and told in run.stderr, run.stdout + run.stderr


def test_values_there_and_back():
    for json_text, value in [
        ('{"#bigint":"-3"}', -3),
        ('{"#set":[{"#bigint":"1"},{"#bigint":"2"}]}', {1, 2}),
        ('{"#set":[{"#set":[]},{"#set":["a"]}]}', {frozenset(), frozenset({"a"})}),
        ('{"#tup":[true,"x"]}', (True, "x")),
        ('{"#map":[[{"#bigint":"1"},["a"]]]}', {1: ["a"]}),
        ('{"#map":[[{"#tup":["a","b"]},1]]}', {("a", "b"): 1}),
        ('{"tag":"Some","value":{"#bigint":"3"}}', {"tag": "Some", "value": 3}),
        ('{"tag":"None","value":{"#tup":[]}}', {"tag": "None", "value": ()}),
    ]:
        assert _itf.read(json.loads(json_text)) == value
    said = _itf.write({"a": (True, {3}), "b": frozenset(), "c": [-3]}, "x")
    assert said == {"a": [True, {"#set": [3]}], "b": {"#set": []}, "c": [-3]}
    assert _itf.write({1: 2**64, "#": True}, "x") == {"#map": [[1, {"#bigint": str(2**64)}], ["#", True]]}
    records = _itf.read({"#set": [{"a": 1}, {"a": {"#bigint": "1"}}, {"a": [2]}]})
    assert records == {_itf.Frozen(a=1), _itf.Frozen(a=(2,))}
