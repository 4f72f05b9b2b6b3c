"""Reads heapgraph/1: instances become objects that point at one another."""

import json
from itertools import chain
from types import SimpleNamespace


class Object:
    """An object of a heap. Its fields are its attributes; it equals only itself."""

    def __init__(self, id, type):
        self._id, self._type = id, type

    def __repr__(self):
        return self._id


def heaps(lines):
    """Each instance of a stream, with `id`, `roots` and `objects`.

    Raises EOFError if the stream breaks off before its end record: what was
    seen is not everything, and a test that saw nothing has not passed. Raises
    ValueError if lines were lost or added."""
    count, ended, lines = 0, False, iter(lines)
    first = next(lines, "").removeprefix("\ufeff")  # some editors write a byte order mark
    for record in map(json.loads, filter(str.strip, chain([first], lines))):
        if ended:
            raise ValueError("something stands after the end record")
        elif record["kind"] == "instance":
            yield heap(record)
            count += 1
        elif record["kind"] == "end":
            ended = True
            if record.get("count") != count:
                raise ValueError(f"the end record counts {record.get('count')} instances, but {count} were read")
    if not ended:
        raise EOFError("the stream has no end record")


def heap(record):
    """One instance. References become objects, so cycles and sharing survive.

    A trace has `states` instead, each with roots and objects of its own, and `loop`: the number of the state after
    the last one, or None."""
    if "states" in record:
        states = [heap(state) for state in record["states"]]
        return SimpleNamespace(id=record.get("id"), states=states, loop=record.get("loop"))
    objects = {id: Object(id, fields["$type"]) for id, fields in record["objects"].items()}

    def value(json):
        if isinstance(json, str):
            return objects.get(json, json)
        if isinstance(json, list):
            return [value(element) for element in json]
        if isinstance(json, dict):
            return {value(key): value(element) for key, element in json.items()}
        return json

    for id, fields in record["objects"].items():
        for name, field in fields.items():
            if name != "$type":
                setattr(objects[id], name, value(field))
    roots = SimpleNamespace(**value(record["roots"]))
    return SimpleNamespace(id=record.get("id"), roots=roots, objects=list(objects.values()))
