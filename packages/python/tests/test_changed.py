"""What a driver tells of an input's state afterwards: what has changed, by the code made for a sig and by the loops alike."""

import copy
import random

import pytest
from pykorrel._compiled import maker
from pykorrel._driven import Driven, Quick
from pykorrel._header import Header, shape
from pykorrel._heap import Codec

TYPES = {
    "Tree": {"root": "Node?"},
    "Node": {"key": "int", "next": "Node?", "bag": "set Node", "any": "univ", "colour": "Colour"},
    "Key": {},
}
SETS = {"Marked": {"of": "Node", "fields": {"by": "Key"}}}
HEADER = {"tool": "korrel", "spec": "s", "types": TYPES, "enums": {"Colour": ["RED", "BLACK"]}, "sets": SETS}


def node(key, next=None, bag=(), any=1, **by):
    return {"$type": "Node", "key": key, "next": next, "bag": list(bag), "any": any, "colour": "RED", **by}


OBJECTS = {
    "Tree$0": {"$type": "Tree", "root": "Node$0"},
    "Node$0": node(1, "Node$1", ["Node$1"]),
    "Node$1": node(1000, "Node$0", any="Node$2"),
    "Node$2": node(3, by="Key$0"),
    "Node$3": node(4),
    "Key$0": {"$type": "Key"},
}


def changed(program, types=()):
    """What is told of a program that has the tree, in both ways."""
    told = []
    for is_compiled in (True, False):
        record = {"roots": {"t": "Tree$0"}, "objects": copy.deepcopy(OBJECTS)}
        codec = Codec(Header(HEADER), [cls() for cls in types], in_order=True)
        heap = Driven(codec, record, {"t": shape("Tree")})
        program(heap.roots["t"])
        reply = heap.abstracted(None, None, Quick(codec) if is_compiled else None)
        assert record["objects"] == OBJECTS
        told.append(reply.get("changed"))
    assert told[0] == told[1] and repr(sorted((told[0] or {}).items())) == repr(
        sorted((told[1] or {}).items())
    )
    return told[0]


def plain():
    class Node:
        colour = "RED"

    return Node


def slotted():
    class Node:
        __slots__ = ("key", "next", "bag", "any", "colour", "by")

    return Node


@pytest.fixture(params=[(), (plain,), (slotted,)], ids=["made", "plain", "slotted"])
def types(request):
    return request.param


def test_nothing(types):
    # If this failed, each input would be judged as one that has changed.
    def program(t):
        t.root, t.root.key, t.root.next.key = t.root, 1, int("1000")
        t.root.bag = list(t.root.bag)

    assert changed(program, types) is None


def test_fields(types):
    # If this failed, the spec would judge a state that the program has not left.
    def program(t):
        t.root.key = True
        t.root.next.next = None
        t.root.next.any = t.root
        t.root.bag.append(t.root)
        t.root.colour = "BLACK"

    told = changed(program, types)
    assert told == {
        "Node$0": {"key": True, "bag": ["Node$1", "Node$0"], "colour": "BLACK"},
        "Node$1": {"next": None, "any": "Node$0"},
        "Node$2": None,
        "Key$0": None,
    }
    assert told["Node$0"]["key"] is True


def test_objects(types):
    # What no root led to before is no garbage; what one led to is gone.
    def program(t):
        old, new = t.root, copy.copy(t.root)
        t.root, new.key, new.next, new.bag = new, 7, new, []
        del old

    assert changed(program, types) == {
        "Tree$0": {"root": "Node$4"},
        "Node$4": node(7, "Node$4"),
        **dict.fromkeys(["Node$0", "Node$1", "Node$2", "Key$0"]),
    }


def test_a_field_that_is_missing_is_told_with_its_place(types):
    def program(t):
        del t.root.key

    with pytest.raises(Exception, match=r"Node\$0.key"):
        changed(program, types)


LINKS = {
    "Tree": {"root": "Node?"},
    "Node": {"key": "int", "next": "Node?", "bag": "set Node", "any": "univ", "colour": "Colour"},
}


def linked(random, types):
    """A heap, after what a program does to it, and what the program returns."""
    nodes = [f"Node${at}" for at in range(random.randrange(6))]

    def some(items):
        return random.sample(items, random.randrange(3) if len(items) > 2 else 0)

    def fields():
        colour, any = random.choice(["RED", "BLACK"]), random.choice([1, "RED", *nodes])
        key, next = random.randrange(300), random.choice([None, *nodes])
        return {"key": key, "next": next, "bag": some(nodes), "any": any, "colour": colour}

    objects = {"Tree$0": {"$type": "Tree", "root": random.choice([None, *nodes])}}
    objects |= {name: {"$type": "Node", **fields()} for name in nodes}
    record = {"roots": {"t": "Tree$0", "k": 3, "s": some(nodes)}, "objects": objects}
    header = {"tool": "korrel", "spec": "s", "types": LINKS, "enums": {"Colour": ["RED", "BLACK"]}}
    codec = Codec(Header(header), [cls() for cls in types], in_order=True)
    heap = Driven(codec, record, {"t": shape("Tree"), "k": shape("int"), "s": shape("set Node")})
    made = [heap.given[name] for name in nodes]
    for _ in range(random.randrange(4) if made else 0):
        one = random.choice(made)
        how = random.randrange(6)
        if how == 0:
            heap.roots["t"].root = random.choice([None, *made])
        elif how == 1:
            one.next = random.choice([None, *made])
        elif how == 2:
            one.bag = random.choice([some(made), set(some(made)), tuple(one.bag)])
        elif how == 3:
            one.key = random.choice([1, 299, True, int("288")])
        elif how == 4:
            one.any = random.choice([*made, "BLACK", 7, "Node$0"])
        else:
            heap.roots["s"] += some(made)
    if made and random.random() < 0.1:
        new = heap.roots["t"].root = copy.copy(made[0])
        new.next = made[0]
    return codec, heap, random.choice([None, None, 5, True, [1, 2], some(made), *made])


@pytest.mark.parametrize("own", [(), (plain,)], ids=["made", "plain"])
def test_the_code_tells_what_the_loops_tell(own):
    # If this failed, what the code tells of most inputs would be another state than the one that the program has left.
    by_code = 0
    for seed in range(3000):
        codec, heap, result = linked(random.Random(seed), own)
        told, reply = Quick(codec).told(heap, result), heap.abstracted(result)
        by_code += told is not None
        if told is not None:
            assert told == reply and sorted(repr(told)) == sorted(repr(reply)), seed
    assert by_code > 2000


def test_a_header_without_classes():
    # If this failed, no failure of a test about plain values would be told: it has roots and no objects.
    assert maker({}, {}, lambda *_: None)({}) == {}
