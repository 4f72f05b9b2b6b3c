"""How far the backend of Hypothesis has come with each test."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any


#: Why an enumeration ends that cannot be trusted.
CHANGED = "the first inputs have other values when they are made again"


@dataclass
class Budget:
    """Where an enumeration ends that does not end by itself."""

    #: Seconds for each test.
    seconds: float = 5.0
    #: The size of the largest inputs.
    size: float = float("inf")
    #: Examples that Hypothesis generates in its own way after an enumeration that did not end.
    afterwards: int = 100
    #: Inputs that differ by a renaming of integers are tried once, where this is proved to be enough.
    renaming: bool = True
    #: Paths that may wait, each of some hundred bytes.
    waiting: int = 1_000_000

    def change(self, given: dict[str, Any]) -> None:
        for name, value in given.items():
            if value is not None:
                kinds, expected = _EXPECTED[name]
                if isinstance(value, bool) is not (kinds is bool) or not isinstance(value, kinds) or value < 0:
                    raise ValueError(f"{name}={value!r}: expected {expected}")
                setattr(self, name, value)


_EXPECTED: dict[str, tuple[Any, str]] = {
    "seconds": ((int, float), "a number of seconds, not below 0"),
    "size": (int, "a whole number, not below 0"),
    "afterwards": (int, "a number of examples, not below 0"),
    "renaming": (bool, "True or False"),
}

budget = Budget()


@dataclass
class Outcome:
    """How far one test was enumerated.

    Invariant: the inputs of all sizes below `size` have been tried, and `inputs_of_size` of `size` itself."""

    test: str
    #: The size at which the enumeration stands; sizes are explained in docs/howto/hypothesis.md.
    size: int = 0
    #: Inputs that were tried, and those of them that have `size`.
    inputs: int = 0
    inputs_of_size: int = 0
    #: Inputs that were left out, since an equal one was tried before, or one that differs by a renaming.
    equal: int = 0
    renamed: int = 0
    #: Inputs that a filter or `assume` refused.
    refused: int = 0
    #: Inputs that are longer or deeper than Hypothesis allows, which it never tries.
    too_large: int = 0
    #: The number of choices of the longest input.
    choices: int = 0
    seconds: float = 0.0
    #: Why the enumeration ended: None as long as it runs, "" where it has met every input.
    ended: str | None = None
    #: Hypothesis' own examples that follow.
    afterwards: int = 0
    #: Strategies of which only some values are tried.
    some: dict[str, int] = field(default_factory=dict)
    #: The number and the size of the first input that fails.
    failed: tuple[int, int] | None = None
    #: The inputs are no more than the budget's size, all of which were tried.
    within: int | None = None
    #: Hypothesis' engine, which tries the inputs that it has kept without the backend.
    engine: Any = field(default=None, repr=False)

    @property
    def complete(self) -> bool:
        """All inputs were tried, or all of the size that the budget asks for."""
        return self.ended == "" and not self.some and not self.too_large

    @property
    def failed_elsewhere(self) -> bool:
        """An input fails that the backend has not made: one of an earlier run, or of those afterwards."""
        return self.failed is None and self.engine is not None and bool(self.engine.has_failed())

    @property
    def kind(self) -> str:
        """The outcome in a word: COMPLETE, cut, partial (values of `some` strategies, or inputs that are too large, are left out) or FAILED."""
        if self.failed is not None or self.failed_elsewhere:
            return "FAILED"
        if self.complete:
            return "COMPLETE"
        return "partial" if self.ended == "" else "cut"

    def __str__(self) -> str:
        parts = [self._verdict(), *self._beside()]
        return "; ".join(part for part in parts if part)

    def _verdict(self) -> str:
        if self.failed is not None:
            place, size = self.failed
            return f"FAILED at input {place:,} (size {size}); no smaller input fails"
        if self.failed_elsewhere:
            return f"FAILED on {'an input that Hypothesis has kept' if self.inputs == 0 else 'an example by Hypothesis'}"
        complete, inputs = self.complete, _counted(self.inputs, "input")
        within = f" up to size {self.within}" if self.within is not None else ""
        if complete:
            return f"COMPLETE{within}: all {inputs}"
        if self.ended == "":
            return f"{inputs}, all{within} that {'are listed' if self.some else 'Hypothesis can make'}"
        if self.ended == CHANGED:
            return f"{inputs}, but {CHANGED}"
        why = self.ended or "Hypothesis ended the test"
        if self.size == 0:
            return f"cut within size 0 after {inputs} ({why})"
        below = self.inputs - self.inputs_of_size
        reached = f"{_counted(below, 'input')}, {self.inputs_of_size:,} of size {self.size}"
        return f"complete up to size {self.size - 1}: {reached}; then cut ({why})"

    def _beside(self) -> list[str]:
        some = ", ".join(f"{number} values of {name}" for name, number in self.some.items())
        return [
            f"{self.equal:,} equal ones left out" if self.equal else "",
            f"{self.renamed:,} renamings left out" if self.renamed else "",
            f"{self.refused:,} refused by a filter or assume" if self.refused else "",
            f"{self.too_large:,} begun that are too large for Hypothesis" if self.too_large else "",
            f"only {some}" if some else "",
            f"then {self.afterwards} examples by Hypothesis" if self.afterwards and self.failed is None else "",
        ]


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


#: The outcomes of all tests that ran with the backend, in their order.
outcomes: list[Outcome] = []


def begin(test: str, engine: Any) -> Outcome:
    running = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
    outcomes.append(Outcome(running or test, engine=engine))
    return outcomes[-1]


def from_environment() -> None:
    """KORREL_SECONDS, KORREL_SIZE, KORREL_AFTERWARDS and KORREL_RENAMING change the budget."""
    for name, read in (("seconds", float), ("size", int), ("afterwards", int), ("renaming", _truth)):
        text = os.environ.get(f"KORREL_{name.upper()}")
        if text:
            try:
                budget.change({name: read(text)})
            except ValueError:
                raise ValueError(f"KORREL_{name.upper()}={text}: expected {_EXPECTED[name][1]}") from None


def _truth(text: str) -> bool:
    if text not in ("0", "1"):
        raise ValueError(text)
    return text == "1"
