"""What a test raises by itself on every input, such as a name that is misspelt.

Nothing of the code under test shows then, and the same again on thousands of inputs says no more than on the first.
"""

from __future__ import annotations

import inspect
import types
from typing import Any, NamedTuple

from . import _notes


class Cause(NamedTuple):
    """A kind of error, and the line of the test that raises it."""

    kind: str
    line: int


def cause(error: BaseException, test: Any) -> Cause | None:
    """None if the test judges, or if it is in a function that it calls that something is raised."""
    if isinstance(error, AssertionError) or _notes.is_judgement(error):
        return None
    code = getattr(inspect.unwrap(test), "__code__", None)
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if code is None or trace is None or not _is_within(trace.tb_frame.f_code, code):
        return None
    return Cause(type(error).__name__, trace.tb_lineno)


def _is_within(inner: types.CodeType, outer: types.CodeType) -> bool:
    """Whether it is the function itself, or one that is written in it."""
    return inner is outer or any(isinstance(each, types.CodeType) and _is_within(inner, each) for each in outer.co_consts)
