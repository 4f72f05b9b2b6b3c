"""The heap of a behaviour of a spec: what calls make of the first state, one after the other."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any, Callable

from ._driven import Driven, _Changes
from ._errors import HeapError
from ._header import ANY, Shape
from ._heap import Codec
from ._machine import Behaviour, Machine

_Ops = dict[str, tuple[dict[str, Shape], "Shape | None"]]


class HeapBehaviour(Behaviour):
    """A program that is called again and again with the objects of a spec. They keep their names."""

    def __init__(self, machine: Machine, codec: Codec, ops: _Ops) -> None:
        super().__init__(machine)
        self.codec, self.ops = codec, ops
        self.heap: Lasting | None = None

    def begin(self, record: dict[str, Any]) -> None:
        self.heap = Lasting(self.codec, record)
        own = [root for root in self.heap.roots.values() if root.__class__ is self.machine.cls]
        self.program = own[0] if own else self.machine.of_state(self.heap.roots)

    def called(self, op: str, args: dict[str, Any]) -> Callable[[], Any]:
        assert self.heap is not None
        objects, (shapes, _) = self.heap.names.objects, self.ops[op]
        given = {name: self.codec.member(value, shapes.get(name, ANY), objects) for name, value in args.items()}
        return self.calling(op, given)

    def told(self, op: str, result: Any) -> dict[str, Any]:
        assert self.heap is not None
        if self.machine.state is not None:
            self.heap.tell(self.state())
        shape = self.ops[op][1]
        return self.heap.step(result, shape)

    def keep(self, number: int) -> None:
        assert self.machine.copied is not None and self.heap is not None
        self.kept[number] = self.heap.copied(self.program, self.machine.copied)

    def go_back(self, number: int) -> None:
        assert self.machine.copied is not None
        program, heap = self.kept[number]
        self.program, self.heap = heap.copied(program, self.machine.copied)
        self.heap.refill()


class Lasting(Driven):
    """The objects of a behaviour, and the record of the state that they are in."""

    def __init__(self, codec: Codec, record: dict[str, Any]) -> None:
        super().__init__(codec, record, codec.header.roots)
        header = codec.header
        self.sets = {name: self._members(name, Shape("set", (of,)), "sets") for name, (of, _) in header.sets.items()}
        self.relations = {name: self._members(name, of, "relations") for name, of in header.relations.items()}
        #: All objects of a sig, where the program says which there are.
        self.extents: dict[str, list[Any]] = {}

    def _members(self, name: str, shape: Shape, part: str) -> list[Any]:
        return list(self.codec.member(self.record.get(part, {}).get(name, []), shape, self.names.objects))

    def tell(self, state: Mapping[str, Any]) -> None:
        """The program's state in the words of the spec: fields of roots, members of sigs and of relations."""
        header = self.codec.header
        for name, value in state.items():
            if name in header.roots:
                self._tell_root(name, value)
            elif name in header.sets:
                self.sets[name] = list(value)
            elif name in header.relations:
                self.relations[name] = list(value)
            elif name in header.types:
                self.extents[name] = list(value)
            else:
                there = ", ".join([*header.roots, *header.types, *header.sets, *header.relations])
                raise HeapError(f"the state has `{name}`, and the spec has {there}")

    def _tell_root(self, name: str, value: Any) -> None:
        made = self.roots[name]
        layout = self.codec.layouts.of_object(made)
        if not isinstance(value, Mapping) or layout is None:
            self.roots[name] = value
            return
        for field, told in value.items():
            if field not in layout.fields and field not in layout.optional:
                raise HeapError(f"the state has `{name}.{field}`, and {layout.type} has {', '.join(layout.fields)}")
            layout.fill(made, layout.field(field).attribute, told)

    def step(self, result: Any, returns: Shape | None) -> dict[str, Any]:
        """What a call has changed, as a part of its reply."""
        encoder = _Changes(self, None)
        encoder.members_of(self.sets)
        header, given = self.codec.header, self.record["objects"]
        written: dict[str, dict[str, Any]] = {
            "roots": {name: encoder.value(root, header.roots.get(name, ANY)) for name, root in self.roots.items()},
            "sets": {name: encoder.value(of, Shape("set", (header.sets[name][0],))) for name, of in self.sets.items()},
            "relations": {name: encoder.value(of, header.relations[name]) for name, of in self.relations.items()},
        }
        for name, members in self.extents.items():
            encoder.value(members, Shape("set", ((name,),)))
        said = {} if returns is None else {"result": encoder.value(result, returns)}
        for name, object in given.items():
            if not header.comes_and_goes(object["$type"]):
                encoder.reach(name)  # what is not `var` is always there
        encoder.drain()
        apart = [name for name in encoder.apart() if not self._is_told(given[name]["$type"])]
        for name in apart:
            encoder.reach(name)
        encoder.drain()
        gone = [name for name in given if name not in encoder.objects]
        changed = {**encoder.changed, **dict.fromkeys(gone)}
        beside = self._apply(changed, written)
        return {**({"changed": changed, **beside} if changed or beside else {}), **said}

    def _is_told(self, type: str) -> bool:
        return any(of in self.extents for of in self.codec.header.line(type))

    def _apply(self, changed: dict[str, Any], written: dict[str, dict[str, Any]]) -> dict[str, Any]:
        """The record is that of the new state; what is told of it beside its objects."""
        objects = dict(self.record["objects"])
        for name, fields in changed.items():
            if fields is None:
                del objects[name]
            else:
                objects[name] = fields if "$type" in fields else {**objects[name], **fields}
        beside: dict[str, Any] = {}
        record: dict[str, Any] = {"objects": objects}
        for part, members in written.items():
            before = self.record.get(part, {})
            different = {name: value for name, value in members.items() if value != before.get(name, [])}
            if different:
                beside[part] = different
            record[part] = {**before, **members}
        self.record = record
        return beside

    def copied(self, program: Any, copy_of: Callable[[Any], Any]) -> tuple[Any, Lasting]:
        """A copy of the program. The objects of the spec stay what they are; the program may be one of them."""
        if copy_of is copy.deepcopy:
            memo = {id(made): made for made in self.names.objects.values() if made is not program}
            made = copy.deepcopy(program, memo)
        else:
            made = copy_of(program)
        other = copy.copy(self)
        other.sets = {name: list(of) for name, of in self.sets.items()}
        other.relations = {name: list(of) for name, of in self.relations.items()}
        other.extents, other.roots = dict(self.extents), dict(self.roots)
        other.names = self.names.with_another(program, made)
        other.roots = {name: made if root is program else root for name, root in other.roots.items()}
        Driven.current = other
        return made, other

    def refill(self) -> None:
        """The objects have the fields of this state again."""
        objects, decoder = self.names.objects, self.codec.decoder
        for name, record in self.record["objects"].items():
            if self.codec.layouts.values.sig_of(record["$type"]) is None:
                decoder.refill(objects[name], record, objects)
