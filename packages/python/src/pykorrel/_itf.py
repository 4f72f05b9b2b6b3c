"""Values of the Informal Trace Format as Python has them, and back."""

from __future__ import annotations

import dataclasses
from typing import Any

from ._errors import ValuesError

# An integer beyond these is written as text: readers of JSON may not keep it.
_LEAST, _GREATEST = -(2**63), 2**63 - 1


class Frozen(dict[Any, Any]):
    """A map or a record within a set, or as a key."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))


def read(value: Any, frozen: bool = False) -> Any:
    """`frozen`: it goes into a set, or is a key."""
    if value.__class__ is list:
        items = [read(item, frozen) for item in value]
        return tuple(items) if frozen else items
    if value.__class__ is not dict:
        return value
    made = Frozen if frozen else dict
    if len(value) == 1:
        ((tag, inner),) = value.items()
        if tag == "#bigint":
            return int(inner)
        if tag == "#tup":
            return tuple([read(item, frozen) for item in inner])
        if tag == "#set":
            return (frozenset if frozen else set)([read(item, True) for item in inner])
        if tag == "#map":
            return made({read(key, True): read(item, frozen) for key, item in inner})
    return made({name: read(item, frozen) for name, item in value.items()})


def write(value: Any, path: str) -> Any:
    """Plain JSON where that says it. Raises ValuesError, with the place, for what is no value of a trace."""
    if isinstance(value, bool | str):
        return value
    if isinstance(value, int):
        return int(value) if _LEAST <= value <= _GREATEST else {"#bigint": str(int(value))}
    if isinstance(value, dict):
        if all(key.__class__ is str and not key.startswith("#") for key in value):
            return {key: write(item, f"{path}.{key}") for key, item in value.items()}
        return {"#map": [[write(key, path), write(item, f"{path}[{key!r}]")] for key, item in value.items()]}
    if isinstance(value, set | frozenset):
        return {"#set": [write(item, path) for item in value]}
    if isinstance(value, list | tuple):
        return [write(item, f"{path}[{at}]") for at, item in enumerate(value)]
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        names = [field.name for field in dataclasses.fields(value)]
        return {name: write(getattr(value, name), f"{path}.{name}") for name in names}
    raise ValuesError(f"{path}: {value!r} is no value of a trace")
