"""How the objects of each sig are made, filled and read: chosen once for a stream, from its header."""

from __future__ import annotations

from typing import Any, Callable, NamedTuple, Optional

from ._attributes import Attributes, attribute_name
from ._classes import Classes, maker
from ._errors import HeapError
from ._header import Header, Shape
from ._objects import Object, enum_values, made_class, made_enum
from ._values import Values

Container = Optional[Callable[[Any], Any]]


class Field(NamedTuple):
    name: str
    attribute: str
    shape: Shape
    container: Container  # for sets and sequences


class Layout:
    """One sig's objects."""

    def __init__(
        self, type: str, cls: type, fields: list[Field], optional: list[Field], new: Callable[[], Any]
    ) -> None:
        self.type, self.cls, self.new = type, cls, new
        self.fields = {field.name: field for field in fields}
        self.optional = {field.name: field for field in optional}  # an object in a subset sig has these, too
        names = [field.attribute for field in [*fields, *optional]]
        self.is_plain = _has_plain_dict(cls, names)
        self.is_named = issubclass(cls, Object)

    def make(self, name: str) -> Any:
        made = self.new()
        if self.is_named:
            made._name = name
        return made

    def fill(self, made: Any, attribute: str, value: Any) -> None:
        if self.is_plain:
            made.__dict__[attribute] = value
        else:
            try:
                object.__setattr__(made, attribute, value)
            except (AttributeError, TypeError) as error:
                raise HeapError(f"{self.cls.__qualname__}.{attribute} cannot be set: {error}") from None

    def field(self, name: str) -> Field:
        return self.fields.get(name) or self.optional[name]


def _has_plain_dict(cls: type, attributes: list[str]) -> bool:
    """Whether attributes are kept in `__dict__`, and nothing of the class stands in between."""
    data = [name for name in attributes if hasattr(getattr(cls, name, None), "__set__")]
    return not data and cls.__dictoffset__ != 0


class Layouts:
    """All sigs' layouts. `in_order`: sets become lists, in the order of the record, and enum values texts."""

    def __init__(self, header: Header, classes: Classes, values: Values, *, in_order: bool = False) -> None:
        self.header, self.classes, self.values, self.in_order = header, classes, values, in_order
        if not in_order:  # a driver may be one for several specs
            _check_names(header, classes)
        self.enum_members = self._enums()
        self.enum_names = {id(member): name for name, member in self.enum_members.items()}
        self.types: dict[str, type] = {}
        for name in header.types:
            self._class_of(name)
        self.by_type = {name: self._layout(name) for name in header.types}
        # Of two sigs made of one class the first is meant where nothing else says.
        self.by_class: dict[type, Layout] = {}
        for layout in self.by_type.values():
            self.by_class.setdefault(layout.cls, layout)

    def of_object(self, made: Any) -> Layout | None:
        """Of an object that the program under test made."""
        for cls in made.__class__.__mro__:
            if cls in self.by_class:
                return self.by_class[cls]
        if isinstance(made, Object):
            return self.by_type.get(made._type)
        return None

    def _enums(self) -> dict[str, Any]:
        members: dict[str, Any] = {}
        for name, values in self.header.enums.items():
            cls = self.classes.by_name.get(name)
            if cls is None and not self.in_order:
                cls = made_enum(name, tuple(values))
            if cls is not None:
                members.update({**enum_values(cls, values), **members})
        return members

    def _class_of(self, type: str) -> type:
        if type not in self.types:
            parent = self.header.extends.get(type)
            base = self._class_of(parent) if parent else Object
            fields = tuple(attribute_name(field) for field in self.header.types[type])
            self.types[type] = self.classes.by_name.get(type) or made_class(type, base, fields)
        return self.types[type]

    def _layout(self, type: str) -> Layout:
        cls, header = self.types[type], self.header
        own = next((base for base in cls.__mro__ if base in self.classes.attributes), None)
        attributes = Attributes(cls, self.classes.attributes.get(own, {}) if own else {})
        annotated = attributes.containers()

        def field(name: str, shape: Shape) -> Field:
            attribute = attributes.name(name) if own else attribute_name(name)
            return Field(name, attribute, shape, annotated.get(attribute) or self.container(shape))

        fields = [field(*named) for named in header.types[type].items()]
        optional = [field(*named) for named in header.fields_of_sets(type).items()]
        return Layout(type, cls, fields, optional, self.classes.makers.get(cls) or maker(cls))

    def container(self, shape: Shape) -> Container:
        """What a set becomes: by its declaration, never by what is in it."""
        if shape.kind in ("set", "rel"):
            hashed = not self.in_order and all(map(self._is_hashed, sum(shape.columns, ())))
            return set if hashed else list
        return list if shape.kind == "seq" else None

    def _is_hashed(self, type: str) -> bool:
        """Whether all that a type stands for may be in a Python set, and two of it stay two."""
        if type == "univ":
            return all(map(self._is_hashed, [*self.header.types, "int"]))
        if type == "int" or type in self.header.types:
            below = [] if type == "int" else self.header.below(type)
            sigs = {self.values.sig_of(sub) for sub in below} if below else {"Int"}
            values = [value for sig in sigs for value in self.values.by_sig.get(sig or "", {}).values()]
            return all(map(_hashable, values)) and all(by_identity(self.types[sub]) for sub in below)
        return True


def by_identity(cls: type) -> bool:
    return not any("__eq__" in vars(base) or "__hash__" in vars(base) for base in cls.__mro__[:-1])


def _hashable(value: Any) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def _check_names(header: Header, classes: Classes) -> None:
    for name, cls in classes.by_name.items():
        if name not in header.types and name not in header.enums:
            there = ", ".join([*header.types, *header.enums])
            raise HeapError(
                f"classes: {header.spec} has no sig {name} for {cls.__qualname__}; it has {there}"
            )
