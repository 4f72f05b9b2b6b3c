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

    driver.machine(Bank)            # for behaviours (`korrel test --traces`, `--itf`): a method for each action
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from functools import cache
from typing import Any, Callable, TypeVar

from ._classes import Classes
from ._classes import Given as GivenClasses
from ._driven import Driven, Quick
from ._errors import HeapError, ValuesError
from ._header import Header, Shape, shape
from ._heap import Codec
from ._lasting import HeapBehaviour
from ._machine import Behaviour, Machine
from ._objects import Object
from ._reads import Reads, Unseen
from ._values import Given as GivenValues

__all__ = [
    "Fail",
    "Object",
    "Skip",
    "constructor",
    "cover",
    "machine",
    "name",
    "operation",
    "serve",
    "type",
    "type_named",
]

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
_machine: Machine | None = None
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


def machine(
    cls: Any = None,
    *,
    state: Callable[[Any], dict[str, Any]] | None = None,
    snapshots: Callable[[Any], Any] | None = None,
) -> Any:
    """Decorates a class with a method for each action, for `korrel test --traces` and `--itf`.

    Each behaviour gets an instance of its own. Arguments come by name; those that a method does not take are left out.

    Of a spec (`--traces`), arguments are the spec's objects, the same ones in the whole behaviour. The instance is the
    object of a root if its class is that of a type; else it is made with the roots that it takes. `state` gives the
    spec's view of it after a call: `{"Queue": {"first": job}}` are fields of a root, `{"Active": jobs}` the objects
    of a sig or a subset sig; what is not given is as the objects are.

    Of traces (`--itf`), `state` gives the values of variables; without it these are the attributes without an
    underscore. Without a method `init`, the instance is what `init` makes.

    `snapshots` copies an instance with all that it keeps, but for the spec's objects: `copy.deepcopy`, if it keeps
    nothing elsewhere (files, connections)."""
    global _machine
    if cls is None:
        return lambda cls: machine(cls, state=state, snapshots=snapshots)
    _machine = Machine(cls, state, snapshots)
    return cls


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
    replies = keep_replies_apart()
    session: _Session | _Calls | None = None
    answers: list[dict[str, Any]] = []
    for line in _lines(lambda: _write(replies, answers)):
        record, _ = _decode(line.decode())
        if session is None:
            try:
                made = _Calls if "behaviours" in record else _Session
                session = made(record, _all(classes), values)
            except Unseen as unseen:
                raise SystemExit(str(unseen)) from None
            answers.append(session.ready())
        else:
            answers.append(session.answer(record))


@cache
def keep_replies_apart() -> int:
    """Where replies are written from now on: what the program prints is none."""
    replies = os.dup(1)
    os.dup2(2, 1)
    return replies


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


_encoder = json.JSONEncoder(separators=(",", ":"), check_circular=False)
_decode = json.JSONDecoder().raw_decode


def _made_encode() -> Callable[[Any], str]:
    """`json` makes an encoder in C for each text that it writes, which takes twice as long as writing a reply."""
    make = getattr(json.encoder, "c_make_encoder", None)
    if make is None:
        return _encoder.encode
    text = json.encoder.encode_basestring_ascii
    chunks = make(None, _encoder.default, text, None, ":", ",", False, False, True)
    return lambda value: "".join(chunks(value, 0))


_encode = _made_encode()


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
        self.quick = Quick(self.codec) if self.reads is None else None
        self.parameters = {
            name: {parameter: shape(text) for parameter, text in op["parameters"].items()}
            for name, op in record["ops"].items()
        }
        if self.reads is not None:
            self.reads.refuse_parameters(self.parameters)

    def ready(self) -> dict[str, Any]:
        operations = [name for name in _operations if name not in _constructors]
        made = {"constructors": list(_constructors)} if _constructors else {}
        return {"ready": True, "window": WINDOW, "ops": operations, **made}

    def answer(self, record: dict[str, Any]) -> dict[str, Any]:
        _covered.clear()
        reply = {"id": record["id"]}
        reply.update(self.call(record, *_operations[record["op"]]))
        if self.reads is not None:
            self.reads.stop()
            reply["read"] = self.reads.said()
        return _with_coverage(reply)

    def call(self, record: dict[str, Any], function: Callable[..., Any], judges: bool) -> dict[str, Any]:
        parameters = self.parameters[record["op"]]
        try:
            heap = Driven(self.codec, record, parameters)
        except (HeapError, ValuesError) as error:
            return self.unfit("the input cannot be made", error)
        arguments = [heap.roots[name] for name in parameters]
        if self.reads is not None:
            self.reads.begin(heap.tracked(), record["objects"])
        try:
            result, said = _outcome(function, *arguments)
        finally:
            if self.reads is not None:
                self.reads.end()
        if "skip" in said or "throw" in said:
            return said
        if judges and not said:
            said["pass"] = True
        try:
            told = heap.abstracted(result, self.reads, self.quick)
            return {**told, **said} if said else told
        except (HeapError, ValuesError) as error:
            unfit = self.unfit("what came back cannot be written", error)
            return said if "fail" in said else unfit

    def unfit(self, cause: str, error: Exception) -> dict[str, Any]:
        """A failure of this input, and nothing that was thrown: a spec may want the program under test to throw."""
        if self.reads is not None:
            self.reads.all()
        return {"fail": {"cause": cause, "message": str(error)}}


class _Calls:
    """The requests of behaviours."""

    def __init__(self, record: dict[str, Any], classes: Classes, values: GivenValues | None) -> None:
        if _machine is None:
            raise SystemExit("this driver has no machine: write `driver.machine(Class)`")
        refusal = _machine.refusal(record["ops"])
        if refusal is not None:
            raise SystemExit(refusal)
        self.machine, self.behaviour = _machine, Behaviour(_machine)
        if record["behaviours"] == "heaps":
            codec = Codec(Header(record), classes, values, in_order=True)
            self.behaviour = HeapBehaviour(_machine, codec, _operations_of(record))

    def ready(self) -> dict[str, Any]:
        snapshots = {"snapshots": True} if self.machine.copied else {}
        return {"ready": True, "ops": self.machine.actions, **snapshots}

    def answer(self, record: dict[str, Any]) -> dict[str, Any]:
        _covered.clear()
        return _with_coverage({"id": record["id"], **self.said(record)})

    def said(self, record: dict[str, Any]) -> dict[str, Any]:
        try:
            result, said = _outcome(self.behaviour.answer(record))
            if record["kind"] == "call" and "skip" not in said and "throw" not in said:
                said.update(self.behaviour.told(record["op"], result))
            return said
        except (HeapError, ValuesError) as error:
            return {"fail": {"cause": str(error), "message": ""}}


def _operations_of(record: dict[str, Any]) -> dict[str, tuple[dict[str, Shape], Shape | None]]:
    """The shapes of each operation's parameters, and of its result."""
    return {
        name: (
            {parameter: shape(text) for parameter, text in op["parameters"].items()},
            shape(op["result"]) if "result" in op else None,
        )
        for name, op in record["ops"].items()
    }


def _outcome(call: Callable[..., Any], *arguments: Any) -> tuple[Any, dict[str, Any]]:
    """What a call returns, and what else is to be said of it."""
    try:
        return call(*arguments), {}
    except Fail as fail:
        return None, {"fail": {"cause": fail.cause, "message": fail.message}}
    except Skip as skip:
        return None, {"skip": str(skip)}
    except (Exception, RecursionError) as thrown:
        return None, {"throw": {"type": thrown.__class__.__name__, "message": str(thrown)}}


def _with_coverage(reply: dict[str, Any]) -> dict[str, Any]:
    if _covers:
        reply["cov"] = sorted(_covered)
    return reply
