"""Reads heapgraph/1: instances become objects that point at one another."""

import json
from types import SimpleNamespace


class Object:
    """An object of a heap. Its fields are its attributes; it equals only itself."""

    def __init__(self, id, type):
        self._id, self._type = id, type

    def __repr__(self):
        return self._id


class Incomplete(Exception):
    """What was seen is not everything: a test that passed so far has not passed."""


def heaps(lines, partial=False, empty=False):
    """Each instance of a stream, with `id`, `roots` and `objects`.

    Raises Incomplete at the end of a stream that broke off or was stopped, unless
    `partial`, and at the end of one without instances, unless `empty`."""
    header, end, count, total = {}, None, 0, 0
    for line in lines:
        record = json.loads(line)
        if record["kind"] == "header":  # of one of several, each resumed after the one before
            header, end, count = record, None, 0
        elif record["kind"] == "instance":
            yield heap(record, header)
            count, total = count + 1, total + 1
        elif record["kind"] == "end":
            end = record
    if end is None and not partial:
        raise Incomplete("the stream has no end record")
    if end is not None and end["count"] != count:
        raise Incomplete(f"of {end['count']} instances {count} were read")
    if end is not None and end["status"] != "complete" and not partial:
        raise Incomplete(f"the stream ended early: {end['status']}")
    if total == 0 and not empty:
        raise Incomplete("the stream has no instances")


def heap(record, header={}):
    """One instance. References become objects, so cycles and sharing survive.

    The header tells which maps have numbers or truth values as keys; JSON has only strings."""
    objects = {id: Object(id, fields["$type"]) for id, fields in record["objects"].items()}
    of_sets = {}
    for subset in header.get("sets", {}).values():
        of_sets.update(subset["fields"])

    def value(json, shape=""):
        if isinstance(json, str):
            return objects.get(json, json)
        if isinstance(json, list):
            return [value(element) for element in json]
        if isinstance(json, dict):
            key = {"map int": int, "map bool": "true".__eq__}.get(shape.rpartition(" ")[0], value)
            return {key(name): value(element) for name, element in json.items()}
        return json

    for id, fields in record["objects"].items():
        shapes = {**of_sets, **header.get("types", {}).get(fields["$type"], {})}
        for name, field in fields.items():
            if name != "$type":
                setattr(objects[id], name, value(field, shapes.get(name, "")))
    shapes = header.get("roots", {})
    roots = {name: value(root, shapes.get(name, "")) for name, root in record["roots"].items()}
    roots = SimpleNamespace(**roots)
    return SimpleNamespace(id=record["id"], roots=roots, objects=list(objects.values()))
