#!/usr/bin/env python3
"""The vectors beside this file, held against plain enumeration: all leaves of a tree, all ways to fill in all fields."""

import itertools
import json
from pathlib import Path

HERE = Path(__file__).parent


def leaves(tree):
    if tree is None:
        yield []
        return
    for place, below in enumerate(tree):
        for rest in leaves(below):
            yield [place, *rest]


def by_size(inputs):
    found = {}
    for one in inputs:
        found.setdefault(sum(one), []).append(one)
    return [sorted(found.get(size, [])) for size in range(max(found) + 1)]


def values_of(shape, numbers):
    if shape == "number":
        return [0, 1]
    name = shape.rstrip("?")
    objects = [(name, place) for place in range(numbers[name])]
    return [*([None] if shape.endswith("?") else []), *objects]


def heaps(vector):
    """The heaps by size: the least of the texts of their numberings stands for a class."""
    classes, bounds = vector["classes"], vector["bounds"]
    root, found = next(iter(classes)), {}
    for count in itertools.product(*(range(bounds[name] + 1) for name in classes)):
        numbers = dict(zip(classes, count))
        cells = [(name, at, field, shape) for name in classes for at in range(numbers[name]) for field, shape in classes[name].items()]
        for chosen in itertools.product(*(values_of(shape, numbers) for _, _, _, shape in cells)):
            held = {(name, at, field): value for (name, at, field, _), value in zip(cells, chosen)}
            for at in range(numbers[root]):
                text = numbered((root, at), held, classes)
                if len(text) == sum(count) and all(holds(term, (root, at), held) for term in vector["where"]):
                    found.setdefault(json.dumps(text), len(text))
    return found


def numbered(start, held, classes):
    """The objects in the order in which a walk meets them, field by field."""
    met, todo, text = [start], [start], []
    for name, at in todo:
        for field in classes[name]:
            value = held[name, at, field]
            if isinstance(value, tuple) and value not in met:
                met.append(value)
                todo.append(value)
    for name, at in met:
        values = [held[name, at, field] for field in classes[name]]
        text.append([name, *(f"@{met.index(value)}" if isinstance(value, tuple) else value for value in values)])
    return text


def value(path, at, held):
    for field in path:
        if at is None:
            return None
        at = held[at[0], at[1], field]
    return at


def holds(term, root, held):
    values = [value(path, root, held) for path in term[1:]]
    if term[0] == "less":
        return None not in values and values[0] < values[1]
    return {"null": lambda: values[0] is None, "some": lambda: values[0] is not None, "same": lambda: values[0] == values[1]}[term[0]]()


def main():
    for line in (HERE / "trees.jsonl").read_text().splitlines():
        vector = json.loads(line)
        if "again" not in vector:
            assert [sorted(size) for size in vector["inputs"]] == by_size(leaves(vector["tree"])), vector["name"]
    for line in (HERE / "heaps.jsonl").read_text().splitlines():
        vector = json.loads(line)
        expected = heaps(vector)
        texts = [json.dumps(walked(heap, vector["classes"])) for heap in vector["heaps"]]
        assert len(texts) == len(set(texts)) and set(texts) == set(expected), vector["name"]
        sizes = [expected[text] for text in texts]
        assert sizes == sorted(sizes), vector["name"]
    print("the vectors are those of plain enumeration")


def walked(heap, classes):
    """A heap of a vector in the numbering of a walk."""
    held = {}
    for at, (name, *values) in enumerate(heap):
        for field, one in zip(classes[name], values):
            there = isinstance(one, str) and int(one[1:])
            held[name, at, field] = (heap[there][0], there) if isinstance(one, str) else one
    return numbered((heap[0][0], 0), held, classes)


if __name__ == "__main__":
    main()
