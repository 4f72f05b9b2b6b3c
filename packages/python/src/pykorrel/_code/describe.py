"""What is enumerated: the classes that are reached from the roots, what their fields may hold, and the bounds."""

from __future__ import annotations

import dataclasses
import enum
import inspect
import itertools
import sys
import types
import typing
from collections.abc import (
    Iterable,
)
from collections.abc import (
    Mapping as AbstractMapping,
)
from collections.abc import (
    Sequence as AbstractSequence,
)
from collections.abc import (
    Set as AbstractSet,
)
from typing import Any

from .._errors import BoundsError
from .annotations import annotations_of, evaluated, is_generator, is_no_field, unwrapped, values_of
from .examples import is_object
from .kinds import Collection, Fixed, Kind, Made, Mapping, Reference, Scalar, Sequence, Several
from .pool import kept
from .watched import Watched, compares_by_identity

#: Objects of a class, entries of a container and integers, where nothing else is said.
_FEW = 3
_TEXTS = ("a", "b")
_UNIONS = {typing.Union, getattr(types, "UnionType", typing.Union)}
_LISTS = {list, AbstractSequence, typing.List}
_SETS = {set, frozenset, AbstractSet, typing.Set, typing.FrozenSet}
_MAPS = {dict, AbstractMapping, typing.Dict}
_PLAIN = {int: "int", bool: "bool", str: "string", float: "float"}
Fields = typing.Mapping[type, typing.Mapping[str, Any]]


class Description:
    """The classes that are reached, with the kinds of their fields and the number of their objects."""

    def __init__(
        self,
        roots: tuple[Any, ...],
        bounds: AbstractMapping[Any, Any],
        length: int = _FEW,
        fields: Fields | None = None,
    ) -> None:
        if not roots:
            raise BoundsError("there is no root: name the class whose objects are wanted")
        self.roots, self.length, self.given_fields = roots, length, dict(fields or {})
        self.hints: dict[type, dict[str, Any]] = {}
        self.enums: dict[str, list[Any]] = {}
        #: Where dicts stand that may have several entries.
        self.dicts: list[str] = []
        self._bounds = dict(bounds)
        self._referred: set[type] = set()
        self._scalars: dict[str, type] = {of.__name__: of for of in _PLAIN}
        for root in roots:
            if is_object(root) and type(root).__module__ != "typing" and not is_generator(root):
                name = type(root).__name__
                raise BoundsError(f"the root is an object of {name}: give the class, or like({name}(…))")
        self._depth = 0
        for place, root in enumerate(roots):
            self._walk(root, _root(roots, place))
        for named in _named_classes(roots, self._bounds):
            self._walk(named, "root")
        self.bound, self.values = self._bounded()
        self.kinds: dict[type, dict[str, Kind]] = {}
        for of, hints in self.hints.items():
            if of in self.bound:
                self.kinds[of] = {
                    name: self._kind(hint, f"{of.__name__}.{name}") for name, hint in hints.items()
                }
                _check_class(of, self.kinds[of], of in self.given_fields)
        self.root_kinds = [
            Made() if is_generator(root) else self._kind(root, _root(roots, place))
            for place, root in enumerate(roots)
        ]
        self.names = _names(list(self.bound))

    def kind_of(self, hint: Any) -> Kind:
        """What a generator may choose from, by its type."""
        return self._kind(hint, _text(hint))

    # -- which classes there are

    def _walk(self, hint: Any, place: str) -> None:
        """Finds the classes that a type leads to."""
        hint = unwrapped(hint)
        if (
            place in self._bounds
            or typing.get_origin(hint) is typing.Annotated
            and values_of(hint) is not None
        ):
            return
        for inner in typing.get_args(hint):
            if typing.get_origin(hint) is not typing.Literal:
                self._walk(inner, place)
        if (
            not isinstance(hint, type)
            or typing.get_origin(hint) is not None
            or hint in _PLAIN
            or hint is type(None)
        ):
            return
        if issubclass(hint, enum.Enum):
            self._scalars.setdefault(hint.__name__, hint)
            return
        if not place.startswith("root"):
            self._referred.add(hint)
        for of in (hint, *_subclasses(hint)):
            # A name says nothing of the subclasses of object, which are all that any module has.
            is_near = hint is not object or of.__module__ in {other.__module__ for other in self.hints}
            is_meant = of is hint or of in self._bounds or (is_near and of.__name__ in self._bounds)
            if is_meant and of not in self.hints and not _is_foreign(of):
                self.hints[of] = {}
                self.hints[of] = self._hints(of)
                for name, inner in self.hints[of].items():
                    self._walk(inner, f"{of.__name__}.{name}")

    def _hints(self, of: type) -> dict[str, Any]:
        given = dict(self.given_fields.get(of, {}))
        told = (*self.hints, *self.roots, *self._bounds, *self.given_fields)
        local = {other.__name__: other for other in told if isinstance(other, type)}
        hints: dict[str, Any] = {}
        for base in reversed(of.__mro__):
            named = (
                vars(base).get("__annotations__", {}) if sys.version_info < (3, 14) else annotations_of(base)
            )
            for name, text in named.items():
                if name in given or name.startswith("__"):
                    continue
                namespace = {**vars(sys.modules.get(base.__module__, typing)), **vars(base), **local}
                place = f"{of.__name__}.{name}"
                try:
                    hints[name] = evaluated(text, namespace, place)
                except BoundsError:
                    if place not in self._bounds:  # whose values are given needs no type
                        raise
                    hints[name] = Any
        kept = {name: hint for name, hint in hints.items() if not is_no_field(hint)}
        if dataclasses.is_dataclass(of):
            declared = {field.name for field in dataclasses.fields(of)}
            kept = {name: hint for name, hint in kept.items() if name in declared}
        return {**kept, **{name: hint for name, hint in given.items() if not is_no_field(hint)}}

    def _bounded(self) -> tuple[dict[type, int], dict[Any, tuple[Any, ...]]]:
        """The number of objects of each class, and the values of each other type that has some."""
        named: dict[str, Any] = dict(self._scalars)
        for of in self.hints:
            if named.setdefault(of.__name__, of) is not of:
                named[of.__name__] = None
        numbers: dict[type, int] = {}
        values: dict[Any, tuple[Any, ...]] = {}
        for name, bound in self._bounds.items():
            of = named.get(name, name) if isinstance(name, str) else name
            text = name if isinstance(name, str) else getattr(name, "__name__", repr(name))
            if of is None:
                raise BoundsError(
                    f"{text}: several classes have this name; give bounds={{{text}: …}} with the class"
                )
            is_field = (
                isinstance(of, str)
                and "." in of
                and any(of == f"{c.__name__}.{f}" for c in self.hints for f in self.hints[c])
            )
            is_number = isinstance(bound, int) and not isinstance(bound, bool)
            if of not in self.hints and of not in self._scalars.values() and not is_field:
                there = ", ".join(sorted([*(c.__name__ for c in self.hints), *self._scalars]))
                raise BoundsError(
                    f"{text}: no class or field of this name is reached from the roots; there are {there}"
                )
            if is_number and of in self.hints:
                if bound < 0:
                    raise BoundsError(f"{text}={bound}: a number of objects is not below 0")
                numbers[of] = bound
            elif is_number or isinstance(bound, (str, bytes)) or not isinstance(bound, Iterable):
                what = "a number of objects, or values" if of in self.hints else "values, such as range(4)"
                raise BoundsError(f"{text}={bound!r}: expected {what}")
            else:
                values[of] = kept(bound)
                if not values[of]:
                    raise BoundsError(f"{text}: there are no values")
        chosen = {of for of in self.hints if of not in values}
        for of in chosen:
            below = [other for other in chosen if other is not of and issubclass(other, of)]
            if (
                of not in numbers
                and not (below and any(other in numbers for other in below))
                and not inspect.isabstract(of)
            ):
                is_root = of in map(unwrapped, self.roots) and of not in self._referred
                numbers[of] = list(map(unwrapped, self.roots)).count(of) if is_root else _FEW
        return {of: numbers[of] for of in self.hints if of in numbers}, values

    # -- what a field may hold

    def _kind(self, hint: Any, place: str) -> Kind:
        hint = unwrapped(hint)
        if place in self.values:
            return self._given(self.values[place], place)
        arms = list(typing.get_args(hint)) if typing.get_origin(hint) in _UNIONS else [hint]
        is_optional = type(None) in arms
        arms = [arm for arm in arms if arm is not type(None)]
        containers = [arm for arm in arms if typing.get_origin(arm) in {*_LISTS, *_SETS, *_MAPS, tuple}]
        if containers:
            if len(arms) > 1:
                raise BoundsError(
                    f"{place}: {_text(hint)} is a union with a container, which is not enumerated; {_HELP}"
                )
            return self._container(containers[0], place, is_optional)
        classes: list[type] = []
        values: list[Any] = [None] if is_optional else []
        shapes: list[str] = []
        for arm in arms:
            found = self._arm(arm, place)
            if isinstance(found, Scalar):
                values.extend(found.values)
                shapes.append(found.shape)
            else:
                classes += [of for of in found if of not in classes]
        optional = "?" * is_optional
        if not classes:
            return Scalar(values, "|".join(dict.fromkeys(shapes)) + optional)
        return Reference(classes, tuple(values))

    def _arm(self, hint: Any, place: str) -> Scalar | list[type]:
        """The values of a type, or its classes."""
        origin = typing.get_origin(hint)
        if origin is typing.Annotated:
            return self._given(values_of(hint) or (), place)
        if origin is typing.Literal:
            return self._given(typing.get_args(hint), place)
        if hint in self.values:
            return self._given(self.values[hint], place)
        if hint is typing.NoReturn:
            return Scalar((), "")
        if hint is bool:
            return Scalar((False, True), "bool")
        if hint is int:
            return Scalar(range(_FEW), "int")
        if hint is str:
            return Scalar(_TEXTS, "string")
        if isinstance(hint, type) and issubclass(hint, enum.Enum):
            return self._given(tuple(hint), place)
        if isinstance(hint, type) and hint not in _PLAIN:
            classes = [of for of in self.bound if issubclass(of, hint)]
            if classes:
                return classes
            if inspect.isabstract(hint):
                raise BoundsError(
                    f"{place}: {hint.__name__} is abstract; give bounds for classes that extend it"
                )
        of, _, name = place.partition(".")
        is_open = name and (isinstance(hint, typing.TypeVar) or hint is typing.Any)
        instead = f", or its type, fields={{{of}: {{{name!r}: …}}}}" if is_open else ""
        raise BoundsError(
            f"{place}: there are no values for the type {_text(hint)}; {_HELP}".replace("PLACE", place) + instead
        )

    def _container(self, hint: Any, place: str, is_optional: bool) -> Kind:
        origin, args = typing.get_origin(hint), typing.get_args(hint)
        length = 0 if typing.NoReturn in args else self.length
        if origin in _LISTS:
            return Sequence(self._kind(args[0], place), length, is_optional)
        if origin in _SETS:
            item = self._member(args[0], place)
            return Collection(item, length, is_optional, origin in (frozenset, typing.FrozenSet))
        if origin in _MAPS:
            keys = self._member(args[0], place)
            if length > 1 and not (isinstance(keys, Scalar) and len(keys.values) < 2):
                self.dicts.append(place)
            return Mapping(keys, self._kind(args[1], place), length, is_optional)
        if len(args) == 2 and args[1] is Ellipsis:
            return Several(self._kind(args[0], place), length, is_optional)
        parts = [self._kind(arg, place) for arg in args if arg != ()]
        if parts and all(isinstance(part, Scalar) for part in parts):
            products = itertools.product(*(typing.cast(Scalar, part).values for part in parts))
            return Scalar(((None,) if is_optional else ()) + tuple(products), "tuple")
        return Fixed(parts, is_optional)

    def _member(self, hint: Any, place: str) -> Kind:
        """What is in a set or is a key: something with a hash, which must not depend on fields."""
        kind = self._kind(hint, place)
        if not kind.is_plain:
            raise BoundsError(
                f"{place}: sets of {_text(hint)}, or keys of this type, are not enumerated; {_HELP}".replace(
                    "PLACE", place
                )
            )
        for of in kind.classes if isinstance(kind, Reference) else ():
            if not compares_by_identity(of):
                raise BoundsError(
                    f"{place}: objects of {of.__name__} in sets and keys must compare by identity, and this class defines __eq__; "
                    f"give values instead ({of.__name__}=[…])"
                )
        return kind

    def _given(self, values: Iterable[Any], place: str) -> Scalar:
        """Values that the caller lists; those that JSON does not know are an enum's."""
        values = kept(values)
        shapes = [
            _PLAIN.get(value.__class__) or self._enum(value, place) for value in values if value is not None
        ]
        return Scalar(values, "|".join(dict.fromkeys(shapes)) + "?" * any(value is None for value in values))

    def _enum(self, value: Any, place: str) -> str:
        name = type(value).__name__
        members = self.enums.setdefault(name, list(type(value)) if isinstance(value, enum.Enum) else [])
        if not any(value is one for one in members):
            members.append(value)
        return name


def is_input(hint: Any, classes: set[type]) -> bool:
    """Whether the annotation of a test's parameter says what to enumerate; those of fixtures do not."""
    if hint is None or hint is Any:
        return False
    hint = unwrapped(hint)
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Literal or origin is typing.Annotated and values_of(hint) is not None:
        return True
    if origin is not None:
        return bool(args) and all(one in (type(None), Ellipsis) or is_input(one, classes) for one in args)
    return isinstance(hint, type) and (hint in _PLAIN or issubclass(hint, enum.Enum) or hint in classes)


_HELP = "give some (bounds={'PLACE': [...]}, or Annotated in the class)"


def _root(roots: tuple[Any, ...], place: int) -> str:
    return "root" if len(roots) == 1 else f"root {place + 1}"


def _named_classes(roots: tuple[Any, ...], bounds: AbstractMapping[Any, Any]) -> list[type]:
    """The classes that bounds name, which a generator may make: its code knows them by these names."""
    makers = [inspect.unwrap(getattr(root, "func", root)) for root in roots if is_generator(root)]
    found = [of for of in bounds if isinstance(of, type) and makers]
    for make in makers:
        make = getattr(make, "__func__", make)
        closed = dict(zip(make.__code__.co_freevars, make.__closure__ or ()))
        for name in bounds:
            try:
                of = closed[name].cell_contents if name in closed else make.__globals__.get(name)
            except ValueError:  # it is not there yet
                of = None
            found += [of] if isinstance(of, type) else []
    return found


def _subclasses(of: type) -> list[type]:
    found: list[type] = []
    one: type
    for one in type.__subclasses__(of):
        if not issubclass(one, Watched):
            found += [other for other in (one, *_subclasses(one)) if other not in found]
    return found


def _is_foreign(of: type) -> bool:
    """A class of Python's own, of which nothing is known."""
    return of.__module__ in ("builtins", "typing") or not of.__flags__ & 1 << 9


def _check_class(of: type, kinds: dict[str, Kind], is_told: bool) -> None:
    try:
        made: Any = object.__new__(of)
    except TypeError as error:
        base = next(
            (base.__name__ for base in of.__mro__ if base is not object and not base.__flags__ & 1 << 9), None
        )
        why = f"its content as a {base} is in C and cannot be seen" if base else str(error)
        raise BoundsError(
            f"{of.__name__}: objects of this class cannot be made ({why}); give values ({of.__name__}=[…])"
        ) from None
    for name in kinds:
        try:
            object.__setattr__(made, name, None)
        except AttributeError:
            raise BoundsError(
                f"{of.__name__}.{name}: objects of this class have no place for this field (`__slots__` has none of this name, or a property "
                f"stands there); annotate what is stored, or give values ({of.__name__}=[…])"
            ) from None
    if not kinds and not is_told and _writes_fields(of):
        raise BoundsError(
            f"{of.__name__}: there are no annotations that say what its fields hold; annotate it, or show an example: "
            f"pykorrel.like({of.__name__}(…)) in place of the class"
        )


def _writes_fields(of: type) -> bool:
    """Whether its methods set attributes of `self`, as far as their code shows."""
    makes = getattr(of.__init__, "__code__", None)  # type: ignore[misc]
    return bool(makes is not None and makes.co_names or getattr(of, "__slots__", ()))


def _text(hint: Any) -> str:
    return (
        hint.__name__
        if isinstance(hint, type) and typing.get_origin(hint) is None
        else str(hint).replace("typing.", "")
    )


def _names(classes: list[type]) -> dict[type, str]:
    """Their names, with the module where two have the same."""
    often = [of.__name__ for of in classes]
    return {
        of: of.__name__ if often.count(of.__name__) == 1 else f"{of.__module__}/{of.__qualname__}"
        for of in classes
    }
