"""Lists, sets and maps of the heap.

A list chooses an element when it is looked at, and turns into one without methods of its own when all are there. Sets and maps are
whole. What would change them is refused, and what they make of themselves is plain. The classes are made for each search, so that a
set is made in C, and an element that is there is found without asking the search.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Callable

if TYPE_CHECKING:
    from .kinds import Kind
    from .search import Search

_at: Callable[[Any, Any], Any] = list.__getitem__
_put: Callable[[Any, Any, Any], None] = list.__setitem__


class Unread:
    """Stands in a list where nothing was chosen yet. Code in C may come upon it, and would go wrong silently."""

    def __init__(self, search: Search) -> None:
        self._search = search

    def __repr__(self) -> str:
        return "UNREAD"


def _seen(self: Any, *_: Any) -> Any:
    self._search.refuse(
        "it looks into a list past its methods (code in C does: copy the list first, `list(x)`)"
    )


for (
    _name
) in "eq ne lt le gt ge hash index int float bool add radd sub rsub mul rmul iter len getitem".split():
    setattr(Unread, f"__{_name}__", _seen)


class List(list):  # type: ignore[type-arg]
    """A list whose elements are all there."""

    __slots__ = ("item", "left", "cells")
    search: Search


class Set(set):  # type: ignore[type-arg]
    """A set of the heap."""

    __slots__ = ()
    search: Search


class Map(dict):  # type: ignore[type-arg]
    """A dict of the heap."""

    __slots__ = ("cells",)
    search: Search
    cells: Entries

    def __or__(self, other: Any) -> Any:
        return dict(self) | other

    def copy(self) -> Any:
        return dict(self)


def _plain(name: str) -> Callable[..., Any]:
    of = getattr(set, name)
    return lambda self, *given: of(set(self), *given)


# What a set makes of itself is of its own class: the predicate may change that.
for _name in (
    "copy __or__ __and__ __sub__ __xor__ __ror__ __rand__ __rsub__ __rxor__ "
    "union intersection difference symmetric_difference"
).split():
    setattr(Set, _name, _plain(_name))


def _guard(name: str) -> Callable[..., Any]:
    def guard(self: Any, *_: Any, **__: Any) -> Any:
        self.search.refuse(f"it changes its input ({name}; work on a copy)")

    return guard


for _of, _names in (
    (List, "append extend insert pop remove clear sort reverse __setitem__ __delitem__ __iadd__ __imul__"),
    (
        Set,
        "add discard remove pop clear update __ior__ __iand__ __isub__ __ixor__ "
        "difference_update intersection_update symmetric_difference_update",
    ),
    (Map, "__setitem__ __delitem__ pop popitem clear update setdefault __ior__"),
):
    for _name in _names.split():
        setattr(_of, _name, _guard(f"{_of.__mro__[1].__name__}.{_name}"))

for _of in (List, Set, Map):  # copies, also deep ones and pickles, are plain
    setattr(
        _of,
        "__reduce_ex__",
        lambda self, _: (
            type(self).__mro__[-2],
            (list(self.items()) if isinstance(self, dict) else list(self),),
        ),
    )


class Cells:
    """The places of a list, as the search fills and empties them. `change` puts another value where there is one."""

    __slots__ = ("of", "change", "lazy", "full")

    def __init__(self, of: Any, lazy: type, full: type) -> None:
        self.of, self.change, self.lazy, self.full = of, partial(_put, of), lazy, full

    def __getitem__(self, place: int) -> Any:
        return _at(self.of, place)

    def __setitem__(self, place: int, value: Any) -> None:
        of = self.of
        if _at(of, place) is of.search.unread:
            of.left -= 1
            if not of.left:
                of.__class__ = self.full
        _put(of, place, value)

    def __delitem__(self, place: int) -> None:
        of = self.of
        of.left += 1
        of.__class__ = self.lazy
        _put(of, place, of.search.unread)


class Entries:
    """The entries of a map, as the search fills and empties them."""

    __slots__ = ("of", "change")

    def __init__(self, of: Map) -> None:
        self.of, self.change = of, partial(dict.__setitem__, of)

    def __getitem__(self, key: Any) -> Any:
        return dict.__getitem__(self.of, key)

    def __setitem__(self, key: Any, value: Any) -> None:
        dict.__setitem__(self.of, key, value)

    def __delitem__(self, key: Any) -> None:
        dict.pop(self.of, key, None)


class Containers:
    """What makes the containers of one search."""

    def __init__(self, search: Search) -> None:
        named = {"__slots__": (), "search": search}
        self.set: Callable[[Any], set[Any]] = type("set", (Set,), named)
        self._map = type("dict", (Map,), named)
        self._full = type("list", (List,), named)
        #: The class of lists that have elements to choose.
        self.lazy = _lazy(self._full, search)

    def list(self, item: Kind, length: int) -> Any:
        search = self.lazy.search  # type: ignore[attr-defined]
        made = self.lazy([search.unread] * length) if length else self._full()
        made.item, made.left, made.cells = item, length, Cells(made, self.lazy, self._full)
        return made

    def map(self) -> Map:
        made: Map = self._map()
        made.cells = Entries(made)
        return made


def _lazy(full: Any, search: Search) -> type:
    unread = search.unread

    class Lazy(full):  # type: ignore[misc]
        """A list that chooses an element when it is looked at."""

        __slots__ = ()

        def __getitem__(self, place: Any) -> Any:
            value = _at(self, place)
            if value is unread:
                return search.choose(self.cells, place % len(self), self.item)
            return self.force()[place] if isinstance(place, slice) else value

        def force(self) -> list[Any]:
            return [self[place] for place in range(len(self))]

        def __iter__(self) -> Any:
            return (self[place] for place in range(len(self)))

        def __reversed__(self) -> Any:
            return (self[place] for place in range(len(self) - 1, -1, -1))

        def __contains__(self, value: Any) -> bool:
            return any(value is one or value == one for one in self)

        def __add__(self, other: Any) -> Any:
            return self.force() + other

        def __radd__(self, other: Any) -> Any:
            return other + self.force()

    for (
        name
    ) in "__eq__ __ne__ __lt__ __le__ __gt__ __ge__ __mul__ __rmul__ __repr__ index count copy".split():
        setattr(Lazy, name, _forced(name))
    return Lazy


def _forced(name: str) -> Callable[..., Any]:
    of = getattr(list, name)

    def forced(self: Any, *given: Any) -> Any:
        return of(self.force(), *(list(one) if isinstance(one, List) else one for one in given))

    return forced
