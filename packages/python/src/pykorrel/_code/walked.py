"""What a generator has made, as a record: objects by a walk from the roots, also those of which the search knows nothing."""

from __future__ import annotations

import enum
import json
from typing import Any

from .canonical import Record, Unordered, rank, same_text
from .copies import Copies
from .describe import Description
from .examples import fields_of, is_object
from .generator import inside
from .records import constant, header, key_text


class Walked:
    """Writes what the generator makes with the choices at which the search stands."""

    def __init__(self, description: Description, copies: Copies, roots: list[str], question: str) -> None:
        self._copies, self._roots = copies, roots
        self._type_names: dict[type, str] = dict(description.names)
        self.header = header(description, roots, question)
        self._has_sets = False

    def record(self) -> Record:
        made = self._copies.make()
        names = self._named(list(made))
        types = {name: self._type_names[type(one)] for name, one in names.values()}
        tops = {type: place for place, type in enumerate(self.header["types"])}
        enums = [value for values in self.header["enums"].values() for value in values]
        numbers = {name: int(name.rpartition("$")[2]) for name in types}

        def written(value: Any) -> Any:
            if value is None:
                return None
            if id(value) in names:
                return names[id(value)][0]
            if isinstance(value, dict):
                return {key_text(written(at)): written(one) for at, one in value.items()}
            if isinstance(value, (set, frozenset)):
                order = sorted(map(written, value), key=lambda one: rank(one, enums, types, tops, numbers))
                return Unordered(order)
            return list(map(written, value)) if isinstance(value, (list, tuple)) else constant(value)

        objects: Record = {}
        for name, one in sorted(names.values(), key=lambda named: (tops[types[named[0]]], numbers[named[0]])):
            fields = self.header["types"][types[name]]
            held = fields_of(one)
            order = [
                *(field for field in fields if field in held),
                *(field for field in held if field not in fields),
            ]
            for field in order:
                fields.setdefault(field, _shape(held[field]))
            objects[name] = {"$type": types[name], **{field: written(held[field]) for field in order}}
        if self.header["roots"][self._roots[0]] == "univ":
            self.header["roots"][self._roots[0]] = self._root_shape(made[0])
        return {"kind": "instance", "roots": dict(zip(self._roots, map(written, made))), "objects": objects}

    def text(self) -> str:
        """A text of what was made, the same for all that is isomorphic. The walk alone numbers the objects, unless sets
        hide their order."""
        record = self.record()
        return same_text(self.header, record) if self._has_sets else json.dumps(record)

    def _named(self, todo: list[Any]) -> dict[int, tuple[str, Any]]:
        """The objects that are met, with their names, by identity."""
        names: dict[int, tuple[str, Any]] = {}
        seen: dict[int, Any] = {}
        self._has_sets = False
        counts: dict[str, int] = {}
        for value in todo:
            if id(value) in seen or not (
                isinstance(value, (list, tuple, set, frozenset, dict)) or is_object(value)
            ):
                continue
            seen[id(value)] = value
            self._has_sets |= (
                isinstance(value, (set, frozenset)) or isinstance(value, dict) and any(map(is_object, value))
            )
            if is_object(value):
                type_name = self._type_name(type(value))
                counts[type_name] = counts.get(type_name, 0) + 1
                names[id(value)] = f"{type_name}${counts[type_name] - 1}", value
            todo.extend(inside(value))
        return names

    def _type_name(self, of: type) -> str:
        if of not in self._type_names:
            taken = of.__name__ in self._type_names.values()
            self._type_names[of] = f"{of.__module__}/{of.__qualname__}" if taken else of.__name__
            self.header["types"][self._type_names[of]] = {}
        return self._type_names[of]

    def _root_shape(self, value: Any) -> str:
        return f"{self._type_name(type(value))}?" if is_object(value) else _shape(value)


def _shape(value: Any) -> str:
    """Of a field or root without an annotation, by the first value that is met."""
    if isinstance(value, dict):
        return "map univ univ"
    if isinstance(value, (set, frozenset)):
        return "set univ"
    if isinstance(value, (list, tuple)):
        return "seq univ"
    return "univ" if isinstance(value, enum.Enum) else "univ?"
