"""One instance: objects that point at one another, and back to the record that they came from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ._attributes import attribute_name
from ._classes import Classes
from ._classes import Given as GivenClasses
from ._decode import Decoder
from ._encode import Encoder
from ._fit import Fit
from ._header import Header, Shape
from ._json import encode
from ._layout import Layouts
from ._names import Names
from ._values import Given as GivenValues
from ._values import Values


class Codec:
    """All that heaps of one stream share."""

    def __init__(
        self,
        header: Header,
        classes: GivenClasses = None,
        values: GivenValues | None = None,
        *,
        in_order: bool = False,
    ) -> None:
        self.header = header
        self.layouts = Layouts(header, Classes(classes), Values(values, header), in_order=in_order)
        self.decoder = Decoder(self.layouts)
        self.fit = Fit(header)

    def member(self, value: Any, shape: Any, objects: dict[str, Any]) -> Any:
        return self.decoder.value(value, shape, self.layouts.container(shape), objects)


class Roots:
    """Where a program starts: the parameters of the predicate, by name and, when iterated, in order."""

    def __init__(self, values: dict[str, Any]) -> None:
        self.__dict__.update({attribute_name(name): value for name, value in values.items()})

    def __iter__(self) -> Iterator[Any]:
        return iter(self.__dict__.values())

    def __len__(self) -> int:
        return len(self.__dict__)

    def __getitem__(self, name: str | int) -> Any:
        return list(self)[name] if isinstance(name, int) else self.__dict__[attribute_name(name)]

    def __getattr__(self, name: str) -> Any:
        there = ", ".join(self.__dict__) or "none: the command has no parameters"
        raise AttributeError(f"there is no root {name}; there are {there}")

    def __repr__(self) -> str:
        return f"Roots({', '.join(f'{name}={value!r}' for name, value in self.__dict__.items())})"


class Heap:
    """An instance as objects. They may be changed; `to_json` says what they are then."""

    def __init__(self, record: Mapping[str, Any], codec: Codec) -> None:
        self._record, self._codec = record, codec
        header = codec.header
        self.header = header
        #: Its place in the stream; None if it was found by `--any`.
        self.id: int | None = record.get("id")
        #: All objects by their names, `Node$0`.
        self.objects: dict[str, Any] = codec.decoder.objects(record["objects"])
        self.roots = Roots(self._members(record.get("roots", {}), header.roots))
        #: What is in each subset sig.
        self.sets: dict[str, Any] = self._members(record.get("sets", {}), self._shapes_of_sets())
        #: Fields of what is no object, by `Sig.field`.
        self.relations = self._members(record.get("relations", {}), header.relations)
        #: For which values a check fails.
        self.witness = self._members(record.get("witness", {}), header.witness)

    @property
    def key(self) -> str | None:
        """The name of the input for good; None if the stream was asked for without `keys=True`."""
        return self._record.get("key")

    @property
    def types(self) -> Mapping[str, type]:
        """The classes of the objects, by the names of the sigs."""
        return self._codec.layouts.types

    def of(self, type: str | type) -> list[Any]:
        """The objects of a sig, or of a class."""
        if isinstance(type, str):
            below = self.header.below(type)
            return [self.objects[name] for name, o in self._record["objects"].items() if o["$type"] in below]
        return [made for made in self.objects.values() if isinstance(made, type)]

    def name(self, made: Any) -> str | None:
        """The name of an object that the heap was read with; None if it is a new one."""
        return self._names().of(made)

    def to_json(self) -> str:
        """The heap as a record of heapgraph/1: unchanged it is the line that it was read from."""
        return encode(self._written())

    def changed(self) -> Heap | None:
        """The heap as its objects are now; None if they are as they were, or cannot be written."""
        try:
            record = self._written()
            is_same = all(record[part] == self._record.get(part) for part in record)
            return None if is_same else Heap(record, self._codec)
        except Exception:  # whatever a test has done to its input
            return None

    def _written(self) -> dict[str, Any]:
        record, header = self._record, self.header
        encoder = Encoder(self._names(), dict(record), sets=self.sets)
        roots = {
            name: encoder.value(self.roots[name], header.roots[name]) for name in record.get("roots", {})
        }
        encoder.drain()
        encoder.keep_what_was_apart()
        body: dict[str, Any] = {"roots": roots, "objects": self._in_order(encoder)}
        beside = [
            ("sets", self.sets, self._shapes_of_sets()),
            ("relations", self.relations, header.relations),
        ]
        for part, given, shapes in beside:
            if part in record:
                written = {name: encoder.value(value, shapes[name]) for name, value in given.items()}
                body[part] = encoder.only_kept(written, body["objects"])
        if all(body[part] == record.get(part, {}) for part in body):
            return {**record, **body}
        return {"kind": "instance", **({"id": self.id} if "id" in record else {}), **body}

    def _shapes_of_sets(self) -> dict[str, Shape]:
        return {name: Shape("set", (of,)) for name, (of, _) in self.header.sets.items()}

    def _in_order(self, encoder: Encoder) -> dict[str, Any]:
        return {name: encoder.objects[name] for name in encoder.sorted(encoder.objects)}

    def _names(self) -> Names:
        return Names(self.objects, self._record["objects"], self._codec.layouts)

    def _members(self, values: Mapping[str, Any], shapes: Mapping[str, Any]) -> dict[str, Any]:
        return {name: self._codec.member(value, shapes[name], self.objects) for name, value in values.items()}

    def _repr_svg_(self) -> str | None:
        from ._notebook import svg

        return svg(self)

    def _repr_html_(self) -> str:
        from ._notebook import html

        return html(self)

    def __repr__(self) -> str:
        roots = (f"{name}={value}" for name, value in self._record["roots"].items())
        return f"<{' '.join(['Heap', str(self.id), *([self.key] if self.key else []), *roots])}>"
