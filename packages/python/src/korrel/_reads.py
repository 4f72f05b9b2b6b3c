"""Which fields a program reads of an input, for `korrel test --lazy`."""

from __future__ import annotations

from typing import Any

from ._layout import Layouts


class Reads:
    """The reads of one input after the other, in order; a field counts once, and not after it was written.

    Classes get a descriptor for each field, so that objects stay of their classes, and the same."""

    def __init__(self, layouts: Layouts) -> None:
        self.names: dict[int, str] = {}
        self.found: list[list[str]] = []
        self._known: set[tuple[int, str]] = set()
        self._is_on = False
        for layout in layouts.by_type.values():
            for field in [*layout.fields.values(), *layout.optional.values()]:
                if not isinstance(vars(layout.cls).get(field.attribute), _Tracked):
                    tracked = _Tracked(self, layout.cls, field.attribute, field.name)
                    setattr(layout.cls, field.attribute, tracked)

    def begin(self, names: dict[int, str]) -> None:
        self.names, self.found, self._is_on = dict(names), [], True
        self._known.clear()

    def end(self) -> list[list[str]]:
        self._is_on = False
        return self.found

    def read(self, made: Any, field: str) -> None:
        if self._is_on and self._is_new(made, field):
            self.found.append([self.names[id(made)], field])

    def wrote(self, made: Any, field: str) -> None:
        if self._is_on:
            self._is_new(made, field)

    def _is_new(self, made: Any, field: str) -> bool:
        place = (id(made), field)
        if id(made) not in self.names or place in self._known:
            return False
        self._known.add(place)
        return True


class _Tracked:
    """In the place of a field: its value stays where the class keeps it."""

    def __init__(self, reads: Reads, cls: type, attribute: str, field: str) -> None:
        self.reads, self.attribute, self.field = reads, attribute, field
        self.before = getattr(cls, attribute, _MISSING)
        self.is_slot = hasattr(self.before, "__set__")

    def __get__(self, made: Any, owner: Any = None) -> Any:
        if made is None:
            return self if self.before is _MISSING else self.before
        self.reads.read(made, self.field)
        if self.is_slot:
            return self.before.__get__(made, owner)
        found = made.__dict__.get(self.attribute, self.before)
        if found is _MISSING:
            raise AttributeError(f"{type(made).__qualname__!r} object has no attribute {self.attribute!r}")
        return found

    def __set__(self, made: Any, value: Any) -> None:
        self.reads.wrote(made, self.field)
        if self.is_slot:
            self.before.__set__(made, value)
        else:
            made.__dict__[self.attribute] = value

    def __delete__(self, made: Any) -> None:
        self.reads.wrote(made, self.field)
        if self.is_slot:
            self.before.__delete__(made)
        else:
            del made.__dict__[self.attribute]


_MISSING: Any = object()
