"""Which class the objects of a sig are made of, if it is the caller's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, Callable, Union

Given = Union[None, "Classes", Iterable[type], Mapping[str, type]]


class Classes:
    """The caller's classes, by the names of their sigs or enums."""

    def __init__(self, given: Given = None) -> None:
        self.by_name: dict[str, type] = {}
        self.attributes: dict[type, dict[str, str]] = {}
        self.makers: dict[type, Callable[[], Any]] = {}
        if isinstance(given, Classes):
            self.update(given)
        elif isinstance(given, Mapping):
            for name, cls in given.items():
                self.add(cls, name=name)
        else:
            for cls in given or ():
                self.add(cls)

    def update(self, other: Classes) -> None:
        self.by_name.update(other.by_name)
        self.attributes.update(other.attributes)
        self.makers.update(other.makers)

    def add(
        self,
        cls: type,
        *,
        name: str | None = None,
        attributes: Mapping[str, str] | None = None,
        new: Callable[[], Any] | None = None,
    ) -> type:
        """Objects of the sig `name` (that of the class, if none is given) are made of the class.

        `attributes` says where a field is kept whose attribute has another name. `new` makes an empty
        object; without it none of the class's code runs."""
        if not isinstance(cls, type):
            raise TypeError(f"a class is needed, not {cls!r}")
        self.by_name[name or cls.__name__] = cls
        self.attributes[cls] = dict(attributes or {})
        if new is not None:
            self.makers[cls] = new
        return cls


def maker(cls: type) -> Callable[[], Any]:
    """Makes an empty object, without the class's `__init__`."""
    try:
        object.__new__(cls)
        return partial(object.__new__, cls)
    except TypeError:  # a list, a dict
        return lambda: cls.__new__(cls)  # type: ignore[call-overload]
