"""The behaviour of a system: states one after the other, each a heap, and what happens between them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ._errors import HeapError
from ._fit import Fit, wrong
from ._header import Header, Shape
from ._heap import Codec, Heap
from ._json import encode

_PARTS = ("roots", "sets", "relations")


class Action(NamedTuple):
    """What happens in a step: an action, and its arguments by the names of its parameters."""

    name: str
    #: Objects are those of the state in which the step begins.
    args: dict[str, Any]


class Trace:
    """An instance of a command about traces. Each state is a heap with objects of its own.

    An object that keeps its name is one and the same: `trace.states[1].objects["Node$0"]`."""

    def __init__(self, record: Mapping[str, Any], states: list[dict[str, Any]], codec: Codec) -> None:
        self._record, self._codec = record, codec
        self.header: Header = codec.header
        #: Its place in the stream; None if it was found by `--any`.
        self.id: int | None = record.get("id")
        self.states: list[Heap] = [Heap(state, codec) for state in states]
        #: The state after the last one; None in the beginning of a trace, of which nothing more is known.
        self.loop: int | None = record.get("loop")
        steps, shapes = record.get("steps"), codec.header.actions
        #: All actions of each step, the last one of a loop leading back; None if the spec has no actions.
        self.steps: list[list[Action]] | None = steps and [
            [
                Action(of["action"], self._members(of["args"], shapes[of["action"]], state.objects))
                for of in step
            ]
            for step, state in zip(steps, self.states)
        ]
        everything: dict[str, Any] = {}
        for state in self.states:
            everything = {**state.objects, **everything}
        #: For which values a check fails. An object is that of the first state that has it.
        self.witness = self._members(record.get("witness", {}), codec.header.witness, everything)

    @property
    def key(self) -> str | None:
        """The name of the input for good; None if the stream was asked for without `keys=True`."""
        return self._record.get("key")

    def at(self, time: int) -> Heap:
        """The state at a time from 0 on: the loop goes round for ever."""
        count = len(self.states)
        if time < 0 or (time >= count and self.loop is None):
            raise IndexError(f"there is no state {time}: nothing is known of what follows state {count - 1}")
        if time < count or self.loop is None:
            return self.states[time]
        return self.states[self.loop + (time - self.loop) % (count - self.loop)]

    def history(self, name: str) -> list[Any]:
        """The object of this name in each state; None where it is not there."""
        return [state.objects.get(name) for state in self.states]

    def __iter__(self) -> Iterator[Heap]:
        return iter(self.states)

    def __len__(self) -> int:
        return len(self.states)

    def to_json(self) -> str:
        """The trace as a record of heapgraph/1, each state whole: unchanged it is the line that was read, if that is so, too."""
        states = [_state(state) for state in self.states]
        return encode({**self._record, "states": states})

    def _members(self, given: Mapping[str, Any], shapes: Mapping[str, Shape], objects: Any) -> dict[str, Any]:
        return {name: self._codec.member(value, shapes[name], objects) for name, value in given.items()}

    def _repr_svg_(self) -> str | None:
        from ._notebook import svg

        return svg(self)

    def _repr_html_(self) -> str:
        from ._notebook import html

        return html(self)

    def __repr__(self) -> str:
        loop = "" if self.loop is None else f", loop at {self.loop}"
        return f"<{' '.join(['Trace', str(self.id), *([self.key] if self.key else [])])}: {len(self)} states{loop}>"


def is_trace(record: Any) -> bool:
    return record.__class__ is dict and "states" in record and "objects" not in record


def trace(record: dict[str, Any], codec: Codec) -> Trace:
    """The trace of a record. Raises HeapError with the path of what does not fit."""
    states = whole_states(record)
    for at, state in enumerate(states):
        _within(at, lambda: codec.fit.check(state))
    _Agreement(codec.header, states).check()
    loop = record.get("loop")
    if "loop" in record and not (loop.__class__ is int and 0 <= loop < len(states)):
        raise wrong("loop", f"{encode(loop)} is not the index of a state")
    if "steps" in record:
        _check_steps(record["steps"], states, len(states) - ("loop" not in record), codec.header, codec.fit)
    codec.fit.members("witness", record.get("witness", {}), codec.header.witness, _types(states), True)
    return Trace(record, states, codec)


def whole_states(record: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The states, each whole, where the record says of some what changed."""
    told = record["states"]
    if told.__class__ is not list or not told:
        raise wrong("states", "this is not an array of states, of which there is one at least")
    whole: list[dict[str, Any]] = []
    for at, state in enumerate(told):
        if state.__class__ is not dict:
            raise wrong(f"states[{at}]", "this is not an object")
        if "changed" in state:
            if not whole:
                raise wrong("states[0]", "the first state is whole")
            state = _within(at, lambda: _applied(whole[-1], state))
        whole.append(state)
    return whole


def _applied(before: dict[str, Any], told: dict[str, Any]) -> dict[str, Any]:
    """The state after `before`. An object with a `$type` is told whole, and null is one that is gone."""
    changed, was = told["changed"], before.get("objects", {})
    if changed.__class__ is not dict:
        raise wrong("changed", "this is not an object")
    if "objects" in told:
        raise wrong("objects", "they stand beside `changed`")
    objects = dict(was)
    for name, fields in changed.items():
        if fields is None and name in was:
            del objects[name]
        elif fields.__class__ is not dict:
            raise wrong(f"changed.{name}", "this is neither an object of the state before nor null")
        elif "$type" in fields:
            objects[name] = fields
        elif name not in was:
            raise wrong(f"changed.{name}", "the state before has no such object, and a new one has a `$type`")
        else:
            unknown = next((field for field in fields if field not in was[name]), None)
            if unknown is not None:
                raise wrong(f"changed.{name}.{unknown}", "the object had no such field")
            objects[name] = {**was[name], **fields}
    state = {"objects": objects}
    for part in _PARTS:
        now = told.get(part, {})
        if now.__class__ is not dict:
            raise wrong(part, "this is not an object")
        if part in before or part in told:
            gone = was.keys() - objects.keys() if part != "roots" else set()
            kept = {name: _without(items, gone) for name, items in before.get(part, {}).items()}
            state[part] = {**kept, **now}
    return state


def _without(items: Any, gone: set[str]) -> Any:
    """A set or a relation without the objects that are gone."""
    if not gone or items.__class__ is not list:
        return items
    return [item for item in items if gone.isdisjoint(x for x in _row(item) if x.__class__ is str)]


def _row(item: Any) -> list[Any]:
    return item if item.__class__ is list else [item]


def _check_steps(steps: Any, states: list[dict[str, Any]], count: int, header: Header, fit: Fit) -> None:
    if steps.__class__ is not list or len(steps) != count:
        raise wrong("steps", f"this is not an array of {count} steps")
    for at, step in enumerate(steps):
        if step.__class__ is not list:
            raise wrong(f"steps[{at}]", "this is not an array of actions")
        for place, action in enumerate(step):
            path = f"steps[{at}][{place}]"
            name = action.get("action") if action.__class__ is dict else None
            if name.__class__ is not str or name not in header.actions:
                raise wrong(f"{path}.action", "the header has no such action")
            args, shapes = action.get("args"), header.actions[name]
            if args.__class__ is not dict or args.keys() != shapes.keys():
                raise wrong(f"{path}.args", f"its arguments are {', '.join(shapes) or 'none'}")
            fit.members(f"{path}.args", args, shapes, _types([states[at]]))


def _types(states: list[dict[str, Any]]) -> dict[str, str]:
    return {name: fields["$type"] for state in states for name, fields in state["objects"].items()}


class _Agreement:
    """What the states of a trace agree on: all that is not `var`."""

    def __init__(self, header: Header, states: list[dict[str, Any]]) -> None:
        self.header, self.states, self.first = header, states, states[0]

    def check(self) -> None:
        types: dict[str, str] = {}
        for at, state in enumerate(self.states):
            for name, fields in state["objects"].items():
                if types.setdefault(name, fields["$type"]) != fields["$type"]:
                    raise wrong(f"states[{at}].objects.{name}.$type", f"it was a `{types[name]}` before")
            if at > 0:
                _within(at, lambda: self._check(state))

    def _check(self, state: dict[str, Any]) -> None:
        header, was, now = self.header, self.first["objects"], state["objects"]
        for name in {**now, **was}:
            one, other = was.get(name), now.get(name)
            type = (one or other)["$type"]
            if (one is None or other is None) and not header.comes_and_goes(type):
                raise wrong(f"objects.{name}", "it is not in all states, though its sig is not `var`")
            for field in {**(one or {}), **(other or {})}:
                if field != "$type" and not header.is_variable_field(type, field):
                    shape = header.types[type].get(field) or header.fields_of_sets(type)[field]
                    values = [_tuples((of or {}).get(field), shape) for of in (one, other)]
                    self._same(f"objects.{name}.{field}", *values)
        shapes = {name: Shape("set", (of,)) for name, (of, _) in header.sets.items()}
        for part, declared in (("sets", shapes), ("relations", header.relations)):
            for name, value in state.get(part, {}).items():
                if name not in header.variable:
                    before = self.first.get(part, {}).get(name)
                    self._same(
                        f"{part}.{name}", _tuples(before, declared[name]), _tuples(value, declared[name])
                    )
        self._check_roots(state, was.keys() - now.keys())

    def _check_roots(self, state: dict[str, Any], gone: Any) -> None:
        """A parameter holds what it holds in the first state, without the objects that are gone."""
        for name, value in self.first.get("roots", {}).items():
            if name not in self.header.variable:
                shape = self.header.roots[name]
                was = _tuples(value, shape)
                left = [row for row in was if gone.isdisjoint(x for x in row if x.__class__ is str)]
                self._same(f"roots.{name}", left, _tuples(state.get("roots", {}).get(name), shape))

    def _same(self, path: str, one: Any, other: Any) -> None:
        if one != other:
            raise wrong(path, "it is other than in the first state, though it is not `var`")


def _tuples(value: Any, shape: Shape) -> list[list[Any]]:
    """The tuples of a value, in an order of their own unless it is a sequence."""
    if value is None:
        return []
    if value.__class__ is dict:
        rows = [[key, item] for key, item in value.items()]
    elif value.__class__ is list:
        rows = [_row(item) for item in value]
    else:
        rows = [[value]]
    return rows if shape.kind == "seq" else sorted(rows, key=encode)


def _state(heap: Heap) -> dict[str, Any]:
    return {name: part for name, part in heap._written().items() if name != "kind"}


def _within(at: int, read: Any) -> Any:
    try:
        return read()
    except HeapError as error:
        raise HeapError(f"states[{at}].{error}") from None
