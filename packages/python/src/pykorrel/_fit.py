"""Whether a record fits its header: nothing is taken for granted of what stands in a file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Callable

from ._errors import HeapError
from ._header import Header, Shape, union_text
from ._json import encode, visible

Types = Mapping[str, str]
IsA = Callable[[Any, Types], bool]
_DECIMAL = re.compile(r"0|-?[1-9][0-9]*")
_ABSENT = object()


class Fit:
    """Checks records. Each value is asked only whether it fits; what is wrong with one that does not is found out then."""

    def __init__(self, header: Header) -> None:
        self.header = header
        parents = set(header.extends.values())
        self._types = {
            type: None for type in header.types if not (type in header.abstract and type in parents)
        }
        self._sets = {name: Shape("set", (of,)) for name, (of, _) in header.sets.items()}
        self._with_fields = {name: fields for name, (_, fields) in header.sets.items() if fields}
        self._fits = cache(self._fits_anew)
        self._quick = cache(self._quick_anew)
        self._is_a = cache(self._is_a_anew)
        self._is_key = cache(self._is_key_anew)

    def check(self, record: Any) -> None:
        """Raises HeapError with the path of what does not fit."""
        if record.__class__ is not dict:
            raise wrong("record", f"{_shown(record)} is not an object")
        header = self.header
        given = _section(record, "objects", True)
        types = {name: self._type(f"objects.{name}", fields) for name, fields in given.items()}
        self._members("roots", _section(record, "roots", bool(header.roots)), header.roots, types)
        sets = _section(record, "sets", False)
        self._some("sets", sets, self._sets, types)
        for name, fields in given.items():
            if self._with_fields or not self._quick(types[name])(fields, types):
                self._members(f"objects.{name}", fields, self._shapes(name, fields, sets), types, 1)
        if "relations" in record:
            self._members("relations", _section(record, "relations", True), header.relations, types)
        self._some("witness", _section(record, "witness", False), header.witness, types)

    def members(
        self, path: str, given: Any, shapes: Mapping[str, Shape], types: Types, is_optional: bool = False
    ) -> None:
        """The same of values beside heaps, of objects of these types."""
        if given.__class__ is not dict:
            raise wrong(path, "missing" if given is None else f"{_shown(given)} is not an object")
        (self._some if is_optional else self._members)(path, given, dict(shapes), types)

    def _type(self, path: str, fields: Any) -> str:
        if fields.__class__ is not dict:
            raise wrong(path, f"{_shown(fields)} is not an object")
        type = fields.get("$type", _ABSENT)
        if type.__class__ is str and type in self._types:
            return str(type)
        there = f"the types are {', '.join(f'`{name}`' for name in self._types)}"
        if type is _ABSENT:
            raise wrong(f"{path}.$type", f"missing; {there}")
        if type in self.header.abstract:
            raise wrong(f"{path}.$type", f"`{type}` is abstract: an object is of a type that extends it")
        raise wrong(f"{path}.$type", f"there is no type {_shown(type)}; {there}")

    def _shapes(self, name: str, fields: dict[str, Any], sets: dict[str, Any]) -> dict[str, Shape]:
        """The fields of an object's type, and of the subset sigs that it is in."""
        shapes = self.header.types[fields["$type"]]
        for set, added in self._with_fields.items():
            if name in sets[set] if set in sets else not added.keys().isdisjoint(fields):
                shapes = {**shapes, **added}
        return shapes

    def _some(self, path: str, given: dict[str, Any], shapes: dict[str, Shape], types: Types) -> None:
        """Members that may be left out."""
        there = {name: shape for name, shape in shapes.items() if name in given} if given else {}
        self._members(path, given, there, types)

    def _members(
        self, path: str, given: dict[str, Any], shapes: dict[str, Shape], types: Types, others: int = 0
    ) -> None:
        for name, shape in shapes.items():
            value = given.get(name, _ABSENT)
            if value is _ABSENT:
                raise wrong(f"{path}.{name}", f"missing; it is declared `{shape.text}`")
            if not self._fits(shape)(value, types):
                raise wrong(*next(self._misfits(f"{path}.{name}", value, shape, types)))
        if len(given) > len(shapes) + others:
            unknown = next(name for name in given if name not in shapes and name != "$type")
            raise wrong(f"{path}.{unknown}", "the spec declares nothing of this name")

    def _quick_anew(self, type: str) -> IsA:
        """Whether an object has the fields of its type, and no others."""
        fits = [(name, self._fits(shape)) for name, shape in self.header.types[type].items()]

        def is_whole(fields: dict[str, Any], types: Types) -> bool:
            try:
                for name, is_fit in fits:
                    if not is_fit(fields[name], types):
                        return False
            except KeyError:
                return False
            return len(fields) == len(fits) + 1

        return is_whole

    def _fits_anew(self, shape: Shape) -> IsA:
        kind, is_a = shape.kind, self._is_a(shape.types)
        if kind == "one":
            return is_a
        if kind == "lone":
            return lambda value, types: value is None or is_a(value, types)
        if kind == "map":
            is_key = self._is_key(shape.columns[0])
            return lambda value, types: (
                value.__class__ is dict
                and all(is_key(key, types) and is_a(item, types) for key, item in value.items())
            )
        if kind == "rel":
            columns = [self._is_a(column) for column in shape.columns]
            return lambda value, types: (
                value.__class__ is list
                and all(
                    row.__class__ is list
                    and len(row) == len(columns)
                    and all(is_a(cell, types) for is_a, cell in zip(columns, row))
                    for row in value
                )
            )
        return lambda value, types: value.__class__ is list and all(is_a(item, types) for item in value)

    def _misfits(self, path: str, value: Any, shape: Shape, types: Types) -> Iterator[tuple[str, str]]:
        """Where and why a value does not fit."""
        kind, of = shape.kind, shape.types
        form: Any = {"map": dict, "one": None, "lone": None}.get(kind, list)
        if kind in ("one", "lone") and value.__class__ not in (list, dict):
            yield path, self._no(value, of, types)
        elif value.__class__ is not form:
            yield path, f"{_shown(value)} has the wrong form; it is declared `{shape.text}`"
        elif kind == "map":
            for key, item in value.items():
                if not self._is_key(shape.columns[0])(key, types):
                    yield f"{path}.{key}", self._no(key, shape.columns[0], types)
                yield from self._misfit(f"{path}.{key}", item, of, types)
        else:
            for at, item in enumerate(value):
                if kind != "rel":
                    yield from self._misfit(f"{path}[{at}]", item, of, types)
                elif item.__class__ is not list or len(item) != len(shape.columns):
                    yield f"{path}[{at}]", f"{_shown(item)} is not an array of {len(shape.columns)} values"
                else:
                    for place, (cell, column) in enumerate(zip(item, shape.columns)):
                        yield from self._misfit(f"{path}[{at}][{place}]", cell, column, types)

    def _misfit(
        self, path: str, value: Any, column: tuple[str, ...], types: Types
    ) -> Iterator[tuple[str, str]]:
        if not self._is_a(column)(value, types):
            yield path, self._no(value, column, types)

    def _no(self, value: Any, column: tuple[str, ...], types: Types) -> str:
        if value.__class__ is str and value in types:
            return f"{_shown(value)}, of type `{types[value]}`, is not a value of type `{union_text(column)}`"
        if value.__class__ is str and any(type in self.header.types or type == "univ" for type in column):
            return f"there is no object {_shown(value)}"
        return f"{_shown(value)} is not a value of type `{union_text(column)}`"

    def _is_a_anew(self, column: tuple[str, ...]) -> IsA:
        """Whether a value is one of a column's types."""
        header, is_any = self.header, "univ" in column
        sigs = [type for type in column if type in header.types]
        objects = {*header.types} if is_any else {below for sig in sigs for below in header.below(sig)}
        enums = [values for name, values in header.enums.items() if is_any or name in column]
        names = {value for values in enums for value in values}
        is_int, is_bool, is_text = (is_any or type in column for type in ("int", "bool", "string"))
        if len(sigs) == len(column):
            return lambda value, types: value.__class__ is str and types.get(value) in objects
        if column == ("int",):
            return lambda value, _: value.__class__ is int

        def is_a(value: Any, types: Types) -> bool:
            if value.__class__ is str:
                type = types.get(value)
                if type is not None:
                    return type in objects
                return value in names or (is_text and not (objects and self._is_like_a_name(value)))
            return is_int if value.__class__ is int else is_bool and value.__class__ is bool

        return is_a

    def _is_key_anew(self, column: tuple[str, ...]) -> IsA:
        """The same of a map's key, which is a text in JSON, whatever it stands for."""
        if column[0] == "int":
            return lambda key, _: _DECIMAL.fullmatch(key) is not None
        return (lambda key, _: key in ("true", "false")) if column[0] == "bool" else self._is_a(column)

    def _is_like_a_name(self, text: str) -> bool:
        """Beside objects a text `Node$7` names one that nothing has."""
        type, dollar, number = text.rpartition("$")
        return bool(dollar) and number.isdecimal() and type in self.header.types


def _section(record: dict[str, Any], part: str, is_needed: bool) -> dict[str, Any]:
    found = record.get(part, _ABSENT)
    if found is _ABSENT and not is_needed:
        return {}
    if found.__class__ is not dict:
        raise wrong(part, "missing" if found is _ABSENT else f"{_shown(found)} is not an object")
    return found


def wrong(path: str, message: str) -> HeapError:
    return HeapError(f"{visible(path)}: {message}")


def _shown(value: Any) -> str:
    text = encode(value)
    return text if len(text) <= 80 else f"{text[:79]}…"
