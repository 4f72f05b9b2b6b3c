"""The driver's side of `korrel test`: calls functions on the inputs that it sends (harness/1).

    from pykorrel import driver

    @driver.type                    # objects of `sig Node` are made of this class
    class Node: ...

    @driver.operation               # named as in the spec, with the parameters of its predicate
    def remove(t, k):
        t.remove(k)

    driver.serve()

Objects are made without calling `__init__`; each field of the sig becomes an attribute. A `lone` field
that is empty is None; `set`, `seq` and `rel` fields are lists (of tuples), `map` fields dicts, enum values
texts, unless the class is annotated with another collection or the enum has a class. Types without a
class become `Object`s. What a function returns is its result, what it raises is reported. What it
prints goes to standard error.

    @driver.constructor             # for `korrel explore`: a state of nothing
    def empty():
        return Tree()
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Any, Callable, TypeVar

from ._classes import Classes
from ._classes import Given as GivenClasses
from ._driven import Driven, Scanners
from ._errors import HeapError, ValuesError
from ._header import Header, shape
from ._heap import Codec
from ._objects import Object
from ._reads import Reads, Unseen
from ._values import Given as GivenValues

__all__ = ["Fail", "Object", "Skip", "constructor", "cover", "name", "operation", "serve", "type", "type_named"]

WINDOW = 64
Class = TypeVar("Class")


class Fail(Exception):
    """Raised by an operation that judges for itself: it is not content. Failures are grouped by cause."""

    def __init__(self, cause: str, message: str = "") -> None:
        super().__init__(cause, message)
        self.cause, self.message = cause, message


class Skip(Exception):
    """Raised by an operation that is not applicable to its input."""


_classes = Classes()
_operations: dict[
    str, tuple[Callable[..., Any], bool]
] = {}  # name -> (function, whether it judges for itself)
_constructors: list[str] = []
_covered: set[Any] = set()  # by the input at hand
_covers = False  # whether the program has ever said what it covers


def type_named(name: str) -> Callable[[Class], Class]:
    """Decorates the class of the objects of a type of another name."""

    def register(cls: Class) -> Class:
        _classes.add(cls, name=name)  # type: ignore[arg-type]
        return cls

    return register


def type(cls: Class) -> Class:  # read as driver.type
    """Decorates the class of the objects of the type of its name."""
    return type_named(cls.__name__)(cls)  # type: ignore[attr-defined]


def operation(function: Any = None, *, name: str | None = None, judges: bool = False) -> Any:
    """Decorates a function that is an operation.

    With `judges` it judges for itself: it passes unless it raises Fail."""
    if function is None:
        return lambda function: operation(function, name=name, judges=judges)
    _operations[name or function.__name__] = (function, judges)
    return function


def constructor(function: Any = None, *, name: str | None = None) -> Any:
    """Decorates a function that makes a state of nothing, and returns its root."""
    if function is None:
        return lambda function: constructor(function, name=name)
    _constructors.append(name or function.__name__)
    return operation(function, name=name)


def cover(what: str | int) -> None:
    """Says that the input at hand covers something: a branch, a state."""
    global _covers
    _covers = True
    _covered.add(what)


def name(made: Any) -> str | None:
    """The name of an object in the input at hand, `Node$0`; None if the input does not have it."""
    if Reads.current is not None:
        Reads.current.named()
    return Driven.current.names.of(made) if Driven.current else None


def serve(*, classes: GivenClasses = None, values: GivenValues | None = None) -> None:
    """Answers until there are no more inputs.

    `classes` are further classes for the sigs of their names. `values` are the caller's own values for
    atoms and integers: `{"Key": ["", "é"], "Int": [0, 1, 255]}`."""
    replies = os.dup(1)
    os.dup2(2, 1)  # what the program prints is no reply
    session: _Session | None = None
    answers: list[dict[str, Any]] = []
    for line in _lines(lambda: _write(replies, answers)):
        record, _ = _decode(line.decode())
        if session is None:
            try:
                session = _Session(record, _all(classes), values)
            except Unseen as unseen:
                raise SystemExit(str(unseen)) from None
            answers.append(_ready())
        else:
            answers.append(session.answer(record))


def _ready() -> dict[str, Any]:
    operations = [name for name in _operations if name not in _constructors]
    made = {"constructors": list(_constructors)} if _constructors else {}
    return {"ready": True, "window": WINDOW, "ops": operations, **made}


def _all(classes: GivenClasses) -> Classes:
    together = Classes(_classes)
    together.update(Classes(classes))
    return together


def _lines(before_waiting: Callable[[], None]) -> Iterator[bytes]:
    """The lines of standard input. What is to be done before waiting for more is called each time."""
    rest = b""
    while True:
        before_waiting()
        read = os.read(0, 1 << 16)
        if not read:
            return
        *lines, rest = (rest + read).split(b"\n")
        yield from lines


_encode = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode
_decode = json.JSONDecoder().raw_decode


def _write(replies: int, answers: list[dict[str, Any]]) -> None:
    text = "".join([_encode(answer) + "\n" for answer in answers]).encode()
    answers.clear()
    while text:
        text = text[os.write(replies, text) :]


class _Session:
    def __init__(self, record: dict[str, Any], classes: Classes, values: GivenValues | None) -> None:
        self.codec = Codec(Header(record), classes, values, in_order=True)
        self.reads = Reads(self.codec.layouts) if record.get("lazy") else None
        # What is put into classes to see reads must not be gone around.
        self.scanners = Scanners(self.codec) if self.reads is None else None
        self.parameters = {
            name: {parameter: shape(text) for parameter, text in op["parameters"].items()}
            for name, op in record["ops"].items()
        }
        if self.reads is not None:
            self.reads.refuse_parameters(self.parameters)

    def answer(self, record: dict[str, Any]) -> dict[str, Any]:
        reply = {"id": record["id"]}
        _covered.clear()
        reply.update(self.call(record, *_operations[record["op"]]))
        if self.reads is not None:
            self.reads.stop()
            reply["read"] = self.reads.said()
        if _covers:
            reply["cov"] = sorted(_covered)
        return reply

    def call(self, record: dict[str, Any], function: Callable[..., Any], judges: bool) -> dict[str, Any]:
        parameters = self.parameters[record["op"]]
        try:
            heap = Driven(self.codec, record, parameters)
        except (HeapError, ValuesError) as error:
            return self.unfit("the input cannot be made", error)
        result: Any = None
        said: dict[str, Any] = {}
        try:
            arguments = [heap.roots[name] for name in parameters]
            if self.reads is not None:
                self.reads.begin(heap.tracked(), record["objects"])
            result = function(*arguments)
            if judges:
                said["pass"] = True
        except Fail as fail:
            said["fail"] = {"cause": fail.cause, "message": fail.message}
        except Skip as skip:
            return {"skip": str(skip)}
        except (Exception, RecursionError) as thrown:
            return {"throw": {"type": thrown.__class__.__name__, "message": str(thrown)}}
        finally:
            if self.reads is not None:
                self.reads.end()
        try:
            return {**heap.abstracted(result, self.reads, self.scanners), **said}
        except (HeapError, ValuesError) as error:
            unfit = self.unfit("what came back cannot be written", error)
            return said if "fail" in said else unfit

    def unfit(self, cause: str, error: Exception) -> dict[str, Any]:
        """A failure of this input, and nothing that was thrown: a spec may want the program under test to throw."""
        if self.reads is not None:
            self.reads.all()
        return {"fail": {"cause": cause, "message": str(error)}}
