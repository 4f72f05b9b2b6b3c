"""What a test asks for: the inputs of a spec."""

from __future__ import annotations

import inspect
import os
import re
import shlex
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable

from . import _notes
from ._errors import NoInput
from ._find import find, flags_of
from ._stream import Record

if TYPE_CHECKING:
    from ._accepted import Where

#: How many inputs may have a test item each.
MOST_ITEMS = 1_000


#: The name of an item that is one of several labellings: their key, and its place among them.
_LABELLING = re.compile(r"([0-9a-f]{16})-([0-9]+)")


def names(records: list[Record]) -> list[str]:
    """A name for each input that no other has: its key, or that of a labelling, as `--korrel-key` knows them."""
    keys = [str(record.key) for record in records]
    often, met = Counter(keys), Counter[str]()
    found = []
    for key in keys:
        found.append(key if often[key] == 1 else f"{key}-{met[key]}")
        met[key] += 1
    return found


def beside(spec: str | os.PathLike[str], test: Callable[..., Any]) -> str:
    return located(spec, Path(inspect.unwrap(test).__code__.co_filename))


def located(spec: str | os.PathLike[str], file: Path) -> str:
    """The spec beside a file; as it is named, if there is none."""
    there = file.parent / spec
    return str(there) if there.is_file() else os.fspath(spec)


def most_items(question: Any, records: list[Record]) -> None:
    if len(records) > MOST_ITEMS:
        raise ValueError(
            f"{question}: more than {MOST_ITEMS:,} inputs: leave out each=True for one test that loops, or set a limit"
        )


class Question:
    """What a test asks for."""

    def __init__(self, spec: str, command: None | str | int, given: Any, where: Where | None = None) -> None:
        self.spec, self.command, self.given, self.where = spec, command, given, where
        self._searched = ""
        #: The stream that was asked for last had all inputs.
        self.is_complete = False

    def stream(self, key: str | None = None) -> Any:
        """All inputs, or the one of this key; of a labelling, all among which it is."""
        if self.where is not None:
            from ._accepted import Accepted  # beside Where, whose module is imported by then

            limit = None if key else self.given.get("limit")
            found = find(self.spec, self.command, **{**self.given, "keys": True, "limit": None})
            return Accepted(found, self.where, limit)
        only = {"key": key, "limit": None} if key and not _LABELLING.fullmatch(key) else {}
        return find(self.spec, self.command, **{**self.given, "keys": True, **only})

    def chosen(self, stream: Any, key: str | None) -> Iterator[Record]:
        """The inputs of a stream; of the key of a labelling that one only."""
        labelling = _LABELLING.fullmatch(key or "")
        if labelling is None and (key is None or self.where is None):
            yield from stream.records()
            return
        wanted, place = (labelling[1], int(labelling[2])) if labelling else (key, 0)
        for record in stream.records():
            if record.key == wanted:
                if place == 0:
                    yield record
                    return
                place -= 1
        raise NoInput(f"{self}: no input has the key {key}")

    def pages(self, key: str) -> list[str]:
        """The command that draws one of the inputs for a browser, if the spec alone has it."""
        if self.where is not None:
            return []
        cut = {"classes", "values", "limit", "timeout", "after", "id", "keys", "key"}
        asked = {name: value for name, value in self.given.items() if name not in cut}
        command = [] if self.command is None else [str(self.command)]
        words = ["korrel", "show", os.path.relpath(self.spec), *command, *flags_of(asked), "--key", key]
        return [f"page: {shlex.join([*words, '--format', 'html'])} > {key}.html"]

    def searched(self) -> str:
        return self._searched

    def records(self) -> list[Record]:
        """All of them, each for a test item of its own; raises what a loop over them would."""
        with self.stream() as stream:
            records = []
            for record in stream.records():
                records.append(record)
                most_items(self, records)
            self.check(stream)
        return records

    def check(self, stream: Any, *, says_limit: bool = True) -> None:
        """Raises NoInput if there was nothing to test, and notes what a limit has left out."""
        __tracebackhide__ = True
        if stream.count == 0:
            raise NoInput(f"{self} has no input: nothing was tested\n{stream.why_empty()}".rstrip())
        self._searched = f"; {stream.searched()}" if self.where is not None else ""
        self.is_complete = says_limit and stream.status == "complete"
        if says_limit and stream.status == "limit":
            _notes.note(f"only the first {stream.count:,} of the inputs of {self}, for so says the limit")

    def __str__(self) -> str:
        where = "" if self.where is None else f" where {self.where}"
        return f"{os.path.relpath(self.spec)}{'' if self.command is None else f' {self.command}'}{where}"
