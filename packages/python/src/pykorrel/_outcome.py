"""What a test does on its inputs, and what it says at the end."""

from __future__ import annotations

import inspect
import os
from pathlib import Path
from typing import Any, Callable, Protocol

from . import _notes
from ._cause import Cause, cause
from ._endless import TooLong, Watch, too_long
from ._errors import Incomplete, InputFailed
from ._heap import Heap
from ._report import again, shown
from ._trace import Trace

#: A test that has failed so often is told why it fails; a spec that says little has millions of inputs.
_ENOUGH = 1_000
#: The first inputs, if the test raises the same by itself on each.
_FIRST = 10
#: So often the test may not come to an end: each time costs the whole limit.
_ENDLESS = 3


class Asked(Protocol):
    """What a test asks for: the inputs of a spec, or those of classes and a predicate."""

    is_complete: bool

    def pages(self, key: str) -> list[str]:
        """How an input is drawn for a browser."""
        ...

    def searched(self) -> str:
        """What there is to say beside the number of inputs."""
        ...


class Input(Protocol):
    """One input of a test."""

    def given(self) -> Any:
        """What the test gets."""
        ...

    def decode(self) -> Heap | Trace:
        """What a failure shows."""
        ...


class Outcome:
    """What a test did on its inputs: the first failure is that on the smallest input."""

    def __init__(self, test: Any, seconds: float, is_inside: Callable[[Any], bool]) -> None:
        self.test, self.seconds = test, seconds
        self.tried = self.skipped = self.failed = self.endless = 0
        #: The test runs on an input.
        self.is_running = False
        self.watch = Watch(seconds, lambda: self.tried if self.is_running else None, is_inside)
        self.first: tuple[Heap | Trace, BaseException] | None = None
        #: The first input as the test left it.
        self.left: Heap | None = None
        #: What the test has raised by itself on each input so far, whatever the input.
        self.cause: Cause | None = None
        self.goes_on = _notes.goes_on or bool(os.environ.get("KORREL_GO_ON"))
        self._trial = Trial(self)

    def trying(self, record: Input) -> Trial:
        self._trial.record = record
        return self._trial

    def is_enough(self) -> bool:
        return self.failed == _ENOUGH or self.is_the_tests_own() or self.is_endless()

    def is_endless(self) -> bool:
        return self.endless >= _ENDLESS and not self.goes_on

    def is_the_tests_own(self) -> bool:
        """Whether the first inputs have one cause, which is none of theirs."""
        return self.cause is not None and self.failed == self.tried == _FIRST and not self.goes_on

    def fails(self, record: Input, error: BaseException, made: Any) -> None:
        here = None
        if isinstance(error, TooLong):
            error = too_long(error, self.seconds)
            self.endless += 1
        else:
            here = cause(error, self.test)
        self.cause = here if self.first is None or self.cause == here else None
        self.failed += 1
        if self.first is None:
            self.first = record.decode(), error
            self.left = made.changed() if isinstance(made, Heap) else None

    def judge(self, name: str, question: Asked, incomplete: Incomplete | None) -> None:
        """Raises what the test as a whole raises."""
        __tracebackhide__ = True
        self.watch.end()
        _notes.count(self.tried)
        if self.first is not None:
            # The place is that of what the test raised; the message holds all that it said.
            raise self._failure(name, question, incomplete).with_traceback(
                self.first[1].__traceback__
            ) from None
        if incomplete is not None:
            raise incomplete
        if self.skipped == self.tried:
            _notes.skip(f"all {self.tried:,} inputs of {question} were skipped")
        if question.is_complete:
            inputs = f"{self.tried:,} input{'' if self.tried == 1 else 's'} of {question}"
            skipped = f", {self.skipped:,} of them skipped" if self.skipped else ""
            _notes.note(f"COMPLETE: {inputs}{skipped}{question.searched()}")

    def _failure(self, name: str, question: Asked, incomplete: Incomplete | None) -> InputFailed:
        assert self.first is not None
        heap, error = self.first
        part = getattr(error, "korrel_subtest", None)
        of = f"the first {self.tried:,}" if self.is_enough() else f"{self.tried:,}"
        lines = [
            f"{self.failed:,} of {of} inputs fail, the smallest: {heap.key}",
            *self._why_it_stops(),
            *([] if incomplete is None else [str(incomplete)]),
            f"{type(error).__name__}: {error}".rstrip(": "),
            *([f"in the subtest {part}".rstrip()] if part is not None else []),
            "",
            shown(heap),
            "",
            f"again: {again(name, str(heap.key))}",
            *question.pages(str(heap.key)),
        ]
        failed = InputFailed("\n".join(lines), str(heap.key), error, self.failed, self.tried)
        failed.before, failed.after = heap, self.left
        return failed

    def _why_it_stops(self) -> list[str]:
        go_on = "to try all inputs: " + ("KORREL_GO_ON=1" if _notes.on_note is None else "--korrel-go-on")
        if self.is_the_tests_own():
            assert self.cause is not None
            file = Path(inspect.unwrap(self.test).__code__.co_filename).name
            return [
                f"the test stops there: it raises {self.cause.kind} by itself on each of the first {_FIRST} inputs ({file}:{self.cause.line})",
                go_on,
            ]
        if self.is_endless():
            return [f"the test stops there: on {_ENDLESS} inputs it did not come to an end", go_on]
        return ["the test stops there: others may fail as well"] if self.is_enough() else []


class Trial:
    """One input's turn: notes how it ends."""

    record: Input
    made: Any

    def __init__(self, outcome: Outcome) -> None:
        self.outcome = outcome

    def __enter__(self) -> Any:
        outcome = self.outcome
        outcome.tried += 1
        self.made = self.record.given()
        outcome.is_running = True
        return self.made

    def __exit__(self, _: Any, error: BaseException | None, __: Any) -> bool:
        outcome = self.outcome
        outcome.is_running = False
        if error is None:
            return False
        if _notes.is_skip(error):
            outcome.skipped += 1
            return True
        if not (isinstance(error, TooLong) or _notes.is_failure(error)):
            return False
        outcome.fails(self.record, error, self.made)
        return True
