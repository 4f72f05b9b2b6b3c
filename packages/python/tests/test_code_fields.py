"""What fields may hold, where their types come from, and the bounds."""

import enum
import itertools
from dataclasses import dataclass, field
from typing import (
    Annotated,
    Any,
    ClassVar,
    Dict,
    Final,
    FrozenSet,
    Generic,
    List,
    Literal,
    NewType,
    Optional,
    Set,
    Tuple,
    TypeVar,
    Union,
)

import pytest

import pykorrel
from pykorrel import _notes


def all_of(*roots, **given):
    given.setdefault("where", None)
    return list(pykorrel.all(*roots, **given))


class Color(enum.Enum):
    RED = 1
    GREEN = 2


Size = NewType("Size", int)


def one_field(hint, **more):
    return type("Holder", (), {"__annotations__": {"field": hint}, "__module__": __name__, **more})


def test_values():
    # If this failed, some value that a field may hold would never be tried.
    class Node:
        next: "Optional[Node]"

    for hint, wanted in [
        (bool, [False, True]),
        (int, [0, 1, 2]),
        (str, ["a", "b"]),
        (Optional[int], [None, 0, 1, 2]),
        (Color, list(Color)),
        (Literal["x", 7, None], ["x", 7, None]),
        (Annotated[int, range(2)], [0, 1]),
        (Annotated[float, [0.5, -0.0]], [0.5, -0.0]),
        (Union[bool, Color], [False, True, *Color]),
        (Size, [0, 1, 2]),
        (Final[int], [0, 1, 2]),
        (Tuple[bool, Color], list(itertools.product([False, True], Color))),
        (Tuple[bool, ...], [one for n in range(4) for one in itertools.product([False, True], repeat=n)]),
        (List[bool], [list(one) for n in range(4) for one in itertools.product([False, True], repeat=n)]),
        (
            Optional[List[bool]],
            [None] + [list(one) for n in range(4) for one in itertools.product([False, True], repeat=n)],
        ),
        (Set[Color], [set(one) for n in range(3) for one in itertools.combinations(Color, n)]),
        (FrozenSet[int], [frozenset(one) for n in range(4) for one in itertools.combinations(range(3), n)]),
        (
            Dict[Color, bool],
            [{}]
            + [{c: b} for c in Color for b in (False, True)]
            + [dict(zip(Color, bs)) for bs in itertools.product([False, True], repeat=2)],
        ),
        (List[Annotated[List[bool], ...]], None),
    ]:
        found = [one.field for one in all_of(one_field(hint))]
        if wanted is None:
            assert len(found) == sum(15**n for n in range(4))
            continue
        assert len(found) == len(wanted) and all(
            any(one == other and type(one) is type(other) for other in wanted) for one in found
        ), hint
        # The same if a predicate reads them, one element after the other or all at once.
        for read in (
            repr,
            lambda value: [value] and all(True for _ in value) if hasattr(value, "__iter__") else value,
        ):
            again = [
                one.field for one in all_of(one_field(hint), where=lambda one: (read(one.field), True)[1])
            ]
            assert len(again) == len(wanted) and all(one in again for one in wanted), hint


def test_objects_in_containers():
    # The numbers were found by hand: partitions of the places, and subsets, that objects of the same class may share.
    class Thing:
        pass

    for hint, count in [
        (List[Thing], 1 + 1 + 2 + 5),
        (Tuple[Thing, Thing, Thing], 5),
        (Optional[Tuple[Thing, Thing]], 1 + 2),
        (Set[Thing], 4),
        (List[Optional[Thing]], 1 + 2 + 5 + 15),
        (Dict[str, Thing], 1 + 2 * 1 + 2),
        (Dict[Thing, bool], 1 + 2 + 3 + 4),
        (Tuple[Set[Thing], Set[Thing]], None),
    ]:
        for where in (None, lambda holder: (repr(holder.field), True)[1]):
            found = all_of(one_field(hint), where=where, Thing=3)
            if count is None:  # sizes of both parts, and of what they share, up to three objects in all
                count = sum(
                    1
                    for left in range(4)
                    for right in range(4)
                    for both in range(min(left, right) + 1)
                    if left + right - both <= 3
                )
            assert len(found) == count, (hint, where)


T = TypeVar("T")


class Crate(Generic[T]):
    is_full: bool


class Box(Generic[T]):
    item: T


@dataclass
class Point:
    x: int
    y: int = 0
    shared: ClassVar[int] = 9
    cache: Any = field(default=None, init=False)


class Slotted:
    __slots__ = ("key", "next")
    key: int
    next: "Optional[Slotted]"


def test_objects_in_different_surroundings():
    # If this failed, two sets of objects of which one is the other's image would both come, or neither.
    class Thing:
        bit: bool
        others: "set[Thing]"

    def count(size):
        """By Burnside's lemma, of relations and a bit on labelled objects."""
        total = 0
        for order in itertools.permutations(range(size)):
            pairs = {(a, b) for a in range(size) for b in range(size)}
            cycles = 0
            while pairs:
                a, b = first = min(pairs)
                while (a, b) in pairs:
                    pairs.remove((a, b))
                    a, b = order[a], order[b]
                assert (a, b) == first
                cycles += 1
            places, own = set(range(size)), 0
            while places:
                at = min(places)
                while at in places:
                    places.remove(at)
                    at = order[at]
                own += 1
            total += 2 ** (cycles + own)
        return total // len(list(itertools.permutations(range(size))))

    class Holder:
        things: "set[Thing]"

    namespace = {Thing: {"bit": bool, "others": Set[Thing]}, Holder: {"things": Set[Thing]}}
    holds_all = lambda holder: all(thing.others <= holder.things for thing in holder.things)
    found = all_of(Holder, where=holds_all, Thing=3, fields=namespace)
    assert len(found) == sum(map(count, range(4)))


def test_kinds_of_classes():
    points = all_of(Point, bounds={"Point.cache": [None]}, int=range(2))
    assert sorted((point.x, point.y) for point in points) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert points[0] == Point(points[0].x, points[0].y), "dataclasses compare"

    def ok(first):
        return first.next is not first and (first.next is None or first.next.next is None)

    assert len(all_of(Slotted, where=ok, Slotted=2, int=range(2))) == 2 + 4

    assert [one.field.is_full for one in all_of(one_field("Crate[int]"))] == [False, True]

    @dataclass(frozen=True)
    class Frozen:
        value: int

    assert [one.value for one in all_of(Frozen, where=lambda one: one.value > 0)] == [1, 2]


class Shape:
    name: str


class Circle(Shape):
    radius: int


class Square(Shape):
    pass


def test_subclasses_come_where_they_have_a_bound():
    class Drawing:
        shape: Shape

    names = lambda found: [type(one.shape).__name__ for one in found]
    assert names(all_of(Drawing, str=["x"])) == ["Shape"]
    assert names(all_of(Drawing, str=["x"], int=[1], Circle=1, Square=1)) == ["Circle", "Square"]
    assert names(all_of(Drawing, str=["x"], int=[1], Circle=1, Shape=1)) == ["Shape", "Circle"]


class Cell:
    next: "Optional[Cell]"


class Chain:
    first: "Optional[Cell]"


def test_several_roots_share():
    # 35: two lists that may share a tail, up to four nodes, as `korrel count` says of the same question.
    def acyclic(left, right):
        for chain in (left, right):
            cell, met = chain.first, []
            while cell is not None:
                if any(cell is other for other in met):
                    return False
                met.append(cell)
                cell = cell.next
        return left is not right

    found = all_of(Chain, Chain, where=acyclic, Cell=4)
    assert len(found) == 35 and all(len(pair) == 2 for pair in found)
    assert any(left.first is not None and left.first is right.first for left, right in found)


def test_bounds():
    class Node:
        key: int
        next: "Optional[Node]"

    assert len(all_of(Node, Node=2, int=[7])) == 1 + 1 + 3, "a loop of one, none, and those of two"
    keys = {one.key for one in all_of(Node, bounds={"Node.key": [5, 6], Node: 1})}
    assert keys == {5, 6}
    given = Node()
    assert [one is not given for one in all_of(Node, bounds={Node: [given]})] == [True], (
        "objects that are given are copied"
    )
    chains = pykorrel.all(Node, where=lambda node: True, Node=9, int=[1], size=3)
    assert len(list(chains)) == 2 + 3 + 4, "a chain of up to three, whose last one leads nowhere or back"


def test_limits():
    class Node:
        key: int
        next: "Optional[Node]"

    search = pykorrel.all(Node, Node=3, limit=4)
    assert len(list(search)) == 4 and str(search).startswith("the first 4 heaps of Node; ")
    slow = pykorrel.all(
        Node,
        where=lambda node: sum(range(10**5)) and node.key == 2 and node.next is None,
        Node=9,
        int=range(10**5),
        timeout=0.2,
    )
    with pytest.raises(pykorrel.Incomplete, match=r"incomplete \(timeout\)"):
        list(slow)
    assert str(slow).startswith("INCOMPLETE (timeout): ")
    left = pykorrel.all(Node, Node=3)
    next(left)
    assert str(left).startswith("so far 1 heap of Node")
    left.close()
    assert list(left) == []


@pytest.mark.parametrize(
    "roots, given, message",
    [
        (
            [one_field(float)],
            {},
            r"Holder.field: there are no values for the type float; give some \(bounds=\{'Holder.field'",
        ),
        ([one_field(Any)], {}, "Holder.field: there are no values for the type Any"),
        ([one_field("Nowhere")], {}, "Holder.field: its annotation 'Nowhere' cannot be read"),
        ([one_field(list)], {}, "Holder.field: there are no values for the type Any"),
        ([one_field(Set[List[int]])], {}, "Holder.field: sets of List"),
        (
            [one_field(Set[Point])],
            {"bounds": {"Point.cache": [None]}},
            "Holder.field: objects of Point in sets and keys must compare by identity",
        ),
        ([one_field(Union[List[int], int])], {}, "Holder.field: .* is a union with a container"),
        ([], {}, "there is no root"),
        ([Box], {}, "Box.item: there are no values for the type ~T"),
        (
            [one_field(int)],
            {"Nod": 3},
            "Nod: no class or field of this name is reached from the roots; there are Holder, .*int",
        ),
        ([one_field(int)], {"int": 3}, r"int=3: expected values, such as range\(4\)"),
        ([one_field(int)], {"int": []}, "int: there are no values"),
        ([one_field(int)], {"Holder": -1}, "Holder=-1: a number of objects is not below 0"),
        ([one_field(int)], {"Holder": "3"}, "Holder='3': expected a number of objects, or values"),
        (
            [type("Table", (dict,), {})],
            {},
            "Table: objects of this class cannot be made .its content as a dict is in C",
        ),
        (
            [type("Own", (), {"__init__": lambda self: setattr(self, "x", 1)})],
            {},
            r"Own: there are no annotations .* pykorrel.like\(Own\(",
        ),
    ],
)
def test_mistakes_name_the_place(roots, given, message):
    # If this failed, nobody would know which field of which class has no bound.
    with pytest.raises(pykorrel.BoundsError, match=message):
        all_of(*roots, **given)


def test_like():
    # If this failed, published classes, which have no annotations, could not be enumerated.
    class Sorted:
        def __init__(self, values):
            self.items = sorted(values)
            self.name, self.first, self.on_change = "s", None, len

        def check(self):
            assert all(self.items[place] <= self.items[place + 1] for place in range(len(self.items) - 1))

    root = pykorrel.like(Sorted([3, 1]), Sorted([]))
    assert root.fields[Sorted]["items"] == List[int] or str(root.fields[Sorted]["items"]) == "list[int]"
    search = pykorrel.all(root, where=Sorted.check, int=range(2), bounds={"Sorted.name": ["s"]})
    found = list(search)
    assert [one.items for one in found] == [
        [],
        [0],
        [1],
        [0, 0],
        [0, 1],
        [1, 1],
        [0, 0, 0],
        [0, 0, 1],
        [0, 1, 1],
        [1, 1, 1],
    ]
    assert all(type(one) is Sorted and one.on_change is len and one.first is None for one in found)


class Shelf:
    def __init__(self, *books):
        self.first = Book(books) if books else None
        self.owner = None


class Book(Generic[T]):
    def __init__(self, titles):
        self.title: str = titles[0]


def test_like_of_few_examples(monkeypatch):
    # If this failed, a test would say COMPLETE of heaps that leave out the empty one, without a word.
    told: list[str] = []
    monkeypatch.setattr(_notes, "on_note", told.append)
    made = pykorrel.all(pykorrel.like(Shelf("a")), Book=1)
    assert len(list(made)) == 2
    few = "Shelf: first is never None, owner is always None: if that may be otherwise, show such an object, too: like(a, b)"
    assert few in told
    del told[:]
    wide = pykorrel.all(pykorrel.like(Shelf("a"), Shelf()), Book=1)
    assert len(list(wide)) == 3
    assert "Shelf: owner is always None: if that may be otherwise, show such an object, too: like(a, b)" in told
    generic = Shelf("a")
    generic.first = Book[int]("a")
    assert "__orig_class__" not in pykorrel.like(generic).fields[Book]


class Recent:
    entries: Dict[Literal["a", "b"], int]


def test_dicts_have_one_order(monkeypatch):
    # If this failed, COMPLETE would be said of programs that depend on the order of insertion.
    told: list[str] = []
    monkeypatch.setattr(_notes, "on_note", told.append)
    assert len(list(pykorrel.all(Recent, int=range(2)))) == 9
    order = "a dict has its entries in one order (Recent.entries); where the order of insertion counts"
    assert any(order in note for note in told)


@pytest.mark.parametrize(
    "roots, where, message",
    [
        ([Recent], "entries", "where='entries' is no function; give one, such as Tree.rep_ok"),
        ([Recent, Recent], lambda one: True, "<lambda> is called with 2 roots .*: where=lambda a, b: "),
        ([Recent()], None, r"the root is an object of Recent: give the class, or like\(Recent\(…\)\)"),
    ],
)
def test_what_is_no_question(roots, where, message):
    # If this failed, a mistake in the call would read as "no heap is valid".
    with pytest.raises((TypeError, pykorrel.BoundsError), match=message):
        pykorrel.all(*roots, where=where)
    with pytest.raises(TypeError, match=r"Recent is a class: like\(\) takes objects of it"):
        pykorrel.like(Recent)


def test_like_follows_objects():
    class Node:
        def __init__(self, key, next=None):
            self.key, self.next = key, next

    node = Node(1, Node(2))
    node.next.next = node
    root = pykorrel.like(node, Node(1))
    assert root.fields == {Node: {"key": int, "next": Optional[Node]}}

    def ring(first):
        at = first.next
        for _ in range(9):
            if at is first or at is None:
                return at is first
            at = at.next
        return False

    assert len(all_of(root, where=ring, Node=3, int=[0])) == 3


def test_like_empty_containers(monkeypatch):
    # If this failed, a field that is empty in each example, as an index that is built late, would ask for values.
    class Late:
        def __init__(self):
            self.items, self.by, self.seen, self.rest = [], {}, set(), ()

    told = []
    monkeypatch.setattr(_notes, "on_note", told.append)
    late = pykorrel.all(pykorrel.like(Late()), where=lambda late: not late.items)
    assert told == [
        "Late as the examples show it: items: list (empty), by: dict (empty), seen: set (empty), rest: tuple (empty)"
    ]
    (only,) = late
    assert (only.items, only.by, only.seen, only.rest) == ([], {}, set(), ())


def test_fields_without_a_place():
    # If this failed, heaps could not be handed out, with an error that names no field.
    class Broken:
        __slots__ = ("other",)
        key: int

    class Computed:
        key: int
        key = property(lambda self: 1)  # type: ignore[assignment]

    for of in Broken, Computed:
        with pytest.raises(pykorrel.BoundsError, match=rf"^{of.__name__}.key: objects of this class have no place for"):
            pykorrel.all(of, where=None)


K = TypeVar("K")


class Indexed(Generic[K]):
    order: "NotThere | None"
    places: Dict[K, int]
    marker: object


class Unlike:
    """No field leads here: it is a subclass of object, as everything is."""

    __module__ = "elsewhere"


def test_annotations_of_published_classes():
    # If this failed, a class that is annotated for a type checker alone could not be searched, or a bound be said to mean a class of another module.
    with pytest.raises(pykorrel.BoundsError, match=r"cannot be read .*; give its values, bounds=\{'Indexed.order': \[\.\.\.\]\}"):
        pykorrel.all(Indexed)
    given = {"Indexed.order": [None], "Indexed.marker": [None]}
    with pytest.raises(pykorrel.BoundsError, match=r"type ~K; .*, or its type, fields=\{Indexed: \{'places': …\}\}"):
        pykorrel.all(Indexed, bounds=given)
    found = pykorrel.all(Indexed, bounds=given, fields={Indexed: {"places": Dict[int, int]}}, int=[0, 1])
    assert len(list(found)) == 1 + 2 * 2 + 4
    with pytest.raises(pykorrel.BoundsError, match="Unlike: no class"):
        pykorrel.all(Indexed, fields={Indexed: {"places": Dict[int, int]}}, bounds={"Indexed.order": [None]}, Unlike=1)
