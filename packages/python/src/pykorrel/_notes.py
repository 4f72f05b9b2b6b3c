"""What a test says beside whether it passes, and how the test framework at hand says things."""

from __future__ import annotations

import os
import sys
from typing import Any, Callable

_INPUT_TIMEOUT = 5.0

#: The only input that is to be tried: pytest's --korrel-key.
only_key: str | None = None

#: A test goes on where it raises the same by itself on all inputs: pytest's --korrel-go-on.
goes_on = False

#: Seconds for a test on one input, 0 for as long as it takes: pytest's --korrel-input-timeout.
input_timeout: float | None = None

#: Where notes and numbers of inputs go; pytest_plugin sets them for the test that runs.
on_note: Callable[[str], None] | None = None
on_count: Callable[[int], None] | None = None


def seconds(own: float | None) -> float:
    """The time that a test may take on one input: as the test says itself, as the run says, or that of `korrel test`."""
    if own is None:
        own = input_timeout
    return float(os.environ.get("KORREL_INPUT_TIMEOUT") or _INPUT_TIMEOUT) if own is None else own


def note(text: str) -> None:
    """Says something that is no failure."""
    if on_note is not None:
        on_note(text)
    else:
        print(f"note: {text}", file=sys.stderr)


def count(inputs: int) -> None:
    if on_count is not None:
        on_count(inputs)


def is_skip(error: BaseException) -> bool:
    return isinstance(error, (_unittest_skip(), _outcome("skip")))


def is_failure(error: BaseException) -> bool:
    """Not what ends the program, or the run of tests."""
    return isinstance(error, (Exception, _outcome("fail")))


def is_judgement(error: BaseException) -> bool:
    """What `pytest.fail` raises."""
    return isinstance(error, _outcome("fail"))


def skip(reason: str) -> None:
    pytest = sys.modules.get("pytest")
    if pytest is not None and on_note is not None:
        pytest.skip(reason)
    raise _unittest_skip()(reason)


def _unittest_skip() -> type[BaseException]:
    from unittest import SkipTest

    return SkipTest


def _outcome(name: str) -> Any:
    """What pytest raises is no Exception."""
    pytest = sys.modules.get("pytest")
    return getattr(pytest, name).Exception if pytest is not None else ()
