"""Reads one kind of output with one library; an assertion that fails says what docs/ says wrongly."""

import json
import sys
from pathlib import Path

FOLDER = Path(sys.argv[2])


def itf():
    """docs/heapgraph.md: all but the variable that Quint's own files have, too."""
    from itf_py import trace_from_json

    trace = json.loads((FOLDER / "calls.itf").read_text())
    try:
        trace_from_json(trace)
        raise SystemExit("itf-py reads mbt::nondetPicks now: docs/heapgraph.md says otherwise")
    except ValueError as error:
        assert "'None'" in str(error), error
    for state in trace["states"]:
        del state["mbt::nondetPicks"]
    read = trace_from_json(trace)
    assert [state.values["mbt::actionTaken"] for state in read.states] == ["init", "ask", "ask"]
    assert read.states[2].values["Lock.waiting"] == {"Lock$0": frozenset({"Client$0", "Client$1"})}
    assert json.loads(read.meta["record"])["steps"][0][0]["action"] == "ask"


def clauses(name):
    """The clauses, and the variables to project on."""
    from pysat.formula import CNF

    text = (FOLDER / f"{name}.cnf").read_text()
    (shown,) = [line.split()[3:-1] for line in text.splitlines() if line.startswith("c p show")]
    return CNF(from_string=text).clauses, list(map(int, shown))


def sat():
    """docs/commands/translate.md: PySAT forgets variables that stand in no clause."""
    from pysat.solvers import Solver

    def models(name):
        given, shown = clauses(name)
        with Solver(bootstrap_with=given) as solver:
            return len({tuple(literal for literal in model if abs(literal) in shown) for model in solver.enum_models()})

    assert (models("free"), models("symmetric")) == (2, 32)


def ganak():
    import pyganak

    def count(name):
        given, shown = clauses(name)
        counter = pyganak.Counter()
        counter.add_clauses(given)
        counter.new_vars(max(0, max(shown) - counter.nof_vars()))
        counter.set_sampling_set(shown)
        return counter.count()

    assert (count("free"), count("symmetric")) == (16, 64)


def approximate():
    import pyapproxmc

    def count(name):
        given, shown = clauses(name)
        counter = pyapproxmc.Counter(seed=1)
        counter.add_clauses(given + [[v, -v] for v in shown])
        cells, hashes = counter.count(shown)
        return cells * 2**hashes

    assert (count("free"), count("symmetric")) == (16, 64)


def schema():
    from jsonschema import Draft202012Validator

    known = json.loads(Path(sys.argv[3]).read_text())
    validator = Draft202012Validator(known)
    lines = [json.loads(line) for line in (FOLDER / "free.jsonl").read_text().splitlines()]
    assert len(lines) > 5
    for line in lines:
        validator.validate(line)
    del lines[1]["objects"]
    assert not validator.is_valid(lines[1])


{"itf": itf, "sat": sat, "ganak": ganak, "approximate": approximate, "schema": schema}[sys.argv[1]]()
