"""A class with a method for each action: the program that a behaviour calls."""

from __future__ import annotations

import inspect
from typing import Any, Callable

from . import _itf
from ._errors import HeapError, ValuesError


class Machine:
    """`copied` copies the program, for snapshots; without it there are none."""

    def __init__(
        self,
        cls: Callable[..., Any],
        state: Callable[[Any], dict[str, Any]] | None,
        copied: Callable[[Any], Any] | None,
    ) -> None:
        self.cls, self.state, self.copied = cls, state, copied
        self.made = _Taken(cls, "")
        names = [name for name in dir(cls) if not name.startswith("_") and callable(getattr(cls, name))]
        self.methods = {name: _Taken(getattr(cls, name), name, is_method=True) for name in names}

    @property
    def actions(self) -> list[str]:
        """Without a method of its own, `init` is what the class makes."""
        return list(dict.fromkeys(["init", *self.methods]))

    def of_state(self, state: dict[str, Any]) -> Any:
        """A new program, made with what it takes of the first state."""
        missing = self.made.missing(state)
        if missing:
            there = ", ".join(state) or "no state"
            raise HeapError(f"{self.cls.__qualname__} is made with `{missing[0]}`, and the beginning has {there}")
        return self.cls(**self.made.of(state))

    def refusal(self, ops: dict[str, Any]) -> str | None:
        """Why calls of these parameters can never be made."""
        for name, op in ops.items():
            method = self.methods.get(name)
            missing = method.missing(op["parameters"]) if method else []
            if missing:
                there = ", ".join(op["parameters"]) or "none"
                return f"{self.cls.__qualname__}.{name} has a parameter `{missing[0]}`, and the traces' calls have {there}"
        return None


class _Taken:
    """The parameters of a function, by name."""

    def __init__(self, function: Callable[..., Any], name: str, is_method: bool = False) -> None:
        self.function, self.name = function, name
        try:
            parameters = list(inspect.signature(function).parameters.values())
        except ValueError:  # a class without a signature takes nothing
            parameters = []
        if is_method and not isinstance(function, staticmethod):
            parameters = parameters[1:]
        rest = [one.kind for one in parameters]
        self.takes_all = inspect.Parameter.VAR_KEYWORD in rest
        plain = [one for one in parameters if one.kind not in (one.VAR_KEYWORD, one.VAR_POSITIONAL)]
        self.names = [one.name for one in plain]
        self.required = [one.name for one in plain if one.default is one.empty]

    def missing(self, there: Any) -> list[str]:
        return [name for name in self.required if name not in there]

    def of(self, given: dict[str, Any]) -> dict[str, Any]:
        """Those that it takes: a model may pick values that another action uses."""
        return {name: value for name, value in given.items() if self.takes_all or name in self.names}


class Behaviour:
    """A program that is called again and again."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.program: Any = None
        self.kept: dict[int, Any] = {}

    def answer(self, record: dict[str, Any]) -> Callable[[], Any]:
        """What a request asks for, to be called. Raises HeapError if it cannot be."""
        machine, kind = self.machine, record["kind"]
        if kind == "reset":
            return lambda: self.begin(record)
        if kind == "call":
            return self.called(record["op"], record["args"])
        if machine.copied is None:
            raise HeapError("this driver has no snapshots")
        return (lambda: self.keep(record["as"])) if kind == "snapshot" else (lambda: self.go_back(record["from"]))

    def called(self, op: str, args: dict[str, Any]) -> Callable[[], Any]:
        return self.calling(op, {name: _itf.read(value) for name, value in args.items()})

    def calling(self, op: str, args: dict[str, Any]) -> Callable[[], Any]:
        method = self.machine.methods.get(op)
        if method is None:
            return lambda: None  # `init`: what the class made
        missing = method.missing(args)
        if missing:
            raise HeapError(f"{op} is called without `{missing[0]}`")
        given = method.of(args)
        return lambda: getattr(self.program, op)(**given)

    def begin(self, record: dict[str, Any]) -> None:
        state = {name: _itf.read(value) for name, value in record.get("state", {}).items()}
        self.program = self.machine.of_state(state)

    def keep(self, number: int) -> None:
        assert self.machine.copied is not None
        self.kept[number] = self.machine.copied(self.program)

    def go_back(self, number: int) -> None:
        assert self.machine.copied is not None
        self.program = self.machine.copied(self.kept[number])

    def told(self, op: str, result: Any) -> dict[str, Any]:
        """What a reply to a call has: the values of variables, and the result."""
        said: dict[str, Any] = {"state": {name: _itf.write(value, name) for name, value in self.state().items()}}
        try:
            said["result"] = _itf.write(result, "result")
        except ValuesError:
            pass  # a trace has no results: one that is no value of a trace is left out
        return said

    def state(self) -> dict[str, Any]:
        try:
            return (self.machine.state or _attributes)(self.program)
        except Exception as error:
            raise HeapError(f"the state cannot be told: {error.__class__.__name__}: {error}") from error


def _attributes(program: Any) -> dict[str, Any]:
    return {name: value for name, value in vars(program).items() if not name.startswith("_")}
