"""A test over every heap of the user's own classes that a predicate accepts."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Iterator
from typing import Any, Callable, TypeVar

from . import _notes
from ._code.describe import Description, is_input
from ._code.enumeration import Enumeration, question
from ._code.examples import resolved
from ._errors import NoInput
from ._header import Header
from ._heap import Codec, Heap
from ._inputs import for_each, looping
from ._question import most_items
from ._stream import Record

Test = TypeVar("Test", bound=Callable[..., Any])
#: What examples show is said once in a process.
_told: set[str] = set()


def every(
    *roots: Any,
    where: Callable[..., Any] | None = None,
    bounds: dict[Any, Any] | None = None,
    length: int = 3,
    size: int | None = None,
    limit: int | None = None,
    timeout: float | None = None,
    run_timeout: float = 5.0,
    input_timeout: float | None = None,
    fields: dict[type, dict[str, Any]] | None = None,
    each: bool = False,
    **named: Any,
) -> Callable[[Test], Test]:
    """Decorates a test that is called with every heap that a predicate accepts.

    `@pykorrel.every(Tree, where=Tree.rep_ok, Node=4, int=range(1, 5))`: the first parameters of the test are the
    roots. Further ones with an annotation that can be enumerated (`key: int`, `node: Node`) take every value;
    all others are fixtures. The test fails with the smallest input on which the function does; `each` makes it a test for
    each input, up to 1,000 of them. `input_timeout` is as in `inputs`, all else as in `all`."""
    examples: list[str] = []  # told by the test: what a module says when it is imported, pytest shows to nobody
    types, found = resolved(roots, fields, examples.append)
    given = {**(bounds or {}), **named}
    options = dict(
        length=length, size=size, limit=limit, timeout=timeout, run_timeout=run_timeout, fields=found
    )

    def decorate(test: Test) -> Test:
        return _decorated(test, types, where, given, options, each, input_timeout, examples)  # type: ignore[no-any-return]

    return decorate


def _decorated(
    test: Any,
    roots: Any,
    where: Any,
    bounds: Any,
    options: dict[str, Any],
    each: bool,
    seconds: float | None,
    examples: list[str],
) -> Any:
    if inspect.isgeneratorfunction(test) or inspect.isasyncgenfunction(test):
        raise TypeError(
            f"{test.__qualname__} is a generator: a test is called, and its items would never be asked for"
        )
    parameters = list(inspect.signature(test).parameters.values())
    at = 1 if parameters and parameters[0].name == "self" else 0
    names = [parameter.name for parameter in parameters[at : at + len(roots)]]
    if not roots or len(names) < len(roots):
        raise TypeError(f"{test.__qualname__} has {len(names)} parameters for {len(roots)} roots")
    inner = inspect.unwrap(test)
    classes = set(Description(roots, bounds, options["length"], options["fields"]).hints)
    extra = {
        parameter.name: hint
        for parameter in parameters[at + len(roots) :]
        for hint in [_hint(parameter.annotation, inner)]
        if is_input(hint, classes)
    }
    names += extra
    asked = CodeQuestion(
        (*roots, *extra.values()), where, bounds, dict(options, judged=len(roots), names=names), examples
    )
    wrapper = looping(test, asked, lambda made: dict(zip(names, made)), seconds)
    if each:
        wrapper = for_each(test, wrapper, asked, names[0], lambda made: dict(zip(names, made)), seconds)
    taken = names[1:] if each else names
    kept = [parameter for parameter in parameters if parameter.name not in taken]
    wrapper.__signature__ = inspect.signature(test).replace(parameters=kept)
    return wrapper


def _hint(annotation: Any, test: Any) -> Any:
    """An annotation as a type; None for one that cannot be read, as those of fixtures may be."""
    if not isinstance(annotation, str):
        return None if annotation is inspect.Parameter.empty else annotation
    closed = {
        name: cell.cell_contents for name, cell in zip(test.__code__.co_freevars, test.__closure__ or ())
    }
    try:
        return eval(annotation, test.__globals__, closed)  # as typing.get_type_hints does it
    except Exception:
        return None


class CodeQuestion:
    """What such a test asks for."""

    def __init__(
        self, roots: Any, where: Any, bounds: Any, options: dict[str, Any], examples: list[str]
    ) -> None:
        self._given, self._options, self._examples = (roots, where, bounds), options, examples
        self.is_complete = False
        self._searched = ""

    def stream(self, key: str | None = None) -> Enumeration:
        for told in self._examples:
            if told not in _told:
                _told.add(told)
                _notes.note(told)
        options = {**self._options, "limit": None} if key else self._options
        return Enumeration(*self._given, **options)

    def chosen(self, stream: Enumeration, key: str | None) -> Iterator[CodeInput]:
        """All inputs, or the one of this key."""
        for made in stream.arguments():
            if key is None or stream.record()["key"] == key:
                yield CodeInput(made, stream)
                if key is not None:
                    return
        if key is not None:
            raise NoInput(f"{self}: no input has the key {key}")

    def check(self, stream: Enumeration, *, says_limit: bool = True) -> None:
        """Raises NoInput if there was nothing to test, and notes what a limit has left out."""
        if stream.count == 0:
            raise NoInput(
                "\n".join([f"{self} has no input: nothing was tested", stream.searched(), *stream.notes])
            )
        self.is_complete = says_limit and stream.status == "complete"
        self._searched = f"; {stream.searched()}"
        if says_limit and stream.status == "limit":
            _notes.note(f"only the first {stream.count:,} of the inputs of {self}, for so says the limit")

    def records(self) -> list[Record]:
        """All of them, each for a test item of its own."""
        with self.stream() as stream:
            records: list[Record] = []
            for made in stream.arguments():
                records.append(
                    CodeRecord(copy.deepcopy(made), CodeInput(made, stream).decode(), len(records))
                )
                most_items(self, records)
            self.check(stream)
        return records

    def pages(self, key: str) -> list[str]:
        return []

    def searched(self) -> str:
        return self._searched

    def __str__(self) -> str:
        return question(*self._given[:2])


class CodeRecord(Record):
    """One heap for a test item: copied each time, as an item may run more than once."""

    def __init__(self, made: tuple[Any, ...], heap: Heap, place: int) -> None:
        self._made, self._heap, self.place = made, heap, place
        self.notes, self.of = [], None

    def given(self) -> Any:
        return copy.deepcopy(self._made)

    def decode(self) -> Heap:
        return self._heap


class CodeInput:
    """One heap: its roots, for the test, which may change them."""

    def __init__(self, made: tuple[Any, ...], stream: Enumeration) -> None:
        self._made, self._stream = made, stream

    def given(self) -> tuple[Any, ...]:
        return self._made

    def decode(self) -> Heap:
        """The heap as it was before the test had it: the search still stands there."""
        return Heap(self._stream.record(), Codec(Header(self._stream.header)))
