"""The names of a heap's objects, `Node$0`."""

from __future__ import annotations

import math
from functools import cached_property
from typing import Any

from ._errors import HeapError, ValuesError
from ._layout import Layouts
from ._values import number


class Names:
    """The objects of a heap and their names: they keep them, and new ones get new ones."""

    def __init__(self, given: dict[str, Any], records: dict[str, dict[str, Any]], layouts: Layouts) -> None:
        """`given` are the objects by name, `records` what they were made of. Most inputs need no more than these."""
        self._given, self._records, self.layouts = given, records, layouts

    @cached_property
    def objects(self) -> dict[str, Any]:
        return dict(self._given)

    @cached_property
    def types(self) -> dict[str, str]:
        return {name: record["$type"] for name, record in self._records.items()}

    @cached_property
    def by_id(self) -> dict[int, str]:
        given = self._given
        if self.layouts.values.by_sig:
            sig_of = self.layouts.values.sig_of
            given = {name: made for name, made in given.items() if sig_of(self.types[name]) is None}
        return dict(zip(map(id, given.values()), given))

    def of(self, made: Any) -> str | None:
        return self.by_id.get(id(made))

    def given(self, made: Any) -> str:
        """The name of an object, which is a new one if it has none."""
        name = self.by_id.get(id(made))
        if name is None:
            layout = self.layouts.of_object(made)
            if layout is None:
                raise HeapError(f"{made!r}: no sig has the class {type(made).__qualname__}")
            name = self._new_name(layout.type)
            self.by_id[id(made)] = name
            self.add(name, layout.type, made)  # also keeps it alive: nothing else gets its id()
        return name

    def _new_name(self, type: str) -> str:
        header = self.layouts.header
        top = header.top(type)
        taken = [number(name) for name, other in self.types.items() if header.top(other) == top]
        return f"{type}${max((number for number in taken if number < math.inf), default=-1) + 1}"

    def with_another(self, made: Any, instead: Any) -> Names:
        """The same names, with another object in place of one if that has a name."""
        names = Names(dict(self.objects), {name: {"$type": type} for name, type in self.types.items()}, self.layouts)
        name = self.by_id.get(id(made))
        if name is not None:
            names._given[name] = instead
        return names

    def add(self, name: str, type: str, made: Any) -> None:
        self.objects[name], self.types[name] = made, type

    def of_value(self, sig: str, at: int, value: Any) -> str:
        """The name of the atom that has a value: with its number, and of a type that takes the sig's values."""
        header = self.layouts.header
        below = header.below(sig)
        for type in below:
            if f"{type}${at}" in self.objects:
                return f"{type}${at}"
        concrete = [type for type in below if type not in header.abstract]
        if len(concrete) != 1:
            raise ValuesError(f"{value!r} is no atom of this heap, and may be one of {', '.join(concrete)}")
        name = f"{concrete[0]}${at}"
        self.add(name, concrete[0], value)
        return name
