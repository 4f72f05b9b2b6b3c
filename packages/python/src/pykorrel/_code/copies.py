"""What is handed out: objects of the user's own classes, not watched, of one heap alone."""

from __future__ import annotations

import enum
import random
from typing import Any, Callable, Optional

from .kinds import Collection, Fixed, Kind, Made, Mapping, Reference, Scalar, Sequence, Several
from .making import maker, partial_maker
from .pool import fresh, text_of
from .search import Search

#: Makes a value of what the search holds; None where it stays as it is.
Copier = Optional[Callable[[Any, "dict[int, Any]"], Any]]
_LASTING = (int, str, float, bytes, bool, enum.Enum, tuple, frozenset, type(None))


class Copies:
    """Makes objects of the heap at which a search stands."""

    def __init__(self, search: Search) -> None:
        self.search = search
        self._classes = [
            (of, search.pool[of], search.dict_of[of], [(name, copier(kind)) for name, kind in kinds.items()])
            for of, kinds in search.description.kinds.items()
        ]
        self._make = maker(search, copier)
        self._partial = [partial_maker(search, copier, is_first) for is_first in (False, True)]
        self._chance = random.Random(0).random
        self._roots = [copier(kind) for kind in search.description.root_kinds]

    def make(self) -> tuple[Any, ...]:
        """The roots."""
        return self._make(self.search.args, self.search.used)

    def objects(self) -> list[tuple[Any, type]]:
        """The objects in use, with their classes."""
        return [(one, of) for of, pool, _, _ in self._classes for one in pool[: self.search.used[of]]]

    def shuffled(self, attempt: int) -> tuple[list[tuple[Any, type]], Callable[[Any], Any]]:
        """The objects in another order, and what picks one of several values."""
        objects, chance = self.objects(), self._chance
        for at in range(len(objects) - 1, 0, -1):
            other = int(chance() * (at + 1))
            objects[at], objects[other] = objects[other], objects[at]
        return objects, (lambda values: values[int(chance() * len(values))]) if attempt else _first

    def partial(self, attempt: int = 0) -> tuple[Any, ...]:
        """The judged roots of a heap that is not yet filled in, its objects at other addresses in another order.

        What was not read is filled in, at the first attempt with the first values and at others by chance: the answer
        must be the same for all that it may be."""
        search = self.search
        order, pick = self.shuffled(attempt)
        new_of = object.__new__
        new: dict[int, Any] = {id(one): new_of(of) for one, of in order}
        objects = {of: [new[id(one)] for one in pool[: search.used[of]]] for of, pool in search.pool.items()}
        some = lambda kind: some_value(kind, list(new.values()), pick)
        return self._partial[attempt == 0](search.args, objects, some)


def _first(values: Any) -> Any:
    return values[0]


def some_value(kind: Kind, objects: list[Any], pick: Callable[[Any], Any]) -> Any:
    """Some value of a kind, which makes no new object."""
    if isinstance(kind, Scalar):
        return pick(kind.values)
    if isinstance(kind, Reference):
        known = [*kind.values, *(one for one in objects if type(one) in kind.classes)]
        return pick(known) if known else None
    if isinstance(kind, Fixed) and not isinstance(kind, Several):
        return tuple([some_value(part, objects, pick) for part in kind.parts])
    assert isinstance(kind, (Mapping, Collection, Several, Sequence)), kind
    is_empty = isinstance(kind.item, Scalar) and not kind.item.values
    some = range(0 if is_empty else pick((0, 1, 2)))
    if isinstance(kind, Mapping):
        return {some_value(kind.keys.item, objects, pick): some_value(kind.item, objects, pick) for _ in some}
    if isinstance(kind, Collection):
        return (frozenset if kind.is_frozen else set)([some_value(kind.item, objects, pick) for _ in some])
    return (tuple if isinstance(kind, Several) else list)(
        [some_value(kind.item, objects, pick) for _ in some]
    )


def copier(kind: Kind) -> Copier:
    if isinstance(kind, Made):
        return None
    if isinstance(kind, Scalar):
        lasts = all(isinstance(value, _LASTING) and text_of(value) is None for value in kind.values)
        return None if lasts else lambda value, new: fresh(value)
    if isinstance(kind, Reference):
        return _object if all(text_of(value) is None for value in kind.values) else _object_or_fresh
    if isinstance(kind, Sequence):
        item = copier(kind.item)
        if item is None:
            return lambda value, new: value if value is None else _read(value)
        return lambda value, new: value if value is None else [_one(item, one, new) for one in _read(value)]
    if isinstance(kind, Mapping):
        key, of = copier(kind.keys.item), copier(kind.item)
        return lambda value, new: (
            value and {_one(key, at, new): _one(of, one, new) for at, one in value.items()} or _empty(value)
        )
    if isinstance(kind, Collection):
        item, make = copier(kind.item), frozenset if kind.is_frozen else set
        return lambda value, new: value if value is None else make([_one(item, one, new) for one in value])
    if isinstance(kind, Several):
        item = copier(kind.item)
        return lambda value, new: value if value is None else tuple([_one(item, one, new) for one in value])
    assert isinstance(kind, Fixed), kind
    parts = [copier(part) for part in kind.parts]
    return lambda value, new: (
        value if value is None else tuple([_one(part, one, new) for part, one in zip(parts, value)])
    )


def _object(value: Any, new: dict[int, Any]) -> Any:
    return new.get(id(value), value)


def _object_or_fresh(value: Any, new: dict[int, Any]) -> Any:
    return new[id(value)] if id(value) in new else fresh(value)


def _one(copied: Copier, value: Any, new: dict[int, Any]) -> Any:
    return value if copied is None else copied(value, new)


def _empty(value: Any) -> Any:
    return None if value is None else {}


def _read(value: Any) -> list[Any]:
    """The elements of a list; of those that were not read, None."""
    unread = value.search.unread
    return [None if one is unread else one for one in list.__iter__(value)]
