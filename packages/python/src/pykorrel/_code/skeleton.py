"""The classes as a spec in Alloy: sigs with the types of the fields, a predicate to be filled in, and a scope.

Its header is that of the stream of heaps, so that an instance and a heap that are the same have the same key. What bounds
and annotations say beside types stands in a fact. Code sees only what its roots lead to, and so does the predicate.
"""

from __future__ import annotations

import re
from typing import Any, Optional

from .._errors import BoundsError
from .describe import Description
from .kinds import Collection, Fixed, Kind, Mapping, Reference, Scalar, Sequence, Several
from .records import constant, shape_of

_TYPES = {"int": "Int", "bool": "Bool", "string": "String"}
_RESERVED = set(
    "abstract after always all and assert as before but check disj else enum eventually exactly expect extends fact for fun "
    "historically iden iff implies int in let lone module none not no once one open or pred private releases run seq set sig "
    "since some sum this triggered univ until var Int String".split()
)


def skeleton(description: Description, roots: list[str], predicate: str, source: str) -> str:
    """The text of the spec. `roots` are the names of the roots, in the order of the description."""
    return _Skeleton(description, roots, predicate, source).text()


def scope_of(description: Description) -> str:
    """The scope of a spec. Two roots may be one object, so only of one alone the number is exact."""
    parts = []
    roots = [root for root in description.roots if isinstance(root, type)]
    for of, number in description.bound.items():
        parts.append(f"{'exactly ' if number == 1 and of in roots else ''}{number} {of.__name__}")
    integers = description.values.get(int, tuple(range(3)))
    if list(integers) != list(range(integers[0], integers[-1] + 1)):
        raise BoundsError(f"int={list(integers)}: a spec has all integers from one to another; give a scope")
    return ", ".join([*parts, f"{integers[0]}..{integers[-1]} Int"])


class _Skeleton:
    def __init__(self, description: Description, roots: list[str], predicate: str, source: str) -> None:
        self.of, self.source, self.predicate = description, source, _identifier(predicate, "the predicate")
        self.shapes = {
            of: {name: shape_of(kind, description.names) for name, kind in kinds.items()}
            for of, kinds in description.kinds.items()
        }
        #: Each root with the class of its objects, and those that are the only object of their class.
        self.roots: list[tuple[str, type]] = []
        for name, root, kind in zip(roots, description.roots, description.root_kinds):
            if not isinstance(kind, Reference) or len(kind.classes) != 1 or kind.values:
                raise BoundsError(f"{name}: the root of a spec is of one class, and this is {root!r}")
            self.roots.append((_identifier(name, "the root"), kind.classes[0]))
        self.alone = tuple([of for name, of in self.roots if name == description.names[of]])
        for of in self.alone:
            if description.bound[of] != 1:
                raise BoundsError(
                    f"{of.__name__}: there may be {description.bound[of]}, so the root needs a name of its own, as in FILE:root={of.__name__}"
                )
        kinds = [kind for kinds in description.kinds.values() for kind in kinds.values()]
        numbers = [number for kind in kinds for number in _numbers(kind)]
        self.has_lists = any(isinstance(kind, Sequence) for kind in kinds)
        if self.has_lists:
            numbers += [0, description.length - 1]
        #: All integers of the scope: those of some field, places in lists, and those between.
        self.integers = range(min(numbers), max(numbers) + 1) if numbers else range(0)
        self.facts: list[str] = []

    def text(self) -> str:
        sigs = [self._sig(of) for of in self.of.bound]
        enums = [self._enum(name, values) for name, values in self.of.enums.items()]
        opened = ["open util/boolean"] if any("Bool" in sig for sig in sigs) else []
        facts = [_block("fact", self.facts)] if self.facts else []
        parameters = ", ".join(f"{name}: {of.__name__}" for name, of in self.roots if of not in self.alone)
        head = f"pred {self.predicate}{f'[{parameters}]' if parameters else ''}"
        run = f"run {self.predicate} for {self._scope()}"
        lines = [f"-- The classes of {self.source} as a spec.", *opened]
        return "\n\n".join(["\n".join(lines), *enums, *sigs, *facts, _block(head, self._reached()), run]) + "\n"

    def _scope(self) -> str:
        parts = [f"{number} {of.__name__}" for of, number in self.of.bound.items() if of not in self.alone]
        parts += [f"{self.integers[0]}..{self.integers[-1]} Int"] if self.integers else []
        parts += [f"{self.of.length} seq"] if self.has_lists else []
        return ", ".join(parts) or "1"

    def _sig(self, of: type) -> str:
        name = _identifier(self.of.names[of], "the class")
        fields = []
        for field, kind in self.of.kinds[of].items():
            place = f"{name}.{field}"
            fields.append(f"  {_identifier(field, 'the field')}: {self._range(self.shapes[of][field], place)}")
            self._say(kind, f"{name}.{field}", place)
        body = "{\n" + ",\n".join(fields) + "\n}" if fields else "{}"
        return f"{'one ' if of in self.alone else ''}sig {name} {body}"

    def _range(self, shape: str, place: str) -> str:
        container, _, inner = shape.partition(" ")
        if container == "map":
            key, value = inner.split(" ")
            return f"{self._types(key, place)} -> lone {self._types(value, place)}"
        if container in ("seq", "set"):
            return f"{container} {self._types(inner, place)}"
        return f"{'lone ' if shape.endswith('?') else ''}{self._types(shape.rstrip('?'), place)}"

    def _types(self, text: str, place: str) -> str:
        types = text.split("|")
        known = {*_TYPES, *self.of.names.values(), *self.of.enums}
        for one in types:
            if one not in known:
                raise BoundsError(f"{place}: a spec has no counterpart of what this field holds; leave it out, or give bounds")
        return " + ".join(_TYPES.get(one, one) for one in types)

    def _say(self, kind: Kind, expression: str, place: str) -> None:
        """What bounds say of the values of a field, beside their types."""
        if isinstance(kind, Scalar):
            numbers = _numbers(kind)
            texts = [value for value in kind.values if value.__class__ is str]
            some = [str(value) for value in numbers] + [f'"{value}"' for value in texts]
            if any(not re.fullmatch(r"[^\"\\\n\r]*", value) for value in texts):
                raise BoundsError(f"{place}: a text of a spec has no quotes and no line breaks")
            if any(value.__class__ is bool for value in kind.values):
                some.append("Bool")
            if texts or numbers and numbers != list(self.integers):
                self.facts.append(f"{expression} in {' + '.join(some)}")
        elif isinstance(kind, Sequence):
            self._say(kind.item, f"Int.({expression})", place)
        elif isinstance(kind, Mapping):
            self._fits(kind.keys, place)
            self._say(kind.keys.item, f"({expression}).univ", place)
            self._say(kind.item, f"univ.({expression})", place)
        elif isinstance(kind, Collection):
            self._fits(kind, place)
            self._say(kind.item, expression, place)
        elif isinstance(kind, (Fixed, Several)):
            raise BoundsError(f"{place}: a spec has no tuples; annotate a list")

    def _fits(self, kind: Collection, place: str) -> None:
        """A set has all its members in some instance of the spec, and no number bounds it there."""
        item = kind.item
        bound = self.of.bound
        values = item.values if isinstance(item, (Scalar, Reference)) else ()
        possible = len(values) + sum(bound[of] for of in (item.classes if isinstance(item, Reference) else ()))
        if possible > kind.largest:
            raise BoundsError(
                f"{place}: up to {kind.largest} of {possible} members; a spec has no such bound, so give `{possible} seq`, or fewer members"
            )

    def _enum(self, name: str, values: list[Any]) -> str:
        members = ", ".join(_identifier(str(constant(value)), "the value") for value in values)
        return f"enum {_identifier(name, 'the enum')} {{ {members} }}"

    def _reached(self) -> list[str]:
        roots = [of for _, of in self.roots]
        is_root = {of for of in roots if roots.count(of) == self.of.bound[of] == 1}
        others = [self.of.names[of] for of in self.of.bound if of not in is_root]
        if not others:
            return []
        steps = [step for of in self.of.bound for field in self.of.kinds[of] for step in self._steps(of, field)]
        starts = [name for name, _ in self.roots]
        start = starts[0] if len(starts) == 1 else f"({' + '.join(starts)})"
        ways = f".*({' + '.join(steps)})" if steps else ""
        return [f"{' + '.join(others)} in {start}{ways}"]

    def _steps(self, of: type, field: str) -> list[str]:
        """Where a field leads, as relations between objects."""
        name, shape = self.of.names[of], self.shapes[of][field]
        container, _, inner = shape.partition(" ")
        if container in ("map", "seq"):
            parts = inner.split(" ")
            ways = [("univ.(a.{f})", parts[-1])] if container == "map" else [("Int.(a.{f})", inner)]
            if container == "map":
                ways.append(("(a.{f}).univ", parts[0]))
            return [
                f"{{a: {name}, b: {there} | b in {way.format(f=field)}}}"
                for way, types in ways
                for there in [self._objects(types)]
                if there
            ]
        if self._objects((inner or shape).rstrip("?")) is None:
            return []
        is_alone = sum(field in kinds for kinds in self.of.kinds.values()) == 1
        return [field if is_alone else f"({name} <: {field})"]

    def _objects(self, types: str) -> Optional[str]:
        """Those of these types that are classes."""
        found = [one for one in types.split("|") if one in self.of.names.values()]
        return " + ".join(found) if found else None


def _numbers(kind: Kind) -> list[int]:
    """The integers that a field may hold, or its entries and keys."""
    if isinstance(kind, (Scalar, Reference)):
        return sorted({value for value in kind.values if value.__class__ is int})
    if isinstance(kind, Mapping):
        return [*_numbers(kind.keys.item), *_numbers(kind.item)]
    return _numbers(kind.item) if isinstance(kind, (Sequence, Collection)) else []


def _identifier(text: str, what: str) -> str:
    if not re.fullmatch(r"[^\W\d]\w*", text) or text in _RESERVED:
        raise BoundsError(f"{what} `{text}` has a name that a spec cannot have")
    return text


def _block(head: str, lines: list[str]) -> str:
    return "\n".join([f"{head} {{", *(f"  {line}" for line in lines), "}"])
