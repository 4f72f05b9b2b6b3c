"""Generators that are programs (UDITA: Gligoric, Gvero, Jagannath, Khurshid, Kuncak, Marinov 2010): a function that makes choices.

To the search such a function is a predicate. A choice is a read of a field of its `Choices`, numbered as they come, and an
object is new where a field would hold one that was not met. So the search runs the function with each way to choose, in
order of size, and a delayed choice is a field that was not read. What the function writes is undone after its run.
Objects that are handed out come of one more run, on objects of the user's own classes, with all choices given.

Invariant: a run asks the same as the one before it up to the first choice that differs, for it has nothing else to go by.
"""

from __future__ import annotations

import typing
from collections.abc import Iterable, Iterator
from typing import Any, Callable

from .._errors import BoundsError
from .copies import Copies, copier, some_value
from .describe import Description
from .examples import fields_of, is_object
from .filling import Cut
from .kinds import Kind, New, Scalar
from .search import Search
from .watched import Delayed


class Refused(BaseException):
    """Ends a run: it has assumed something that does not hold."""


class Choices:
    """What a generator is given, to choose by."""

    def __init__(self, description: Description) -> None:
        self._description = description
        self._kinds: dict[Any, Kind] = {}
        self.place, self.is_refused = 0, False

    def choose(self, of: Any) -> Any:
        """One of these values, each in its turn; of a type, one of its values. Of a class, an object that was made
        before, or a new one."""
        return self._now(*self._asked(of))

    def any(self, of: Any) -> Any:
        """The same, delayed: stored in a field of an object that `new` has made, it is chosen when that is read."""
        return self._now(*self._asked(of))

    def new(self, of: type, **fields: Any) -> Any:
        """A new object, made without `__init__`. Fields that are not set hold all that their annotations allow, chosen
        when they are read."""
        if of not in self._description.bound:
            raise BoundsError(f"c.new({of.__name__}): give a number of objects, {of.__name__}=3")
        self.place += 1
        kind = self._kinds.get(("new", of))
        if kind is None:
            kind = self._kinds["new", of] = New(of)
        made = self.taken(self.place, kind)
        for name, value in fields.items():
            self.put(made, name, value)
        return made

    def assume(self, condition: Any) -> None:
        """Gives this input up, unless the condition holds."""
        if not condition:
            self.is_refused = True
            raise Refused

    def _asked(self, of: Any) -> tuple[int, Kind, Any]:
        self.place += 1
        values = of if of.__class__ in (range, list, tuple) else None
        if values is None and not (isinstance(of, type) or typing.get_origin(of) is not None):
            if isinstance(of, (set, frozenset)) or not isinstance(of, Iterable):
                raise BoundsError(f"choose({of!r}): expected a list of values, or a type; a set has no order")
            values = list(of)
        known = of if values is None else ("values", len(values))
        kind = self._kinds.get(known)
        if kind is None:
            kind = self._description.kind_of(of) if values is None else Scalar(range(len(values)), "int")
            self._kinds[known] = kind
        return self.place, kind, values

    def _now(self, place: int, kind: Kind, values: Any) -> Any:
        value = self.taken(place, kind)
        return value if values is None else values[value]

    def begins(self) -> None:
        self.place, self.is_refused = 0, False

    def ends(self, result: Any) -> None: ...

    def taken(self, place: int, kind: Kind) -> Any:
        raise NotImplementedError

    def put(self, made: Any, name: str, value: Any) -> None:
        """Sets a field as it is, past what the class does in `__setattr__`."""
        object.__setattr__(made, name, value)


class Searched(Choices):
    """Choices as the search makes them."""

    def __init__(self, search: Search) -> None:
        super().__init__(search.description)
        self._search = search
        #: The value of each choice that was made, by its number, and what it was taken from.
        self.chosen: dict[int, Any] = {}
        self.kinds: dict[int, Kind] = {}
        self._result: Any = None
        #: What the accepted run has written, which is undone before the search goes on.
        self._written: list[tuple[dict[str, Any], str, Any]] = []

    def any(self, of: Any) -> Any:
        place, kind, values = self._asked(of)
        return Delayed(lambda: self._now(place, kind, values))

    def taken(self, place: int, kind: Kind) -> Any:
        chosen = self.chosen
        if place in chosen:
            return chosen[place]
        self.kinds[place] = kind
        return self._search.choose(chosen, place, kind)

    def put(self, made: Any, name: str, value: Any) -> None:
        setattr(made, name, value)

    def ends(self, result: Any) -> None:
        self._result = result
        search = self._search
        last = {(id(held), name): (held, name) for held, name, _ in search.journal}
        self._written = [
            (held, name, search.delayed[at] if at in search.delayed else held.get(name, search.unread))
            for at, (held, name) in last.items()
        ]

    def begin(self) -> bool:
        """Chooses what the accepted run has neither read nor written, from its result on; False where nothing is left."""
        search = self._search
        for held, name, value in self._written:
            search.journal.append((held, name, held.pop(name, search.unread)))
            if value.__class__ is Delayed:
                search.delayed[id(held), name] = value
            elif value is not search.unread:
                held[name] = value
        seen: dict[int, Any] = {}  # the objects too, so that no other has the same id
        try:
            self._read([self._result], seen)
            for place, kind in enumerate(search.description.root_kinds):
                if place not in search.args:
                    search.choose(search.args, place, kind)
                if place:
                    self._read([search.args[place]], seen)
        except Cut:
            search.is_cut = False
            return False
        return True

    resume = begin

    def _read(self, values: list[Any], seen: dict[int, Any]) -> None:
        """Reads all that these values lead to, so that it is chosen."""
        for value in values:
            values.extend(self._parts(value, seen))

    def _parts(self, value: Any, seen: dict[int, Any]) -> Iterator[Any]:
        if value.__class__ is Delayed:
            yield value.now()
            return
        if id(value) in seen:
            return
        search = self._search
        if id(value) in search.names:
            seen[id(value)] = value
            kinds = search.description.kinds[search.names[id(value)][0]]
            for name in kinds:
                yield getattr(value, name)
            held = search.dict_of[search.names[id(value)][0]](value)
            yield from [one for name, one in held.items() if name not in kinds]
        elif isinstance(value, (list, tuple, set, frozenset, dict)) or is_object(value):
            seen[id(value)] = value
            yield from inside(value)


def inside(value: Any) -> list[Any]:
    """What a container or an object holds."""
    if isinstance(value, dict):
        return [*value, *value.values()]
    if isinstance(value, (list, tuple, set, frozenset)):
        return list(value)
    return list(fields_of(value).values())


class Replay(Choices):
    """Choices that were made before, on objects of the user's own classes."""

    def __init__(
        self, description: Description, objects: list[tuple[Any, dict[str, Any]]], chosen: dict[int, Any]
    ) -> None:
        super().__init__(description)
        self._objects, self._chosen = objects, chosen
        #: Some value, where none was chosen.
        self.any_of: Callable[[Kind], Any] = lambda kind: None

    def begins(self) -> None:
        super().begins()
        for made, fields in self._objects:
            getattr(made, "__dict__", {}).clear()
            for name, value in fields.items():
                object.__setattr__(made, name, value)

    def taken(self, place: int, kind: Kind) -> Any:
        return self._chosen[place] if place in self._chosen else self.any_of(kind)


class Program:
    """A generator as a predicate of its choices, and one of its results behind it."""

    def __init__(self, make: Callable[[Any], Any], where: Callable[..., Any] | None) -> None:
        self.make, self.where = make, where

    def __call__(self, choices: Choices, *others: Any) -> Any:
        choices.begins()
        answer: Any = True
        result = None
        try:
            result = self.make(choices)
            if self.where is not None:
                result = result.now() if result.__class__ is Delayed else result
                answer = self.where(result, *others)
        except Refused:
            return False
        if choices.is_refused:
            return False
        choices.ends(result)
        return answer


class Replays(Copies):
    """Objects that the generator makes once more, with the choices at which the search stands."""

    def __init__(self, search: Search, program: Program, searched: Searched) -> None:
        super().__init__(search)
        self._program, self._searched = program, searched

    def make(self) -> tuple[Any, ...]:
        new: dict[int, Any] = {id(one): object.__new__(of) for one, of in self.objects()}
        replay = self._replay(new)
        replay.begins()
        return (self._program.make(replay), *self._others(new, len(self._roots)))

    def partial(self, attempt: int = 0) -> tuple[Any, ...]:
        objects, pick = self.shuffled(attempt)
        new: dict[int, Any] = {id(one): object.__new__(of) for one, of in objects}
        replay = self._replay(new)
        replay.any_of = lambda kind: some_value(kind, list(new.values()), pick)
        for made, fields in replay._objects:
            for name, kind in self.search.description.kinds[type(made)].items():
                if name not in fields:
                    fields[name] = some_value(kind, list(new.values()), pick)
        return (replay, *self._others(new, self.search.judged))

    def _replay(self, new: dict[int, Any]) -> Replay:
        self.search.undo()  # what was written is written again
        objects = []
        for of, pool, dict_of, fields in self._classes:
            for one in pool[: self.search.used[of]]:
                held = dict_of(one)
                there = {name: _copied(copied, held[name], new) for name, copied in fields if name in held}
                objects.append((new[id(one)], there))
        kinds, chosen = self._searched.kinds, self._searched.chosen
        slots = {place: _copied(copier(kinds[place]), value, new) for place, value in chosen.items()}
        return Replay(self.search.description, objects, slots)

    def _others(self, new: dict[int, Any], end: int) -> list[Any]:
        return [_copied(self._roots[at], self.search.args[at], new) for at in range(1, end)]


def _copied(copied: Any, value: Any, new: dict[int, Any]) -> Any:
    return value if copied is None else copied(value, new)
