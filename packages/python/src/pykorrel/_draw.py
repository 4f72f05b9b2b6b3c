"""A heap as text, in the way of `korrel show`, where the program is not at hand."""

from __future__ import annotations

import json
from typing import Any

Record = dict[str, Any]


def drawn(header: Record, record: Record) -> str:
    """Each root, and what it leads to as a tree; an object that was drawn before is named only."""
    return "\n".join(_Drawing(record).lines())


class _Drawing:
    def __init__(self, record: Record) -> None:
        self.record, self.objects, self.drawn = record, record["objects"], set[str]()

    def lines(self) -> list[str]:
        lines = []
        roots = self.record.get("roots", {})
        for name, value in sorted(roots.items(), key=lambda root: self._is_object(root[1])):  # values first
            lines += self._line(f"{name}: ", value, "")
        for name in self.objects:
            if name not in self.drawn:
                lines += self._line("", name, "")
        return lines

    def _line(self, label: str, value: Any, indent: str) -> list[str]:
        if not self._is_object(value) or value in self.drawn:
            return [f"{label}{self._text(value)}{' (above)' if self._is_object(value) else ''}"]
        self.drawn.add(value)
        below: list[tuple[str, Any]] = []
        beside: list[str] = []
        for name, held in self.objects[value].items():
            if name == "$type" or held is None:
                continue
            elif self._is_object(held):
                below.append((f"{name}: ", held))
            elif isinstance(held, list) and any(map(self._is_object, held)):
                below += [(f"{name}[{place}]: ", one) for place, one in enumerate(held)]
            elif isinstance(held, dict) and any(self._is_object(one) for one in (*held, *held.values())):
                below += [(f"{name}[{at}]: ", one) for at, one in held.items()]
            else:
                beside.append(f"{name} {self._text(held)}")
        lines = ["  ".join([f"{label}{value}", *beside])]
        for place, (name, held) in enumerate(below):
            is_last = place == len(below) - 1
            first, *rest = self._line(name, held, indent)
            lines.append(("└─ " if is_last else "├─ ") + first)
            lines += [("   " if is_last else "│  ") + line for line in rest]
        return lines

    def _is_object(self, value: Any) -> bool:
        return isinstance(value, str) and value in self.objects

    def _text(self, value: Any) -> str:
        if isinstance(value, list):
            return "[" + ", ".join(map(self._text, value)) + "]"
        if isinstance(value, dict):
            return "{" + ", ".join(f"{at}: {self._text(one)}" for at, one in value.items()) + "}"
        return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
