"""Gives a library each pair of documents of spec.als: the difference must lead from one to the other."""

import copy
import json

from serve import Fail, serve

# ── your library ── import it here in place of the example, and call it in `round_trips`.
import example as library


def round_trips(old, new):
    """Each thing that must come out: its name, the document that the library makes, and the right one."""
    changes = library.diff(old, new)
    yield "patch", library.patch(copy.deepcopy(old), changes), new
    # A library that can undo has one more: yield "undo", library.undo(copy.deepcopy(new), changes), old


# ────────────────────


# Keys and leaves of the spec stand for these: take those that are awkward for your library, such as "" or 1.0.
# 1 and True are equal in Python: if that alone fails, take 1 and 2 first.
KEYS = {"a": "a", "b": "b"}
LEAVES = {"Null": None, "One": 1, "True": True}


def plain(value):
    """A document of the spec as Python has it."""
    if value.sig == "Object":
        return {KEYS[key]: plain(part) for key, part in value.members.items()}
    return [plain(part) for part in value.items] if value.sig == "Array" else LEAVES[value.sig]


def diff(old, new):
    old, new = plain(old), plain(new)
    pair = f"{json.dumps(old)} to {json.dumps(new)}"
    trips = round_trips(copy.deepcopy(old), copy.deepcopy(new))
    try:
        different = [trip for trip in trips if json.dumps(trip[1], sort_keys=True) != json.dumps(trip[2], sort_keys=True)]
    except Exception as error:
        raise Fail(type(error).__name__, f"{pair}: {error}")
    for step, found, _ in different:
        raise Fail(f"{step}: another document", f"{pair}: {json.dumps(found)}")


serve(diff, judges=True)
