"""A Hypothesis strategy over the instances of a spec."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ._classes import Given as GivenClasses
from ._heap import Heap
from ._question import Question, located
from ._report import shown
from ._stream import Record
from ._values import Given as GivenValues

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


def strategy(
    spec: str | os.PathLike[str],
    command: None | str | int = None,
    *,
    scope: str | None = None,
    limit: int = 10_000,
    timeout: None | float | str = None,
    classes: GivenClasses = None,
    values: GivenValues | None = None,
    **flags: Any,
) -> SearchStrategy[Heap]:
    """Draws heaps out of a spec's first `limit` ones (0: all), and shrinks to those that come earlier.

    All is as in `inputs`, which tries each instead of some."""
    from hypothesis import strategies

    spec = located(spec, Path(sys._getframe(1).f_code.co_filename))
    given = dict(scope=scope, limit=limit, timeout=timeout, classes=classes, values=values, **flags)
    question = Question(spec, command, given)

    def heaps() -> SearchStrategy[Heap]:
        return _drawn(_records(question))

    return strategies.deferred(heaps)  # the program runs with the first test, and once


def _drawn(records: list[Record]) -> SearchStrategy[Heap]:
    from hypothesis import note, strategies

    @strategies.composite
    def heaps(draw: strategies.DrawFn) -> Heap:
        record = records[draw(strategies.integers(0, len(records) - 1))]
        note(_Shown(record))
        return record.decode()

    return heaps()


class _Shown:
    """An input as it is told, if it is: Hypothesis asks for it with the smallest one that fails."""

    def __init__(self, record: Record) -> None:
        self.record = record

    def __repr__(self) -> str:
        return shown(self.record.decode())


def _records(question: Question) -> list[Record]:
    with question.stream() as stream:
        records = list(stream.records())
        question.check(stream, says_limit=False)
    return records
