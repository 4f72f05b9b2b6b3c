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
        search.trace.append([held, name, choices, 0, len(choices), kind, 0, None, (), 0, None, None])
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
