"""The classes of sigs and enums for which the caller has none, made from the header."""

from __future__ import annotations

import enum
from functools import cache
from typing import Any

from ._errors import HeapError


class Object:
    """An object of a sig without a class of the caller's. Its fields are its attributes."""

    __slots__ = ("__dict__", "__weakref__", "_name", "_type")

    def __init__(self, _type: str, **fields: Any) -> None:
        self._type = _type
        self.__dict__.update(fields)

    def __repr__(self) -> str:
        name = getattr(self, "_name", None) or f"new {self._type}"
        fields = (f"{field}={_short(value)}" for field, value in self.__dict__.items())
        return f"{name}({', '.join(fields)})"


def _short(value: Any) -> str:
    """A value inside of another one: objects by name only, for they may lead back."""
    if isinstance(value, Object):
        return getattr(value, "_name", None) or f"new {value._type}"
    if isinstance(value, (list, tuple, set, frozenset)):
        inner = ", ".join(_short(element) for element in value)
        opening, closing = {list: ("[", "]"), tuple: ("(", ")")}.get(type(value), ("{", "}"))
        return f"{opening}{inner}{closing}"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_short(key)}: {_short(element)}" for key, element in value.items()) + "}"
    if isinstance(value, enum.Enum):
        return str(value.value)
    return repr(value)


@cache
def made_class(name: str, base: type, fields: tuple[str, ...]) -> type:
    """The class of a sig. The same for sigs that look alike, so that heaps of two streams can be compared."""

    def __init__(self: Any, **given: Any) -> None:
        for field in fields:
            setattr(self, field, given.pop(field, None))
        if given:
            raise TypeError(f"{name} has no field {', '.join(given)}")

    members: dict[str, Any] = {"__slots__": (), "__module__": "pykorrel", "_korrel_type": name}
    if issubclass(base, Object):
        members.update(__init__=__init__, _type=name)
    else:
        del members["__slots__"]
    metaclass = type(base)
    return metaclass(name.rpartition("/")[2], (base,), members)


@cache
def made_enum(name: str, values: tuple[str, ...]) -> type:
    """The class of an enum. Its values equal their names."""
    members = [(value + "_" if value == "mro" or value.startswith("_") else value, value) for value in values]
    return _Text(name.rpartition("/")[2], members, module="pykorrel")  # type: ignore[call-overload,no-any-return]


class _Text(str, enum.Enum):
    __str__ = str.__str__
    __format__ = str.__format__  # type: ignore[assignment]


def enum_values(cls: type, names: list[str]) -> dict[str, Any]:
    """The values of an enum's class by their names in the spec."""
    if not issubclass(cls, enum.Enum):
        raise HeapError(f"classes: {cls.__qualname__} is no enum.Enum, but an enum in the spec")
    found = {name: cls.__members__.get(name, cls.__members__.get(f"{name}_")) for name in names}
    missing = [name for name, value in found.items() if value is None]
    if missing:
        raise HeapError(f"classes: {cls.__qualname__} has no {missing[0]}, which the enum in the spec has")
    return found
