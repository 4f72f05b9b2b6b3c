"""Annotations as types: what stands in a class, also as text, and what is wrapped around it."""

from __future__ import annotations

import dataclasses
import functools
import sys
import types
import typing
from typing import Any

from .._errors import BoundsError
from .pool import Pool, kept


def annotations_of(of: type) -> dict[str, Any]:
    import annotationlib  # type: ignore[import-not-found,unused-ignore]

    return annotationlib.get_annotations(of, format=annotationlib.Format.FORWARDREF)  # type: ignore[no-any-return,unused-ignore]


def evaluated(hint: Any, namespace: dict[str, Any], place: str) -> Any:
    """An annotation as a type, also where it, or a part of it, is a text."""
    holder = type("_", (), {"__annotations__": {"it": hint}})
    try:
        return typing.get_type_hints(holder, namespace, namespace, include_extras=True)["it"]
    except Exception as error:
        if isinstance(hint, str) and hint.startswith(("ClassVar", "typing.ClassVar")):
            return typing.ClassVar
        why = f"{type(error).__name__}: {error}"
        if sys.version_info < (3, 10) and "|" in str(hint):
            why += "; before Python 3.10 write Optional[…] or Union[…]"
        elif isinstance(error, NameError):
            why += "; a class within a function is found if bounds name it as a class, bounds={Node: 4}"
        instead = f"; give its values, bounds={{{place!r}: [...]}}" if "." in place else ""
        raise BoundsError(f"{place}: its annotation {hint!r} cannot be read ({why}){instead}") from None


def is_no_field(hint: Any) -> bool:
    return (
        hint is typing.ClassVar
        or typing.get_origin(hint) is typing.ClassVar
        or isinstance(hint, dataclasses.InitVar)
        or hint is dataclasses.InitVar
        or hint is getattr(dataclasses, "KW_ONLY", typing.ClassVar)
    )


def is_generator(root: Any) -> bool:
    """Whether it is a function that makes the input, and no type."""
    return isinstance(root, (types.FunctionType, types.MethodType, functools.partial)) and not hasattr(
        root, "__supertype__"
    )


def unwrapped(hint: Any) -> Any:
    while True:
        if hasattr(hint, "__supertype__"):
            hint = hint.__supertype__  # a NewType
        elif typing.get_origin(hint) is typing.Final:
            hint = typing.get_args(hint)[0]
        elif hasattr(hint, "__value__"):
            hint = hint.__value__  # `type X = …`
        elif typing.get_origin(hint) is typing.Annotated and values_of(hint) is None:
            hint = typing.get_args(hint)[0]
        elif isinstance(typing.get_origin(hint), type) and issubclass(
            typing.get_origin(hint), typing.Generic
        ):
            hint = typing.get_origin(hint)  # a class of the user's: its fields say what they hold
        else:
            return (
                {list: typing.List[Any], dict: typing.Dict[Any, Any], set: typing.Set[Any]}.get(hint, hint)
                if _is_hashable(hint)
                else hint
            )


def _is_hashable(hint: Any) -> bool:
    try:
        hash(hint)
    except TypeError:
        return False
    return True


class Values:
    """In an Annotated, values that need not have a hash."""

    def __init__(self, values: list[Any]) -> None:
        self.values = values


def values_of(hint: Any) -> tuple[Any, ...] | None:
    """The values that stand in `Annotated[int, range(4)]`."""
    for given in hint.__metadata__:
        if isinstance(given, Values):
            return tuple(given.values)
        if isinstance(given, (range, list, tuple, set, frozenset, Pool)):
            return kept(given)
    return None
