"""The heaps that all writers share: heapgraph/vectors/README.md."""

import json
from pathlib import Path

import pytest

from pykorrel._header import Header
from pykorrel._heap import Codec, Heap

VECTORS = Path(__file__).parents[3] / "heapgraph" / "vectors" / "changes.jsonl"
CHANGES = [json.loads(line) for line in VECTORS.read_text(encoding="utf-8").splitlines()]


def change(heap, vector):
    """Makes a vector's change with the objects of a heap."""
    made, enums = dict(heap.objects), heap._codec.layouts.enum_members
    integers = vector.get("values", {}).get("Int")

    def value(json, now=None):
        if isinstance(json, list):
            items = [value(item, ()) for item in json]
            return items if now is None else type(now)(items)
        if isinstance(json, dict):
            return {value(key): value(item) for key, item in json.items()}
        if isinstance(json, str):
            return made[json] if json in made else enums.get(json, json)
        return integers[json] if integers and type(json) is int else json

    objects = vector["change"].get("objects", {})
    made |= {name: heap.types[of["$type"]]() for name, of in objects.items() if name not in made}
    for name, of in objects.items():
        for field, json in of.items():
            if field != "$type":
                setattr(made[name], field, value(json, getattr(made[name], field, None)))
    for part in ("roots", "sets", "relations"):
        members = vars(heap.roots) if part == "roots" else getattr(heap, part)
        for name, json in vector["change"].get(part, {}).items():
            members[name] = value(json, members[name])


@pytest.mark.parametrize("vector", CHANGES, ids=lambda vector: vector["name"])
def test_every_change_is_written_as_it_is_to_be(vector):
    # If this failed, what a program did to its input would be judged as something else.
    heap = Heap(vector["record"], Codec(Header(vector["header"]), None, vector.get("values")))
    change(heap, vector)
    assert json.loads(heap.to_json()) == vector["expect"]
