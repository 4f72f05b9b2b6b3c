"""Objects that tell what is read of them.

A subclass that is made here has a descriptor for each field with `__get__` and no `__set__`. The first read asks the
search, which puts the value into the object's own dict; from then on Python finds it there, at its own speed. (A
descriptor with `__set__`, or `__getattribute__`, would be asked by each read, at 5 to 15 times the cost.)
"""

from __future__ import annotations

import functools
import inspect
from typing import TYPE_CHECKING, Any, Callable

from .._errors import BoundsError

if TYPE_CHECKING:
    from .kinds import Kind
    from .search import Search


class Unread:
    """Stands in a list where nothing was chosen yet. Code in C may come upon it, and would go wrong silently."""

    def __init__(self, search: Search) -> None:
        self._search = search

    def __repr__(self) -> str:
        return "UNREAD"


class Delayed:
    """A choice of a generator that is made when the field is read in which it is stored."""

    __slots__ = ("now",)

    def __init__(self, now: Callable[[], Any]) -> None:
        self.now = now


def _early(self: Any, *_: Any) -> Any:
    raise BoundsError(
        "c.any(…) has no value yet: store it in a field of an object that c.new has made, or take c.choose(…), which "
        "chooses at once"
    )


for _name in "eq ne lt le gt ge hash bool iter len getitem getattr call contains".split():
    setattr(Delayed, f"__{_name}__", _early)


def _seen(self: Any, *_: Any) -> Any:
    self._search.refuse(
        "it looks into a list past its methods (code in C does: copy the list first, `list(x)`)"
    )


for (
    _name
) in "eq ne lt le gt ge hash index int float bool add radd sub rsub mul rmul iter len getitem".split():
    setattr(Unread, f"__{_name}__", _seen)


def _guard(name: str) -> Callable[..., Any]:
    def guard(self: Any, *_: Any, **__: Any) -> Any:
        self.search.refuse(f"it changes its input ({name}; work on a copy)")

    return guard


class Full(list):  # type: ignore[type-arg]
    """A list whose elements are all there."""

    __slots__ = ("search", "item", "left", "cells")


class Lazy(Full):
    """A list that chooses an element when it is looked at, and turns into a Full when all are there."""

    __slots__ = ()

    def __init__(self, search: Search, item: Kind, length: int) -> None:
        list.__init__(self, [search.unread] * length)
        self.search, self.item, self.left = search, item, length
        self.cells = Cells(self)
        if not length:
            self.__class__ = Full  # type: ignore[assignment]

    def __getitem__(self, place: Any) -> Any:
        value = list.__getitem__(self, place)
        if value is self.search.unread:
            return self.search.choose(self.cells, place % len(self), self.item)
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


def _forced(name: str) -> Callable[..., Any]:
    of = getattr(list, name)

    def forced(self: Any, *given: Any) -> Any:
        return of(self.force(), *(list(one) if isinstance(one, Full) else one for one in given))

    return forced


for _name in "__eq__ __ne__ __lt__ __le__ __gt__ __ge__ __mul__ __rmul__ __repr__ index count copy".split():
    setattr(Lazy, _name, _forced(_name))


class Cells:
    """The places of a list, as the search fills and empties them."""

    __slots__ = ("of",)

    def __init__(self, of: Lazy) -> None:
        self.of = of

    def __getitem__(self, place: int) -> Any:
        return list.__getitem__(self.of, place)

    def __setitem__(self, place: int, value: Any) -> None:
        of = self.of
        if list.__getitem__(of, place) is of.search.unread:
            of.left -= 1
            if not of.left:
                of.__class__ = Full  # type: ignore[assignment]
        list.__setitem__(of, place, value)

    def __delitem__(self, place: int) -> None:
        of = self.of
        of.left += 1
        of.__class__ = Lazy
        list.__setitem__(of, place, of.search.unread)


class Members(set):  # type: ignore[type-arg]
    """A set of the heap."""

    __slots__ = ("search",)

    def __init__(self, search: Search, members: Any) -> None:
        set.__init__(self, members)
        self.search = search


def _plain(name: str) -> Callable[..., Any]:
    of = getattr(set, name)
    return lambda self, *given: of(set(self), *given)


# What a set makes of itself is of its own class: the predicate may change that.
for _name in (
    "copy __or__ __and__ __sub__ __xor__ __ror__ __rand__ __rsub__ __rxor__ "
    "union intersection difference symmetric_difference"
).split():
    setattr(Members, _name, _plain(_name))


class Map(dict):  # type: ignore[type-arg]
    """A dict of the heap."""

    __slots__ = ("search", "cells")

    def __init__(self, search: Search) -> None:
        self.search, self.cells = search, Entries(self)

    def __or__(self, other: Any) -> Any:
        return dict(self) | other

    def copy(self) -> Any:
        return dict(self)


class Entries:
    """The entries of a map, as the search fills and empties them."""

    __slots__ = ("of",)

    def __init__(self, of: Map) -> None:
        self.of = of

    def __getitem__(self, key: Any) -> Any:
        return dict.__getitem__(self.of, key)

    def __setitem__(self, key: Any, value: Any) -> None:
        dict.__setitem__(self.of, key, value)

    def __delitem__(self, key: Any) -> None:
        dict.pop(self.of, key, None)


for _of, _names in (
    (Full, "append extend insert pop remove clear sort reverse __setitem__ __delitem__ __iadd__ __imul__"),
    (
        Members,
        "add discard remove pop clear update __ior__ __iand__ __isub__ __ixor__ "
        "difference_update intersection_update symmetric_difference_update",
    ),
    (Map, "__setitem__ __delitem__ pop popitem clear update setdefault __ior__"),
):
    for _name in _names.split():
        setattr(_of, _name, _guard(f"{_of.__mro__[1].__name__}.{_name}"))

for _of in (Full, Members, Map):  # copies, also deep ones and pickles, are plain
    setattr(
        _of,
        "__reduce_ex__",
        lambda self, _: (
            type(self).__mro__[-2],
            (list(self.items()) if isinstance(self, dict) else list(self),),
        ),
    )


class Field:
    """Chooses the value of a field at the first read."""

    def __init__(
        self, search: Search, name: str, kind: Kind, dict_of: Callable[[Any], dict[str, Any]]
    ) -> None:
        self.search, self.name, self.kind, self.dict_of = search, name, kind, dict_of

    def __get__(self, of: Any, owner: Any = None) -> Any:
        if of is None:
            return self
        search, kind, name = self.search, self.kind, self.name
        groups, held = kind.fixed, self.dict_of(of)
        if (
            groups is None
            or len(groups) > 1
            or search.at < search.end
            or search.is_cut
            or search.is_lenient
            or search.delayed
            or not kind.is_plain
        ):
            delayed = search.delayed.pop((id(held), name), None)
            if delayed is None:
                return search.choose(held, name, kind)
            value = delayed.now()
            search.journal.append((held, name, search.unread))
            held[name] = value
            return value
        choices = groups[0][0]  # the commonest case in few steps
        search.trace.append([held, name, choices, 0, len(choices), kind, 0, None, (), 0, None])
        value = held[name] = choices[0]
        return value


def compares_by_identity(of: Any) -> bool:
    return of.__hash__ is object.__hash__ and of.__eq__ is object.__eq__


class Watched:
    """A base of watched classes. It comes first, so that `__init_subclass__` of the user's class is not called."""

    __slots__ = ()

    def __init_subclass__(cls, **_: Any) -> None: ...


def watched(search: Search, of: type, kinds: dict[str, Kind]) -> tuple[type, Callable[[Any], dict[str, Any]]]:
    """A subclass whose objects are watched, and what gives the dict of such an object."""
    meta: Any = type(of)
    # It has a dict, also where the class has slots only.
    plain = meta(of.__name__, (Watched, of), {"__module__": of.__module__, "__qualname__": of.__qualname__})
    owner = next(each for each in plain.__mro__ if "__dict__" in vars(each))
    dict_of = vars(owner)["__dict__"].__get__
    journal = search.journal
    setters = property, functools.cached_property

    def write(self: Any, name: str, value: Any) -> None:
        """A checker may compute a field anew and compare: this is undone after the run."""
        if name not in kinds and isinstance(inspect.getattr_static(of, name, None), setters):
            object.__setattr__(self, name, value)
            return
        held = dict_of(self)
        journal.append((held, name, held.get(name, search.unread)))
        if value.__class__ is Delayed and name in kinds:
            search.delayed[id(held), name] = value
            held.pop(name, None)
            return
        if search.delayed:
            search.delayed.pop((id(held), name), None)
        held[name] = value.now() if value.__class__ is Delayed else value

    def erase(self: Any, name: str) -> None:
        held = dict_of(self)
        if name not in held:
            getattr(self, name)
        journal.append((held, name, held[name]))
        del held[name]

    def everything(self: Any) -> dict[str, Any]:
        """`vars(x)` reads all fields."""
        for name in kinds:
            getattr(self, name)
        return dict_of(self)  # type: ignore[no-any-return]

    body: dict[str, Any] = {name: Field(search, name, kind, dict_of) for name, kind in kinds.items()}
    body.update(
        __module__=of.__module__,
        __qualname__=of.__qualname__,
        __slots__=("korrel_place",),
        __setattr__=write,
        __delattr__=erase,
        __dict__=property(everything),
        __class__=property(lambda self: of),
        # What the predicate makes itself is not watched: `type(self)(…)`, copies.
        __new__=lambda cls, *given, **named: of(*given, **named),
        __reduce_ex__=lambda self, _: (object.__new__, (of,), dict(everything(self))),
    )
    if compares_by_identity(of):
        # Sets of objects have the same order in each process, so reads come in the same order.
        body["__hash__"] = lambda self: self.korrel_place
    return meta(of.__name__, (plain,), body), dict_of
