"""Where two object graphs differ."""

import collections
import datetime
import re
import types

import pytest

from pykorrel import awkward, difference


def ring(length):
    parts = [{} for _ in range(length)]
    for at, part in enumerate(parts):
        part["next"] = parts[(at + 1) % length]
    return parts[0]


def twice(part):
    return [part, part]


def test_which_parts_are_one_object_is_a_difference():
    assert difference(twice([]), [[], []]) == "[1]: the same object as [0], expected another one"
    assert difference([[], []], twice([])) == "[1]: another object, expected the same as [0]"
    assert difference(twice([]), twice([])) is None
    assert difference(ring(1), ring(2)) == "['next']: the same object as the whole, expected another one"
    assert (
        difference(ring(2), ring(3)) == "['next']['next']: the same object as the whole, expected another one"
    )
    assert difference(ring(3), ring(3)) is None
    assert difference(twice((1, "a")), [(1, "a"), (1, "a")]) is None


class Point:
    def __init__(self, x):
        self.x = x


class Slots:
    __slots__ = ("__y", "x")

    def __init__(self, x, y):
        self.x, self.__y = x, y


@pytest.mark.parametrize(
    "one, other, text",
    [
        (1, 1.0, "1, expected 1.0"),
        ([True], [1], "[0]: True, expected 1"),
        (-0.0, 0.0, "-0.0, expected 0.0"),
        (float("nan"), 0.0, "float('nan'), expected 0.0"),
        (complex(0, -0.0), 0j, "-0j, expected 0j"),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, "list(it)[0]: 'a', expected 'b'"),
        ({"a": {}}, {"a": {1: 2}}, "len(it['a']): 0, expected 1"),
        ([1], [1, 2], "len(it): 1, expected 2"),
        ({1, 2}, {1, 3}, "2 is in it, expected 3"),
        ({1}, {1, 3}, "3 is not in it"),
        ({1}, {True}, "1 is in it, expected True"),
        ((), [], "an object of tuple, expected an object of list"),
        (collections.OrderedDict(), {}, "an object of OrderedDict, expected an object of dict"),
        (collections.deque([], 1), collections.deque([], 2), ".maxlen: 1, expected 2"),
        (
            collections.defaultdict(list),
            collections.defaultdict(set),
            ".default_factory: <class 'list'>, expected <class 'set'>",
        ),
        (Point(1), Point(2), ".x: 1, expected 2"),
        (Slots(1, 2), Slots(1, -2), "._Slots__y: 2, expected -2"),
        (Point(1), types.SimpleNamespace(x=1), "an object of Point, expected an object of SimpleNamespace"),
        (ValueError("a"), ValueError("b"), ".args[0]: 'a', expected 'b'"),
        (
            datetime.datetime(2000, 1, 1),
            datetime.datetime(2000, 1, 1, fold=1),
            "datetime.datetime(2000, 1, 1, 0, 0), expected datetime.datetime(2000, 1, 1, 0, 0, fold=1)",
        ),
        (re.compile("a"), re.compile("a", re.I), "re.compile('a'), expected re.compile('a', re.IGNORECASE)"),
        (bytearray(b"a"), bytearray(b"b"), "bytearray(b'a'), expected bytearray(b'b')"),
    ],
)
def test_types_signs_orders_and_attributes(one, other, text):
    assert difference(one, other) == text


def test_no_order_if_none_is_asked_for():
    assert difference({"a": [1], "b": 2}, {"b": 2, "a": [1]}, order=False) is None
    assert difference({"a": 1}, {"b": 1}, order=False) == "list(it): 'a' is in it, expected 'b'"


def test_what_was_given_corresponds_and_nothing_else_that_shows_no_parts():
    f, g, p = (lambda: 1), (lambda: 1), Point(1)
    assert difference([f, int], [f, int]) is None and difference("".upper, "".upper) is None
    assert difference(f, g) is not None and difference(iter([]), iter([])) is not None
    assert difference([f, p], [g, p], same=[(f, g)]) is None
    assert difference([], f, same=[(g, f)]) == "another object, expected the same as one that was given"
    other = type("Point", (), {})
    twin = other()
    twin.x = 1
    assert difference(p, twin) is not None and difference(p, twin, same=[(Point, other)]) is None


def test_objects_in_sets_are_matched():
    one, other = Point(1), Point(2)
    assert difference([one, {one, other}], [(p := Point(1)), {Point(2), p}]) is None
    assert difference([one, {one}], [Point(1), {Point(1)}]) is not None


def test_of_all_awkward_values_it_tells_apart_what_equality_does_and_more():
    # If this failed, something that Python tells apart would be taken for equal.
    more = set()
    for at, one in enumerate(awkward.all):
        for place, other in enumerate(awkward.all):
            texts = awkward.all.texts[at], awkward.all.texts[place]
            try:
                is_equal = bool(one == other)
            except RecursionError:
                continue
            is_same = difference(one, other) is None
            if is_equal and not is_same:
                more.add(texts)
            if is_same and not is_equal:
                # A NaN, an error, a plain object and a ring differ from their own twins.
                assert at == place, texts
    assert {
        ("0", "0.0"),
        ("0.0", "-0.0"),
        ("1", "True"),
        ("[1, 1]", "[1, 1.0, True]"),
        ("[[]]", "[[]]"),
    } - more == {("[1, 1]", "[1, 1.0, True]"), ("[[]]", "[[]]")}
