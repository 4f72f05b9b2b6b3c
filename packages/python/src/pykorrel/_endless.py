"""Ends what does not come to an end: a thread looks from time to time whether it is still the same turn.

A turn costs nothing by this. It works on every system, in every thread, and beside the timers of others (pytest-timeout).
It ends code in Python only: a call into C that never returns goes on. A debugger has all the time that it wants.
"""

from __future__ import annotations

import ctypes
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import CodeType
from typing import Any, Callable

_TICK = 0.1
_DEBUGGERS = ("bdb", "pdb", "pydevd")


class TooLong(BaseException):
    """Ends a turn. It is no Exception, for code that catches those would go on."""


class Watch:
    """The turns of one thread, none of which may take longer than so many seconds; 0: as long as it takes."""

    def __init__(
        self,
        seconds: float,
        turn: Callable[[], int | None],
        is_inside: Callable[[Any], bool],
        on_end: Callable[[], None] = lambda: None,
    ) -> None:
        #: `turn` numbers the turn that runs, None if there is none; `is_inside` tells whether a frame may be interrupted.
        self.seconds, self.turn, self.is_inside, self.on_end = seconds, turn, is_inside, on_end
        self._ended = threading.Event()
        self._watching: threading.Thread | None = None

    def begin(self) -> None:
        if self._watching is None and self.seconds > 0:
            self._watching = threading.Thread(target=self._watch, args=(threading.get_ident(),), daemon=True)
            self._watching.start()

    def end(self) -> None:
        self._ended.set()

    def _watch(self, thread: int) -> None:
        last, since = None, 0.0
        while not self._ended.wait(_TICK):
            now = self.turn()
            since = since + _TICK if now is not None and now == last else 0.0
            last = now
            if since < self.seconds:
                continue
            frame = sys._current_frames().get(thread)
            if frame is not None and self.is_inside(frame) and not _is_debugged(frame):
                self.on_end()
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(TooLong))


def below(*codes: CodeType) -> Callable[[Any], bool]:
    """Whether one of these functions has called what runs."""

    def is_below(frame: Any) -> bool:
        while frame is not None and frame.f_code not in codes:
            frame = frame.f_back
        return frame is not None

    return is_below


def too_long(error: TooLong, seconds: float) -> TimeoutError:
    """What a test fails with, at the place where it was ended."""
    told = f"it did not come to an end within {seconds:g} s (--korrel-input-timeout, KORREL_INPUT_TIMEOUT)"
    return TimeoutError(told).with_traceback(error.__traceback__)


@contextmanager
def limited(seconds: float, code: CodeType) -> Iterator[None]:
    """One turn alone, below this function."""
    __tracebackhide__ = True
    turns = [0]
    watch = Watch(seconds, lambda: turns[0] if turns else None, below(code))
    watch.begin()
    try:
        yield
    except TooLong as error:
        raise too_long(error, seconds) from None
    finally:
        turns.clear()
        watch.end()


def _is_debugged(frame: Any) -> bool:
    while frame is not None:
        if frame.f_globals.get("__name__") in _DEBUGGERS:
            return True
        frame = frame.f_back
    return False
