"""An input of `korrel test`, and the state that an operation leaves behind."""

from __future__ import annotations

from typing import Any

from ._compiled import Scan, scanner
from ._encode import PLAIN, Encoder
from ._errors import HeapError, ValuesError
from ._header import ANY, Shape
from ._heap import Codec
from ._names import Names
from ._reads import Reads

#: What finds the changes of an object of this class whose record has this size; its fields with references.
_Way = tuple["Scan | None", Any, int, "tuple[str, ...] | None"]


class Scanners(dict[str, _Way]):
    """For each type the code that finds what has changed in its objects; None where there is none."""

    def __init__(self, codec: Codec) -> None:
        super().__init__()
        self.codec = codec

    def __missing__(self, type: str) -> _Way:
        layouts, decoder = self.codec.layouts, self.codec.decoder
        layout = layouts.by_type[type]
        scan = None if layouts.values.by_sig else scanner(layout, decoder.how)
        self[type] = (scan, layout.cls, 1 + len(layout.fields), decoder.references(type))
        return self[type]


class Driven:
    """The objects of an input, and what they are afterwards."""

    current: Driven | None = None

    def __init__(self, codec: Codec, record: dict[str, Any], shapes: dict[str, Shape]) -> None:
        self.record, self.shapes, self.codec = record, shapes, codec
        self.given = codec.decoder.objects(record["objects"])
        self.names = Names(self.given, record["objects"], codec.layouts)
        self.roots = {
            name: value
            if value.__class__ is int and not codec.layouts.values.by_sig
            else codec.member(value, shapes.get(name, ANY), self.given)
            for name, value in record["roots"].items()
        }
        Driven.current = self

    def tracked(self) -> dict[str, Any]:
        """The objects by name, without values of the caller's own."""
        return {name: self.names.objects[name] for name in self.names.by_id.values()}

    def abstracted(
        self, result: Any, reads: Reads | None = None, scanners: Scanners | None = None
    ) -> dict[str, Any]:
        """What has changed, as a part of a reply; nothing if nothing has."""
        encoder = _Changes(self, reads, scanners)
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

    def __init__(self, driven: Driven, reads: Reads | None, scanners: Scanners | None) -> None:
        super().__init__(driven.names, driven.record, reads.kept if reads else getattr)
        self.given, self.scanners = driven.given, scanners
        self.changed: dict[str, Any] = {}

    def drain(self) -> None:
        records, waiting, scanners, given = self.record["objects"], self.waiting, self.scanners, self.given
        while waiting:
            name = waiting.pop()
            record = records.get(name)
            if record is None:
                self.changed[name] = self.object(name)
                continue
            if scanners is not None:
                scan, cls, size, _ = scanners[record["$type"]]
                made = given[name]
                if scan is not None and made.__class__ is cls and len(record) == size:
                    try:
                        changed = scan(made, record, self)
                        if changed is not None:
                            self.changed[name] = changed
                        continue
                    except (KeyError, AttributeError, HeapError, ValuesError):
                        pass  # the other way tells where
            compared = self._compared(name, record)
            if compared:
                self.changed[name] = compared

    def _compared(self, name: str, record: dict[str, Any]) -> dict[str, Any]:
        """What is different in an object; all of it if it has gained or lost a field."""
        written = self.object(name)
        if written.keys() != record.keys():
            return written
        return {field: value for field, value in written.items() if not _are_alike(value, record[field])}

    def differing(
        self, changed: dict[str, Any] | None, field: str, now: Any, was: Any, shape: Shape
    ) -> dict[str, Any] | None:
        """The changed fields of an object, with this one if it is among them."""
        now = now if now.__class__ in PLAIN else self.value(now, shape)
        if _are_alike(now, was):
            return changed
        changed = {} if changed is None else changed
        changed[field] = now
        return changed

    def apart(self) -> list[str]:
        given, seen = self.record["objects"], set()
        roots = [value for value in self.record["roots"].values() if value.__class__ is not int]
        if self.scanners is None or any(value.__class__ is not str for value in roots):
            return super().apart()
        waiting = [value for value in roots if value in given]
        while waiting:
            value = waiting.pop()
            if value in seen:
                continue
            seen.add(value)
            fields = given[value]
            references = self.scanners[fields["$type"]][3]
            if references is None:
                return super().apart()
            for field in references:
                if fields[field] is not None:
                    waiting.append(fields[field])
        return [name for name in given if name not in seen] if len(seen) < len(given) else []


def _are_alike(now: Any, was: Any) -> bool:
    """Python takes 1, 1.0 and True for one."""
    if now.__class__ in PLAIN:
        return now.__class__ is was.__class__ and bool(now == was)
    return bool(now == was) and repr(now) == repr(was)
