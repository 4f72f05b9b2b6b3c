"""A stream of instances: `korrel find`, run and read."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, TypeVar

from ._classes import Given as GivenClasses
from ._errors import HeapError, Incomplete, StreamError, StreamWarning
from ._frame import Frame
from ._header import Header, check_header
from ._heap import Codec, Heap
from ._json import Twice, parse_once, visible
from ._tables import arrow_of, graphs, needed
from ._trace import Trace, is_trace, trace
from ._values import Given as GivenValues

if TYPE_CHECKING:
    import networkx
    import pandas
    import pyarrow

S = TypeVar("S", bound="Stream")


class Record:
    """One instance as it was read."""

    def __init__(self, line: bytes, codec: Codec, frame: Frame) -> None:
        self.line, self.codec = line, codec
        self.at, self.place = frame.at, frame.count - 1
        #: What is to be said with it.
        self.notes: list[str] = []
        #: Of how many inputs of which question it is one, and whether these are all: where each is an item of its own.
        self.of: tuple[int, str, bool] | None = None

    @property
    def key(self) -> str | None:
        """Its permanent name, if the stream has them."""
        return self.decode().key

    def given(self) -> Heap | Trace:
        """What a test gets."""
        return self.decode()

    def decode(self) -> Heap | Trace:
        """The heap, or the trace, made anew each time."""
        place: Any = self.place
        try:
            record = parse_once(self.line)
            place = record.get("id", place)
            if is_trace(record):
                return trace(record, self.codec)
            self.codec.fit.check(record)
        except Twice as twice:
            raise HeapError(f"instance {place}: {visible(str(twice))}: occurs twice") from None
        except HeapError as error:
            raise HeapError(f"instance {place}: {error}") from None
        except ValueError as error:
            raise StreamError(f"line {self.at}: this is not JSON: {error}") from None
        return Heap(record, self.codec)


class Stream:
    """The heaps or traces of one question, each once, smallest first.

    The program runs while it is read; a loop that is left, and `close`, end it. Raises Incomplete at the
    end if there are more instances, unless it was a limit that said so; StreamError if lines were lost, added or
    edited; HeapError if an instance does not fit the header."""

    _lines: Iterator[bytes] = iter(())

    def __init__(
        self, lines: Iterable[bytes], classes: GivenClasses = None, values: GivenValues | None = None
    ) -> None:
        self._classes, self._values = classes, values
        self._lines = iter(lines)
        self._frame = Frame(self._lines)
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

    def __next__(self) -> Any:
        """The next heap; of a command about traces, the next trace."""
        return self.next_record().decode()

    def records(self, of: Callable[[bytes, Codec, Frame], Record] = Record) -> Iterator[Record]:
        """The same, not yet decoded."""
        __tracebackhide__ = True
        codec, frame = self._opened(), self._frame
        while self.status is None:
            line = self._line()
            if line is None:
                return
            yield of(line, codec, frame)

    def next_record(self) -> Record:
        __tracebackhide__ = True
        codec = self._opened()
        line = self._line() if self.status is None else None
        if line is None:
            raise StopIteration
        return Record(line, codec, self._frame)

    def _line(self) -> bytes | None:
        """The line of the next instance; None after the last one."""
        __tracebackhide__ = True
        try:
            line = self._frame.instance()
        except BaseException:
            self.close()
            raise
        self.count = self._frame.count
        if line is None:
            self._end()
        return line

    def _opened(self) -> Codec:
        __tracebackhide__ = True
        if self._codec is None:
            try:
                header = self._frame.header()
                if header is not None:
                    check_header(header)
                    self._codec = Codec(Header(header), self._classes, self._values)
            except BaseException:
                self.close()
                raise
            if header is None:
                self._end()
        assert self._codec is not None, "a stream without a header is truncated"
        return self._codec

    def _end(self) -> None:
        __tracebackhide__ = True
        end = self._frame.end
        self.status = end["status"] if end is not None else "truncated"
        if self._frame.note:
            warnings.warn(StreamWarning(self._frame.note), stacklevel=4)
        told = self._ended()
        if self.status not in ("complete", "limit"):
            raise Incomplete(str(self.status), self.count, told)

    def to_arrow(self) -> pyarrow.Table:
        """The instances that were not read yet as a `pyarrow.Table`, a row each; it needs pyarrow and the program."""
        __tracebackhide__ = True
        return self._arrow("to_arrow")

    def to_pandas(self) -> pandas.DataFrame:
        """The same as a `pandas.DataFrame`; it needs pandas, pyarrow and the program."""
        __tracebackhide__ = True
        needed("pandas", "to_pandas")
        return self._arrow("to_pandas").to_pandas()

    def to_networkx(self, relation: str | None = None, *, directed: bool = True) -> Iterator[networkx.Graph]:
        """Each heap as a graph; it needs networkx.

        If heaps are graphs, one relation of one sig, or if `relation` is named, that is a `DiGraph`, and with `directed=False` a
        `Graph`. Other heaps are `MultiDiGraph`s, whose edges have a `field`."""
        __tracebackhide__ = True
        needed("networkx", "to_networkx")
        header = self.header
        return graphs((parse_once(record.line) for record in self.records()), header, relation, directed)

    def _arrow(self, by: str) -> Any:
        """By way of the program, whose table it is. The lines are checked as they are read."""
        __tracebackhide__ = True
        needed("pyarrow", by)
        written = arrow_of(["show", "-", "-n", "0", "--format", "arrow"], self._left(self.header), by)
        message = written.told.decode("utf-8", "replace").strip()
        if written.code not in (0, 1):
            raise StreamError(message)
        if self.status is None:
            raise Incomplete("interrupted", written.count, message)
        return written.whole(message)

    def _left(self, header: Header) -> Iterator[bytes]:
        """What was not read yet, as a stream of its own."""
        yield json.dumps(header.record, ensure_ascii=False).encode() + b"\n"
        begun = self.count
        for record in self.records():
            yield record.line.rstrip(b"\n") + b"\n"
        if self.status not in ("complete", "limit"):  # told before
            raise Incomplete(str(self.status), self.count)
        end = {"kind": "end", "status": self.status, "count": self.count - begun}
        yield json.dumps(end).encode() + b"\n"

    def ahead(self, count: int) -> tuple[list[Any], str | None]:
        """The next heaps or traces, up to so many, and the status of a stream that has no more. They stay to be read."""
        codec, frame = self._opened(), self._frame
        lines, status = frame.ahead(count + 1) if self.status is None else ([], self.status)
        return [Record(line, codec, frame).decode() for line in lines[:count]], status if len(lines) <= count else None

    def _repr_html_(self) -> str:
        from ._notebook import gallery

        return gallery(self)

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
