"""Which fields a program reads of an input, for `korrel test --lazy`.

Classes get a descriptor for each field, so that objects stay of their classes, and the same. A field counts when it
is first read or written: a reply does not tell a field that was left alone from one that was given the value it had.
What takes an object as a whole (`vars`, `copy`, `pickle`) counts for all its fields. What cannot be seen at all is
refused at once, with what helps."""

from __future__ import annotations

import types
from functools import wraps
from typing import Any, Callable

from ._header import Shape
from ._layout import Field, Layout, Layouts, by_identity

#: What takes an object as a whole without going by its attributes.
_WHOLE = ("__reduce_ex__", "__getstate__")
_ELSE = "or test without --lazy"


class Unseen(Exception):
    """Reads of a class cannot be tracked."""


class Reads:
    """The reads of one input after the other, in order; a field counts once."""

    current: Reads | None = None

    def __init__(self, layouts: Layouts) -> None:
        self.layouts = layouts
        self.names: dict[int, str] = {}
        self.fields: dict[str, list[str]] = {}
        self.found: list[list[str]] = []
        self._classes: list[tuple[Any, type]] = []
        self._known: set[tuple[str, str]] = set()
        self._is_on = self._is_all = self._has_ended = False
        self._written: tuple[Any, str] | None = None
        for layout in layouts.by_type.values():
            if layouts.values.sig_of(layout.type) is None:
                self._track(layout)
        Reads.current = self

    def begin(self, objects: dict[str, Any], given: dict[str, dict[str, Any]]) -> None:
        """`objects` by name, and the fields that they have."""
        self.names = {id(made): name for name, made in objects.items()}
        self.fields = {name: [field for field in record if field != "$type"] for name, record in given.items()}
        self._classes = [(made, made.__class__) for made in objects.values()]
        self.found, self._is_on, self._is_all, self._has_ended = [], True, False, False
        self._known.clear()

    def end(self) -> None:
        """The program has ended, and its state is written. What is still read is read by what it has left behind: a
        dict with items of its own, a property. Which of these are asked, and when, is decided by what it has not read."""
        self._has_ended = True

    def kept(self, made: Any, attribute: str) -> Any:
        """A field for the reply: of an object of the input that is no read."""
        self._written = made, attribute
        try:
            return getattr(made, attribute)
        finally:
            self._written = None

    def is_writing(self, made: Any, attribute: str) -> bool:
        """Whether who writes the state asks for an attribute: a field, or what is to be written at all."""
        written = self._written
        is_field = written is not None and written[0] is made and written[1] == attribute
        return is_field or (self._has_ended and attribute == "__class__")

    def stop(self) -> None:
        """From now on nothing is a read of the program's."""
        self._is_on = False

    def said(self) -> Any:
        """For the reply. Of objects that have become others' not all may have been seen."""
        changed = any(made.__class__ is not cls for made, cls in self._classes)
        return "all" if self._is_all or changed else self.found

    def all(self) -> None:
        """Something depends on more than fields, or on nobody knows which."""
        self._is_all = True

    def named(self) -> None:
        """Inputs in which the same is read have other names."""
        self._is_all = self._is_all or self._is_on

    def touch(self, made: Any, field: str) -> None:
        name = self.names.get(id(made)) if self._is_on else None
        # Whether an object has the fields of a subset sig is known without a read.
        if name is None or field not in self.fields[name]:
            return
        if self._has_ended:
            self._is_all = True
        elif (name, field) not in self._known:
            self._known.add((name, field))
            self.found.append([name, field])

    def whole(self, made: Any) -> None:
        for field in self.fields.get(self.names.get(id(made), ""), ()) if self._is_on else ():
            self.touch(made, field)

    def _track(self, layout: Layout) -> None:
        fields = [*layout.fields.values(), *layout.optional.values()]
        for field in fields:
            self._refuse(layout, field)
        try:
            for field in fields:
                self._put(layout.cls, field)
            self._put_whole(layout)
        except TypeError as error:
            raise Unseen(f"--lazy: what is read of {layout.cls.__qualname__} is not seen ({error}): test without") from None

    def _refuse(self, layout: Layout, field: Field) -> None:
        what = f"--lazy: {layout.cls.__qualname__}.{field.attribute}"
        kept = _found(layout.cls, field.attribute)
        if hasattr(kept, "__get__") and not isinstance(kept, (types.MemberDescriptorType, _Tracked)):
            raise Unseen(
                f"{what} is computed by {type(kept).__name__}, and what that reads is not seen: "
                f"name the attribute that keeps it (`attributes=`), {_ELSE}"
            )
        self._refuse_shape(what, field.shape, field.container)

    def refuse_parameters(self, operations: dict[str, dict[str, Shape]]) -> None:
        for operation, parameters in operations.items():
            for name, shape in parameters.items():
                self._refuse_shape(f"--lazy: {name} of {operation}", shape, self.layouts.container(shape))

    def _refuse_shape(self, what: str, shape: Shape, container: Any) -> None:
        """Sets and dicts that look into their objects, or at their addresses, before the program does."""
        column = shape.columns[0] if shape.columns else ()
        classes = [cls for name in column for cls in self._classes_of(name)]
        if container in (set, frozenset) and classes:
            raise Unseen(
                f"{what} is a set of objects, whose order is that of their addresses: "
                f"annotate it as a list, {_ELSE}"
            )
        if shape.kind == "map" and not all(map(by_identity, classes)):
            raise Unseen(
                f"{what} is a dict whose keys have an `__eq__` of their own, so that a look into it reads them unseen: "
                f"give it keys without one, {_ELSE}"
            )

    def _classes_of(self, name: str) -> list[type]:
        layouts = self.layouts
        types = layouts.header.types
        below = [*types] if name == "univ" else layouts.header.below(name) if name in types else []
        return [layouts.types[type] for type in below if layouts.values.sig_of(type) is None]

    def _put(self, cls: type, field: Field) -> None:
        owner = _owner(cls, field.attribute) or cls
        if not isinstance(vars(owner).get(field.attribute), _Tracked):
            setattr(owner, field.attribute, _Tracked(owner, field))

    def _put_whole(self, layout: Layout) -> None:
        cls = layout.cls
        for name in _WHOLE:
            found = getattr(cls, name, None)
            if found is not None and not hasattr(found, "_korrel_counts"):
                setattr(cls, name, _counting(found))
        found = getattr(cls, "__getattribute__")  # noqa: B009
        if not hasattr(found, "_korrel_counts"):
            setattr(cls, "__getattribute__", _getting(found))  # noqa: B010
        if layout.is_named and not isinstance(_found(cls, "_name"), _Name):
            setattr(cls, "_name", _Name(_found(cls, "_name")))  # noqa: B010


def _reads() -> Reads:
    assert Reads.current is not None, "what tracks reads is put into classes by it"
    return Reads.current


def _getting(get: Callable[[Any, str], Any]) -> Callable[[Any, str], Any]:
    """`__dict__` has all fields; a class's own `__getattribute__` may go around them."""
    is_own = get is not object.__getattribute__

    def getting(made: Any, name: str) -> Any:
        if (is_own or name == "__dict__") and not _reads().is_writing(made, name):
            _reads().whole(made)
        return get(made, name)

    getting._korrel_counts = True  # type: ignore[attr-defined]
    return getting


def _counting(method: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(method)
    def counting(made: Any, *arguments: Any) -> Any:
        _reads().whole(made)
        return method(made, *arguments)

    counting._korrel_counts = True  # type: ignore[attr-defined]
    return counting


def _owner(cls: type, name: str) -> type | None:
    """The class that has an attribute of its objects."""
    return next((base for base in cls.__mro__ if name in vars(base)), None)


def _found(cls: type, name: str) -> Any:
    owner = _owner(cls, name)
    return vars(owner)[name] if owner else None


class _Tracked:
    """In the place of a field: its value stays where the class keeps it."""

    def __init__(self, cls: type, field: Field) -> None:
        self.attribute, self.field = field.attribute, field.name
        self.before = vars(cls).get(self.attribute, _MISSING)
        self.is_slot = hasattr(self.before, "__set__")

    def __get__(self, made: Any, owner: Any = None) -> Any:
        if made is None:
            return self if self.is_slot else self._or_missing(owner, self.before)
        if not _reads().is_writing(made, self.attribute):
            _reads().touch(made, self.field)
        if self.is_slot:
            return self.before.__get__(made, owner)
        return self._or_missing(made, self._kept(made).get(self.attribute, self.before))

    def __set__(self, made: Any, value: Any) -> None:
        _reads().touch(made, self.field)
        if self.is_slot:
            self.before.__set__(made, value)
        else:
            self._kept(made)[self.attribute] = value

    def __delete__(self, made: Any) -> None:
        _reads().touch(made, self.field)
        if self.is_slot:
            self.before.__delete__(made)
        else:
            self._or_missing(made, self._kept(made).pop(self.attribute, _MISSING))

    def _kept(self, made: Any) -> dict[str, Any]:
        kept: dict[str, Any] = object.__getattribute__(made, "__dict__")
        return kept

    def _or_missing(self, of: Any, found: Any) -> Any:
        if found is _MISSING:
            whose = f"type object {of.__name__!r}" if isinstance(of, type) else f"{type(of).__name__!r} object"
            raise AttributeError(f"{whose} has no attribute {self.attribute!r}")
        return found


class _Name:
    """In the place of an object's name."""

    def __init__(self, raw: Any) -> None:
        self.raw = raw

    def __get__(self, made: Any, owner: Any = None) -> Any:
        if made is None:
            return self
        _reads().named()
        return self.raw.__get__(made, owner)

    def __set__(self, made: Any, value: Any) -> None:
        self.raw.__set__(made, value)


_MISSING: Any = object()
