"""What `korrel test --lazy` is told of: never less than what a program reads or writes."""

import copy
import dataclasses
import pickle
from unittest.mock import ANY

import pytest
from pykorrel import driver
from pykorrel._driven import Driven
from pykorrel._header import Header, shape
from pykorrel._heap import Codec
from pykorrel._reads import Reads, Unseen

TYPES = {"Tree": {"root": "Node?"}, "Node": {"key": "int", "next": "Node?", "bag": "set Node"}}
HEADER = {"tool": "korrel", "spec": "s", "types": TYPES, "enums": {}}
ALL = [["Node$0", "key"], ["Node$0", "next"], ["Node$0", "bag"]]


def record():
    def node(key, next, bag):
        return {"$type": "Node", "key": key, "next": next, "bag": bag}

    objects = {"Node$0": node(1, "Node$1", ["Node$1"]), "Node$1": node(2, None, [])}
    return {"roots": {"n": "Node$0"}, "objects": objects}


def read(program, cls=None, types=None):
    """What is told of a program's reads of a list of two nodes."""
    header = Header({**HEADER, "types": types or TYPES})
    codec = Codec(header, [cls] if cls else None, in_order=True)
    reads = Reads(codec.layouts)
    heap = Driven(codec, record(), {"n": shape("Node")})
    reads.begin(heap.tracked(), record()["objects"])
    program(heap.roots["n"])
    reads.end()
    heap.abstracted(None, reads)
    reads.stop()
    return reads.said()


def plain():
    class Node:
        pass

    return Node


def slotted():
    class Node:
        __slots__ = ("key", "next", "bag")

    return Node


def data():
    @dataclasses.dataclass
    class Node:
        key: int = 0
        next: object = None
        bag: list = dataclasses.field(default_factory=list)

    return Node


def made():
    return None


KINDS = [made, plain, slotted, data]


@pytest.mark.parametrize("kind", KINDS)
def test_fields_count_once_in_order(kind):
    def program(n):
        assert n.next.key == 2 and n.key == 1 and n.next is n.bag[0] and getattr(n, "colour", 3) == 3

    told = [["Node$0", "next"], ["Node$1", "key"], ["Node$0", "key"], ["Node$0", "bag"]]
    assert read(program, kind()) == told


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_written_counts_as_read(kind):
    # If this failed, an input would be covered in which another value is overwritten.
    def program(n):
        n.key = 1
        del n.next
        n.next = None

    assert read(program, kind()) == [["Node$0", "key"], ["Node$0", "next"]]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("take", [copy.copy, lambda n: n.__reduce_ex__(2), lambda n: n.__reduce_ex__(4)])
def test_what_takes_an_object_as_a_whole_counts_for_all_its_fields(kind, take):
    # An object of a class of korrel's own has a name, and a copy has it, too.
    told = read(take, kind())
    assert told == "all" if kind is made else sorted(told) == sorted(ALL)


@pytest.mark.parametrize("kind", KINDS)
def test_deep_copies_count_for_all_they_lead_to(kind):
    told = read(copy.deepcopy, kind())
    assert told == "all" if kind is made else len(told) == 6


@pytest.mark.parametrize(
    "take", [vars, lambda n: n.__dict__, lambda n: n.__dict__.update(key=3), dir, lambda n: n.__reduce_ex__(4)]
)
@pytest.mark.parametrize("kind", [plain, data])
def test_the_dict_of_an_object_counts_for_all_its_fields(kind, take):
    assert read(take, kind()) == ALL


def test_dataclasses_go_by_their_fields():
    cls = data()
    assert read(lambda n: n == cls(1, ANY, ANY), cls) == ALL
    assert read(lambda n: dataclasses.replace(n), data()) == ALL
    assert len(read(lambda n: repr(n), data())) == 6
    # A class that is another is known without a read.
    assert read(lambda n: n == cls(1), data()) == []


class Entries(dict):
    """Whose items are read only as they are asked for."""

    def __init__(self, node):
        super().__init__()
        self.node = node

    def items(self):
        return {1: 1}.items() if self.node.key == 1 else ()


@pytest.mark.parametrize("kind", KINDS)
def test_what_reads_only_while_the_state_is_written_counts_for_everything(kind):
    # If this failed, inputs would be covered that differ in what was read.
    assert read(lambda n: setattr(n, "bag", Entries(n)), kind()) == "all"
    assert read(lambda n: setattr(n, "bag", [n, n]), kind()) == [["Node$0", "bag"]]


def test_a_field_that_is_computed_as_it_is_written_counts_for_everything():
    class Node:
        def __getattr__(self, name):
            return self.next

    def program(n):
        del n.key

    assert read(program, Node) == "all"


class Pickled:
    pass


def test_pickles_count_for_all_they_lead_to(monkeypatch):
    cls = type("Node", (), {"__module__": __name__, "__qualname__": "Pickled"})
    monkeypatch.setitem(globals(), "Pickled", cls)
    assert len(read(pickle.dumps, cls)) == 6


def test_identity_needs_no_read():
    assert read(lambda n: (n is n, n == n, hash(n), {n}), plain()) == []


def test_accessors_of_the_class_are_tracked():
    cls = slotted()

    class Base:
        __slots__ = ("key", "next", "bag")

    class Node(Base):
        __slots__ = ()

        def parent(self):
            return super().key

    assert read(lambda n: cls.key.__get__(n), cls) == [["Node$0", "key"]]
    assert read(lambda n: n.parent(), Node) == [["Node$0", "key"]]


def test_a_property_beside_the_fields_is_tracked():
    class Node:
        def __init__(self):
            self._key = self.next = self.bag = None

        @property
        def key(self):
            return self._key

        def __getattr__(self, name):
            return self.next if name == "following" else None

    assert read(lambda n: (n.key, n.following), Node) == [["Node$0", "key"], ["Node$0", "next"]]


def test_a_getattribute_of_its_own_counts_for_all_fields():
    class Node:
        def __getattribute__(self, name):
            if name.startswith("__"):
                return object.__getattribute__(self, name)
            return object.__getattribute__(self, "__dict__").get(name)

    assert read(lambda n: n.anything, Node) == ALL


def test_names_count_for_everything():
    # If this failed, a program that goes by names would be taken to do the same under others.
    assert read(driver.name) == "all"
    assert read(repr) == "all"


def test_an_object_that_becomes_anothers_counts_for_everything():
    cls, other = plain(), plain()
    assert read(lambda n: setattr(n, "__class__", other), cls) == "all"


def refused(cls, types=None):
    with pytest.raises(Unseen) as raised:
        read(lambda n: None, cls, types)
    return str(raised.value)


def test_what_cannot_be_seen_is_refused():
    class Computed:
        @property
        def key(self):
            return 0

        @key.setter
        def key(self, value):
            pass

    class Hashed:
        bag: set
        key = next = None

    class Equal:
        def __eq__(self, other):
            return self.key == other.key

        __hash__ = object.__hash__

    named = lambda cls: type("Node", (cls,), {"__annotations__": getattr(cls, "__annotations__", {})})
    assert "Node.key is computed by property" in refused(named(Computed))
    assert "annotate it as a list" in refused(named(Hashed))
    types = {**TYPES, "Node": {"key": "int", "next": "Node?", "bag": "map Node int"}}
    assert "keys have an `__eq__`" in refused(named(Equal), types)
