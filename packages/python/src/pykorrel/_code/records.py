"""Heaps of a search as records of heapgraph/1, so that keys and drawings are those of a spec."""

from __future__ import annotations

import enum
import json
from collections.abc import Mapping as Mapping_
from typing import Any

from .._version import VERSION
from .canonical import Record, Unordered, rank, same_text
from .describe import Description
from .kinds import Collection, Fixed, Kind, Made, Mapping, Reference, Scalar, Sequence, Several
from .pool import text_of
from .search import Search


def header(description: Description, roots: list[str], question: str) -> Record:
    """The header of the stream: types, and what each field may hold."""
    names = description.names
    return {
        "kind": "header",
        "format": "heapgraph/1",
        "tool": f"pykorrel {VERSION}",
        "command": question,
        "symmetry": "full",
        "roots": {name: shape_of(kind, names) for name, kind in zip(roots, description.root_kinds)},
        "types": {
            names[of]: {name: shape_of(kind, names) for name, kind in kinds.items()}
            for of, kinds in description.kinds.items()
        },
        "enums": {name: [constant(value) for value in values] for name, values in description.enums.items()},
    }


class Records:
    """Writes the heap at which a search stands."""

    def __init__(self, search: Search, roots: list[str], question: str) -> None:
        description = search.description
        self.search, self.roots = search, roots
        self.header = header(description, roots, question)
        self._hides = has_hidden_order(description)
        self._names = {at: f"{description.names[of]}${place}" for at, (of, place) in search.names.items()}
        self._enums = [value for values in self.header["enums"].values() for value in values]
        self._numbers = {self._names[at]: place for at, (_, place) in search.names.items()}
        self._type_of = {self._names[at]: description.names[of] for at, (of, _) in search.names.items()}
        self._tops = {type: place for place, type in enumerate(self.header["types"])}

    def record(self) -> Record:
        search = self.search
        objects = {}
        for of, kinds in search.description.kinds.items():
            for one in search.pool[of][: search.used[of]]:
                held, name = search.dict_of[of](one), self._names[id(one)]
                fields = {
                    field: self._value(held[field], kind) for field, kind in kinds.items() if field in held
                }
                objects[name] = {"$type": self._type_of[name], **fields}
        kinds_of_roots = search.description.root_kinds
        roots = {self.roots[at]: self._value(value, kinds_of_roots[at]) for at, value in search.args.items()}
        return {"kind": "instance", "roots": roots, "objects": objects}

    def text(self) -> str:
        """A text of the heap, the same for all that are isomorphic."""
        record = self.record()
        return same_text(self.header, record) if self._hides else self._walked(record)

    def _walked(self, record: Record) -> str:
        """The walk alone numbers the objects."""
        names: dict[str, str] = {}
        todo: list[Any] = [record["roots"]]

        def named(value: Any) -> Any:
            if isinstance(value, str):
                if value in self._type_of and value not in names:
                    names[value] = f"{self._type_of[value]}${len(names)}"
                    todo.append(record["objects"][value])
                return names.get(value, value)
            if isinstance(value, dict):
                return [[named(at), named(one)] for at, one in value.items()]
            return [named(one) for one in value] if isinstance(value, list) else value

        return json.dumps([named(one) for one in todo])

    def _value(self, value: Any, kind: Kind) -> Any:
        if value is None:
            return None
        name = self._names.get(id(value))
        if name is not None:
            return name
        if isinstance(kind, (Scalar, Reference)):
            if value.__class__ is tuple:
                return [self._value(one, kind) for one in value]
            text = constant(value)
            # In brackets, if a text of the same kind reads so.
            return text if text.__class__ is value.__class__ or text not in kind.values else f"({text})"
        if isinstance(kind, Mapping):
            return {
                key_text(self._value(at, kind.keys.item)): self._value(one, kind.item)
                for at, one in value.items()
            }
        if isinstance(kind, Sequence):
            unread = self.search.unread
            return ["?" if one is unread else self._value(one, kind.item) for one in list.__iter__(value)]
        if isinstance(kind, Collection):
            return Unordered(sorted((self._value(one, kind.item) for one in value), key=self._rank))
        if isinstance(kind, Several):
            return [self._value(one, kind.item) for one in value]
        assert isinstance(kind, Fixed), kind
        return [self._value(one, part) for one, part in zip(value, kind.parts)]

    def _rank(self, value: Any) -> Any:
        return rank(value, self._enums, self._type_of, self._tops, self._numbers)


def has_hidden_order(description: Description) -> bool:
    """Whether the order in which objects are met is not the heap's alone: in sets of objects, and keys of maps, and if
    a generator makes it."""
    kinds = [
        *description.root_kinds,
        *(kind for kinds in description.kinds.values() for kind in kinds.values()),
    ]
    return any(map(_hides, kinds))


def _hides(kind: Kind) -> bool:
    if isinstance(kind, Made):
        return True
    if isinstance(kind, Mapping):
        return _hides(kind.keys) or _hides(kind.item)
    if isinstance(kind, Collection):
        return isinstance(kind.item, Reference)
    if isinstance(kind, (Sequence, Several)):
        return _hides(kind.item)
    return isinstance(kind, Fixed) and any(map(_hides, kind.parts))


def sketch(search: Search) -> str:
    """The heap at which a search stands as far as it is known, for a message."""
    from .._draw import drawn

    names = [f"root{place + 1}" if place else "root" for place in range(len(search.description.roots))]
    records = Records(search, names, "")
    try:
        return drawn(records.header, records.record())
    except Exception:  # a predicate that has written to its input may have left anything there
        return ""


def shape_of(kind: Kind, names: Mapping_[type, str]) -> str:
    if isinstance(kind, Scalar):
        return kind.shape or "univ?"
    if isinstance(kind, Reference):
        shapes = [names[of] for of in kind.classes]
        others = {type(value).__name__ for value in kind.values if value is not None}
        plain = {"int": "int", "bool": "bool", "str": "string"}
        return "|".join([*shapes, *sorted(plain.get(name, name) for name in others)]) + "?" * any(
            value is None for value in kind.values
        )
    if isinstance(kind, Mapping):
        return f"map {_inner(kind.keys.item, names)} {_inner(kind.item, names)}"
    if isinstance(kind, (Sequence, Several)):
        return f"seq {_inner(kind.item, names)}"
    if isinstance(kind, Collection):
        return f"set {_inner(kind.item, names)}"
    return "univ"


def _inner(kind: Kind, names: Mapping_[type, str]) -> str:
    shape = shape_of(kind, names)
    return "univ" if " " in shape or shape.endswith("?") else shape


def constant(value: Any) -> Any:
    if isinstance(value, enum.Enum):
        return value.name
    return value if value.__class__ in (int, bool, str, float) else text_of(value) or repr(value)


def key_text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)
