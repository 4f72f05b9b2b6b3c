"""An input of `korrel test`, and the state that an operation leaves behind."""

from __future__ import annotations

from typing import Any

from ._encode import Encoder
from ._header import ANY, Shape
from ._heap import Codec
from ._names import Names
from ._reads import Reads


class Driven:
    """The objects of an input, and what they are afterwards."""

    current: Driven | None = None

    def __init__(self, codec: Codec, record: dict[str, Any], shapes: dict[str, Shape]) -> None:
        self.record, self.shapes = record, shapes
        given = record["objects"]
        objects = codec.decoder.objects(given)
        self.names = Names(objects, {name: fields["$type"] for name, fields in given.items()}, codec.layouts)
        self.roots = {
            name: codec.member(value, shapes.get(name, ANY), objects)
            for name, value in record["roots"].items()
        }
        Driven.current = self

    def tracked(self) -> dict[str, Any]:
        """The objects by name, without values of the caller's own."""
        return {name: self.names.objects[name] for name in self.names.by_id.values()}

    def abstracted(self, result: Any, reads: Reads | None = None) -> dict[str, Any]:
        """The state afterwards as a part of a reply; nothing of what has not changed."""
        encoder = Encoder(self.names, self.record, reads.kept if reads else getattr)
        for name, root in self.roots.items():
            encoder.value(root, self.shapes.get(name, ANY))
        result = encoder.value(result)
        encoder.drain()
        encoder.keep_what_was_apart()
        post = encoder.objects
        if post == self.record["objects"]:
            return {"result": result}
        kept = {
            part: encoder.only_kept(self.record[part], post)
            for part in ("sets", "relations")
            if part in self.record
        }
        return {"post": {"objects": post, **kept}, "result": result}
