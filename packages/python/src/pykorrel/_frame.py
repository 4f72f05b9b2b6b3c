"""The lines of a stream: its header, its instances, and the end record, which says what they are to be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any
from zlib import crc32

from ._errors import StreamError
from ._json import parse, visible

#: How an instance begins that no other program has written anew.
_INSTANCE = b'{"kind":"instance",'
_ID = b'{"kind":"instance","id":'
ID_AT, _BODY_AT = len(_ID), len(_INSTANCE)
#: What some editors write before a text.
_BYTE_ORDER_MARK = "\ufeff".encode()


class Frame:
    """Reads lines once. Records of kinds that later versions may add are passed over, and so are blank lines."""

    def __init__(self, lines: Iterator[bytes]) -> None:
        self._lines = lines
        #: The number of the line that was read last, from 1.
        self.at = 0
        #: How many instances were read.
        self.count = 0
        #: The last record; None before it, and if there is none.
        self.end: dict[str, Any] | None = None
        #: Why its digest says nothing.
        self.note = ""
        #: They come from the program by a pipe, so nobody has edited them: their number is compared, and their digest is not.
        self.is_piped = False
        self._crc, self._is_as_written, self._has_begun = 0, True, False

    def header(self) -> dict[str, Any] | None:
        """The first record; None if nothing was written."""
        line, record = self._next()
        self._has_begun = True
        if record is None:
            return None
        if record["kind"] != "header" or record.get("format") != "heapgraph/1":
            raise StreamError(f"no stream of heapgraph/1: it begins with {line[:80]!r}")
        return record

    def instance(self) -> bytes | None:
        """The line of the next instance; None after the last one."""
        first = next(self._lines, None)
        if first is not None and first.startswith(_ID) and first.endswith(b"\n"):
            # Nearly all of them.
            self.at += 1
            self.count += 1
            if not self.is_piped:
                self._crc = crc32(first[first.find(b",", ID_AT) + 1 or _BODY_AT :], self._crc)
            return first
        ahead = () if first is None else (first,)
        while True:
            line, record = self._next(ahead)
            ahead = ()
            if line.startswith(_INSTANCE) and (record is None or record["kind"] == "instance"):
                self._add(line)
                return line
            kind = record and record["kind"]
            if kind == "instance":
                self.count, self._is_as_written = self.count + 1, False
                return line
            if kind == "header":
                raise StreamError(f"line {self.at}: a second header: the stream before it has no end record")
            if kind == "end":
                self._finish(record or {})
            if kind in (None, "end"):
                return None

    def ahead(self, count: int) -> tuple[list[bytes], str | None]:
        """The lines of the next instances, up to so many, and the status of a stream that has fewer. All lines stay to be read."""
        seen: list[bytes] = []
        found: list[bytes] = []
        status: str | None = None
        try:
            for line in self._lines:
                seen.append(line)
                kind = _kind(line)
                if kind == "instance":
                    found.append(line)
                if kind == "end":
                    status = str(parse(line).get("status"))
                if status or len(found) == count:
                    break
            else:
                status = "truncated"
        finally:
            self._lines = chain(seen, self._lines)
        return found, status

    def _next(self, ahead: Iterable[bytes] = ()) -> tuple[bytes, dict[str, Any] | None]:
        """A line and its record, which is not read if it is an instance; nothing if there is no whole line any more."""
        for line in chain(ahead, self._lines):
            self.at += 1
            is_whole = line.endswith(b"\n")
            if is_whole and line.startswith(_INSTANCE) and self._has_begun:
                return line, None
            if self.at == 1:
                line = line.removeprefix(_BYTE_ORDER_MARK)
            if not line.strip():
                continue
            try:
                record = parse(line)
            except ValueError as error:
                if is_whole:
                    raise StreamError(f"line {self.at}: this is not JSON: {error}") from None
                break
            if record.__class__ is not dict or record.get("kind").__class__ is not str:
                raise StreamError(
                    f"line {self.at}: no record of heapgraph/1, for it has no `kind`: {line[:80]!r}"
                )
            return line, record
        return b"", None

    def _add(self, line: bytes) -> None:
        """The digest is of what follows the id, so that shards, whose ids are others', have it too."""
        self.count += 1
        after_id = line.find(b",", len(_ID)) + 1 if line.startswith(_ID) else 0
        begin = after_id or len(_INSTANCE)
        self._crc = crc32(line[begin:] if line.endswith(b"\n") else line[begin:] + b"\n", self._crc)

    def _finish(self, end: dict[str, Any]) -> None:
        count, digest = end.get("count"), end.get("digest")
        if end.get("status").__class__ is not str:
            raise StreamError(f"line {self.at}: an end record without a status")
        if count.__class__ is not int or count != self.count:
            says = f"counts {count} instances" if count.__class__ is int else "does not count its instances"
            message = f"the end record {says}, but {self.count} {'was' if self.count == 1 else 'were'} read"
            raise StreamError(f"{message}: lines were lost or added", "E0046")
        if digest is not None and not self.is_piped:
            self._compare(digest, f"crc32:{self._crc:08x}")
        for line in self._lines:
            self.at += 1
            if line.strip():
                raise StreamError(
                    f"line {self.at} stands after the end record, where nothing is read: {line[:80]!r}"
                )
        self.end = end

    def _compare(self, digest: Any, own: str) -> None:
        if not self._is_as_written:
            self.note = "another program has written the instances anew: the digest of the stream says nothing of them"
        elif digest.__class__ is not str or not digest.startswith("crc32:"):
            self.note = (
                f"the digest of the stream says nothing: {digest!r} is of no kind that this version knows"
            )
        elif digest != own:
            message = (
                f"the digest of the instances is {own}, and not {visible(digest)} as the end record says"
            )
            raise StreamError(f"{message}: lines were changed, or stand in another order", "E0046")


def _kind(line: bytes) -> Any:
    """None if the line is no record, which is told when it is read."""
    try:
        record = parse(line)
    except ValueError:
        return None
    return record.get("kind") if record.__class__ is dict else None
