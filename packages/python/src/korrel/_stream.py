"""A stream of instances: `korrel find`, run and read."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from ._classes import Given as GivenClasses
from ._errors import Incomplete, ProgramError
from ._header import Header
from ._heap import Codec, Heap
from ._values import Given as GivenValues

S = TypeVar("S", bound="Stream")


class Record:
    """One instance as it was read."""

    def __init__(self, line: bytes, codec: Codec) -> None:
        self.line, self.codec = line, codec
        #: What is to be said with it.
        self.notes: list[str] = []

    def decode(self) -> Heap:
        """The heap, made anew each time."""
        return Heap(json.loads(self.line), self.codec)


class Stream:
    """The heaps of one question, each once, smallest first.

    The program runs while it is read; a loop that is left, and `close`, end it. Raises Incomplete at the
    end if there are more instances, unless it was a limit that said so."""

    _lines: Iterator[bytes] = iter(())

    def __init__(
        self, lines: Iterable[bytes], classes: GivenClasses = None, values: GivenValues | None = None
    ) -> None:
        self._classes, self._values = classes, values
        self._lines = iter(lines)
        self._codec: Codec | None = None
        #: How the stream ended: complete, limit, …; None before its end.
        self.status: str | None = None
        #: How many instances were read.
        self.count = 0

    @property
    def header(self) -> Header:
        return self._opened().header

    def __iter__(self) -> Stream:
        return self

    def __next__(self) -> Heap:
        return self.next_record().decode()

    def records(self) -> Iterator[Record]:
        """The same, not yet decoded."""
        __tracebackhide__ = True
        while True:
            try:
                yield self.next_record()
            except StopIteration:
                return

    def next_record(self) -> Record:
        __tracebackhide__ = True
        codec = self._opened()
        if self.status is not None:
            raise StopIteration
        line = next(self._lines, b"")
        if not line.endswith(b"\n") or line.startswith(b'{"kind":"end"'):
            self._end(line)
            raise StopIteration
        self.count += 1
        return Record(line, codec)

    def _opened(self) -> Codec:
        __tracebackhide__ = True
        if self._codec is None:
            line = next(self._lines, b"")
            if not line.endswith(b"\n"):
                self._end(line)
            record = json.loads(line)
            if record.get("format") != "heapgraph/1":
                self.close()
                raise ProgramError(f"no stream of heapgraph/1: {line[:80]!r}")
            try:
                self._codec = Codec(Header(record), self._classes, self._values)
            except BaseException:
                self.close()
                raise
        return self._codec

    def _end(self, line: bytes) -> None:
        __tracebackhide__ = True
        whole = line.endswith(b"\n")
        self.status = json.loads(line)["status"] if whole else "truncated"
        told = self._ended()
        if self.status not in ("complete", "limit"):
            raise Incomplete(self.status, self.count, told)

    def _ended(self) -> str:
        """What the program has told; raises what it failed with."""
        self.close()
        return ""

    def why_empty(self) -> str:
        """What the program has told of a stream without instances."""
        return ""

    def close(self) -> None:
        """Ends the program, if it still runs."""
        if hasattr(self._lines, "close"):
            self._lines.close()
        self._lines = iter(())

    def __enter__(self: S) -> S:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()


def read(
    lines: str | os.PathLike[str] | Iterable[bytes],
    *,
    classes: GivenClasses = None,
    values: GivenValues | None = None,
) -> Stream:
    """The heaps of a stream that was written before: a file's name, or its lines as bytes."""
    if isinstance(lines, (str, os.PathLike)):
        lines = _lines_of(Path(lines))
    return Stream(lines, classes, values)


def _lines_of(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        yield from file
