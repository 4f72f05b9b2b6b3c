"""From a record to objects that point at one another."""

from __future__ import annotations

from typing import Any, Callable

from ._compiled import A_NAME, AS_IT_IS, Way, maker
from ._errors import HeapError
from ._header import Header, Shape
from ._layout import Container, Layout, Layouts, by_identity

Objects = dict[str, Any]
Scalar = Callable[[Any, Objects], Any]


class Decoder:
    """Reads values by their shapes: cycles and sharing survive, for objects are made before they are filled."""

    def __init__(self, layouts: Layouts) -> None:
        self.layouts, self.values = layouts, layouts.values
        self.header: Header = layouts.header
        self._scalars: dict[tuple[str, ...], Scalar] = {}
        self._sig_of = {type: self.values.sig_of(type) for type in self.header.types}
        self._ways = {type: self._way(layout) for type, layout in layouts.by_type.items()}
        self._make = maker(self._ways, self.how, self.value)
        self._alike = {name for name, layout in layouts.by_type.items() if self._may_be_alike(layout)}

    def objects(self, records: dict[str, dict[str, Any]]) -> Objects:
        """All objects by name; an atom that has a value is that value."""
        try:
            objects = self._make(records)
        except KeyError:  # a record from elsewhere, or of an object that is in a subset sig
            objects = self._one_by_one(records)
        if self._alike:
            _check_apart({name: objects[name] for name in records if records[name]["$type"] in self._alike})
        return objects

    def _one_by_one(self, records: dict[str, dict[str, Any]]) -> Objects:
        objects: Objects = {}
        for name, record in records.items():
            way = self._ways[record["$type"]]
            objects[name] = way.new(name) if way.takes_name else way.new()
        for name, record in records.items():
            if self._sig_of[record["$type"]] is None:
                self.refill(objects[name], record, objects)
        return objects

    def _may_be_alike(self, layout: Layout) -> bool:
        """Whether all objects may be equal: nothing but its identity tells one without fields from another."""
        has_fields = layout.fields or layout.optional
        return self._sig_of[layout.type] is None and not has_fields and not by_identity(layout.cls)

    def _way(self, layout: Layout) -> Way:
        sig = self._sig_of[layout.type]
        if sig is not None:
            return Way(lambda name: self.values.of_atom(name, sig), True, layout, None)
        new = layout.make if layout.is_named else layout.new
        if layout.is_plain:
            return Way(new, layout.is_named, layout, None, tuple(layout.fields.values()))

        def fill(made: Any, record: dict[str, Any], objects: Objects) -> None:
            self._fill(made, layout, record, objects)

        return Way(new, layout.is_named, layout, fill)

    def refill(self, made: Any, record: dict[str, Any], objects: Objects) -> None:
        self._fill(made, self.layouts.by_type[record["$type"]], record, objects)

    def _fill(self, made: Any, layout: Any, record: dict[str, Any], objects: Objects) -> None:
        for name, value in record.items():
            if name != "$type":
                field = layout.field(name)
                layout.fill(made, field.attribute, self.value(value, field.shape, field.container, objects))

    def value(self, json: Any, shape: Shape, container: Container, objects: Objects) -> Any:
        kind = shape.kind
        if json is None:
            return None
        if kind == "one" or kind == "lone":
            return self._scalar(shape.types)(json, objects)
        if kind == "map":
            return self._map(json, shape, objects)
        assert container is not None
        if kind == "rel":
            columns = [self._scalar(column) for column in shape.columns]
            items = [tuple([read(cell, objects) for read, cell in zip(columns, row)]) for row in json]
        else:
            read = self._scalar(shape.types)
            items = [read(item, objects) for item in json]
        return _collected(items, container)

    def _map(self, json: dict[str, Any], shape: Shape, objects: Objects) -> dict[Any, Any]:
        key, value = self._key(shape.columns[0]), self._scalar(shape.columns[1])
        try:
            read = {key(name, objects): value(item, objects) for name, item in json.items()}
        except TypeError as error:
            raise HeapError(f"a dict cannot have these keys: {error}") from None
        _check_complete(read, len(json))
        return read

    def _scalar(self, types: tuple[str, ...]) -> Scalar:
        if types not in self._scalars:
            self._scalars[types] = self._reader(types)
        return self._scalars[types]

    def how(self, shape: Shape) -> Any:
        """How one value of a shape is read."""
        return self._simple(shape.types) or self._scalar(shape.types)

    def _simple(self, types: tuple[str, ...]) -> str | None:
        if self.values.integers is not None:
            return None
        if all(type in self.header.types for type in types):
            return A_NAME
        texts = {} if self.layouts.enum_members else self.header.enums
        return AS_IT_IS if all(type in ("int", "bool") or type in texts for type in types) else None

    def _reader(self, types: tuple[str, ...]) -> Scalar:
        members = self.layouts.enum_members
        integer = self.values.of_integer if self.values.integers is not None else None
        simple = self._simple(types)
        if simple == A_NAME:
            return lambda json, objects: objects[json]
        if simple == AS_IT_IS:
            return lambda json, objects: json

        def read(json: Any, objects: Objects) -> Any:
            if json.__class__ is str:
                return objects[json] if json in objects else members.get(json, json)
            return integer(json) if integer and json.__class__ is int else json

        return read

    def _key(self, types: tuple[str, ...]) -> Scalar:
        """Names in JSON objects are texts, whatever they stand for; a map's keys are of one kind."""
        read = self._scalar(types)
        if types == ("int",):
            return lambda text, objects: read(int(text), objects)
        if types == ("bool",):
            return lambda text, objects: text == "true"
        return read


def _collected(items: Any, container: Callable[[Any], Any]) -> Any:
    if container is list:
        return items
    made = container(items)
    _check_complete(made, len(items))
    return made


def _check_apart(objects: Objects) -> None:
    """A test that compares keys could not fail if all keys were equal."""
    names = list(objects)
    for name, other_name in zip(names, names[1:]):
        one, other = objects[name], objects[other_name]
        try:
            are_equal = one.__class__ is other.__class__ and bool(one == other)
        except AttributeError:  # it asks for what only `__init__` sets
            are_equal = False
        if are_equal:
            cls = one.__class__.__qualname__
            raise HeapError(
                f"{name} and {other_name} are equal in Python, for the spec gives {cls} no fields that its `__eq__` "
                f"could compare, so that a test could not tell them apart: give {cls} `values`, or leave its "
                "`__eq__` out (`@dataclass(eq=False)`)"
            )


def _check_complete(made: Any, count: int) -> None:
    """Python takes 1, 1.0 and True for one; a caller's class may take two objects for one."""
    if len(made) < count:
        raise HeapError(f"two of these are equal in Python, so that a set or dict would lose one: {made!r}")
