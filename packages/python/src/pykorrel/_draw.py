"""A heap as text, in the way of `korrel show`, where the program is not at hand."""

from __future__ import annotations

import json
import re
from typing import Any

Record = dict[str, Any]


def drawn(header: Record, record: Record) -> str:
    """Each root, and what it leads to as a tree; an object that was drawn before is named only."""
    return "\n".join(_Drawing(header, record).lines())


class _Drawing:
    def __init__(self, header: Record, record: Record) -> None:
        self.objects, self.drawn = record["objects"], set[str]()
        self.types = header.get("types", {})
        self.constants = {name for names in header.get("enums", {}).values() for name in names}
        roots = record.get("roots", {})
        self.values = {name: value for name, value in roots.items() if not self._is_object(value)}
        #: The names of the roots that are objects, by the object.
        self.roots: dict[str, list[str]] = {}
        for name, value in roots.items():
            if name not in self.values:
                self.roots.setdefault(value, []).append(name)

    def lines(self) -> list[str]:
        values = "   ".join(f"{name}: {self._text(value)}" for name, value in self.values.items())
        lines = [values] if values else []
        for name in [*self.roots, *self.objects]:
            if name not in self.drawn:
                lines += self._line("", name)
        return lines

    def _line(self, label: str, value: Any) -> list[str]:
        if not self._is_object(value) or value in self.drawn:
            return [f"{label}{self._text(value)}"]
        self.drawn.add(value)
        below: list[tuple[str, Any]] = []
        beside: list[str] = []
        shapes = self.types.get(self.objects[value]["$type"], {})
        for name, held in self.objects[value].items():
            shape = shapes.get(name, "")
            if name == "$type" or held is None or held in ([], {}):
                continue
            elif self._is_object(held):
                below.append((f"{name}: ", held))
            elif isinstance(held, list) and any(map(self._is_object, held)):
                below += [(f"{name}[{place}]: ", one) for place, one in enumerate(held)]
            elif isinstance(held, dict) and any(self._is_object(one) for one in (*held, *held.values())):
                below += [(f"{name}[{self._key(at, shape)}]: ", one) for at, one in held.items()]
            else:
                beside.append(f"{name} {self._text(held, shape)}")
        roots = ", ".join(self.roots.get(value, []))
        lines = ["  ".join([f"{label}{roots}{': ' if roots else ''}{value}", *beside])]
        for place, (name, held) in enumerate(below):
            is_last = place == len(below) - 1
            first, *rest = self._line(name, held)
            lines.append(("└─ " if is_last else "├─ ") + first)
            lines += [("   " if is_last else "│  ") + line for line in rest]
        return lines

    def _is_object(self, value: Any) -> bool:
        return isinstance(value, str) and value in self.objects

    def _text(self, value: Any, shape: str = "") -> str:
        if isinstance(value, list):
            return "[" + ", ".join(map(self._text, value)) + "]"
        if isinstance(value, dict):
            return "{" + ", ".join(f"{self._key(at, shape)}: {self._text(one)}" for at, one in value.items()) + "}"
        if self._is_object(value):
            return f"^{value}"
        return value if value in self.constants else json.dumps(value, ensure_ascii=False)

    def _key(self, at: str, shape: str) -> str:
        """Keys are texts in a record, whatever they are: a number has no quotes, unless the type says that keys are texts."""
        is_bare = re.fullmatch(r"-?\d+|true|false", at) and not shape.startswith("map string")
        return at if is_bare else self._text(at)
