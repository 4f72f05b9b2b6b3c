"""What the first line of a stream says of the instances, or of the inputs, that follow."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

Union_ = tuple[str, ...]


class Shape(NamedTuple):
    """How a value is written: `kind` is one, lone, set, seq, map or rel; each column is a union of types."""

    kind: str
    columns: tuple[Union_, ...]

    @property
    def types(self) -> Union_:
        """The types of the last column, for most kinds the only one."""
        return self.columns[-1]


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
        self.tool: str = record["tool"]
        self.spec: str = record["spec"]
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

    def fields_of_sets(self, type: str) -> dict[str, Shape]:
        """The fields that objects of a type have if they are in a subset sig."""
        line = set(self.line(type))
        fields: dict[str, Shape] = {}
        for of, added in self.sets.values():
            if line.intersection(of) or "univ" in of:
                fields.update(added)
        return fields
