"""What an accepted predicate has not read, filled in every way.

A walk from the roots meets the objects in the order that the heap alone decides, and chooses each field that has no value.
Of two heaps that come one after the other mostly the last field differs. So each choice remembers where the walk stood,
and the next heap goes on from there. (From the roots each time, the walk was half of the time of a heap.)

Invariant: `met` has the objects that were met before the field at which the walk stands, in order, and `seen` their places in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .kinds import Collection, Fixed, Kind, Mapping, Reference, Sequence, Several

if TYPE_CHECKING:
    from .search import Search

#: The place of the mark in an entry of the trace.
MARK = -1


class Cut(BaseException):
    """No value is left for a field within the bounds."""


class Filling:
    """The walk. A mark is the number of objects that were met, the place of one of them (-1: the roots), and that of its field."""

    def __init__(self, search: Search) -> None:
        self.search = search
        description = search.description
        self._lazy: Any = search.containers.lazy
        fields = {
            of: [(name, kind, isinstance(kind, Reference)) for name, kind in kinds.items()]
            for of, kinds in description.kinds.items()
        }
        self._roots = [
            (place, kind, isinstance(kind, Reference)) for place, kind in enumerate(description.root_kinds)
        ]
        #: By the identity of an object: that, its dict, and its fields, each with whether it holds one object or value.
        self._plans = {
            id(one): (id(one), search.dict_of[of](one), fields[of])
            for of, pool in search.pool.items()
            for one in pool
        }
        self._met: list[tuple[int, Any, Any]] = []
        self._seen: set[int] = set()
        #: The number of fields of a class, where each is one choice.
        kinds = [kind for kind in description.root_kinds] + [
            kind for of in fields.values() for _, kind, _ in of
        ]
        self._are_single = all(
            isinstance(kind, Reference) or kind.is_flat and kind.is_plain for kind in kinds
        )
        self._numbers = [(of, len(held)) for of, held in fields.items()]

    def begin(self) -> bool:
        """Fills the heap at which the search stands; False where nothing is left for a field."""
        if self._are_single:  # the commonest case: all that there is was read
            used, number = self.search.used, len(self._roots)
            for of, each in self._numbers:
                number += used[of] * each
            if number == len(self.search.trace):
                return True
        self._met.clear()
        self._seen.clear()
        return self._from(-1, 0)

    def resume(self) -> bool:
        """The same, once the last choice that it has made is another one."""
        trace = self.search.trace
        last = len(trace) - 1
        while trace[last][MARK] is None:  # what follows a part of a tuple at once
            last -= 1
        mark = length, at, place = trace[last][MARK]
        for entry in trace[last + 1 :]:
            entry[MARK] = mark
        met = self._met
        if len(met) > length:
            self._seen.difference_update([one[0] for one in met[length:]])
            del met[length:]
        return self._from(at, place)

    def _from(self, at: int, place: int) -> bool:
        search, met, seen, plans = self.search, self._met, self._seen, self._plans
        trace, choose = search.trace, search.choose
        held, fields = (search.args, self._roots) if at < 0 else met[at][1:]
        length, before = len(met), len(trace)
        try:
            while True:
                for name, kind, is_object in fields[place:] if place else fields:
                    if name in held:
                        value = held[name]
                    else:
                        length, before = len(met), len(trace)
                        value = choose(held, name, kind)
                        trace[before][MARK] = length, at, place
                    if is_object:  # the commonest field, inline
                        one = id(value)
                        if one not in seen and one in plans:
                            seen.add(one)
                            met.append(plans[one])
                    elif not kind.is_flat:
                        length, before = len(met), len(trace)
                        self._meet(value, kind)
                        for entry in trace[before:]:
                            entry[MARK] = length, at, place
                    place += 1
                at += 1
                place = 0
                if at == len(met):
                    return True
                _, held, fields = met[at]
        except Cut:
            for entry in trace[before:]:
                entry[MARK] = length, at, place
            search.is_cut = False
            return False

    def _meet(self, value: Any, kind: Kind) -> None:
        one = id(value)
        if one in self._plans:
            if one not in self._seen:
                self._seen.add(one)
                self._met.append(self._plans[one])
        elif isinstance(kind, Sequence):
            if value.__class__ is self._lazy:
                value.force()
            if value is not None and not kind.item.is_flat:
                for each in list.__iter__(value):
                    self._meet(each, kind.item)
        elif value is None or kind.is_plain or kind.is_flat:
            return
        elif isinstance(kind, Mapping):
            for key, each in value.items():
                self._meet(key, kind.keys.item)
                self._meet(each, kind.item)
        elif isinstance(kind, (Collection, Several)):
            for each in value:
                self._meet(each, kind.item)
        elif isinstance(kind, Fixed):
            for each, part in zip(value, kind.parts):
                self._meet(each, part)
