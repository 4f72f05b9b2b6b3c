"""Inputs of a spec that a predicate in code accepts.

The spec says what is relational, the code the rest. A field that a class annotates and the spec does not declare is open:
it is chosen when the predicate reads it, by the search for generators (`_code`), whose generator makes the spec's heap.
"""

from __future__ import annotations

import copy
import enum
import hashlib
import inspect
import json
import sys
import typing
from collections import Counter
from collections.abc import Iterator
from typing import Any, Callable

from . import _notes
from ._code.annotations import annotations_of
from ._code.audit import CLOSELY
from ._code.canonical import Record as Plain
from ._code.canonical import key
from ._code.describe import Description
from ._code.enumeration import Enumeration
from ._code.examples import fields_of
from ._code.records import constant, key_text, shape_of
from ._errors import BoundsError
from ._find import Found
from ._header import Header
from ._heap import Codec, Heap
from ._stream import Record


class Where:
    """A predicate in code, and how far the fields go that it leaves open."""

    def __init__(self, predicate: Callable[..., Any], bounds: dict[Any, Any] | None, length: int) -> None:
        self.predicate, self.bounds, self.length = predicate, dict(bounds or {}), length

    def of(self, roots: list[Any]) -> Any:
        """Its answer for a heap's roots; it gets as many as it takes."""
        return self.predicate(*roots[: self._number()])

    def _number(self) -> int | None:
        try:
            parameters = inspect.signature(self.predicate).parameters.values()
        except (TypeError, ValueError):
            return None
        if any(one.kind is one.VAR_POSITIONAL for one in parameters):
            return None
        return sum(one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD) for one in parameters)

    def __str__(self) -> str:
        name = getattr(self.predicate, "__qualname__", repr(self.predicate))
        return str(name).rpartition("<locals>.")[2]


class Accepted:
    """The heaps of a stream that a predicate accepts, with each way to fill in what is open."""

    def __init__(self, stream: Found, where: Where, limit: int | None) -> None:
        self._stream, self._where, self._limit = stream, where, limit
        self.count = self.met = self.candidates = 0
        self.status: str | None = None
        self._errors: Counter[str] = Counter()
        self._open: _Open | None = None

    def records(self) -> Iterator[Record]:
        __tracebackhide__ = True
        for record in self._stream.records():
            if self._open is None:
                self._open = _Open(record.codec, self._where)
            self.met += 1
            for accepted in self._of(record, self._open):
                accepted.place = self.count
                self.count += 1
                yield accepted
                if self.count == self._limit:
                    self.status = "limit"
                    return
        self.status = self._stream.status
        for told, number in self._errors.most_common():
            _notes.note(f"{self._where} raised on {number:,} candidates, which counts as false: {told}")

    def _of(self, record: Record, opened: _Open) -> Iterator[Record]:
        heap = record.decode()
        if not isinstance(heap, Heap):
            raise TypeError("where: a predicate is asked of heaps, and the command is about traces")
        if opened.is_in(heap):
            search = opened.search(heap, is_trusted=self.candidates > CLOSELY)
            met: set[str] = set()
            for made in search:
                completed = opened.completed(record, made, self.count)
                if str(completed.key) not in met:
                    met.add(str(completed.key))
                    yield completed
            self.candidates += search.candidates
            for name, number in search.errors.items():
                self._errors[name] += number
            return
        self.candidates += 1
        try:
            answer = self._where.of(list(heap.roots))
        except Exception as error:
            self._errors[f"{type(error).__name__}: {error}".rstrip(": ")] += 1
            return
        if answer is None or answer:
            yield record

    def searched(self) -> str:
        opened = self._open.told() if self._open is not None else ""
        return f"{self.candidates:,} candidates of {self.met:,} heaps of the spec{opened}"

    def why_empty(self) -> str:
        if self.met == 0:
            return self._stream.why_empty()
        raised = "".join(f"\nit raises {told}" for told, _ in self._errors.most_common(1))
        return f"{self._where} accepts none of the {self.met:,} heaps of the spec{raised}"

    def close(self) -> None:
        self._stream.close()

    def __enter__(self) -> Accepted:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()


class _Open:
    """The fields of the user's classes that the spec does not declare."""

    def __init__(self, codec: Codec, where: Where) -> None:
        self._where = where
        if not codec.header.roots:
            raise BoundsError(
                f"where: the command has no parameters, and {where} needs one: pred name[t: Tree]"
            )
        layouts = codec.layouts
        self._sigs = {
            layout.cls: sig
            for sig, layout in layouts.by_type.items()
            if layout.cls in layouts.classes.by_name.values() and layouts.values.sig_of(sig) is None
        }
        self._fields: dict[type, dict[str, Any]] = {}
        for sig in self._sigs.values():
            layout = layouts.by_type[sig]
            told = [field.attribute for field in (*layout.fields.values(), *layout.optional.values())]
            self._fields.setdefault(layout.cls, {}).update(dict.fromkeys(told, typing.ClassVar))
        open_ = {of for of, told in self._fields.items() if _annotated(of) - told.keys()}
        if not open_:
            self._sigs = {}
            return
        self.description = Description(tuple(self._sigs), where.bounds, where.length, self._fields)
        others = [of.__name__ for of in self.description.bound if of not in self._sigs]
        if others:
            raise BoundsError(
                f"{', '.join(others)}: reached from a field that the spec leaves open, and no sig of it"
            )
        if layouts.values.by_sig:
            raise BoundsError(
                "values: the spec leaves fields open, and has values of the caller; declare the fields"
            )
        self._codec = self._extended(codec)

    def _extended(self, codec: Codec) -> Codec:
        """With the open fields in the header."""
        header, classes = copy.deepcopy(dict(codec.header.record)), copy.copy(codec.layouts.classes)
        classes.by_name = dict(classes.by_name)
        for of, sig in self._sigs.items():
            for name, kind in self.description.kinds[of].items():
                header["types"][sig][name] = shape_of(kind, self._sigs)
        for name, values in self.description.enums.items():
            header["enums"].setdefault(name, list(map(constant, values)))
            if isinstance(values[0], enum.Enum):
                classes.by_name.setdefault(name, type(values[0]))
        return Codec(Header(header), classes)

    def is_in(self, heap: Heap) -> bool:
        return any(self.description.kinds[of] for of in map(type, heap.objects.values()) if of in self._sigs)

    def told(self) -> str:
        if not self._sigs:
            return ""
        fields = [f"{sig}.{name}" for of, sig in self._sigs.items() for name in self.description.kinds[of]]
        return f", {', '.join(fields)} open"

    def search(self, heap: Heap, is_trusted: bool) -> Enumeration:
        given = {name: one for name, one in heap.objects.items() if type(one) in self._sigs}
        fields = {name: fields_of(one) for name, one in given.items()}

        def make(c: Any) -> Any:
            new = {id(one): c.new(type(one)) for one in given.values()}
            for name, one in given.items():
                for field, value in fields[name].items():
                    c.put(new[id(one)], field, _mapped(value, new))
            return [_mapped(root, new) for root in heap.roots], list(new.values())

        number = Counter(map(type, given.values()))
        bounds = {**dict.fromkeys(self._sigs, 0), **number, **self._where.bounds}
        search = Enumeration(
            (make,),
            lambda made: self._where.of(made[0]),
            bounds,
            length=self._where.length,
            fields=self._fields,
            is_alone=True,
            is_trusted=is_trusted,
        )
        self._names = list(given)
        return search

    def completed(self, record: Record, made: Any, place: int) -> Record:
        """The heap's record, with what the search has chosen."""
        told: Plain = json.loads(record.line)
        names = {id(one): name for name, one in zip(self._names, made[1])}

        def written(value: Any) -> Any:
            if id(value) in names:
                return names[id(value)]
            if isinstance(value, dict):
                return {key_text(written(at)): written(one) for at, one in value.items()}
            if isinstance(value, (set, frozenset)):
                return sorted(map(written, value), key=lambda one: (str(type(one)), one))
            if isinstance(value, (list, tuple)):
                return list(map(written, value))
            return None if value is None else constant(value)

        for name, one in zip(self._names, made[1]):
            held = fields_of(one)
            fields = {field: written(held[field]) for field in self.description.kinds[type(one)]}
            told["objects"][name].update(fields)
        told["id"], told["key"] = place, self._key(told)
        completed = copy.copy(record)
        completed.line, completed.codec, completed.notes = json.dumps(told).encode(), self._codec, []
        return completed

    def _key(self, told: Plain) -> str:
        header = self._codec.header
        if any(told.get(part) for part in ("relations", "witness")):
            return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]
        sets = {f"{name}/": members for name, members in told.get("sets", {}).items()}
        shapes = {name: "set univ" for name in sets}
        roots = {**header.record.get("roots", {}), **shapes}
        return key({**header.record, "roots": roots}, {**told, "roots": {**told["roots"], **sets}})


def _annotated(of: type) -> set[str]:
    """The names of all annotated fields of a class."""
    told = (
        vars(base).get("__annotations__", {}) if sys.version_info < (3, 14) else annotations_of(base)
        for base in of.__mro__
    )
    return {name for named in told for name in named if not name.startswith("__")}


def _mapped(value: Any, new: dict[int, Any]) -> Any:
    if id(value) in new:
        return new[id(value)]
    if isinstance(value, dict):
        return {_mapped(at, new): _mapped(one, new) for at, one in value.items()}
    if type(value) in (list, tuple, set, frozenset):
        return type(value)([_mapped(one, new) for one in value])
    return value
