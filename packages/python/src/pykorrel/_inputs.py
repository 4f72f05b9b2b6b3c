"""A test over all inputs of a spec."""

from __future__ import annotations

import functools
import inspect
import os
from collections.abc import Iterator
from typing import Any, Callable, TypeVar

from . import _notes
from ._classes import Given as GivenClasses
from ._endless import below, limited
from ._errors import Incomplete
from ._outcome import Outcome
from ._question import Question, beside
from ._subtests import Replaced
from ._values import Given as GivenValues

Test = TypeVar("Test", bound=Callable[..., Any])


def inputs(
    spec: str | os.PathLike[str],
    command: None | str | int = None,
    *,
    where: Callable[..., Any] | None = None,
    bounds: dict[Any, Any] | None = None,
    length: int = 3,
    each: bool = False,
    scope: str | None = None,
    limit: int | None = None,
    timeout: None | float | str = None,
    input_timeout: float | None = None,
    classes: GivenClasses = None,
    values: GivenValues | None = None,
    **flags: Any,
) -> Callable[[Test], Test]:
    """Decorates a test whose first parameter is a heap: it is called with every input of a spec.

    It is one test, which fails with the smallest input on which the function does; `each` makes it a test
    for each input, up to 1,000 of them. `where=Tree.rep_ok` keeps those whose roots a predicate in code accepts. Fields
    that `classes` annotate and the spec does not declare take all values within `bounds` (`{int: range(5)}`) and `length`,
    as in `pykorrel.all`. A test without any input fails, and so does one that did not get
    them all, unless a `limit` says so. `input_timeout` is the number of seconds that it may take on one input, 5 if
    nothing is said; 0 is no limit. The spec is looked for beside the test, then from where the tests
    are run. All else is as in `find`."""
    given = dict(scope=scope, limit=limit, timeout=timeout, classes=classes, values=values, **flags)

    if where is None and bounds is not None:
        raise TypeError(
            "bounds: these are of fields that a predicate reads; give where=, or a scope for the spec"
        )
    decides = None
    if where is not None:
        from ._accepted import Where  # half of what there is to import, and few ask for it

        decides = Where(where, bounds, length)

    def decorate(test: Test) -> Test:
        return _decorated(  # type: ignore[no-any-return]
            test, Question(beside(spec, test), command, given, decides), each, input_timeout
        )

    return decorate


def given_parameter(test: Any, what: str) -> tuple[list[inspect.Parameter], int]:
    """The parameters of a test, and the place of the one that gets each input."""
    if inspect.isgeneratorfunction(test) or inspect.isasyncgenfunction(test):
        raise TypeError(
            f"{test.__qualname__} is a generator: a test is called, and its items would never be asked for"
        )
    parameters = list(inspect.signature(test).parameters.values())
    at = 1 if parameters and parameters[0].name == "self" else 0
    if len(parameters) <= at:
        raise TypeError(f"{test.__qualname__} has no parameter for the {what}")
    return parameters, at


def _decorated(test: Any, question: Question, each: bool, seconds: float | None) -> Any:
    parameters, at = given_parameter(test, "heap")
    heap = parameters[at].name
    wrapper = looping(test, question, lambda made: {heap: made}, seconds)
    kept = parameters
    if each:
        wrapper = for_each(test, wrapper, question, heap, lambda made: {heap: made}, seconds)
    else:
        kept = parameters[:at] + parameters[at + 1 :]
    wrapper.__signature__ = inspect.signature(test).replace(parameters=kept)
    return wrapper


def looping(
    test: Any, question: Any, arguments: Callable[[Any], dict[str, Any]], seconds: float | None
) -> Any:
    """A function that calls the test with each input, by the names of parameters; `async` if the test is."""
    name = f"{test.__module__}.{test.__qualname__}"

    def records(outcome: Outcome) -> Iterator[Any]:
        __tracebackhide__ = True
        incomplete = None
        outcome.watch.begin()
        key = _notes.only_key or os.environ.get("KORREL_REPLAY")
        with question.stream(key) as stream:
            try:
                for record in question.chosen(stream, key):
                    yield record
                    if outcome.failed and outcome.is_enough():
                        break
                else:
                    question.check(stream, says_limit=not key)
            except Incomplete as error:
                incomplete = Incomplete(error.status, error.count, error.told)
        outcome.judge(name, question, incomplete)

    if inspect.iscoroutinefunction(test):

        @functools.wraps(test)
        async def loop(*args: Any, **kwargs: Any) -> None:
            __tracebackhide__ = True
            outcome = Outcome(test, _notes.seconds(seconds), below(loop.__code__))  # type: ignore[attr-defined]
            with Replaced(args, kwargs) as named:
                for record in records(outcome):
                    with outcome.trying(record) as made:
                        await test(*args, **arguments(made), **named)

        return loop

    @functools.wraps(test)
    def wrapper(*args: Any, **kwargs: Any) -> None:
        __tracebackhide__ = True
        outcome = Outcome(test, _notes.seconds(seconds), below(wrapper.__code__))  # type: ignore[attr-defined]
        with Replaced(args, kwargs) as named:
            for record in records(outcome):
                with outcome.trying(record) as made:
                    test(*args, **arguments(made), **named)

    return wrapper


def for_each(
    test: Any,
    loop: Any,
    question: Any,
    heap: str,
    arguments: Callable[[Any], dict[str, Any]],
    seconds: float | None,
) -> Any:
    """pytest hands over one record for each item (pytest_plugin), by the name of one parameter; unittest has subtests."""

    @functools.wraps(test)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        __tracebackhide__ = True
        record, own = kwargs.pop(heap, None), wrapper.__code__  # type: ignore[attr-defined]
        if record is not None:
            made = record.given()
            with limited(_notes.seconds(seconds), own):
                return test(*args, **arguments(made), **kwargs)
        if not args or not hasattr(args[0], "subTest"):
            return loop(*args, **kwargs)
        for record in question.records():
            made = record.given()
            with args[0].subTest(key=record.key), limited(_notes.seconds(seconds), own):
                test(*args, **arguments(made), **kwargs)
        return None

    wrapper.korrel_question = question  # type: ignore[attr-defined]
    wrapper.korrel_parameter = heap  # type: ignore[attr-defined]
    return wrapper
