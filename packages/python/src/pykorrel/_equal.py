"""Equal inputs: a key that two inputs share only if no test can tell them apart by their parts.

Several ways through a strategy often lead to one value: `recursive` nests its alternatives, `sampled_from` may repeat,
a `map` may forget. The second one need not be tried. A key is made of plain data only: numbers, texts, containers,
enums, dates, and dataclasses that keep nothing but their fields. It tells types apart (1, 1.0, True), and which containers
are one and the same object, for a test that changes one would see it in the other. Anything else has no key, and is
tried however often it comes.
"""

from __future__ import annotations

import dataclasses
import datetime
import decimal
import enum
import fractions
import struct
import uuid
from typing import Any

_PLAIN = (int, str, bytes, type(None))
_IN_ORDER = (list, set, frozenset)
#: Types whose texts say all.
_SPELT = (bool, complex, datetime.date, datetime.timedelta, decimal.Decimal, fractions.Fraction, range, uuid.UUID)
#: The flag of a class that is made by a class statement (Py_TPFLAGS_HEAPTYPE).
_IN_PYTHON = 1 << 9


class NoKey(Exception):
    """The value is not made of plain data."""


def key(values: list[Any]) -> Any:
    return _key(values, {})


def _key(value: Any, met: dict[int, int]) -> Any:
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind in _SPELT:
        return kind, repr(value)
    if kind is float:
        return kind, struct.pack("d", value)
    if isinstance(value, enum.Flag):
        return kind, value.value  # a combination of members may have no name
    if isinstance(value, enum.Enum) and value.name is not None:
        return kind, value.name
    if kind is tuple or isinstance(value, tuple) and not hasattr(value, "__dict__"):
        return (kind, *[_key(each, met) for each in value])
    if id(value) in met:
        return "again", met[id(value)]
    met[id(value)] = len(met)
    if kind in _IN_ORDER:
        return (kind, *[_key(each, met) for each in value])
    if kind is dict:
        return (kind, *[(_key(name, met), _key(each, met)) for name, each in value.items()])
    return (kind, *[_key(getattr(value, name), met) for name in _fields(value)])


def _fields(value: Any) -> list[str]:
    """The names of all that an object of a dataclass, or of attrs, keeps."""
    if dataclasses.is_dataclass(value):
        names = [field.name for field in dataclasses.fields(value)]
    else:
        names = [field.name for field in getattr(type(value), "__attrs_attrs__", ())]
    kept = set(vars(value)) if hasattr(value, "__dict__") else set()
    for base in type(value).__mro__[:-1]:
        if not base.__flags__ & _IN_PYTHON:
            raise NoKey  # a list that has fields, too
        slots = vars(base).get("__slots__", ())
        kept.update({slots} if isinstance(slots, str) else slots)
    if not names or kept - {"__dict__", "__weakref__"} != set(names):
        raise NoKey
    return names
