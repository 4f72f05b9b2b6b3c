"""Where two object graphs differ, in all that a program can see of them.

`==` takes 1 for 1.0 and True, -0.0 for 0.0, and no notice of the order of a dict or of which parts are one object
(`[part, part]` beside `[[], []]`); a NaN differs from itself, and two rings raise RecursionError. So both graphs are walked together. Objects
correspond one to one: each has one twin, in both directions. What does not show its parts is left to `==`.
"""

from __future__ import annotations

import array
import collections
import datetime
import decimal
import enum
import fractions
import re
import struct
import types
import uuid
from collections.abc import Iterable
from typing import Any, NamedTuple

from .pool import written

#: What cannot be changed and has no parts: which object it is tells nothing.
_ATOMS = (
    *(int, str, bytes, type(None), type(...), type(NotImplemented), range, slice, enum.Enum, decimal.Decimal),
    *(
        fractions.Fraction,
        datetime.date,
        datetime.time,
        datetime.timedelta,
        datetime.tzinfo,
        uuid.UUID,
        re.Pattern,
    ),
)
_BY_IDENTITY = (type, types.FunctionType, types.BuiltinFunctionType, types.ModuleType)
_CONTAINERS = (list, tuple, collections.deque, dict, types.MappingProxyType, set, frozenset)
#: The flag of a class that is made by a class statement (Py_TPFLAGS_HEAPTYPE).
_IN_PYTHON = 1 << 9
_BUFFERS = (bytearray, memoryview, array.array)


class Difference(NamedTuple):
    """Where and what, as text; and of which kind, without places and single values."""

    text: str
    kind: str


def difference(
    actual: Any, expected: Any, *, order: bool = True, same: Iterable[tuple[Any, Any]] = ()
) -> str | None:
    """A text that says where the first difference is, or None if there is none:

    `difference([part, part], [[], []])` is `"[1]: the same object as [0], expected another one"`. `order=False` takes no notice
    of the order of dicts. `same` has pairs of objects that correspond: what a library and a model were given.
    Functions and classes correspond only so, or if they are identical."""
    found = find_difference(actual, expected, order=order, same=same)
    return found and found.text


def find_difference(
    actual: Any, expected: Any, *, order: bool = True, same: Iterable[tuple[Any, Any]] = ()
) -> Difference | None:
    """The same with its kind."""
    return _Walk(order, same).between(actual, expected, "")


class _Walk:
    def __init__(self, is_ordered: bool, same: Iterable[tuple[Any, Any]]) -> None:
        self._is_ordered = is_ordered
        #: By the identity of an object its twin and where it was met, in both directions. Objects are held, so that no other has theirs.
        self._there: dict[int, tuple[Any, str | None]] = {}
        self._back: dict[int, tuple[Any, str | None]] = {}
        self._held: list[Any] = []
        for one, other in same:
            self._pair(one, other, None)

    def _pair(self, one: Any, other: Any, path: str | None) -> None:
        self._held += (one, other)
        self._there[id(one)] = other, path
        self._back[id(other)] = one, path

    def between(self, one: Any, other: Any, path: str) -> Difference | None:
        if is_atom(one) or is_atom(other):
            return None if _same_atoms(one, other) else _differs(path, one, other)
        if isinstance(one, tuple) and isinstance(other, tuple):
            return self._parts(one, other, path)
        there, back = self._there.get(id(one)), self._back.get(id(other))
        if there is not None and there[0] is other:
            return None
        if there is not None or back is not None:
            return _shared(there, back, path)
        if isinstance(one, _BY_IDENTITY) or isinstance(other, _BY_IDENTITY):
            return None if one is other or _is_same_method(one, other) else _differs(path, one, other)
        self._pair(one, other, path)
        return self._parts(one, other, path)

    def _parts(self, one: Any, other: Any, path: str) -> Difference | None:
        mine, theirs = type(one), type(other)
        if mine is not theirs and self._there.get(id(mine), (mine, None))[0] is not theirs:
            return _no(path, f"{_named(one)}, expected {_named(other)}")
        found: Difference | None = None
        if isinstance(one, (list, tuple, collections.deque)):
            found = self._elements(list(one), list(other), path)
            if isinstance(one, collections.deque) and one.maxlen != other.maxlen:
                found = _no(f"{path}.maxlen", f"{one.maxlen}, expected {other.maxlen}")
        elif isinstance(one, (dict, types.MappingProxyType)):
            found = self._dict(one, other, path)
        elif isinstance(one, (set, frozenset)):
            found = self._set(list(one), list(other), path)
        elif isinstance(one, _BUFFERS):
            return None if one == other else _differs(path, one, other)
        elif isinstance(one, BaseException):
            found = self.between(one.args, other.args, f"{path}.args")
        elif is_opaque(one) and is_opaque(other):
            return self._opaque(one, other, path)
        return found or self._fields(_attributes(one), _attributes(other), path)

    def _elements(
        self, mine: list[Any], theirs: list[Any], path: str, whole: str | None = None
    ) -> Difference | None:
        if len(mine) != len(theirs):
            text = f"{len(mine)}, expected {len(theirs)}"
            return _no(f"len(it{path if whole is None else whole})", text, "another length")
        for place, (one, other) in enumerate(zip(mine, theirs)):
            found = self.between(one, other, f"{path}[{place}]")
            if found is not None:
                return found
        return None

    def _dict(self, one: Any, other: Any, path: str) -> Difference | None:
        mine, theirs = list(one.items()), list(other.items())
        if self._is_ordered:
            found = self._elements([at for at, _ in mine], [at for at, _ in theirs], f"list(it{path})", path)
            pairs = list(zip(mine, theirs))
        else:
            found, matched = self._matched(
                [at for at, _ in mine], [at for at, _ in theirs], f"list(it{path})"
            )
            pairs = [(mine[at], theirs[place]) for at, place in matched]
        for (at, value), (_, wanted) in pairs if found is None else ():
            found = self.between(value, wanted, f"{path}[{written(at)}]")
            if found is not None:
                break
        mine_made, theirs_made = (getattr(part, "default_factory", None) for part in (one, other))
        return found or self.between(mine_made, theirs_made, f"{path}.default_factory")

    def _set(self, mine: list[Any], theirs: list[Any], path: str) -> Difference | None:
        return self._matched(mine, theirs, path)[0]

    def _matched(
        self, mine: list[Any], theirs: list[Any], path: str
    ) -> tuple[Difference | None, list[tuple[int, int]]]:
        """Pairs of places whose members correspond: each takes the first that does."""
        left, pairs = list(range(len(theirs))), []
        # Plain values first: objects are told apart by what is left.
        for at in sorted(range(len(mine)), key=lambda at: not is_atom(mine[at])):
            before = (dict(self._there), dict(self._back))
            for place in left:
                if self.between(mine[at], theirs[place], path) is None:
                    pairs.append((at, place))
                    left.remove(place)
                    break
                self._there, self._back = dict(before[0]), dict(before[1])
            else:
                rest = ", ".join(written(theirs[place]) for place in left) or "nothing more"
                return _no(path, f"{written(mine[at])} is in it, expected {rest}", "another member"), pairs
        if left:
            return _no(path, f"{written(theirs[left[0]])} is not in it", "a member is not there"), pairs
        return None, pairs

    def _opaque(self, one: Any, other: Any, path: str) -> Difference | None:
        try:
            is_equal = getattr(type(one), "__eq__") is not object.__eq__ and bool(one == other)
        except Exception:
            is_equal = False
        return None if is_equal else _differs(path, one, other)

    def _fields(self, mine: dict[str, Any], theirs: dict[str, Any], path: str) -> Difference | None:
        for name in theirs:
            if name not in mine:
                return _no(
                    f"{path}.{name}",
                    f"not there, expected {written(theirs[name])}",
                    "an attribute is not there",
                )
        for name in mine:
            if name not in theirs:
                return _no(f"{path}.{name}", f"{written(mine[name])}, expected nothing", "one more attribute")
        for name, value in mine.items():
            found = self.between(value, theirs[name], f"{path}.{name}")
            if found is not None:
                return found
        return None


def is_atom(value: Any) -> bool:
    """Whether which object it is tells nothing."""
    return isinstance(value, (float, complex, *_ATOMS))


def is_opaque(value: Any) -> bool:
    """Whether an object shows no parts: an iterator, a lock."""
    if isinstance(value, _BY_IDENTITY):
        return True
    has_parts = isinstance(value, (*_BUFFERS, *_CONTAINERS, BaseException))
    return not has_parts and not _attributes(value) and not _is_empty(type(value))


def _is_empty(of: type) -> bool:
    """Whether objects of a class hold nothing but what stands in their attributes."""
    return (
        of is object
        or bool(of.__flags__ & _IN_PYTHON)
        and all(base is object or base.__flags__ & _IN_PYTHON for base in of.__mro__)
    )


def _same_atoms(one: Any, other: Any) -> bool:
    if type(one) is not type(other):
        return False
    if isinstance(one, float):
        return (one != one and other != other) or struct.pack("d", one) == struct.pack("d", other)
    if isinstance(one, complex):
        return _same_atoms(one.real, other.real) and _same_atoms(one.imag, other.imag)
    if isinstance(one, (decimal.Decimal, datetime.datetime, datetime.time)):
        return repr(one) == repr(other)  # 1.10 equals 1.1, and `fold` takes no part
    return bool(one == other)


def _is_same_method(one: Any, other: Any) -> bool:
    """Of an atom, which is made anew whenever one looks at it."""
    mine, theirs = getattr(one, "__self__", None), getattr(other, "__self__", None)
    return mine is not None and is_atom(mine) and type(mine) is type(theirs) and bool(one == other)


def _attributes(value: Any) -> dict[str, Any]:
    found = dict(value.__dict__) if isinstance(getattr(value, "__dict__", None), dict) else {}
    for base in type(value).__mro__:
        slots = vars(base).get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            inner = (
                f"_{base.__name__.lstrip('_')}{name}"
                if name.startswith("__") and not name.endswith("__")
                else name
            )
            if inner not in ("__dict__", "__weakref__") and hasattr(value, inner):
                found[inner] = getattr(value, inner)
    return found


def _shared(there: Any, back: Any, path: str) -> Difference:
    known = back if there is None else there
    where = "one that was given" if known[1] is None else known[1] or "the whole"
    if there is not None:
        return _no(path, f"the same object as {where}, expected another one", "a shared object")
    return _no(path, f"another object, expected the same as {where}", "an object that is not shared")


def _differs(path: str, one: Any, other: Any) -> Difference:
    return _no(path, f"{written(one)}, expected {written(other)}", f"{_sort(one)}, expected {_sort(other)}")


def _no(path: str, text: str, kind: str | None = None) -> Difference:
    return Difference(f"{path}: {text}" if path else text, text if kind is None else kind)


def _named(value: Any) -> str:
    return f"an object of {type(value).__name__}"


def _sort(value: Any) -> str:
    """A value as one of many."""
    if (
        value is None
        or isinstance(value, float)
        and (value != value or struct.pack("d", value) == struct.pack("d", -0.0))
    ):
        return written(value)
    return _named(value)
