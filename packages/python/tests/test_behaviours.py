"""Machines under `korrel test --traces`, and tests that run behaviours."""

import subprocess
import sys
from pathlib import Path

import pykorrel
import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
QUEUE = (ROOT / "examples/queue/queue.als").read_text()


def replay(*how):
    spec = str(ROOT / "heapgraph/vectors/traces.als")
    words = [str(pykorrel.program()), "test", spec, "--traces", "p", "--steps", "1..6"]
    return subprocess.run([*words, "--", sys.executable, str(HERE / "ring.py"), *how], capture_output=True, text=True)


# If this failed, objects that come and go would not keep their names, sets and relations not be told, or the report
# depend on how the driver goes back.
@pytest.mark.parametrize("how", [[], ["copy"], ["deepcopy"]])
def test_a_right_program_passes_and_a_fault_is_found(how):
    run = replay(*how)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "add: 10 calls, 10 pass" in run.stdout and "COMPLETE: 22 calls" in run.stdout
    run = replay("keeps", *how)
    assert run.returncode == 1
    assert "Node' is {Node$0, Node$1}" in run.stdout and '3. drop(n Node$0, keys ["Key$0"])  fails' in run.stdout


def test_a_state_of_other_names_is_told():
    assert "the state has `Nood`, and the spec has first, Ring, Key, Node" in replay("misnamed").stdout


TEST = (ROOT / "examples/queue/test_queue.py").read_text()
WRONG = TEST.replace("self.jobs.append(j)", 'print("no reply"), self.jobs.insert(0, j)')


@pytest.fixture
def queue(pytester, run):
    pytester.makefile(".als", queue=QUEUE)
    return run


# If this failed, a test of behaviours would pass whatever the program does, or not say what is wrong.
def test_all_behaviours_are_a_test(queue):
    queue(TEST).assert_outcomes(passed=1)
    result = queue(WRONG)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*put: 12 calls, 8 pass, 4 fail*", "*2. put(j Job$1)  fails*", "*COMPLETE: *"])


# If this failed, a key in a report could not be tried alone.
def test_one_behaviour_is_tried_by_its_key(queue, monkeypatch):
    queue(WRONG, "--korrel-key", "7c948d283f5d608f").assert_outcomes(failed=1)
    result = queue(WRONG, "--korrel-key", "0000000000000000")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*no behaviour has this key*"])


# If this failed, a mistake in the spec or in the test would be a failure of the program, or none.
def test_mistakes_are_told(queue):
    result = queue(TEST.replace('"behaviours", steps', '"behaviour", steps'))
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*SpecError: error*"])
    with pytest.raises(TypeError, match="a spec and a command"):
        pykorrel.behaviours()
    with pytest.raises(TypeError, match="a function of a module"):
        pykorrel.behaviours("queue.als", "behaviours")(lambda key: None)


ITF = """
import pykorrel
from pykorrel import driver

class Bank:
    def __init__(self):
        self.balances = {"alice": 0, "bob": 0}

    def deposit(self, account, amount):
        self.balances[account] += amount

    def withdraw(self, account, amount):
        self.balances[account] -= amount + (1 if amount > LEAST else 0)

@pykorrel.behaviours(itf="bank_*.itf.json")
def test_bank():
    driver.machine(Bank)
"""


# If this failed, traces of Quint could be no test.
def test_traces_of_quint_are_a_test(pytester, run):
    for file in (ROOT / "examples/quint").glob("*.itf.json"):
        (pytester.path / file.name).write_text(file.read_text())
    run(ITF.replace("LEAST", "9")).assert_outcomes(passed=1)
    result = run(ITF.replace("LEAST", "2"))
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(['*6. withdraw(account "bob", amount 3)   fails*'])


# If this failed, a user who fills the skeleton of `korrel gen` in would not have a driver.
def test_a_skeleton_is_filled_in(pytester):
    spec = ROOT / "examples/queue/queue.als"
    words = [str(pykorrel.program()), "gen", "python", "--traces", str(spec), "-o", "machine.py"]
    subprocess.run(words, check=True, cwd=pytester.path)
    text = (pytester.path / "machine.py").read_text()

    def replay(text):
        (pytester.path / "machine.py").write_text(text)
        words = [str(pykorrel.program()), "test", str(spec), "--traces", "behaviours", "--"]
        return subprocess.run([*words, sys.executable, "machine.py"], cwd=pytester.path, capture_output=True, text=True)

    run = replay(text)
    assert "skipped 1: put is not connected yet" in run.stdout and run.returncode == 3
    for part, filled in [
        ("class Machine:\n", "class Machine:\n    jobs = ()\n\n"),
        ('raise driver.Skip("put is not connected yet")', "self.jobs += (j,)"),
        ('raise driver.Skip("take is not connected yet")', "taken, *self.jobs = self.jobs; self.jobs = tuple(self.jobs); return taken"),
        ('"first": None', '"first": machine.jobs[0] if machine.jobs else None'),
        ('"second": None', '"second": machine.jobs[1] if len(machine.jobs) > 1 else None'),
    ]:
        assert part in text
        text = text.replace(part, filled)
    run = replay(text)
    assert "COMPLETE: 6 calls" in run.stdout and run.returncode == 0, run.stdout + run.stderr
