"""While a predicate runs: what it prints is counted and swallowed, and a run that does not end is ended."""

from __future__ import annotations

import io
import sys
import threading
import time
from typing import Any, Callable

from .._endless import Watch
from .audit import Predicate
from .generator import Program, Replays
from .search import Search


class Sink(io.TextIOBase):
    """In place of standard output; other threads go on to print."""

    def __init__(self) -> None:
        self.lines, self.first = 0, ""
        self._thread = threading.get_ident()
        self._under: Any = None

    def write(self, text: str) -> int:
        if threading.get_ident() != self._thread:
            return int(self._under.write(text))
        self.lines += text.count("\n")
        self.first = self.first or text.strip().partition("\n")[0]
        return len(text)


#: Seconds before a terminal is told how far a search has come, and from one time to the next.
_PATIENCE, _PACE = 2.0, 0.5


class Progress:
    """A line on a terminal while the search runs; it is gone when the caller has its turn, who may print."""

    def __init__(self, told: Callable[[], str]) -> None:
        self._told, self._next, self._is_shown = told, time.monotonic() + _PATIENCE, False

    def tick(self, stream: Any) -> None:
        now = time.monotonic()
        if now >= self._next and stream is not None and stream.isatty():
            self._next, self._is_shown = now + _PACE, True
            stream.write(f"\r\x1b[K{self._told()}")
            stream.flush()

    def clear(self, stream: Any) -> None:
        if self._is_shown:
            self._is_shown = False
            stream.write("\r\x1b[K")
            stream.flush()


class Asserts:
    """An assert that pytest has rewritten shows values before it raises, and so reads all that they hold. In a predicate nobody sees it, and a
    cycle would have no end."""

    def __init__(self) -> None:
        self._rewrite: Any = sys.modules.get("_pytest.assertion.rewrite")
        self._util: Any = sys.modules.get("_pytest.assertion.util")
        self._before: Any = None

    def hide(self) -> None:
        if self._rewrite is not None and self._util is not None:
            self._before = getattr(self._rewrite, "_saferepr", None), getattr(self._util, "_reprcompare", None)
            self._rewrite._saferepr, self._util._reprcompare = _unseen, None

    def show(self) -> None:
        if self._before is not None:
            self._rewrite._saferepr, self._util._reprcompare = self._before
            self._before = None


def _unseen(value: object) -> str:
    return "…"


class Running:
    """The time during which a search runs, and not the loop over its heaps."""

    def __init__(self, search: Search, seconds: float, told: Callable[[], str]) -> None:
        self.search, self.seconds = search, seconds
        self.sink = Sink()
        self._is_running = False
        self._streams = sys.stdout, sys.stderr
        self._progress, self._asserts = Progress(told), Asserts()
        self._watch = Watch(seconds, self._candidate, _is_in_predicate, self._tell)

    def __enter__(self) -> None:
        self._watch.begin()
        self._streams = sys.stdout, sys.stderr
        self.sink._under = sys.stdout
        sys.stdout = sys.stderr = self.sink
        self._asserts.hide()
        self._is_running = True

    def __exit__(self, *_: Any) -> None:
        self._is_running = False
        sys.stdout, sys.stderr = self._streams
        self._asserts.show()
        self._progress.clear(sys.stderr)

    def end(self) -> None:
        self._watch.end()

    def _candidate(self) -> int | None:
        if not self._is_running:
            return None
        self._progress.tick(self._streams[1])
        return self.search.candidates

    def _tell(self) -> None:
        self.search.reason = (
            f"it ran for more than {self.seconds:g} s on one candidate: does it go round a cycle?"
        )


_OWN = __file__.rpartition("runs.py")[0]
_RUNS = {Search._below.__code__, Predicate._ask.__code__, Program.__call__.__code__, Replays.make.__code__}


def _is_in_predicate(frame: Any) -> bool:
    """Whether the innermost frame is the predicate's: the search itself must not be interrupted."""
    if frame.f_code.co_filename.startswith(_OWN):
        return False
    while frame is not None:
        if frame.f_code.co_filename.startswith(_OWN):
            return frame.f_code in _RUNS
        frame = frame.f_back
    return False
