#!/usr/bin/env python3
"""The key of each instance of a heapgraph/1 stream, a heap or a trace, by trying all permutations of its objects:

    korrel find SPEC | python3 docs/key.py

heapgraph.md ("Keys") says what a key is; this is the definition as a program."""
import hashlib, itertools, json, sys

def key(header, record):
    states, fixed = record.get("states", [record]), header.get("fixed", [])
    objects = {id: fields for state in reversed(states) for id, fields in state["objects"].items()}
    def line(ty):  # the type and all that it extends, the top-level one last
        return [ty] + (line(header["extends"][ty]) if ty in header.get("extends", {}) else [])
    tops = {id: list(header["types"]).index(line(o["$type"])[-1]) for id, o in objects.items()}
    def place(id):  # those in `fixed` first, in its order, each by its number
        at = [fixed.index(ty) for ty in line(objects[id]["$type"]) if ty in fixed]
        return (0, at[0], int(id.rsplit("$", 1)[1])) if at else (1,)
    own, pools = {}, {}  # numbers from 0, and the interchangeable objects, of each top-level sig
    for id in sorted(objects, key=place):
        own[id] = sum(tops[other] == tops[id] for other in own)
        if place(id) == (1,):
            pools.setdefault(tops[id], []).append(id)
    values = [value for enum in header["enums"].values() for value in enum]

    def whole(record, numbers):
        names = {id: o["$type"] + "$" + str(numbers[id]) for id, o in record["objects"].items()}
        def rank(value):  # the order of sets: objects, enum values, true, false, numbers, texts
            if isinstance(value, list): return [rank(item) for item in value]
            if value in names: return (0, tops[value], numbers[value])
            if value in values: return (1, values.index(value))
            if isinstance(value, str): return (4, value)
            return (2, not value) if isinstance(value, bool) else (3, value)
        def renamed(value, shape=""):
            if isinstance(value, dict):
                return {names.get(name, name): renamed(item) for name, item in value.items()}
            if isinstance(value, list):
                ordered = sorted(value, key=rank) if shape[:4] in ("set ", "rel ") else value
                return [renamed(item) for item in ordered]
            return names.get(value, value) if isinstance(value, str) else value
        def members(given, shapes):
            return {name: renamed(value, shapes.get(name, "")) for name, value in given.items()}
        added = {f: s for sub in header.get("sets", {}).values() for f, s in sub["fields"].items()}
        heap = {"objects": {names[id]: members(o, {**added, **header["types"][o["$type"]]})
                            for id, o in record["objects"].items()},
                "roots": members(record["roots"], header["roots"])}
        if "sets" in record:
            heap["sets"] = {name: renamed(of, "set ") for name, of in record["sets"].items()}
        if "relations" in record:
            heap["relations"] = members(record["relations"], header["relations"])
        return heap

    def text(numbers):
        if "states" in record:
            end = {"loop": record["loop"]} if "loop" in record else {"prefix": True}
            given = {**end, "states": [whole(state, numbers) for state in states]}
        else:
            given = whole(record, numbers)
        return json.dumps(given, sort_keys=True, separators=(",", ":"), ensure_ascii=False)

    ways = [[dict(zip(ids, way)) for way in itertools.permutations([own[id] for id in ids])]
            for ids in pools.values()]
    least = min(text(dict(own, **{id: n for part in way for id, n in part.items()}))
                for way in itertools.product(*ways))
    return hashlib.sha256(least.encode()).hexdigest()[:16]

if __name__ == "__main__":
    for given in map(json.loads, sys.stdin):
        if given["kind"] == "header":
            header = given
        elif given["kind"] == "instance":
            print(key(header, given))
