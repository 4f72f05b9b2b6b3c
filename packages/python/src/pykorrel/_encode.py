"""From objects back to the part of a record that says them: roots, objects, sets, relations."""

from __future__ import annotations

import builtins
import enum
from collections import deque
from typing import Any, Callable

from ._errors import HeapError, ValuesError
from ._header import ANY, Shape
from ._layout import Field, Layout
from ._names import Names
from ._values import number

PLAIN = {int, str, bool, type(None), float}
SEQUENCES = {list, tuple, set, frozenset, deque}
Types = tuple[str, ...]


class Encoder:
    """What is reached from the roots, and what they did not lead to before, either: that is no garbage."""

    def __init__(
        self,
        names: Names,
        record: dict[str, Any],
        kept: Callable[[Any, str], Any] = getattr,
        sets: dict[str, Any] | None = None,
    ) -> None:
        """`kept` reads an attribute of an object; `sets`: what is in each subset sig, if that may have changed."""
        self.kept = kept
        self.names, self.record, self.layouts = names, record, names.layouts
        self.values, self.header = self.layouts.values, self.layouts.header
        self.sorts = not self.layouts.in_order
        self.objects: dict[str, Any] = {}
        self.waiting: list[str] = []
        self._members: dict[str, set[int]] | None = None
        if sets is not None:
            self.members_of(sets)

    def members_of(self, sets: dict[str, Any]) -> None:
        """What is in each subset sig, whose fields its objects have."""
        self._members = {name: set(map(id, members)) for name, members in sets.items()}

    def drain(self) -> None:
        """Writes all objects that were reached."""
        while self.waiting:
            name = self.waiting.pop()
            self.objects[name] = self.object(name)

    def keep_what_was_apart(self) -> None:
        given = self.record["objects"]
        if any(name not in self.objects for name in given):
            for name in self.apart():
                self.reach(name)
            self.drain()

    def apart(self) -> list[str]:
        return _apart(self.record)

    def value(self, value: Any, shape: Shape = ANY) -> Any:
        """A value as JSON. Its class decides; the shape says what its values stand for, and what is sorted."""
        if self._is_one(value, shape):
            return self.scalar(value, shape.types)
        if value.__class__ in SEQUENCES:
            return self._many(value, shape)
        key, of = shape.columns if shape.kind == "map" else (ANY.types, ANY.types)
        written = {self.scalar(name, key): self.scalar(item, of) for name, item in value.items()}
        return {_text(name): written[name] for name in self.sorted(written)}

    def _is_one(self, value: Any, shape: Shape) -> bool:
        """Whether it is one value and no collection of some: a tuple may be a key of the caller's."""
        if value.__class__ not in SEQUENCES and not isinstance(value, dict):
            return True
        if self.values.by_sig and shape.kind in ("one", "lone"):
            sigs = self.values.sigs_in(shape.types)
            known = any(True for sig in sigs for _ in self.values.numbers_of(value, sig))
            return known or (bool(sigs) and "univ" not in shape.types)
        return self.layouts.of_object(value) is not None

    def _many(self, items: Any, shape: Shape) -> list[Any]:
        if shape.kind == "rel":
            rows = [[self.scalar(*cell) for cell in zip(row, shape.columns)] for row in items]
            return self.sorted(rows) if self._is_sorted(items) else rows
        written = [self.value(item, Shape("one", (shape.types,))) for item in items]
        return self.sorted(written) if shape.kind == "set" and self._is_sorted(items) else written

    def _is_sorted(self, items: Any) -> bool:
        return self.sorts or isinstance(items, (set, frozenset))

    def scalar(self, value: Any, types: Types) -> Any:
        if value.__class__ in PLAIN and not self.values.by_sig:
            return value
        name = self.names.of(value)
        if name is None and self.values.by_sig and value is not None:
            found = self._atom_or_integer(value, types)
            if found.__class__ is int:
                return found
            name = found
        if name is None:
            if value.__class__ in PLAIN:
                return value
            text = self._enum(value)
            if text is not None:
                return text
            name = self.names.given(value)
        self.reach(name)
        return name

    def reach(self, name: str) -> None:
        if name not in self.objects:
            self.objects[name] = None
            self.waiting.append(name)

    def _enum(self, value: Any) -> str | None:
        known = self.layouts.enum_names.get(id(value))
        return known or (value.name if isinstance(value, enum.Enum) else None)

    def _atom_or_integer(self, value: Any, types: Types) -> Any:
        """The name of the atom, or the integer, that a value stands for; None if it stands for itself."""
        sigs = self.values.sigs_in(types)
        found = [(sig, at) for sig in sigs for at in self.values.numbers_of(value, sig)]
        if len(found) > 1:
            raise ValuesError(
                f"{value!r} is a value of {' and '.join(sig for sig, _ in found)}: which one is meant?"
            )
        if found:
            sig, at = found[0]
            return at if sig == "Int" else self.names.of_value(sig, at, value)
        if sigs and not self._stands_for_itself(value, types, sigs):
            raise ValuesError(f"{value!r} is no value of {' or '.join(sigs)}")
        return None

    def _stands_for_itself(self, value: Any, types: Types, sigs: list[str]) -> bool:
        """Whether something without an entry may be an object, an enum value, a boolean, a text."""
        anything = "univ" in types
        if value.__class__ is bool:
            return anything or "bool" in types
        if self._enum(value) is not None or any(value == v for of in self.header.enums.values() for v in of):
            return anything or any(type in self.header.enums for type in types)
        if value.__class__ is str:
            alike = any(isinstance(v, str) for sig in sigs for v in self.values.by_sig[sig].values())
            return "string" in types or (anything and (not alike or value in _texts(self.record)))
        if value.__class__ in (int, float):
            return "Int" not in sigs and (anything or "int" in types)
        return self.layouts.of_object(value) is not None

    def only_kept(self, members: dict[str, list[Any]], objects: dict[str, Any]) -> dict[str, list[Any]]:
        """Subset sigs or relations without the objects that are gone."""
        gone = self.names.types.keys() - objects.keys()

        def is_kept(item: Any) -> bool:
            return gone.isdisjoint(item) if item.__class__ is list else item not in gone

        return {name: list(filter(is_kept, items)) for name, items in members.items()}

    def object(self, name: str) -> dict[str, Any]:
        type = self.names.types[name]
        written: dict[str, Any] = {"$type": type}
        if self.values.sig_of(type) is not None:
            return written
        made, layout = self.names.objects[name], self.layouts.by_type[type]
        for field in [*layout.fields.values(), *self._fields_of_sets(name, made, layout)]:
            try:
                value = self.kept(made, field.attribute)
                plain = value.__class__ in PLAIN and not self.values.by_sig
                written[field.name] = value if plain else self.value(value, field.shape)
            except AttributeError as error:
                raise HeapError(f"{name}.{field.name}: {error}") from None
            except (HeapError, ValuesError) as error:
                raise error.__class__(f"{name}.{field.name}: {error}") from None
        return written

    def _fields_of_sets(self, name: str, made: Any, layout: Layout) -> list[Field]:
        """The fields that an object has in the subset sigs that it is in."""
        if not layout.optional:
            return []
        if self._members is None:
            known = self.record["objects"].get(name, {})
            return [field for field in layout.optional.values() if field.name in known]
        holds = {set for set, members in self._members.items() if id(made) in members}
        added = {field for set in holds for field in self.header.sets[set][1]}
        return [field for field in layout.optional.values() if field.name in added]

    def sorted(self, written: Any) -> list[Any]:
        return builtins.sorted(written, key=self._rank)

    def _rank(self, value: Any) -> Any:
        """The order of sets: objects by place and number, enum values, booleans, numbers, texts."""
        if value.__class__ is list:
            return [self._rank(cell) for cell in value]
        if value.__class__ is str:
            type = self.names.types.get(value)
            if type is not None:
                return (0, self.header.place(type), number(value), value)
            for place, members in enumerate(self.header.enums.values()):
                if value in members:
                    return (1, place, members.index(value))
            return (4, value, 0)
        return (2, not value, 0) if value.__class__ is bool else (3, value or 0, 0)


def _text(key: Any) -> str:
    if key.__class__ is str:
        return str(key)
    return {True: "true", False: "false"}[key] if key.__class__ is bool else str(key)


def _texts(value: Any) -> set[str]:
    """The texts in a record that are no names of its members: a spec has texts of its own."""
    if value.__class__ is dict:
        return set().union(*map(_texts, value.values()))
    if value.__class__ is list:
        return set().union(*map(_texts, value))
    return {value} if value.__class__ is str else set()


def _apart(record: dict[str, Any]) -> list[str]:
    """Objects of a record that its roots do not lead to."""
    given, seen = record["objects"], set()
    waiting = list(record["roots"].values())
    while waiting:
        value = waiting.pop()
        if value.__class__ is list:
            waiting += value
        elif value.__class__ is dict:
            waiting += [*value.keys(), *value.values()]
        elif value.__class__ is str and value in given and value not in seen:
            seen.add(value)
            waiting += given[value].values()
    return [name for name in given if name not in seen]
