"""The catalogue of awkward values, in pools, and in heaps of the user's own classes."""

import collections
import datetime
import decimal
import fractions
import http
import re
import time
import types
from typing import Annotated, Union

import pytest

import pykorrel
from pykorrel import awkward, difference, pool

MODULES = [collections, datetime, decimal, fractions, http, re, time, types]
NAMES = {module.__name__: module for module in MODULES}
POOLS = {
    name: getattr(awkward, name) for name in dir(awkward) if isinstance(getattr(awkward, name), pykorrel.Pool)
}


def test_what_is_shown_of_a_value_makes_it():
    # If this failed, somebody who types what a failure shows would have another value.
    for name, kind in POOLS.items():
        for at, text in enumerate(kind.texts):
            made = eval(text, dict(NAMES))
            assert type(made) is type(kind[at])
            if not re.match(r"lambda|iter|reversed|enumerate|zip", text):
                assert difference(kind[at], made) is None, (name, text)


def test_each_look_makes_a_value():
    # If this failed, a test that changes a value would change it for the next one.
    for kind in ("lists", "dicts", "errors", "iterators"):
        values = getattr(awkward, kind)
        anew = [text for text, one, other in zip(values.texts, values, values) if one is not other]
        assert len(anew) == len(values), set(values.texts) - set(anew)


def test_a_pool_says_how_many_there_are_each_once():
    texts = {text for name, kind in POOLS.items() if name not in ("all", "empty") for text in kind.texts}
    assert len(awkward.all) == len(texts) > 130
    assert str(awkward.all).startswith(
        f"{len(texts)} values: None, False, True, 0, 1, -1, 2, 0.0, 1.0, -0.0, "
    )
    assert str(pool(awkward.booleans, "{'a': one}", "False", one=1)) == "3 values: False, True, {'a': one}"
    assert pool("{'a': one}", one=1)[0] == {"a": 1} and awkward.numbers[1:3].texts == ("1", "-1")
    with pytest.raises(pykorrel.BoundsError, match="pool: nonsense: NameError"):
        pool("nonsense")
    with pytest.raises(pykorrel.BoundsError, match="expected the text of a value"):
        pool(1)


def test_the_catalogue_holds_indices_and_no_dunder():
    assert awkward.indices(2).texts == ("0", "1", "2", "-1", "-2", "-3", "3", "True", "0.0", "2**63")
    assert awkward.indices(0).texts == ("0", "-1", "1", "True", "0.0", "2**63")
    assert not any("__" in text for text in awkward.all.texts)


class Box:
    value: object


def test_heaps_with_awkward_values_have_keys_of_their_own():
    # If this failed, a replay would try another heap.
    boxes = pykorrel.all(Box, bounds={"Box.value": awkward.all})
    keys = {boxes.record()["key"] for _ in boxes}
    assert len(keys) == len(awkward.all)


class Item:
    pass


class Shelf:
    held: Annotated[list, pool("[]", "([],)", "'[]'", "memoryview(b'a')")]
    mixed: Union[Item, Annotated[list, pool("[1]")]]


def test_each_heap_has_its_own_values_and_is_shown_as_it_was():
    shelves = pykorrel.all(Shelf, Shelf, Item=1)
    seen = []
    for one, other in shelves:
        for shelf in {id(one): one, id(other): other}.values():
            assert shelf.held in ([], ([],), "[]") or isinstance(shelf.held, memoryview)
            assert shelf.mixed == [1] or isinstance(shelf.mixed, Item)
            for changed in (shelf.held, shelf.mixed):
                if isinstance(changed, list):
                    changed.append(2)
            if isinstance(shelf.held, tuple):
                shelf.held[0].append(2)
        seen.append(shelves.record()["objects"]["Shelf$0"]["held"])
    assert {str(held) for held in seen} == {"([])", "['([])']", "[]", "memoryview(b'a')"}
