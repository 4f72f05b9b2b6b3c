"""While a predicate runs: what it prints is counted and swallowed, and a run that does not end is ended."""

from __future__ import annotations

import ctypes
import io
import sys
import threading
from typing import Any

from .audit import Predicate
from .generator import Program, Replays
from .search import Search

_TICK = 0.1


class TooLong(BaseException):
    """Ends a run."""


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


class Running:
    """The time during which a search runs, and not the loop over its heaps."""

    def __init__(self, search: Search, seconds: float) -> None:
        self.search, self.seconds = search, seconds
        self.sink = Sink()
        self._is_running = False
        self._ended = threading.Event()
        self._watching: threading.Thread | None = None

    def __enter__(self) -> None:
        if self._watching is None and self.seconds > 0:
            self._watching = threading.Thread(target=self._watch, args=(threading.get_ident(),), daemon=True)
            self._watching.start()
        self._streams = sys.stdout, sys.stderr
        self.sink._under = sys.stdout
        sys.stdout = sys.stderr = self.sink
        self._is_running = True

    def __exit__(self, *_: Any) -> None:
        self._is_running = False
        sys.stdout, sys.stderr = self._streams

    def end(self) -> None:
        self._ended.set()

    def _watch(self, thread: int) -> None:
        """Looks from time to time whether it is still the same run: this costs a run nothing."""
        candidates, since = -1, 0.0
        while not self._ended.wait(_TICK):
            now = self.search.candidates
            since = since + _TICK if self._is_running and now == candidates else 0.0
            candidates = now
            if since >= self.seconds and _is_in_predicate(sys._current_frames().get(thread)):
                self.search.reason = (
                    f"it ran for more than {self.seconds:g} s on one candidate: does it go round a cycle?"
                )
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(TooLong))


_OWN = __file__.rpartition("runs.py")[0]
_RUNS = {Search._below.__code__, Predicate._ask.__code__, Program.__call__.__code__, Replays.make.__code__}


def _is_in_predicate(frame: Any) -> bool:
    """Whether the innermost frame is the predicate's: the search itself must not be interrupted."""
    if frame is None or frame.f_code.co_filename.startswith(_OWN):
        return False
    while frame is not None:
        if frame.f_code.co_filename.startswith(_OWN):
            return frame.f_code in _RUNS
        frame = frame.f_back
    return False
