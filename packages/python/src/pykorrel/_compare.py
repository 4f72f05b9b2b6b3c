"""Whether a predicate in code and one in a spec say the same, and the smallest heap on which they do not."""

from __future__ import annotations

import os
import sys
from functools import reduce
from typing import Any, Callable

from ._code.describe import Description
from ._code.enumeration import Enumeration, question
from ._code.examples import resolved
from ._code.skeleton import scope_of
from ._errors import BoundsError
from ._find import find
from ._header import Header
from ._heap import Codec, Heap
from ._report import shown


class Comparison:
    """True if both accept the same heaps. `str` says so, or shows the smallest heaps that only one of them accepts."""

    def __init__(self, code: str, spec: str, only_code: list[Heap], only_spec: list[Heap], both: int) -> None:
        self.code, self.spec, self.both = code, spec, both
        #: Heaps that only the code accepts, and those that only the spec does, smallest first.
        self.only_code, self.only_spec = only_code, only_spec

    def __bool__(self) -> bool:
        return not self.only_code and not self.only_spec

    def __str__(self) -> str:
        if self:
            return f"{self.code} and {self.spec} accept the same {self.both:,} heaps"
        sides = [(self.code, self.spec, self.only_code), (self.spec, self.code, self.only_spec)]
        parts = [f"both accept {self.both:,} heaps"]
        for one, other, heaps in sides:
            if heaps:
                parts += [
                    f"{one} accepts {len(heaps):,} that {other} does not, the smallest: {heaps[0].key}\n",
                    shown(heaps[0]),
                    *self._apart(heaps[0]),
                ]
        return "\n".join(parts)

    def _apart(self, heap: Heap) -> list[str]:
        """Code sees only what its roots lead to; a spec has all objects."""
        record = dict(heap._record)
        met, todo = set[str](), [record["roots"]]
        while todo:
            value = todo.pop()
            if isinstance(value, dict):
                todo += [*value, *value.values()]
            elif isinstance(value, list):
                todo += value
            elif isinstance(value, str) and value in record["objects"] and value not in met:
                met.add(value)
                todo.append(record["objects"][value])
        apart = [name for name in record["objects"] if name not in met]
        return (
            [f"not reached from the roots, so that code never sees it: {', '.join(apart)}"] if apart else []
        )


def compare(
    spec: str | os.PathLike[str],
    command: None | str | int,
    where: Callable[..., Any],
    *roots: Any,
    scope: str | None = None,
    bounds: dict[Any, Any] | None = None,
    length: int = 3,
    fields: dict[type, dict[str, Any]] | None = None,
    **named: Any,
) -> Comparison:
    """Compares `where` with a spec's command within the same bounds.

    `pykorrel.compare("tree.als", "repOk", Tree.rep_ok, Node=4, int=range(1, 5))`: without roots the root is the class
    in which the predicate stands. The classes and fields have the names that they have in the spec. The scope follows
    from the bounds, unless `scope` gives one."""
    types, found = resolved(roots or (_class_of(where),), fields)
    given = {**(bounds or {}), **named}
    description = Description(types, given, length, found)
    with find(spec, command, scope=scope or scope_of(description), keys=True) as stream:
        header = stream.header
        in_spec = {str(heap.key): heap for heap in stream}
    search = Enumeration(types, where, given, names=_roots(types, header), length=length, fields=found)
    _check_types(header, Header(search.header))
    only_code, both = [], 0
    for _ in search.arguments():
        record = search.record()
        if in_spec.pop(record["key"], None) is None:
            only_code.append(Heap(record, Codec(Header(search.header))))
        else:
            both += 1
    name = f"{os.path.relpath(spec)}{'' if command is None else f' {command}'}"
    return Comparison(question(types, where), name, only_code, list(in_spec.values()), both)


def _class_of(where: Callable[..., Any]) -> type:
    """The class in which a method stands."""
    name = getattr(where, "__qualname__", "").rpartition(".")[0]
    try:
        found = reduce(getattr, name.split("."), sys.modules[where.__module__])
    except (AttributeError, KeyError):
        found = None
    if not isinstance(found, type):
        raise BoundsError(f"{where!r} stands in no class: give the root's class after it")
    return found


def _roots(types: tuple[Any, ...], header: Header) -> list[str]:
    """The names that the spec has for the roots, by their types."""
    free = {name: shape.types[0] for name, shape in header.roots.items()}
    names = []
    for root in types:
        wanted = getattr(root, "__name__", str(root))
        name = next((name for name, type in free.items() if type == wanted), None)
        if name is None:
            raise BoundsError(
                f"the spec has no root of type {wanted}; it has {', '.join(header.roots) or 'none'}"
            )
        del free[name]
        names.append(name)
    if free:
        raise BoundsError(f"the spec has a root that the code has not: {', '.join(free)}")
    return names


def _check_types(spec: Header, code: Header) -> None:
    """Keys can be equal only where types and fields are."""
    for type in dict.fromkeys([*code.types, *spec.types]):
        mine, theirs = code.types.get(type), spec.types.get(type)
        if mine is None or theirs is None:
            raise BoundsError(
                f"{type} is {'a class and no sig of the spec' if theirs is None else 'a sig and no class'}"
            )
        for name in dict.fromkeys([*mine, *theirs]):
            shapes = [fields[name].text if name in fields else "missing" for fields in (mine, theirs)]
            if shapes[0] != shapes[1]:
                raise BoundsError(f"{type}.{name}: in the code {shapes[0]}, in the spec {shapes[1]}")
