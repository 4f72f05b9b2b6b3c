"""What goes wrong, by whom it is mended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple


class Place(NamedTuple):
    """A place in a spec; lines and columns count characters, from 1, and the end is past the last one."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    label: str
    #: The place that is wrong, and not another one that matters.
    primary: bool


class Message(NamedTuple):
    """What the program says: `severity` is error, warning or note, `text` what a person would read."""

    severity: str
    text: str
    code: "str | None" = None
    message: str = ""
    places: "tuple[Place, ...]" = ()
    help: "tuple[str, ...]" = ()

    @classmethod
    def of(cls, record: dict[str, Any]) -> Message:
        places = tuple(Place(**place) for place in record.get("places", ()))
        text, help = record["text"], tuple(record.get("help", ()))
        return cls(record["severity"], text, record.get("code"), record.get("message", text), places, help)


class Error(Exception):
    """Whatever Korrel raises by itself."""


class ProgramError(Error):
    """The program `korrel` is not there, does not fit this package, or was called wrongly."""


class SpecError(Error):
    """The spec is refused; the text is the program's message, `messages` are its parts, with places."""

    def __init__(self, text: str, messages: Sequence[Message] = ()) -> None:
        super().__init__(text)
        self.messages = tuple(messages)

    @property
    def code(self) -> str | None:
        """That of the first mistake."""
        return next((one.code for one in self.messages if one.severity == "error"), None)


class Incomplete(Error):
    """The stream ended before all instances were found: `status` is timeout, memory, interrupted or truncated;
    of a table, stopped or interrupted."""

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


class BoundsError(Error, TypeError):
    """Classes, fields or bounds of which it is not said what is to be enumerated."""


class PredicateError(Error, ValueError):
    """A predicate in code whose answers cannot be trusted: it keeps state, looks at identity, or changes its input."""


class SpecWarning(UserWarning):
    """What the program has to say about a spec that it accepts; `messages` are its parts, with places."""

    def __init__(self, text: str, messages: Sequence[Message] = ()) -> None:
        super().__init__(text)
        self.messages = tuple(messages)


class StreamWarning(UserWarning):
    """What cannot be told of a stream that is read all the same."""


class NoInput(AssertionError):
    """A test without any input has tested nothing."""


class InputFailed(AssertionError):
    """The smallest input on which a test fails. In a notebook its value is a picture of the input, before and after the test."""

    #: The input, as the test was given it, and as it was when the test failed; None if that cannot be told, or is the same.
    before: Any = None
    after: Any = None

    def __init__(self, message: str, key: str, error: BaseException, failed: int, tried: int) -> None:
        super().__init__(message)
        #: The input's name, and what the test raised on it.
        self.key, self.error = key, error
        #: Of so many inputs so many fail.
        self.tried, self.failed = tried, failed

    def _repr_html_(self) -> str | None:
        from ._notebook import failure

        return failure(self)


class BehaviourFailed(AssertionError):
    """A behaviour whose last call a spec or a trace does not allow; the text is the report of `korrel test`."""


for _raised in (
    Message,
    Place,
    Error,
    ProgramError,
    SpecError,
    Incomplete,
    StreamError,
    ValuesError,
    HeapError,
    BoundsError,
    PredicateError,
    SpecWarning,
    StreamWarning,
    NoInput,
    InputFailed,
    BehaviourFailed,
):
    _raised.__module__ = "pykorrel"  # as it is imported
