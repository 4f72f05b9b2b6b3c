"""What a test asks for: the inputs of a spec."""

from __future__ import annotations

import inspect
import os
import shlex
from pathlib import Path
from typing import Any, Callable

from . import _notes
from ._errors import NoInput
from ._find import Found, find, flags_of
from ._stream import Record

#: How many inputs may have a test item each.
MOST_ITEMS = 1_000


def beside(spec: str | os.PathLike[str], test: Callable[..., Any]) -> str:
    return located(spec, Path(inspect.unwrap(test).__code__.co_filename))


def located(spec: str | os.PathLike[str], file: Path) -> str:
    """The spec beside a file; as it is named, if there is none."""
    there = file.parent / spec
    return str(there) if there.is_file() else os.fspath(spec)


class Question:
    """What a test asks for."""

    def __init__(self, spec: str, command: None | str | int, given: Any) -> None:
        self.spec, self.command, self.given = spec, command, given

    def stream(self, key: str | None = None) -> Found:
        """All inputs, or the one of this key."""
        only = {"key": key, "limit": None} if key else {}
        return find(self.spec, self.command, **{**self.given, "keys": True, **only})

    def page(self, key: str) -> str:
        """The command that draws one of the inputs for a browser."""
        cut = {"classes", "values", "limit", "timeout", "after", "id", "keys", "key"}
        asked = {name: value for name, value in self.given.items() if name not in cut}
        command = [] if self.command is None else [str(self.command)]
        words = ["korrel", "show", os.path.relpath(self.spec), *command, *flags_of(asked), "--key", key]
        return f"{shlex.join([*words, '--format', 'html'])} > {key}.html"

    def records(self) -> list[Record]:
        """All of them, each for a test item of its own; raises what a loop over them would."""
        with self.stream() as stream:
            records = []
            for record in stream.records():
                records.append(record)
                if len(records) > MOST_ITEMS:
                    raise ValueError(
                        f"{self}: more than {MOST_ITEMS:,} inputs: leave out each=True for one test that loops, or set a limit"
                    )
            self.check(stream)
        return records

    def check(self, stream: Found, *, says_limit: bool = True) -> None:
        """Raises NoInput if there was nothing to test, and notes what a limit has left out."""
        __tracebackhide__ = True
        if stream.count == 0:
            raise NoInput(f"{self} has no input: nothing was tested\n{stream.why_empty()}".rstrip())
        if says_limit and stream.status == "limit":
            _notes.note(f"only the first {stream.count:,} of the inputs of {self}, for so says the limit")

    def __str__(self) -> str:
        return f"{os.path.relpath(self.spec)}{'' if self.command is None else f' {self.command}'}"
