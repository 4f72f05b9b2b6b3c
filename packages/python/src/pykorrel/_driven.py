"""An input of `korrel test`, and the state that an operation leaves behind."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from ._compiled import differ, named, reach
from ._encode import PLAIN, Encoder
from ._errors import HeapError, ValuesError
from ._header import ANY, Shape
from ._heap import Codec
from ._names import Names
from ._reads import Reads


class Quick:
    """Tells what has changed in most inputs, by code that is made for their header; the loops tell it of the others."""

    def __init__(self, codec: Codec) -> None:
        by_type, read = codec.layouts.by_type, codec.decoder.how
        self._has_values = bool(codec.layouts.values.by_sig)
        self._differ, self._reach = differ(by_type, read), reach(by_type, read)

    def told(self, driven: Driven, result: Any) -> dict[str, Any] | None:
        """What has changed, as a part of a reply. None where something is unusual: a new object, a mistake."""
        if self._has_values:
            return None
        records = driven.record["objects"]
        try:
            found = self._differ(driven.given, records)
            if found == [] and driven.is_simple and result.__class__ in PLAIN:
                return {"result": result}
            told = None if found is None else self._told(driven, result, found)
        except (AttributeError, HeapError, KeyError, TypeError, ValuesError):
            told = None
        if told is None:
            driven.forget_names()
        return told

    def _told(self, driven: Driven, result: Any, found: list[Any]) -> dict[str, Any] | None:
        given, records = driven.given, driven.record["objects"]
        by_id = dict(zip(map(id, given.values()), given))
        encoder: Encoder | None = None

        def written(value: Any, shape: Shape) -> Any:
            nonlocal encoder
            encoder = encoder or Encoder(driven.names, driven.record)
            return encoder.value(value, shape)

        held = []
        if result.__class__ not in PLAIN:
            result = by_id.get(id(result)) or written(result, ANY)
            held = named(result)
        before = [root for root in driven.record["roots"].values() if root.__class__ is str]
        held += before
        if not driven.is_simple:
            for name, was in driven.record["roots"].items():
                if was.__class__ is not str:
                    before += named(was)
                    held += named(written(driven.roots[name], driven.shapes.get(name, ANY)))
        changed: dict[str, Any] = {}
        # As long as every reference is still there, all objects are reached as before.
        may_lose = not driven.is_simple
        for name, field, now, was, shape in found:
            if now.__class__ not in PLAIN:
                now = by_id.get(id(now)) or written(now, shape)
            elif now.__class__ is str and now in records:
                return None
            if not _are_alike(now, was):
                may_lose = may_lose or was.__class__ not in PLAIN or was in records
                if name in changed:
                    changed[name][field] = now
                else:
                    changed[name] = {field: now}
        if encoder is not None and len(encoder.names.by_id) > len(records):
            return None
        if not changed:
            return {"result": result}
        left = self._left(held, records, changed) if may_lose else records
        if len(left) < len(records):
            apart = records.keys() - self._left(before, records, {})
            if apart:
                left = self._left([*held, *apart], records, changed)
            for name in records:
                if name not in left:
                    changed[name] = None
        return {"changed": changed, "result": result}

    def _left(self, names: list[Any], records: dict[str, Any], changed: dict[str, Any]) -> set[str]:
        return self._reach([name for name in names if name in records], records, changed)


class Driven:
    """The objects of an input, and what they are afterwards."""

    current: Driven | None = None

    def __init__(self, codec: Codec, record: dict[str, Any], shapes: dict[str, Shape]) -> None:
        self.record, self.shapes, self.codec = record, shapes, codec
        self.given = given = codec.decoder.objects(record["objects"])
        #: Each root is an object or a plain value.
        self.is_simple = True
        self.roots: dict[str, Any] = {}
        takes_values = bool(codec.layouts.values.by_sig)
        for name, value in record["roots"].items():
            if value.__class__ is str and value in given:
                self.roots[name] = given[value]
            elif value.__class__ is int and not takes_values:
                self.roots[name] = value
            else:
                self.roots[name] = made = codec.member(value, shapes.get(name, ANY), given)
                self.is_simple = self.is_simple and made.__class__ in PLAIN
        Driven.current = self

    @cached_property
    def names(self) -> Names:
        return Names(self.given, self.record["objects"], self.codec.layouts)

    def forget_names(self) -> None:
        """No new object has a name."""
        self.__dict__.pop("names", None)

    def tracked(self) -> dict[str, Any]:
        """The objects by name, without values of the caller's own."""
        return {name: self.names.objects[name] for name in self.names.by_id.values()}

    def abstracted(
        self, result: Any, reads: Reads | None = None, quick: Quick | None = None
    ) -> dict[str, Any]:
        """What has changed, as a part of a reply; nothing if nothing has."""
        told = quick.told(self, result) if quick is not None else None
        if told is not None:
            return told
        encoder = _Changes(self, reads)
        given, has_values = self.record["objects"], bool(encoder.values.by_sig)
        for name, root in self.roots.items():
            if has_values or root.__class__ not in PLAIN:
                was = self.record["roots"][name]
                if not has_values and was.__class__ is str and was in given:
                    encoder.reach(was)
                else:
                    encoder.value(root, self.shapes.get(name, ANY))
        if has_values or result is not None:
            result = encoder.value(result)
        encoder.drain()
        if len(encoder.objects) < len(given) or encoder.objects.keys() != given.keys():
            encoder.keep_what_was_apart()
            for name in given:
                if name not in encoder.objects:
                    encoder.changed[name] = None
        return {"changed": encoder.changed, "result": result} if encoder.changed else {"result": result}


class _Changes(Encoder):
    """Of the objects that are reached, those that are not as in the input, and what is different in them."""

    def __init__(self, driven: Driven, reads: Reads | None) -> None:
        super().__init__(driven.names, driven.record, reads.kept if reads else getattr)
        self.changed: dict[str, Any] = {}

    def drain(self) -> None:
        records = self.record["objects"]
        while self.waiting:
            name = self.waiting.pop()
            record = records.get(name)
            told = self.object(name) if record is None else self._compared(name, record)
            if told:
                self.changed[name] = told

    def _compared(self, name: str, record: dict[str, Any]) -> dict[str, Any]:
        """What is different in an object; all of it if it has gained or lost a field."""
        written = self.object(name)
        if written.keys() != record.keys():
            return written
        return {field: value for field, value in written.items() if not _are_alike(value, record[field])}


def _are_alike(now: Any, was: Any) -> bool:
    """Python takes 1, 1.0 and True for one."""
    if now.__class__ in PLAIN:
        return now.__class__ is was.__class__ and bool(now == was)
    return bool(now == was) and repr(now) == repr(was)
