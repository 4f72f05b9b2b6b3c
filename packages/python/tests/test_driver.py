"""`pykorrel.driver`, under `korrel test`."""

import json
import subprocess
import sys
from pathlib import Path

import pykorrel
import pytest

HERE = Path(__file__).parent
SCOPE = "exactly 1 Table, 1 Entry, exactly 2 Key, 1..2 Int"


def lookup(how, *flags):
    """The report of `korrel test`, as its records, and its exit code."""
    words = [
        pykorrel.program(),
        "test",
        str(HERE / "specs/keys.als"),
        "--format",
        "json",
        "--scope",
        SCOPE,
        *flags,
        "--",
    ]
    run = subprocess.run(
        [*words, sys.executable, str(HERE / "lookup.py"), how], capture_output=True, text=True
    )
    return run.returncode, [json.loads(line) for line in run.stdout.splitlines()], run.stderr


def causes(records):
    return {record["causes"][0]["cause"] for record in records if record["kind"] == "failure"}


def test_values_come_and_go_back():
    # If this failed, a key or a number would be another one in the program under test, or in its answer.
    code, records, told = lookup("right")
    assert (code, records[-1]["failed"]) == (0, 0), told
    assert records[-1]["inputs"] == 18


def test_a_changed_value_is_in_the_state_afterwards():
    code, records, _ = lookup("value")
    assert code == 1 and 0 < records[-1]["failed"] < records[-1]["inputs"]


def test_an_unknown_value_is_a_failure_of_its_input():
    # If this failed, one wrong answer would end the run, or be taken for what the spec allows to be thrown.
    code, records, _ = lookup("unknown")
    assert code == 1 and records[-1]["failed"] == 18
    assert causes(records) == {"what came back cannot be written"}
    assert "Table$0.seen: 'nothing like it' is no value of Key" in json.dumps(records[1], ensure_ascii=False)
    _, records, _ = lookup("result")
    assert "what came back cannot be written" in causes(records)


def test_an_object_of_no_sig_is_a_failure_of_its_input():
    code, records, _ = lookup("class")
    assert (code, causes(records)) == (1, {"what came back cannot be written"})


def test_an_atom_without_a_value_is_a_failure_of_its_input():
    code, records, _ = lookup("few")
    assert (code, causes(records)) == (1, {"the input cannot be made"})
    assert "Key$1 has no value" in json.dumps(records[1])


def test_values_of_no_sig_end_the_driver_at_once():
    code, _, told = lookup("sig")
    assert code == 2 and "there is no sig Kye" in told


def test_what_is_thrown_is_told():
    code, records, _ = lookup("throws")
    assert code == 1 and all("KeyError" in cause for cause in causes(records))


def failures(records):
    return {record["key"] for record in records if record["kind"] == "failure"}


@pytest.mark.parametrize("how", ["right", "value", "unknown", "few", "empty", "result"])
def test_lazily_the_same_inputs_fail(how):
    # If this failed, an answer to one key would be taken for that to another one, or to an input that cannot be made.
    code, records, told = lookup(how)
    lazily, others, _ = lookup(how, "--lazy")
    assert (code, failures(records)) == (lazily, failures(others)), told
    assert others[-1]["sent"] + others[-1]["covered"] == records[-1]["inputs"]


def test_a_class_whose_reads_are_not_seen_is_refused():
    code, _, told = lookup("hidden", "--lazy")
    assert code == 2 and "Table.first is computed by property" in told and "without --lazy" in told
