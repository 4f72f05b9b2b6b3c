"""Where a class of the caller's keeps what the spec calls a field."""

from __future__ import annotations

import dis
import keyword
from collections import deque
from collections.abc import Iterator, Mapping
from functools import cache
from types import FunctionType
from typing import Any, Callable


class Attributes:
    """Where a class keeps its fields: `root` may be `root`, `_root` or `__root`."""

    def __init__(self, cls: type, given: Mapping[str, str]) -> None:
        self.given = given
        self.classes = [base for base in cls.__mro__ if base is not object]
        self.stored = frozenset().union(*map(_stored, self.classes))

    def name(self, field: str) -> str:
        if field in self.given:
            return self.given[field]
        plain = attribute_name(field)
        if plain in self.stored and not self._is_computed(plain):
            return plain
        for candidate in [f"_{field}", *(f"_{base.__name__.lstrip('_')}__{field}" for base in self.classes)]:
            if candidate in self.stored:
                return candidate
        return plain

    def _is_computed(self, name: str) -> bool:
        found = next((vars(base)[name] for base in self.classes if name in vars(base)), None)
        return isinstance(found, (property, FunctionType))

    def containers(self) -> dict[str, Callable[[Any], Any]]:
        """The collections that attributes are annotated with."""
        found: dict[str, Callable[[Any], Any]] = {}
        for base in reversed(self.classes):
            for name, annotation in _annotations(base).items():
                container = _container(annotation)
                if container is not None:
                    found[name] = container
        return found


def attribute_name(field: str) -> str:
    """A field that is called like a word of Python's has an underscore behind it."""
    return f"{field}_" if keyword.iskeyword(field) else field


def _annotations(cls: type) -> dict[str, Any]:
    try:
        return dict(cls.__dict__.get("__annotations__") or getattr(cls, "__annotations__", {}))
    except Exception:  # they name what does not exist at run time
        return {}


@cache
def _stored(cls: type) -> frozenset[str]:
    """What objects have as attributes, as far as the class says: slots, annotations, assignments in methods."""
    return frozenset([*_slots(cls), *_annotations(cls), *_assigned_in(cls)])


def _slots(cls: type) -> Iterator[str]:
    slots = cls.__dict__.get("__slots__", ())
    for slot in [slots] if isinstance(slots, str) else slots:
        mangled = slot.startswith("__") and not slot.endswith("__")
        yield f"_{cls.__name__.lstrip('_')}{slot}" if mangled else slot


def _assigned_in(cls: type) -> Iterator[str]:
    for member in vars(cls).values():
        function = getattr(member, "fget", None) or getattr(member, "__func__", member)
        if isinstance(function, FunctionType):
            for instruction in dis.get_instructions(function.__code__):
                if instruction.opname == "STORE_ATTR":
                    yield instruction.argval


_CONTAINERS: dict[str, Callable[[Any], Any]] = {
    "list": list, "set": set, "frozenset": frozenset, "tuple": tuple, "deque": deque,
    "List": list, "Set": set, "FrozenSet": frozenset, "Tuple": tuple, "Deque": deque,
    "Sequence": list, "MutableSequence": list, "Iterable": list, "Collection": list,
    "MutableSet": set, "AbstractSet": set,
}  # fmt: skip


def _container(annotation: Any) -> Callable[[Any], Any] | None:
    if not isinstance(annotation, str):
        origin = getattr(annotation, "__origin__", annotation)
        annotation = getattr(origin, "__name__", "")
    word = annotation.partition("[")[0].rpartition(".")[2].strip()
    return _CONTAINERS.get(word)
