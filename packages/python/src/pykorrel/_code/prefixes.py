"""The prefixes of heaps of one size, which wait until it is their turn; where there are many, in a file without a name.

Ten million candidates leave some hundred thousand prefixes of the next size, and each takes a hundred bytes as an object. They are taken once, in
the order in which they came, when no more will come: so blocks of them are written one behind the other, and read in turn."""

from __future__ import annotations

import marshal
import tempfile
from collections.abc import Iterator
from typing import IO, Any

#: So many are kept as objects.
KEPT = 20_000


class Prefixes:
    """Invariant: those in the file came before those in the list."""

    def __init__(self) -> None:
        self._last: list[str] = []
        self._file: IO[Any] | None = None

    def append(self, prefix: str) -> None:
        self._last.append(prefix)
        if len(self._last) >= KEPT:
            if self._file is None:
                self._file = tempfile.TemporaryFile()
            marshal.dump(self._last, self._file)
            self._last = []

    def __iter__(self) -> Iterator[str]:
        if self._file is not None:
            with self._file:
                end = self._file.tell()
                self._file.seek(0)
                while self._file.tell() < end:
                    yield from marshal.load(self._file)
        yield from self._last
