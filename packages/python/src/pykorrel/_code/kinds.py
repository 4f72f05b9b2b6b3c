"""What a field may hold: groups of choices, the first of which adds nothing to the heap.

Each further group adds objects or entries, and waits until heaps of that size come.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any, Callable, NamedTuple, Optional

if TYPE_CHECKING:
    from .search import Search

Then = Optional[Callable[[], None]]


class Group(NamedTuple):
    """Choices that add equally much: objects of these classes, which come into use, and `cost` in all."""

    choices: Any
    classes: tuple[type, ...] = ()
    cost: int = 0


class Kind:
    """The choices of one field."""

    #: The groups, where they do not depend on the heap so far, or do not until the next prefix.
    fixed: list[Group] | None = None
    #: A choice is the value itself.
    is_plain = True
    #: No object is in it, so that it is copied as it is.
    is_flat = False

    def groups(self, search: Search) -> list[Group]:
        raise NotImplementedError

    def simplest(self, groups: list[Group]) -> Any:
        """Some value, where none is chosen."""
        return groups[0].choices[0] if groups[0].choices else None

    def put(self, search: Search, holder: Any, key: Any, choice: Any, then: Then) -> Then:
        """Puts what a choice stands for into its holder; returns what is to be chosen next."""
        raise NotImplementedError


class Scalar(Kind):
    """One of these values: integers, texts, members of an enum, or whatever the caller gives."""

    is_flat = True

    def __init__(self, values: Any, shape: str) -> None:
        self.values, self.shape = tuple(values), shape
        self.fixed = [Group(self.values)]


class Reference(Kind):
    """One of these values, an object that was met before, or one new one of each class."""

    def __init__(self, classes: list[type], values: tuple[Any, ...]) -> None:
        self.classes, self.values = classes, values
        self._made: dict[Any, list[Group]] = {}

    def groups(self, search: Search) -> list[Group]:
        used, pool = search.used, search.pool
        at = tuple([used[of] for of in self.classes])
        made = self._made.get(at)
        if made is None:
            known = [*self.values, *(one for of in self.classes for one in pool[of][: used[of]])]
            fresh = [
                Group([pool[of][used[of]]], (of,), 1) for of in self.classes if used[of] < search.bound[of]
            ]
            made = self._made[at] = [Group(known), *fresh]
        if search.at == search.end:
            self.fixed = made  # below a prefix no object is new
            search.fixed.append(self)
        return made


class New(Reference):
    """One new object."""

    def __init__(self, of: type) -> None:
        super().__init__([of], ())

    def groups(self, search: Search) -> list[Group]:
        (of,) = self.classes
        used, pool = search.used[of], search.pool[of]
        return [Group(()), *(Group([one], (of,), 1) for one in pool[used : used + 1])]


class Made(Kind):
    """What a generator makes: its choices stand in its place."""


class Sequence(Kind):
    """A list: its length first, an element when it is looked at."""

    is_plain = False

    def __init__(self, item: Kind, longest: int, is_optional: bool) -> None:
        self.item = item
        lengths = [Group((length,), (), length) for length in range(1, longest + 1)]
        self.fixed = [Group((None, 0) if is_optional else (0,)), *lengths]

    def simplest(self, groups: list[Group]) -> Any:
        return []

    def put(self, search: Search, holder: Any, key: Any, choice: Any, then: Then) -> Then:
        holder[key] = None if choice is None else search.containers.list(self.item, choice)
        return then


class Collection(Kind):
    """A set, whole when it is first read: smaller ones first, then those with new members."""

    is_plain = False

    def __init__(self, item: Kind, largest: int, is_optional: bool, is_frozen: bool) -> None:
        self.item, self.largest, self.is_optional, self.is_frozen = item, largest, is_optional, is_frozen
        self.is_flat = item.is_flat and is_frozen
        self._made: dict[Any, list[Group]] = {}

    def groups(self, search: Search) -> list[Group]:
        at = tuple(search.used.values())
        made = self._made.get(at)
        if made is None:
            made = self._made[at] = self._groups(search)
        if search.at == search.end:
            self.fixed = made  # below a prefix no object is new
            search.fixed.append(self)
        return made

    def _groups(self, search: Search) -> list[Group]:
        known, *fresh = self.item.fixed or self.item.groups(search)
        news = [(search.pool[of][search.used[of] : search.bound[of]], of) for _, (of,), _ in fresh]
        found: dict[tuple[int, tuple[type, ...]], list[Any]] = {(0, ()): [None] if self.is_optional else []}
        added = itertools.product(*(range(min(len(pool), self.largest) + 1) for pool, _ in news))
        for numbers in sorted(added, key=sum):
            new = [one for number, (pool, _) in zip(numbers, news) for one in pool[:number]]
            classes = tuple([of for number, (_, of) in zip(numbers, news) for _ in range(number)])
            for size in range(min(len(known.choices), self.largest - len(new)) + 1):
                group = found.setdefault((size + 2 * len(new), classes), [])  # an entry, and an object
                group.extend((*some, *new) for some in itertools.combinations(known.choices, size))
        return [Group(choices, classes, cost) for (cost, classes), choices in found.items()]

    def simplest(self, groups: list[Group]) -> Any:
        return frozenset() if self.is_frozen else set()

    def put(self, search: Search, holder: Any, key: Any, choice: Any, then: Then) -> Then:
        if choice is None:
            holder[key] = None
        else:
            holder[key] = frozenset(choice) if self.is_frozen else search.containers.set(choice)
        return then


class Mapping(Kind):
    """A dict: the set of its keys, then the value of each."""

    is_plain = False

    def __init__(self, keys: Kind, item: Kind, largest: int, is_optional: bool) -> None:
        self.keys, self.item = Collection(keys, largest, is_optional, False), item

    def groups(self, search: Search) -> list[Group]:
        return self.keys.fixed or self.keys.groups(search)

    def simplest(self, groups: list[Group]) -> Any:
        return {}

    def put(self, search: Search, holder: Any, key: Any, choice: Any, then: Then) -> Then:
        if choice is None:
            holder[key] = None
            return then
        made = holder[key] = search.containers.map()

        def value(place: int) -> None:
            if place < len(choice):
                search.choose(made.cells, choice[place], self.item, lambda: value(place + 1))
            elif then is not None:
                then()

        return lambda: value(0)


class Fixed(Kind):
    """A tuple: all its parts at once, since it cannot be changed."""

    is_plain = False

    def __init__(self, parts: list[Kind], is_optional: bool) -> None:
        self.parts = parts
        self.fixed = [Group((None, 1) if is_optional else (1,))]

    def simplest(self, groups: list[Group]) -> Any:
        return tuple([part.simplest(part.fixed or [Group(())]) for part in self.parts])

    def put(self, search: Search, holder: Any, key: Any, choice: Any, then: Then) -> Then:
        holder[key] = None
        if choice is None:
            return then
        chosen: dict[int, Any] = {}

        def part(place: int) -> None:
            if place < len(self.parts):
                search.choose(chosen, place, self.parts[place], lambda: part(place + 1))
                return
            holder[key] = tuple(chosen.values())
            if then is not None:
                then()

        return lambda: part(0)


class Several(Fixed):
    """A tuple of any length: its length, then its parts."""

    def __init__(self, item: Kind, longest: int, is_optional: bool) -> None:
        self.item = item
        lengths = [Group((length,), (), length) for length in range(1, longest + 1)]
        self.fixed = [Group((None, 0) if is_optional else (0,)), *lengths]

    def simplest(self, groups: list[Group]) -> Any:
        return ()

    def put(self, search: Search, holder: Any, key: Any, choice: Any, then: Then) -> Then:
        parts = [] if choice is None else [self.item] * choice
        return Fixed(parts, False).put(search, holder, key, None if choice is None else 1, then)
