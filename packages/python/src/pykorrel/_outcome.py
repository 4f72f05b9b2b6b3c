"""What a test does on its inputs, and what it says at the end."""

from __future__ import annotations

from typing import Any

from . import _notes
from ._errors import Incomplete, InputFailed
from ._heap import Heap
from ._question import Question
from ._report import again, shown
from ._stream import Record

#: A test that has failed so often is told why it fails; a spec that says little has millions of inputs.
_ENOUGH = 1_000


class Outcome:
    """What a test did on its inputs: the first failure is that on the smallest input."""

    def __init__(self) -> None:
        self.tried = self.skipped = self.failed = 0
        self.first: tuple[Record, BaseException] | None = None

    def trying(self, record: Record) -> Trial:
        return Trial(self, record)

    def is_enough(self) -> bool:
        return self.failed == _ENOUGH

    def judge(self, name: str, question: Question, incomplete: Incomplete | None) -> None:
        """Raises what the test as a whole raises."""
        __tracebackhide__ = True
        _notes.count(self.tried)
        if self.first is not None:
            # The place is that of what the test raised; the message holds all that it said.
            raise self._failure(name, question, incomplete).with_traceback(self.first[1].__traceback__) from None
        if incomplete is not None:
            raise incomplete
        if self.skipped == self.tried:
            _notes.skip(f"all {self.tried:,} inputs of {question} were skipped")

    def _failure(self, name: str, question: Question, incomplete: Incomplete | None) -> InputFailed:
        assert self.first is not None
        record, error = self.first
        heap = record.decode()
        of = f"the first {self.tried:,}" if self.is_enough() else f"{self.tried:,}"
        lines = [
            f"{self.failed:,} of {of} inputs fail, the smallest: {heap.key}",
            *(["the test stops there: others may fail as well"] if self.is_enough() else []),
            *([] if incomplete is None else [str(incomplete)]),
            f"{type(error).__name__}: {error}".rstrip(": "),
            "",
            shown(heap),
            "",
            f"again: {again(name, str(heap.key))}",
            f"page: {question.page(str(heap.key))}",
        ]
        return InputFailed("\n".join(lines), str(heap.key), error, self.failed, self.tried)


class Trial:
    """One input's turn: notes how it ends."""

    def __init__(self, outcome: Outcome, record: Record) -> None:
        self.outcome, self.record = outcome, record

    def __enter__(self) -> Heap:
        self.outcome.tried += 1
        return self.record.decode()

    def __exit__(self, _: Any, error: BaseException | None, __: Any) -> bool:
        outcome = self.outcome
        if error is None:
            return False
        if _notes.is_skip(error):
            outcome.skipped += 1
            return True
        if not _notes.is_failure(error):
            return False
        outcome.failed += 1
        outcome.first = outcome.first or (self.record, error)
        return True
