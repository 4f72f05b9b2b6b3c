"""All sequences of calls of a bounded length, shortest first, each once; and a test that makes them on a library and on a model.

A call is an operation with one choice of its arguments. With k of them there are k^n sequences of n calls. Those of one
length come in the order of the operations and of their arguments, the last call changing first.

Each sequence is made from the beginning, on a subject and on a model that are new. What each call returns is compared, and at
the end what `subject` and `model` return. As all beginnings of a sequence come before it, this looks at the state after each call,
and yet never between two calls: a look may mend what it looks at. What earlier calls have returned is compared at the
end, when later ones may have changed it. So are the arguments.

Behind a sequence that fails none that begins with it is tried, for it would fail, too.
"""

from __future__ import annotations

import inspect
import itertools
import time
from collections.abc import Iterator, Mapping
from typing import Any, Callable, NamedTuple, Optional

from .._endless import TooLong, Watch, below
from .._errors import BoundsError, Incomplete
from .difference import Difference, find_difference, is_atom, is_opaque
from .pool import Pool, written

_SHOWN = 50
_NOT_REACHED = "not reached"
Operation = Any
Function = Optional[Callable[..., Any]]


class Call:
    """An operation with its arguments."""

    def __init__(
        self, name: str, choices: tuple[tuple[Any, int], ...], subject: Function, model: Function
    ) -> None:
        self.name, self._choices, self.how = name, choices, {"subject": subject, "model": model}
        texts = [
            values.texts[at] if isinstance(values, Pool) else written(values[at]) for values, at in choices
        ]
        self._written = ", ".join(texts)

    @property
    def args(self) -> tuple[Any, ...]:
        """Made anew, if they come from a pool."""
        return tuple([values[at] for values, at in self._choices])

    @property
    def text(self) -> str:
        """`push(-0.0)`"""
        return f"{self.name}({self._written})"

    def line(self, it: str) -> str:
        """As code: a method of what is called, or a function of it."""
        if self.how["subject"] is None:
            return f"{it}.{self.text}"
        return f"{self.name}({', '.join([it, *([self._written] if self._written else [])])})"

    def __repr__(self) -> str:
        return self.text


class Outcome(NamedTuple):
    """What was returned, or what was raised."""

    value: Any
    error: BaseException | None = None

    def __str__(self) -> str:
        return written(self.value) if self.error is None else f"raised {type(self.error).__name__}"


class _Side:
    """What happens when a sequence of calls is made on one side, `subject` or `model`."""

    def __init__(self, side: str, calls: list[Call]) -> None:
        self._side, self._calls = side, calls
        self.results: list[Outcome] = []
        self.args: list[Any] = []
        #: What was called, and all arguments: each has its twin at the same place of the other side.
        self.given: list[Any] = []
        self.end = Outcome(None)
        self.played = False
        self.name = "subject"

    def run(self, make: Callable[..., Any], makes_calls: bool) -> None:
        if not makes_calls:
            self._play(make())
            return
        try:
            self.end = Outcome(make(self._play))
        except BoundsError:
            raise
        except Exception as error:
            if not self.played:
                raise
            self.end = Outcome(None, error)
        if not self.played:
            raise BoundsError(f"{self._side}: it has not called the function `play` that it gets")

    def _play(self, it: Any) -> None:
        if self.played:
            raise BoundsError(f"{self._side}: the calls are made once")
        self.played = True
        self.given.append(it)
        kind = type(it)
        if kind.__module__ != "builtins":
            self.name = kind.__name__[:1].lower() + kind.__name__[1:]
        for call in self._calls:
            self._call(call, it)

    def _call(self, call: Call, it: Any) -> None:
        args, how = call.args, call.how[self._side]
        self.args += args
        self.given += args
        if how is None and not callable(getattr(it, call.name, None)):
            raise BoundsError(
                f"calls: {call.name}: the {self._side} has no method of this name: "
                f"{call.name!r}: {{{self._side!r}: lambda it: …}}"
            )
        try:
            value = getattr(it, call.name)(*args) if how is None else how(it, *args)
        except Exception as error:
            self.results.append(Outcome(None, error))
            return
        if inspect.iscoroutine(value):
            value.close()
            raise BoundsError(f"calls: {call.name}: it returns a coroutine: give a function that runs it")
        self.results.append(Outcome(value))


class _Differs(Exception):
    """The subject and the model differ; `group` says how, without places and single values."""

    def __init__(
        self, where: str, found: Difference, calls: list[Call], cause: BaseException | None = None
    ) -> None:
        super().__init__(f"{where}: {found.text}")
        last = f"{calls[-1].name}, " if calls and where != calls[-1].name else ""
        self.group, self.cause = f"{last}{where}: {found.kind}", cause


class Sequences:
    """The sequences. `str` says how many there are, and how far a check came."""

    def __init__(self, calls: Mapping[str, Operation], options: dict[str, Any]) -> None:
        self._options, self._up_to = options, options["up_to"]
        if not isinstance(calls, Mapping) or not calls:
            raise BoundsError("calls: expected a dict with an operation for each name")
        if not isinstance(self._up_to, int) or self._up_to < 0:
            raise BoundsError(f"up_to: {self._up_to!r}: expected a number of calls")
        if options["failures"] not in ("first", "all"):
            raise BoundsError(f"failures: {options['failures']!r}: 'first' or 'all'")
        self._calls = [call for name, given in calls.items() for call in _calls_of(name, given)]
        #: How it ended: `complete`, `limit` or `timeout`; None before its end. And how many there were so far.
        self.status: str | None = None
        self.count = 0
        self._whole = -1
        self._failed: set[tuple[int, ...]] = set()
        self._raised: dict[str, list[int]] = {}
        self._made: tuple[list[Call], _Side, _Side] | None = None

    @property
    def total(self) -> int:
        """How many there are."""
        return sum(len(self._calls) ** length for length in range(self._up_to + 1))

    def __iter__(self) -> Iterator[list[Call]]:
        """Each sequence as a list of calls: `name`, `args`, made anew whenever one looks at them, and `text`."""
        for places in self._places():
            yield [self._calls[place] for place in places]

    def check(self) -> str:
        """Makes every sequence on the subject and on the model, and returns how many there were.

        The first on which they differ is a shortest one, and an AssertionError. `failures="all"` goes on, and tells each cause."""
        __tracebackhide__ = True
        makers = [self._options[side] for side in ("subject", "model")]
        if not all(map(callable, makers)):
            raise BoundsError("subject and model: expected a function each, that makes what is called")
        how = [(make, _makes_calls(make)) for make in makers]
        if how[0][1] != how[1][1]:
            raise BoundsError("subject and model: either both have a parameter `play`, or neither has")
        seconds = self._options["input_timeout"]
        turns: list[int] = []
        watch = Watch(seconds, lambda: turns[0] if turns else None, below(Sequences._try.__code__))
        groups: dict[str, list[Any]] = {}
        watch.begin()
        try:
            for places in self._places():
                turns[:] = [self.count]
                error: BaseException | None = None
                try:
                    self._try(places, how)
                except BoundsError:
                    raise
                except TooLong as ended:
                    told = f"it did not come to an end within {seconds:g} s (input_timeout)"
                    error = TimeoutError(told).with_traceback(ended.__traceback__)
                except Exception as raised:
                    error = raised
                turns.clear()
                if error is None:
                    continue
                self._failed.add(places)
                if self._options["failures"] == "first":
                    cause = error.cause if isinstance(error, _Differs) else error
                    raise AssertionError(self._told(error)) from cause
                group = error.group if isinstance(error, _Differs) else f"{type(error).__name__}: {error}"
                groups.setdefault(group, [0, str(error), self._lines()])[0] += 1
        finally:
            watch.end()
        if groups:
            raise AssertionError(self._all_told(groups))
        if self.status == "timeout":
            raise Incomplete("timeout", self.count, str(self))
        return self._remark()

    def __str__(self) -> str:
        calls = "call" if self._up_to == 1 else "calls"
        every = f"{self.total:,} sequences of up to {self._up_to} {calls} out of {len(self._calls)}"
        if self.status is None and self.count == 0:
            return every
        left = self.total - self.count
        if self.status == "complete":
            return f"COMPLETE: all {every}" + (
                f", but for {left:,} that begin as one that fails" if left else ""
            )
        verdict = {"limit": "stopped at the limit", None: "so far"}.get(
            self.status, f"INCOMPLETE ({self.status})"
        )
        whole = (
            f", all of up to {self._whole} {'call' if self._whole == 1 else 'calls'}"
            if self._whole >= 0
            else ""
        )
        return f"{verdict}: {self.count:,} of {every}{whole}"

    # -- which there are

    def _places(self) -> Iterator[tuple[int, ...]]:
        """The places of the calls of each sequence."""
        limit, timeout = self._options["limit"], self._options["timeout"]
        deadline = None if timeout is None else time.monotonic() + timeout
        for length in range(self._up_to + 1):
            for places in self._of_length(length, ()):
                if limit is not None and self.count >= limit:
                    self.status = "limit"
                elif deadline is not None and time.monotonic() > deadline:
                    self.status = "timeout"
                if self.status is not None:
                    return
                self.count += 1
                yield places
            self._whole = length
        self.status = "complete"

    def _of_length(self, length: int, begun: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if begun in self._failed:
            return
        if length == 0:
            yield begun
            return
        for place in range(len(self._calls)):
            yield from self._of_length(length - 1, (*begun, place))

    # -- how each is tried

    def _try(self, places: tuple[int, ...], how: list[tuple[Callable[..., Any], bool]]) -> None:
        calls = [self._calls[place] for place in places]
        subject, model = _Side("subject", calls), _Side("model", calls)
        self._made = calls, subject, model
        subject.run(*how[0])
        model.run(*how[1])
        order = self._options["order"]
        same = _pairs(subject.given, model.given)
        if calls:
            raised = self._raised.setdefault(calls[-1].name, [0, 0])
            raised[0] += 1
            raised[1] += subject.results[-1].error is not None and model.results[-1].error is not None
        for at, call in enumerate(calls):
            mine, theirs = subject.results[at], model.results[at]
            found = _between(mine, theirs, order, same)
            if found is not None:
                where = call.name if at == len(calls) - 1 else f"{call.name}, when the last call is over"
                raise _Differs(where, found, calls, mine.error or theirs.error)
        # That something was given for its twin says nothing of what it holds by now.
        found = _between(subject.end, model.end, order, _but(subject.end.value, same))
        if found is not None:
            raise _Differs("in the end", found, calls, subject.end.error or model.end.error)
        for mine, theirs in zip(subject.args, model.args):
            if is_atom(mine) or is_opaque(mine):
                continue
            found = find_difference(mine, theirs, order=order, same=_but(mine, same))
            if found is not None:
                raise _Differs("an argument in the end", found, calls)

    # -- what is said

    def _remark(self) -> str:
        always = [name for name, (of, raised) in self._raised.items() if of == raised]
        return f"{self}" + (f"; on both sides {', '.join(always)} always raised" if always else "")

    def _told(self, error: BaseException) -> str:
        before = "it is the first" if self.count == 1 else f"all {self.count - 1:,} before it pass"
        return "\n".join([str(error), "", f"The shortest sequence that fails; {before}.", *self._lines()])

    def _lines(self) -> list[str]:
        """The calls as code, and behind each what it returned."""
        assert self._made is not None
        calls, subject, model = self._made
        lines = []
        for at, call in enumerate(calls):
            one, other = (
                str(side.results[at]) if at < len(side.results) else _NOT_REACHED for side in (subject, model)
            )
            told = one if other in (one, _NOT_REACHED) else f"{one}, expected {other}"
            lines.append(f"  {call.line(subject.name)}" + ("" if told == "None" else f"  # {told}"))
        return lines or ["  (no call)"]

    def _all_told(self, groups: dict[str, list[Any]]) -> str:
        failed = sum(inputs for inputs, _, _ in groups.values())
        causes = f"{len(groups)} cause{'s' * (len(groups) != 1)}"
        parts = [f"{failed:,} of {self.count:,} sequences fail, by {causes}"]
        for number, (group, (inputs, text, lines)) in enumerate(itertools.islice(groups.items(), _SHOWN), 1):
            head = f"{number}. {group}  ({inputs} sequence{'s' * (inputs != 1)})"
            parts.append(
                "\n".join([head, *(f"   {line}" for line in [*lines, *([text] if text != group else [])])])
            )
        if len(groups) > _SHOWN:
            parts.append(f"… and {len(groups) - _SHOWN} more causes")
        return "\n\n".join([*parts, self._remark()])


def sequences(
    calls: Mapping[str, Operation],
    *,
    subject: Callable[..., Any] | None = None,
    model: Callable[..., Any] | None = None,
    up_to: int = 3,
    order: bool = True,
    limit: int | None = None,
    timeout: float | None = None,
    input_timeout: float = 5.0,
    failures: str = "first",
) -> Sequences:
    """All sequences of calls, shortest first, each once; `check` makes them on a library and on a model.

    `pykorrel.sequences({"push": [[0, -0.0]], "pop": [], "top": {"model": lambda it: it[-1]}}, subject=Stack, model=list).check()`: an
    operation has the choices of each argument, and is the method of its name; `{"args": …, "subject": …, "model": …}` has
    functions instead, which get what is called, and the arguments. `subject` and `model` make what is called. With a parameter `play` they call it with
    that, and what they return is compared in the end. `order=False` takes no notice of the order of dicts. `limit` is the
    number of sequences, `timeout` seconds for all of them, `input_timeout` for one (0: as long as it takes)."""
    options = dict(subject=subject, model=model, up_to=up_to, order=order, limit=limit, timeout=timeout)
    return Sequences(calls, {**options, "input_timeout": input_timeout, "failures": failures})


def _calls_of(name: str, given: Operation) -> list[Call]:
    """Each way to call an operation."""
    told = dict(given) if isinstance(given, Mapping) else {"args": given}
    args, subject, model = told.pop("args", ()), told.pop("subject", None), told.pop("model", None)
    if told:
        raise BoundsError(f"calls: {name}: {next(iter(told))}: there are args, subject and model")
    for at, values in enumerate(args):
        if isinstance(values, (str, bytes)) or not hasattr(values, "__getitem__"):
            raise BoundsError(f"calls: {name}: argument {at + 1}: expected a list of values, such as [0, 1]")
        if len(values) == 0:
            raise BoundsError(f"calls: {name}: argument {at + 1}: there are no values")
    ways = itertools.product(*([(values, at) for at in range(len(values))] for values in args))
    return [Call(name, choices, subject, model) for choices in ways]


def _makes_calls(make: Callable[..., Any]) -> bool:
    try:
        return next(iter(inspect.signature(make).parameters), None) == "play"
    except (TypeError, ValueError):  # a class of C
        return False


def _pairs(ours: list[Any], theirs: list[Any]) -> list[tuple[Any, Any]]:
    """What was given to both sides, and classes that were made with it."""
    given = [(one, other) for one, other in zip(ours, theirs) if not is_atom(one) and not is_atom(other)]
    classes = [(type(one), type(other)) for one, other in given[1:]]
    return [*given, *(pair for pair in classes if pair[0] is not pair[1])]


def _but(value: Any, pairs: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    return [pair for pair in pairs if pair[0] is not value]


def _between(one: Outcome, other: Outcome, order: bool, same: list[tuple[Any, Any]]) -> Difference | None:
    """Where two outcomes differ. Of what is raised only that it is raised counts."""
    if one.error is not None and other.error is not None:
        return None
    if one.error is not None:
        name = type(one.error).__name__
        return Difference(
            f"it raised {name}: {one.error}, expected {written(other.value)}", f"it raised {name}"
        )
    if other.error is not None:
        name = type(other.error).__name__
        return Difference(
            f"it returned {written(one.value)}, expected {name}: {other.error}", f"it raised no {name}"
        )
    return find_difference(one.value, other.value, order=order, same=same)
