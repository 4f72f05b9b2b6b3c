"""The vectors of choices that the engines of all languages share: packages/choices/README.md."""

import json
import operator
from pathlib import Path
from typing import Optional  # noqa: F401  annotations name it

import pytest
from hypothesis import given, settings, strategies as st

import pykorrel
from pykorrel import _exhaustion, hypothesis as korrel

FOLDER = Path(__file__).parents[2] / "choices"

korrel.register()


def vectors(name):
    return [json.loads(line) for line in (FOLDER / name).read_text().splitlines()]


def named(name):
    return pytest.mark.parametrize("vector", vectors(name), ids=lambda vector: vector["name"])


@named("trees.jsonl")
def test_draws(vector, monkeypatch):
    # If this failed, the backend for Hypothesis would leave an input out, or say COMPLETE of other inputs than it tried.
    monkeypatch.setattr(_exhaustion, "budget", _exhaustion.Budget(seconds=60, afterwards=0, renaming=False))
    monkeypatch.setattr("pykorrel._backend.budget", _exhaustion.budget)
    inputs = []

    @settings(backend="korrel", database=None, deadline=None)
    @given(st.data())
    def test(data):
        tree = vector["again"] if len(inputs) >= 2 and "again" in vector else vector["tree"]
        places = []
        while tree is not None:
            places.append(data.draw(st.integers(0, len(tree) - 1)))
            tree = tree[places[-1]]
        inputs.append(places)

    test()
    if "again" in vector:
        assert not korrel.outcome().complete
        return
    assert korrel.outcome().complete
    assert list(map(sum, inputs)) == sorted(map(sum, inputs))
    assert sorted(inputs) == sorted(places for size in vector["inputs"] for places in size)


def hint(shape):
    return {"number": "int"}.get(shape, f"Optional[{shape[:-1]}]" if shape.endswith("?") else shape)


def classes(vector):
    made = {}
    for name, fields in vector["classes"].items():
        annotations = {field: hint(shape) for field, shape in fields.items()}
        made[name] = type(name, (), {"__annotations__": annotations, "__module__": __name__})
    return made


def where(terms):
    """The terms as a predicate, which reads along their paths."""

    def value(root, path):
        for field in path:
            if root is None:
                return None
            root = getattr(root, field)
        return root

    def holds(kind, root, paths):
        values = [value(root, path) for path in paths]
        if kind == "same":
            return values[0] is values[1] or isinstance(values[0], int) and values[0] == values[1]
        if kind == "less":
            return None not in values and operator.lt(*values)
        return (values[0] is None) == (kind == "null")

    return lambda root: all(holds(kind, root, paths) for kind, *paths in terms)


def walked(root, vector):
    met, todo = [root], [root]
    place = lambda one: next((at for at, other in enumerate(met) if other is one), None)
    fields = lambda one: [getattr(one, field) for field in vector["classes"][type(one).__name__]]
    is_object = lambda one: type(one).__name__ in vector["classes"]
    for one in todo:
        for held in fields(one):
            if is_object(held) and place(held) is None:
                met.append(held)
                todo.append(held)
    text = lambda held: f"@{place(held)}" if is_object(held) else held
    return [[type(one).__name__, *map(text, fields(one))] for one in met]


@named("heaps.jsonl")
def test_heaps(vector):
    # If this failed, heaps would be missing, or come in another order than in the other languages.
    made = classes(vector)
    bounds = {made[name]: number for name, number in vector["bounds"].items()}
    root = next(iter(made.values()))
    search = pykorrel.all(root, where=where(vector["where"]), bounds={**bounds, int: [0, 1]})
    heaps = []
    for one in search:
        assert not str(search).startswith("COMPLETE")
        heaps.append(walked(one, vector))
    assert str(search).startswith("COMPLETE")
    assert heaps == vector["heaps"]
    assert search.candidates == vector["candidates"]
