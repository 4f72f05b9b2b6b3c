"""What goes wrong, by whom it is mended."""

from __future__ import annotations

import re


class Error(Exception):
    """Whatever Korrel raises by itself."""


class ProgramError(Error):
    """The program `korrel` is not there, does not fit this package, or was called wrongly."""


class SpecError(Error):
    """The spec is refused; the text is the program's message, with the place in the spec."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        found = re.search(r"^error\[(E\d+)\]", message, re.MULTILINE)
        self.code: str | None = found and found.group(1)


class Incomplete(Error):
    """The stream ended before all instances were found: `status` is timeout, memory, interrupted or truncated."""

    def __init__(self, status: str, count: int, told: str = "") -> None:
        super().__init__(
            f"incomplete ({status}): there are more inputs than these {count:,}{told and chr(10) + told}"
        )
        self.told = told
        self.status, self.count = status, count


class StreamError(Error, ValueError):
    """A stream that is not as it was written: lines were lost, added or edited, or are no JSON.

    `code` is E0046, which `korrel explain` knows, if its end record does not fit its lines."""

    def __init__(self, message: str, code: str | None = None) -> None:
        super().__init__(message if code is None else f"{message} (korrel explain {code})")
        self.code = code


class ValuesError(Error, ValueError):
    """`values` does not fit the spec, an atom has no value, or a value is no atom's."""


class HeapError(Error, ValueError):
    """Objects that cannot be made from a heap, or written as one."""


class SpecWarning(UserWarning):
    """What the program has to say about a spec that it accepts."""


class StreamWarning(UserWarning):
    """What cannot be told of a stream that is read all the same."""


class NoInput(AssertionError):
    """A test without any input has tested nothing."""


class InputFailed(AssertionError):
    """The smallest input on which a test fails."""

    def __init__(self, message: str, key: str, error: BaseException, failed: int, tried: int) -> None:
        super().__init__(message)
        #: The input's name, and what the test raised on it.
        self.key, self.error = key, error
        #: Of so many inputs so many fail.
        self.tried, self.failed = tried, failed


for _raised in (
    Error,
    ProgramError,
    SpecError,
    Incomplete,
    StreamError,
    ValuesError,
    HeapError,
    SpecWarning,
    StreamWarning,
    NoInput,
    InputFailed,
):
    _raised.__module__ = "korrel"  # as it is imported
