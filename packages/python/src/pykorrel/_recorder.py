"""Heaps of a running program, as `korrel learn`, `korrel eval` and `korrel show` read them."""

from __future__ import annotations

import os
from typing import Any

from ._classes import Given as GivenClasses
from ._encode import Encoder
from ._errors import HeapError
from ._find import find
from ._heap import Codec
from ._json import encode
from ._names import Names
from ._values import Given as GivenValues


class Recorder:
    """Writes heaps down as they are when it is called, each once, a line each.

    `to` is a file, which is added to; what stands there already is not written again. `classes` are those of the
    spec's sigs, `values` the caller's values for atoms and integers, as in `find`."""

    def __init__(
        self,
        spec: str | os.PathLike[str],
        command: None | str | int = None,
        *,
        to: str | os.PathLike[str],
        classes: GivenClasses = None,
        values: GivenValues | None = None,
    ) -> None:
        with find(spec, command, limit=1, quiet=True) as stream:
            self._codec = Codec(stream.header, classes, values)
        self._file = open(to, "a+", encoding="utf-8")
        self._file.seek(0)
        self._known = set(self._file.read().splitlines())

    def __call__(self, *roots: Any, **named: Any) -> None:
        """The heap that is reached from these roots: in the order of the header, or by name. A root that is not
        given is the one among the others that has its type, if there is one. A heap that does not fit the spec's
        types is a `HeapError`, and is not written."""
        shapes = self._codec.header.roots
        given = {**dict(zip(shapes, roots)), **named}
        for name in [*named, *(["*"] if len(roots) > len(shapes) else [])]:
            if name not in shapes:
                there = ", ".join(shapes) or "none"
                raise HeapError(f"there is no root {name}; there are {there}")
        for name, shape in shapes.items():
            if name not in given:
                given[name] = self._of_type(name, shape.types, list(given.values()))
        encoder = Encoder(Names({}, {}, self._codec.layouts), {"objects": {}})
        written = {name: encoder.value(given[name], shape) for name, shape in shapes.items()}
        encoder.drain()
        objects = {name: encoder.objects[name] for name in encoder.sorted(encoder.objects)}
        record = {"kind": "instance", "roots": written, "objects": objects}
        self._codec.fit.check(record)
        line = encode(record)
        if line not in self._known:
            self._known.add(line)
            print(line, file=self._file, flush=True)

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> Recorder:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _of_type(self, name: str, types: Any, given: list[Any]) -> Any:
        fitting = {below for type in types for below in self._codec.header.below(type)}
        for value in given:
            layout = self._codec.layouts.of_object(value)
            if layout is not None and layout.type in fitting:
                return value
        raise HeapError(f"roots.{name}: missing; it is declared `{' + '.join(types)}`")
