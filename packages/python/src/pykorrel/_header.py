"""What the first line of a stream says of the instances, or of the inputs, that follow."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Callable, NamedTuple

from ._errors import StreamError

Union_ = tuple[str, ...]


class Shape(NamedTuple):
    """How a value is written: `kind` is one, lone, set, seq, map or rel; each column is a union of types."""

    kind: str
    columns: tuple[Union_, ...]

    @property
    def types(self) -> Union_:
        """The types of the last column, for most kinds the only one."""
        return self.columns[-1]

    @property
    def text(self) -> str:
        """As the header writes it."""
        columns = " ".join(map(union_text, self.columns))
        return (
            columns + "?" * (self.kind == "lone")
            if self.kind in ("one", "lone")
            else f"{self.kind} {columns}"
        )


def union_text(types: Union_) -> str:
    return "|".join(types)


ANY = Shape("one", (("univ",),))


@cache
def shape(text: str) -> Shape:
    kind, *columns = text.split(" ")
    if not columns:
        kind, columns = ("lone", [kind[:-1]]) if kind.endswith("?") else ("one", [kind])
    return Shape(kind, tuple(tuple(column.split("|")) for column in columns))


def _shapes(texts: dict[str, str]) -> dict[str, Shape]:
    return {name: shape(text) for name, text in texts.items()}


class Header:
    """Types, enums and shapes by name, of a stream (heapgraph/1) or of a run of `korrel test` (harness/1)."""

    def __init__(self, record: dict[str, Any]) -> None:
        self.record = record
        self.tool: str = record.get("tool", "")
        self.spec: str = record.get("spec", "")
        self.command: str | None = record.get("command")
        self.roots = _shapes(record.get("roots", {}))
        self.types = {name: _shapes(fields) for name, fields in record["types"].items()}
        self.enums: dict[str, list[str]] = record["enums"]
        self.extends: dict[str, str] = record.get("extends", {})
        self.abstract: list[str] = record.get("abstract", [])
        self.relations = _shapes(record.get("relations", {}))
        self.witness = _shapes(record.get("witness", {}))
        self.sets: dict[str, tuple[Union_, dict[str, Shape]]] = {
            name: (tuple(subset["of"].split("|")), _shapes(subset["fields"]))
            for name, subset in record.get("sets", {}).items()
        }
        #: What changes within a trace: types, subset sigs, and fields as `Type.field`.
        self.variable: list[str] = record.get("var", [])
        #: The parameters of each action that a step of a trace may have.
        self.actions = {name: _shapes(parameters) for name, parameters in record.get("actions", {}).items()}
        self._places = {name: place for place, name in enumerate(self.types)}

    def line(self, type: str) -> list[str]:
        """The type and all that it extends, the top-level one last."""
        line = [type]
        while line[-1] in self.extends:
            line.append(self.extends[line[-1]])
        return line

    def top(self, type: str) -> str:
        return self.line(type)[-1]

    def below(self, type: str) -> list[str]:
        """The type and all that extend it."""
        return [other for other in self.types if type in self.line(other)]

    def place(self, type: str) -> int:
        """The place of a type's top-level sig: objects are sorted by it, then by their numbers."""
        return self._places[self.top(type)]

    def comes_and_goes(self, type: str) -> bool:
        """Whether an object of a type may be in some states of a trace only."""
        return all(of in self.variable for of in self.line(type))

    def is_variable_field(self, type: str, field: str) -> bool:
        """Whether a field of the objects of a type may change, whichever type or subset sig declares it."""
        return any(f"{of}.{field}" in self.variable for of in (*self.line(type), *self.sets))

    def fields_of_sets(self, type: str) -> dict[str, Shape]:
        """The fields that objects of a type have if they are in a subset sig."""
        line = set(self.line(type))
        fields: dict[str, Shape] = {}
        for of, added in self.sets.values():
            if line.intersection(of) or "univ" in of:
                fields.update(added)
        return fields


def check_header(record: dict[str, Any]) -> None:
    """Raises StreamError for a header that says nothing of its instances, or what cannot be."""
    for part, is_right in _PARTS.items():
        if not is_right(record.get(part, None if part in ("types", "enums") else {})):
            raise _no_header(part, "is missing or has another form")
    types, extends = record["types"], record.get("extends", {})
    for type in extends:
        line = [type]
        while line[-1] in extends:
            line.append(extends[line[-1]])
            if line[-1] not in types or line[-1] in line[:-1]:
                raise _no_header(f"extends.{type}", "leads to no type")


def _no_header(part: str, why: str) -> StreamError:
    return StreamError(f"no stream of heapgraph/1: `{part}` of its header {why}")


def _each(is_right: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda given: given.__class__ is dict and all(map(is_right, given.values()))


def _is_text(given: Any) -> bool:
    return given.__class__ is str


def _are_texts(given: Any) -> bool:
    return given.__class__ is list and all(map(_is_text, given))


def _is_shape(given: Any) -> bool:
    return _is_text(given) and re.fullmatch(r"\S+|(set|seq) \S+|map \S+ \S+|rel( \S+)+", given) is not None


_are_shapes = _each(_is_shape)


def _is_subset(given: Any) -> bool:
    return given.__class__ is dict and _is_text(given.get("of")) and _are_shapes(given.get("fields"))


_PARTS = {
    "types": _each(_are_shapes),
    "enums": _each(_are_texts),
    "roots": _are_shapes,
    "relations": _are_shapes,
    "witness": _are_shapes,
    "extends": _each(_is_text),
    "abstract": lambda given: _are_texts(given or []),
    "sets": _each(_is_subset),
    "var": lambda given: _are_texts(given or []),
    "actions": _each(_are_shapes),
}
