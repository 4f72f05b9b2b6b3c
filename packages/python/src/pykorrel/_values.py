"""The caller's own values for atoms and integers: nobody tests with `Key$0` alone."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Union

from ._errors import ValuesError
from ._header import Header

Given = Mapping[str, Union[Sequence[Any], Mapping[Any, Any]]]


class Values:
    """For each sig that is named, by number, what its atoms stand for; `Int` is the integers'.

    An atom `Key$n` is the n-th of "Key", an integer n >= 0 the n-th of "Int". The values of a sig are
    distinct, by equality and type: 1, 1.0 and True are three."""

    def __init__(self, given: Given | None, header: Header) -> None:
        self.header = header
        self.by_sig: dict[str, dict[int, Any]] = {}
        for sig, values in (given or {}).items():
            self._check(sig)
            self.by_sig[sig] = numbered = _numbered(sig, values, header)
            _check_distinct(sig, list(numbered.values()))
        self.integers = self.by_sig.get("Int")

    def _check(self, sig: str) -> None:
        header = self.header
        if sig == "Int":
            return
        if sig in header.enums:
            raise ValuesError(
                f"values: {sig} is an enum, whose values are their names: give its class in `classes`"
            )
        if sig in header.sets:
            raise ValuesError(
                f"values: {sig} is a subset sig; its atoms are named by the sig that they are of"
            )
        if sig not in header.types:
            there = ", ".join(["Int", *header.types])
            raise ValuesError(f"values: there is no sig {sig}; there are {there}")
        for below in header.below(sig):
            fields = [*header.types[below], *header.fields_of_sets(below)]
            if fields:
                raise ValuesError(
                    f"values: {below} has the field {fields[0]}: only what has no fields can be a value"
                )

    def sig_of(self, type: str) -> str | None:
        """The nearest of the type and those it extends that has values."""
        for sig in self.header.line(type):
            if sig in self.by_sig:
                return sig
        return None

    def of_atom(self, name: str, sig: str) -> Any:
        try:
            return self.by_sig[sig][number(name)]  # type: ignore[index]
        except KeyError:
            raise ValuesError(f"values: {name} has no value: {_told(sig, self.by_sig[sig])}") from None

    def of_integer(self, integer: int) -> Any:
        assert self.integers is not None
        try:
            return self.integers[integer]
        except KeyError:
            raise ValuesError(
                f"values: the integer {integer} has no value: {_told('Int', self.integers)}"
            ) from None

    def sigs_in(self, types: tuple[str, ...]) -> list[str]:
        """The sigs with values of which an atom may stand where these types do."""
        line = self.header.line
        return [
            sig
            for sig in self.by_sig
            if "univ" in types
            or (sig == "Int" and "int" in types)
            or any(sig in line(type) or type in line(sig) for type in types)
        ]

    def numbers_of(self, value: Any, sig: str) -> Iterator[int]:
        """The number that a value stands for, if it is one of the sig's."""
        for at, known in self.by_sig[sig].items():
            if same(known, value):
                yield at


def same(one: Any, other: Any) -> bool:
    return one is other or (one.__class__ is other.__class__ and bool(one == other))


def number(name: str) -> float:
    """Of `Node$3`: 3. Names from elsewhere need not have one, and come last."""
    _, dollar, digits = name.rpartition("$")
    return int(digits) if dollar and digits.isdecimal() else math.inf


def _numbered(sig: str, values: Any, header: Header) -> dict[int, Any]:
    if isinstance(values, Mapping):
        return {_number_of_key(sig, key, header): value for key, value in values.items()}
    if isinstance(values, (str, bytes)):
        raise ValuesError(f"values: {sig}: a list is needed, {values!r} is one value")
    return dict(enumerate(values))


def _number_of_key(sig: str, key: Any, header: Header) -> int:
    if key.__class__ is int:
        return int(key)
    if isinstance(key, str) and sig != "Int":
        of, dollar, digits = key.rpartition("$")
        if dollar and digits.isdigit() and of in header.below(sig):
            return int(digits)
    example = "-1" if sig == "Int" else f"{sig}$0"
    raise ValuesError(f"values: {sig}: {key!r} names nothing of {sig}; a name is like {example}")


def _check_distinct(sig: str, values: list[Any]) -> None:
    for at, value in enumerate(values):
        if any(same(value, other) for other in values[:at]):
            raise ValuesError(f"values: {sig}: {value!r} stands there twice, and could not be told apart")


def _told(sig: str, values: dict[int, Any]) -> str:
    return f"{sig} has {len(values)}; give more, or a smaller scope"
