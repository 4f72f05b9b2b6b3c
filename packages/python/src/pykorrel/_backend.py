"""The backend "korrel" of Hypothesis: all inputs of a test, smallest first, each once.

Hypothesis asks a backend for the value of each choice that a strategy makes. This one walks through the tree of these
choices (`_paths`). So it knows nothing of strategies that Hypothesis does not: `composite`, `flatmap`, `data` and state
machines are followed as they run. It looks at the strategy that draws for three things only:

- which values are small: an integer, or the index of an alternative (`_sizes`);
- which paths lead nowhere new. A filter that refuses a value, or a tree that is too large, makes Hypothesis draw
  again; what comes then comes on a path of its own, too. State machines draw which rules to leave out; with all rules
  allowed every sequence of steps comes, so no rule is ever left out;
- which inputs are equal (`_equal`), or differ by a renaming that the test cannot see (`_renaming`).

Hypothesis ends a test when nearly all inputs are refused, and complains when the first ones are. Both are right for
random inputs, but not here: the smallest inputs are refused more often than others, and refused ones come to an end.
So the backend speaks with Hypothesis' engine about counts, which the interface of backends leaves out. The engine also
tries the simplest input by itself before it asks a backend. That input is asked of the backend instead, since it would
come twice otherwise, and count twice.

A test may keep something that its strategies read. Then an input that is made later has other values than it had, though
the choices are the same. So the first inputs are made once more at the end, without a run of the test.
"""

from __future__ import annotations

import functools
import math
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any, Callable

from hypothesis import settings
from hypothesis.control import _current_build_context
from hypothesis.errors import BackendCannotProceed, StopTest, UnsatisfiedAssumption
from hypothesis.internal.conjecture.choice import ChoiceTemplate, choice_permitted
from hypothesis.internal.conjecture.data import Status
from hypothesis.internal.conjecture.engine import ConjectureRunner
from hypothesis.internal.conjecture.providers import COLLECTION_DEFAULT_MAX_SIZE, PrimitiveProvider
from hypothesis.stateful import Bundle
from hypothesis.strategies._internal.featureflags import FeatureStrategy
from hypothesis.strategies._internal import lazy
from hypothesis.strategies._internal.numbers import IntegersStrategy
from hypothesis.strategies._internal.recursive import LimitReached
from hypothesis.strategies._internal.strategies import OneOfStrategy, SampledFromStrategy

from . import _notes, _sizes
from ._equal import NoKey, key
from ._exhaustion import CHANGED, begin, budget
from ._paths import Diverged, Link, Paths
from ._renaming import Renaming
from ._sizes import Options

#: `max_examples` of Hypothesis' own profile: a test that has it has chosen no budget.
_UNCHOSEN = 100
_UNBOUNDED = 10**12
#: The probability with which a state machine stops before its last step.
_STOP = 2**-16
_unwrapped: Any = lazy.unwrap_strategies
_TOO_DEEP = "max depth exceeded"
_DIVERGED = "the test draws something else when it is run again"
#: So many inputs are made once more at the end.
_MADE_AGAIN = 10


class Exhaustive(PrimitiveProvider):
    """One for each test function."""

    lifetime = "test_function"

    def __init__(self, conjecturedata: Any = None, /) -> None:
        super().__init__(conjecturedata)
        self.engine = Engine()
        self.outcome = begin(self.engine.test, self.engine)
        self.paths = Paths(budget.size, budget.waiting)
        self._options: dict[Any, Options] = {}
        self._until: float | None = None
        self._seen: set[Any] | None = set()
        self._data: Any = None
        #: The strategies that draw at present, each within the one before it, and which alternative each has taken.
        self._drawing: list[Any] = []
        self._taken: list[int | None] = []
        #: The arguments of the test so far; None when all are there.
        self._arguments: list[Any] | None = []
        #: How many numbers the strategy that draws has drawn.
        self._drawn_here = 0
        #: Why this path is left out.
        self._why = ""
        #: The test draws when it has its arguments, too.
        self._draws_later = False
        #: The alternatives of a `one_of` in which it was drawn again.
        self._recursive: dict[Any, frozenset[int]] = {}
        self._begins_again = False
        self.renaming = Renaming()
        self._tracing = self._trace_next = False
        #: The first inputs: the choices of each, and the key of its values.
        self._first: list[tuple[list[Link], Any]] = []
        #: Why the enumeration ends, when the first inputs have been made again; None as long as it goes on.
        self._ending: str | None = None
        #: The key that the values of this path must have, which was taken before.
        self._expected: Any = None

    # A test case

    @contextmanager
    def per_test_case_context_manager(self) -> Iterator[None]:
        self._begin()
        try:
            with self.renaming.traced() if self._tracing else nullcontext():
                yield
            self._end(None)
        except BackendCannotProceed:
            raise
        except BaseException as error:
            self._end(error)
            raise
        finally:
            if self._data is not None:
                self._data.__dict__.pop("draw", None)

    def _begin(self) -> None:
        if self._until is None:
            self._until = time.monotonic() + budget.seconds
            self.engine.take_over()
        self.engine.forget_refused()
        self.outcome.seconds = time.monotonic() - self._until + budget.seconds
        if self._begins_again:
            self.paths, self._begins_again = Paths(budget.size, budget.waiting), False
        self._tracing, self._trace_next = self._trace_next, False
        self._expected = None
        if self._ending is None:
            self._ending = self._take_up()
        if self._ending is not None:
            self._tracing = False
            self._make_again(self._ending)
        elif self.paths.size != self.outcome.size:
            self.outcome.size, self.outcome.inputs_of_size = self.paths.size, 0
        context = _current_build_context.value
        self._data = context.data if context is not None else None
        self._drawing, self._taken, self._arguments = [], [], []
        self._drawn_here, self._why, self._draws_later = 0, "", False
        if self._data is not None:
            self._draw = self._data.draw
            self._data.draw = self._watched

    def _take_up(self) -> str | None:
        """Takes up the next path, or says why the enumeration ends."""
        if self.outcome.seconds >= budget.seconds:
            return f"{budget.seconds:g} s are up"
        if self._tracing:
            self.paths.repeat(self.paths.path())
        elif not self.paths.begin():
            return f"{budget.waiting:,} paths wait" if self.paths.too_many else ""
        return None

    def _make_again(self, ending: str) -> None:
        """Takes up one of the first inputs once more; none is left at the end of the enumeration, or if one fails."""
        if not self._first or self.outcome.failed is not None:
            self._finish(ending)
        path, self._expected = self._first.pop(0)
        self.paths.repeat(path)

    def _end(self, error: BaseException | None) -> None:
        if self._tracing:
            self.renaming.ended(self.paths.path(), error is None and not self._draws_later)
            if not isinstance(error, (KeyboardInterrupt, SystemExit)):
                raise BackendCannotProceed("discard_test_case")
            return
        if self._expected is not None:
            if isinstance(error, (StopTest, UnsatisfiedAssumption)) and self._why != "made again":
                self._finish(CHANGED)  # a filter refuses it now
            return
        try:
            self.outcome.choices = max(self.outcome.choices, self.paths.end())
        except Diverged:
            self._finish(_DIVERGED)
        if isinstance(error, (StopTest, UnsatisfiedAssumption)):
            too_large = not self._why and self._is_too_large()
            self.outcome.too_large += too_large
            self.outcome.refused += not too_large and self._why in ("", "refused")
            self.outcome.equal += self._why == "equal"
            self.outcome.renamed += self._why == "renamed"
            return
        self.outcome.inputs += 1
        self.outcome.inputs_of_size += 1
        if error is not None and _notes.is_failure(error) and self.outcome.failed is None:
            self.outcome.failed = self.outcome.inputs, self.outcome.size
        if error is None and budget.renaming and not self._draws_later and not self.renaming.hopeless:
            self._trace_next = self.renaming.worth(self.paths.path())

    def _is_too_large(self) -> bool:
        if self._data is None:
            return False
        events = self._data.events  # 6.168 and earlier have another word
        why = events.get("gave up because") or events.get("invalid because")
        return self._data.status is Status.OVERRUN or why == _TOO_DEEP

    def _finish(self, why: str) -> None:
        outcome = self.outcome
        outcome.ended = why
        if not why and self.paths.left_out:
            outcome.within = int(budget.size)
        all_were_tried = outcome.complete and outcome.within is None
        limited = self.engine.limit is not None and outcome.inputs >= self.engine.limit
        outcome.afterwards = 0 if all_were_tried or limited else budget.afterwards
        self.engine.leave(outcome.afterwards, outcome.refused, all_were_tried)
        raise BackendCannotProceed("verified" if all_were_tried else "exhausted")

    def _leave_out(self, why: str) -> None:
        """Ends this path: nothing new is behind it."""
        self._why = why
        self._data.mark_invalid(f"korrel: {why}")

    # The strategies that draw

    def _watched(self, strategy: Any, *words: Any, **named: Any) -> Any:
        """In place of `ConjectureData.draw`."""
        before, self._drawn_here = self._drawn_here, 0
        self._drawing.append(strategy)
        self._taken.append(None)
        try:
            value = self._draw(strategy, *words, **named)
        except LimitReached:
            self._leave_out("too large")
        finally:
            self._drawing.pop()
            self._taken.pop()
            self._drawn_here = before
        if self._tracing and isinstance(_unwrapped(strategy), IntegersStrategy):
            value = self.renaming.name(value)
        if not self._drawing and self._arguments is not None and not self._tracing:
            self._argument(value)
        return value

    def _argument(self, value: Any) -> None:
        assert self._arguments is not None
        self._arguments.append(value)
        if len(self._arguments) != self.engine.arguments:
            return
        known = self._key(self._arguments)
        if self._expected is not None:
            if known != self._expected:
                self._finish(CHANGED)
            self._leave_out("made again")
        if known is not None and self._seen is not None:
            if known in self._seen:
                self._leave_out("equal")
            self._seen.add(known)
        if self.renaming.stands(self.paths.path()):
            self._leave_out("renamed")
        if self.engine.limit is not None and self.outcome.inputs >= self.engine.limit:
            self._ending = "max_examples reached"
            self._leave_out("one too many")
        if known is not None and len(self._first) < _MADE_AGAIN and self.outcome.inputs < _MADE_AGAIN:
            self._first.append((self.paths.path(), known))
        self._arguments = None

    def _key(self, arguments: list[Any]) -> Any:
        """None if some have no key, now and in all inputs to come."""
        if self._seen is None:
            return None
        try:
            return key(arguments)
        except NoKey:
            self._seen = None
            self._first = []
            return None

    def span_end(self, discard: bool, /) -> None:
        if discard and not self._why and self._data is not None and not self._data.frozen:
            self._leave_out("refused")

    # The choices

    def draw_boolean(self, p: float = 0.5) -> bool:
        if p <= 0 or p >= 1:
            return p >= 1
        stops = p == _STOP and not self._drawing
        value: bool = self._choose(("boolean", stops), lambda: _sizes.booleans(stops))
        return value

    def draw_integer(
        self,
        min_value: int | None = None,
        max_value: int | None = None,
        *,
        weights: dict[int, float] | None = None,
        shrink_towards: int = 0,
    ) -> Any:
        strategy = _unwrapped(self._drawing[-1]) if self._drawing else None
        if isinstance(strategy, FeatureStrategy):
            return self._choose(("features",), lambda: _sizes.only(min_value))
        if isinstance(strategy, (SampledFromStrategy, Bundle)):
            self._drawn_here += 1
            if self._drawn_here > 1:
                self._leave_out("refused")
            union = _unwrapped(self._drawing[-2]) if len(self._drawing) > 1 else None
            if isinstance(union, OneOfStrategy) and min_value == 0 and max_value is not None:
                return self._choose_alternative(union, max_value + 1)
        bounds = min_value, max_value, shrink_towards
        if isinstance(strategy, IntegersStrategy):
            return self._choose(("integers", *bounds), lambda: _sizes.integers(*bounds))
        return self._choose(("places", *bounds), lambda: _sizes.places(*bounds))

    def draw_float(
        self,
        *,
        min_value: float = -math.inf,
        max_value: float = math.inf,
        allow_nan: bool = True,
        smallest_nonzero_magnitude: float,
    ) -> Any:
        constraints: Any = {
            "min_value": min_value,
            "max_value": max_value,
            "allow_nan": allow_nan,
            "smallest_nonzero_magnitude": smallest_nonzero_magnitude,
        }
        known = ("float", *map(str, constraints.values()))
        name = "floats()" if min_value == -math.inf and max_value == math.inf else f"floats({min_value}, {max_value})"
        listed = functools.partial(
            _sizes.floats, min_value, max_value, lambda value: choice_permitted(value, constraints)
        )
        return self._choose(known, listed, name=name)

    def draw_string(
        self, intervals: Any, *, min_size: int = 0, max_size: int = COLLECTION_DEFAULT_MAX_SIZE
    ) -> Any:
        def spelt(places: tuple[int, ...]) -> str:
            return "".join(map(intervals.char_in_shrink_order, places))

        known = ("string", intervals, min_size, max_size)
        return self._choose(known, lambda: _sizes.words(len(intervals), min_size, max_size, spelt))

    def draw_bytes(self, min_size: int = 0, max_size: int = COLLECTION_DEFAULT_MAX_SIZE) -> Any:
        known = ("bytes", min_size, max_size)
        return self._choose(known, lambda: _sizes.words(256, min_size, max_size, bytes))

    def _choose_alternative(self, union: Any, number: int) -> int:
        """An index of `one_of`. Those that lead to the same `one_of` again come last, else the first path might not end."""
        last = self._recursive.get(union, frozenset())
        outer = [index for one, index in zip(self._drawing[:-2], self._taken) if _unwrapped(one) is union]
        if outer and outer[-1] is not None and outer[-1] not in last:
            last = self._recursive[union] = last | {outer[-1]}
            if self.outcome.inputs == 0:
                self._begins_again = True
                self._leave_out("begins again")
        choice = "one_of", number
        index: int = self._choose((*choice, last), lambda: _sizes.alternatives(number, last), choice)
        self._taken[-2] = index
        return index

    def _choose(self, known: Any, listed: Callable[[], Options], choice: Any = None, name: str = "") -> Any:
        self._draws_later |= self._arguments is None
        options = self._options.get(known)
        if options is None:
            options = self._options[known] = listed()
            options.choice = choice or known
            if options.some and options.has(1):
                self.outcome.some[name] = options.number()
        try:
            return self.paths.choose(options)
        except Diverged:
            return self._finish(_DIVERGED)

    # What Hypothesis reports

    def observe_test_case(self) -> dict[str, Any]:
        return {"size": self.outcome.size, "input": self.outcome.inputs}

    def observe_information_messages(self, *, lifetime: Any) -> Iterator[Any]:
        if lifetime == "test_function":
            yield {"type": "info", "title": "korrel", "content": str(self.outcome)}


class Engine:
    """Hypothesis' engine, as far as a backend changes its counts."""

    def __init__(self) -> None:
        frame: Any = sys._getframe(1)
        while frame is not None and not isinstance(frame.f_locals.get("self"), ConjectureRunner):
            frame = frame.f_back
        self._runner: Any = frame.f_locals["self"] if frame is not None else None
        owner = getattr(getattr(self._runner, "_test_function", None), "__self__", None)
        self.test = getattr(getattr(owner, "test", None), "__qualname__", "a test")
        self.arguments = len(getattr(getattr(owner, "stuff", None), "given_kwargs", ()))
        # The engine is still being made, so that its class is asked: 6.166 and earlier speak of examples.
        names = ConjectureRunner.__init__.__code__.co_names
        self._noun = "test_cases" if "valid_test_cases" in names else "examples"
        #: The inputs that the test's settings allow; None if they do not say.
        self.limit: int | None = None
        if self._runner is not None:
            self._runner.cached_test_function = self._try

    def _try(self, choices: Any, **words: Any) -> Any:
        """In place of the engine's `cached_test_function`, until it asks for the simplest input: that is the backend's."""
        runner = self._runner
        if len(choices) != 1 or not isinstance(choices[0], ChoiceTemplate):
            return type(runner).cached_test_function(runner, choices, **words)
        del runner.cached_test_function
        runner._switch_to_hypothesis_provider = False
        data = runner.new_conjecture_data([])
        runner.test_function(data)
        return data.as_result()

    def take_over(self) -> None:
        if self._runner is not None:
            if self._runner.settings.max_examples != _UNCHOSEN:
                self.limit = self._runner.settings.max_examples
            self._allow(_UNBOUNDED)

    def forget_refused(self) -> None:
        """Keeps the engine from giving up where the smallest inputs are refused."""
        if self._runner is not None:
            self._runner.health_check_state = None
            for count in (f"invalid_{self._noun}", f"overrun_{self._noun}", "_backend_discard_count"):
                setattr(self._runner, count, 0)

    def leave(self, afterwards: int, refused: int, all_were_tried: bool) -> None:
        """Lets the engine generate so many examples in its own way, or end; one at least if there was no valid input yet."""
        if self._runner is None:
            return
        if afterwards and not self.has_failed():
            self._allow(self._valid() + afterwards)
            return
        self._allow(max(1, self._valid()))
        if all_were_tried:
            setattr(self._runner, f"invalid_{self._noun}", refused)
            if self._valid() == 0 and not self.has_failed() and self._noun == "test_cases":
                self._runner.tree.root.is_exhausted = True

    def has_failed(self) -> bool:
        return bool(getattr(self._runner, f"interesting_{self._noun}", ()))

    def _valid(self) -> int:
        return int(getattr(self._runner, f"valid_{self._noun}"))

    def _allow(self, examples: int) -> None:
        self._runner.settings = settings(self._runner.settings, max_examples=examples)
