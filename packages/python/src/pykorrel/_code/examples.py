"""What fields hold, read off example objects: published classes have no annotations."""

from __future__ import annotations

import enum
import re
import types
import typing
from typing import Any, Callable, Union

from .. import _notes
from .annotations import Values

_PLAIN = (bool, int, str)
_CONTAINERS = (list, tuple, set, frozenset, dict)


class Like:
    """A root of the class of the first example, with the types of the fields of all classes that the examples reach."""

    def __init__(self, *examples: Any) -> None:
        if not examples:
            raise TypeError("like() needs an example object")
        for example in examples:
            if isinstance(example, type):
                name = example.__name__
                raise TypeError(f"{name} is a class: like() takes objects of it, like({name}(…))")
        self.root: type = type(examples[0])
        self._samples: dict[type, dict[str, list[Any]]] = {}
        self._met: list[Any] = []
        for example in examples:
            self._meet(example)
        self.fields: dict[type, dict[str, Any]] = {
            of: {name: self._type(values) for name, values in samples.items()}
            for of, samples in self._samples.items()
        }
        #: What is to be said of it.
        self.notes: list[str] = []
        for of, fields in self.fields.items():
            told = ", ".join(f"{name}: {_text(hint)}" for name, hint in fields.items())
            self.notes.append(f"{of.__name__} as the examples show it: {told or 'no fields'}")
            narrow = ", ".join(self._narrow(self._samples[of]))
            if narrow:
                self.notes.append(
                    f"{of.__name__}: {narrow}: if that may be otherwise, show such an object, too: like(a, b)"
                )

    def _narrow(self, fields: dict[str, list[Any]]) -> typing.Iterator[str]:
        """Fields of which more objects may show more: objects alone, or None alone."""
        for name, values in fields.items():
            if all(value is None for value in values):
                yield f"{name} is always None"
            elif all(type(value) in self._samples for value in values):
                yield f"{name} is never None"

    def _meet(self, value: Any) -> None:
        if isinstance(value, (list, tuple, set, frozenset)) and type(value) in _CONTAINERS:
            for one in value:
                self._meet(one)
        elif type(value) is dict:
            for at, one in value.items():
                self._meet(at)
                self._meet(one)
        elif is_object(value) and not any(value is one for one in self._met):
            self._met.append(value)  # by identity: it may compare in any way, and not have a hash
            samples = self._samples.setdefault(type(value), {})
            for name, held in fields_of(value).items():
                samples.setdefault(name, []).append(held)
                self._meet(held)

    def _type(self, values: list[Any]) -> Any:
        """The type of a field, an element or a key of which these values were seen."""
        arms: list[Any] = []
        for of in dict.fromkeys(map(type, values)):
            seen: list[Any] = [value for value in values if type(value) is of]
            arm: Any
            if of is type(None):
                arm = None
            elif of in _PLAIN or issubclass(of, enum.Enum) or of in self._samples:
                arm = of
            elif of in (list, set, frozenset):
                arm = typing.cast(Any, of)[self._inner(one for value in seen for one in value)]
            elif of is dict:
                arm = dict[  # type: ignore[misc]
                    self._inner(at for value in seen for at in value),
                    self._inner(one for value in seen for one in value.values()),
                ]
            elif of is tuple and len({len(value) for value in seen}) == 1 and seen[0]:
                arm = tuple[tuple(self._type(list(part)) for part in zip(*seen))]  # type: ignore[misc]
            elif of is tuple:
                arm = tuple[self._inner(one for value in seen for one in value), ...]  # type: ignore[misc]
            else:  # what it is made of is not seen: it stays as it is
                arm = typing.Annotated[of, Values(_distinct(seen))]
            arms.append(arm)
        return Union[tuple(arms)] if arms else Any

    def _inner(self, values: typing.Iterable[Any]) -> Any:
        """The type of what containers hold; where all of them are empty in the examples, they stay so."""
        seen = list(values)
        return self._type(seen) if seen else typing.NoReturn


def resolved(
    roots: tuple[Any, ...], fields: Any, note: Callable[[str], None] = _notes.note
) -> tuple[tuple[Any, ...], dict[type, dict[str, Any]]]:
    """Roots as types, and what is said of fields: by the caller, else by examples, of which is noted what they show."""
    found: dict[type, dict[str, Any]] = {}
    for root in roots:
        for told in root.notes if isinstance(root, Like) else ():
            note(told)
        for of, hints in root.fields.items() if isinstance(root, Like) else ():
            found.setdefault(of, {}).update(hints)
    for of, hints in (fields or {}).items():
        found.setdefault(of, {}).update(hints)
    return tuple([root.root if isinstance(root, Like) else root for root in roots]), found


def fields_of(value: Any) -> dict[str, Any]:
    slots = [name for base in type(value).__mro__ for name in _slots(base)]
    held = {
        name: getattr(value, name)
        for name in slots
        if hasattr(value, name) and name not in ("__dict__", "__weakref__")
    }
    own = getattr(value, "__dict__", {})
    return {**held, **{name: of for name, of in own.items() if name != "__orig_class__"}}  # that of `Node[int](…)`


def _slots(of: type) -> list[str]:
    slots = vars(of).get("__slots__", ())
    names = [slots] if isinstance(slots, str) else list(slots)
    return [
        f"_{of.__name__.lstrip('_')}{name}" if name.startswith("__") and not name.endswith("__") else name
        for name in names
    ]


def is_object(value: Any) -> bool:
    """Whether it is of a class in Python that is not a value of its own."""
    of = type(value)
    is_written = bool(of.__flags__ & 1 << 9) and of.__module__ not in ("builtins", "functools", "itertools")
    return is_written and not isinstance(value, (type, enum.Enum, types.ModuleType, types.FunctionType))


def _distinct(values: list[Any]) -> list[Any]:
    found: list[Any] = []
    for value in values:
        if not any(value is one or type(value) is float and value == one for one in found):
            found.append(value)
    return found


def _text(hint: Any) -> str:
    if isinstance(hint, type) and typing.get_origin(hint) is None:
        return hint.__name__
    if typing.get_origin(hint) is typing.Annotated:
        return "as in the examples"
    text = str(hint).replace("typing.", "").replace("NoneType", "None")
    return re.sub(r"\b(\w+)\[NoReturn(?:, (?:NoReturn|\.\.\.))?\]", r"\1 (empty)", text)
