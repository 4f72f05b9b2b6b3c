#!/usr/bin/env python3
"""Makes the vectors of traces out of three streams of traces.als:

    cd heapgraph/vectors
    for form in '' --changes --prefixes; do korrel find traces.als $form; done | python3 make_traces.py traces.jsonl

A trace that is told by what changed must be the one that is told whole; the program writes both."""

import copy
import json
import sys
from pathlib import Path

compact = lambda record: json.dumps(record, separators=(",", ":"), ensure_ascii=False)
streams = []
for line in filter(str.strip, sys.stdin):
    if '"kind":"header"' in line:
        streams.append([])
    streams[-1].append(line.rstrip("\n"))
whole, told, prefixes = streams
header, first, second, *_ = whole
records = [json.loads(line) for line in whole[1:-1]]
vectors = []


def vector(name, why, lines, expect):
    assert name not in [other["name"] for other in vectors]
    vectors.append({"name": name, "why": why, "lines": lines, "expect": expect})


def read(records, **more):
    return {"instances": records, "complete": True, **more}


def end(count):
    return compact({"kind": "end", "status": "complete", "count": count})


vector("whole", "as Korrel wrote it", whole, read(records))
vector("changes", "what is told by its changes is the same", told, read(records))
beginnings = [json.loads(line) for line in prefixes[1:-1]]
assert beginnings and not any("loop" in record for record in beginnings)
vector("beginnings", "nothing is known of what follows the last state", prefixes, read(beginnings))
spaced = [json.dumps(json.loads(line)) for line in told]
vector("spaces", "written anew by json.dumps", spaced, read(records, note="digest"))
nameless = [{name: part for name, part in record.items() if name != "steps"} for record in records]
lines = [header, *map(compact, nameless), end(len(records))]
vector("steps left out", "who wants states need not write them", lines, read(nameless))
bare = {name: part for name, part in json.loads(header).items() if name != "actions"}
lines = [compact(bare), *map(compact, nameless), end(len(records))]
vector("no actions", "a spec need not have any", lines, read(nameless))
more = [compact({**record, "likes": [{}]}) for record in records]
vector("unknown members", "later versions may add members to records", [header, *more, end(len(records))], read(len(records)))


def misfit(name, why, path, change, of=None):
    """The second trace, of the whole or of those told by changes, after a change."""
    record = copy.deepcopy(json.loads((of or whole)[2]))
    change(record)
    lines = [header, first, compact(record), end(2)]
    vector(name, why, lines, {"error": "schema", "record": 1, "path": path})


def put(*path):
    *path, value = path

    def change(record):
        place = record
        for name in path[:-1]:
            place = place[name]
        place[path[-1]] = value

    return change


def drop(*path):
    def change(record):
        place = record
        for name in path[:-1]:
            place = place[name]
        del place[path[-1]]

    return change


misfit("no states", "a trace has a state", "states", put("states", []))
misfit("states by name", "states have an order", "states", put("states", {}))
misfit("a number for a state", "a state is a heap", "states[1]", put("states", 1, 7))
misfit("a state without objects", "a state is a heap", "states[1].objects", drop("states", 1, "objects"))
for name, value in [("beyond", 4), ("before", -1), ("null", None), ("text", "0"), ("true", True)]:
    misfit(f"loop {name}", "it is the index of a state", "loop", put("loop", value))
N = "states[2].objects.Node$0"
at = ("states", 2, "objects", "Node$0")
misfit("dangling reference", "a state has objects of its own", f"{N}.link", put(*at, "link", "Node$7"))
misfit("missing field", "all fields stand in each state", f"{N}.link", drop(*at, "link"))
misfit("missing field of a subset", "the node is Marked in this state", f"{N}.by", drop(*at, "by"))
misfit("missing root", "all roots stand in each state", "states[1].roots.first", drop("states", 1, "roots", "first"))
misfit("no such type", "a slip of the pen", f"{N}.$type", put(*at, "$type", "Nude"))
misfit("a gone object in a map", "an object that is gone is no value", "states[3].objects.Ring$0.owner.Key$0", put("states", 3, "objects", "Ring$0", "owner", {"Key$0": "Node$1"}))
misfit("another type", "an object does not change its type", "states[3].objects.Node$1.$type", put("states", 3, "objects", "Node$1", {"$type": "Key", "weight": 1}))
misfit("a field that stays", "`weight` is not `var`", "states[1].objects.Key$0.weight", put("states", 1, "objects", "Key$0", "weight", 2))
misfit("an object that stays away", "`Key` is not `var`", "states[1].objects.Key$2", put("states", 1, "objects", "Key$2", {"$type": "Key", "weight": 1}))
misfit("a parameter that stays", "it is chosen in the first state", "states[2].roots.first", put("states", 2, "roots", "first", "Key$1"))
misfit("too few steps", "a step leads from each state", "steps", drop("steps", 0))
misfit("steps by name", "steps have an order", "steps", put("steps", {}))
misfit("a number for a step", "a step has actions", "steps[1]", put("steps", 1, 7))
misfit("no such action", "a slip of the pen", "steps[1][0].action", put("steps", 1, 0, "action", "ad"))
misfit("missing argument", "an action has all of its arguments", "steps[1][0].args", put("steps", 1, 0, "args", {}))
misfit("unknown argument", "an action has its arguments and no others", "steps[3][0].args", put("steps", 3, 0, "args", {"k": "Key$0"}))

T = "states[1].changed"
misfit("changes first", "the first state is whole", "states[0]", put("states", 0, {"changed": {}}), told)
misfit("changes by place", "objects have names", T, put("states", 1, "changed", []), told)
misfit("a change of nobody", "the state before has no such object", f"{T}.Node$7", put("states", 1, "changed", "Node$7", {"link": None}), told)
misfit("nobody is gone", "the state before has no such object", f"{T}.Node$7", put("states", 1, "changed", "Node$7", None), told)
misfit("a change of no field", "the object has no such field", f"{T}.Ring$0.lag", put("states", 1, "changed", "Ring$0", {"lag": []}), told)
misfit("a number for a change", "an object, or null", f"{T}.Ring$0", put("states", 1, "changed", "Ring$0", 7), told)
misfit("objects beside changes", "one or the other", "states[1].objects", put("states", 1, "objects", {}), told)

Path(sys.argv[1]).write_text("".join(f"{compact(one)}\n" for one in vectors), encoding="utf-8")
