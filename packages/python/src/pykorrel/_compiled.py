"""Code for the objects of a stream or a run, made once from its header: it makes and fills them, tells what has changed in
them, and follows their references.

A driver has some ten microseconds for an input. A loop over the fields, which asks of each what it is, takes most of them,
and a call for each object many of the rest. So each of these is one function for all objects of an input, which finds an
object's sig by comparisons and names its fields. What is unusual is left to the loops, which also tell where mistakes are."""

from __future__ import annotations

import keyword
from collections.abc import Iterator
from typing import Any, Callable, NamedTuple, Optional

from ._header import Shape
from ._layout import Field, Layout

Objects = dict[str, Any]
Records = dict[str, dict[str, Any]]
#: The objects of some records, by name.
Make = Callable[[Records], Objects]
#: The fields of objects that may not be as in their records: the name of the object, that of the field, its value, the one
#: in the record, the shape. None where something is unusual.
Differ = Callable[[Objects, Records], Optional[list[tuple[str, str, Any, Any, Shape]]]]
#: The names that some names lead to, if these members of records are others.
Reach = Callable[[list[str], Records, dict[str, Any]], set[str]]

AS_IT_IS, A_NAME = "as it is", "a name"


class Way(NamedTuple):
    """How objects of a sig are made and filled."""

    new: Callable[..., Any]
    takes_name: bool
    layout: Layout
    #: What fills an object, if code does not.
    fill: Callable[[Any, dict[str, Any], Objects], None] | None
    #: The fields that code fills; None for what is a value of the caller's.
    fields: tuple[Field, ...] | None = None


def maker(ways: dict[str, Way], read: Callable[[Shape], Any], value: Callable[..., Any]) -> Make:
    """`read` gives what reads one value: "as it is", "a name", or a function; `value` reads a collection."""
    known: dict[str, Any] = {"value": value}
    made, filled = {}, {}
    for at, (type, way) in enumerate(ways.items()):
        known[f"new{at}"], known[f"fill{at}"] = way.new, way.fill
        made[type] = [f"objects[name] = new{at}({'name' * way.takes_name})"]
        filled[type] = (
            [f"fill{at}(made, record, objects)"] if way.fill else list(_filling(way, at, read, known))
        )
    lines = [
        "def make(records):",
        "    objects = {}",
        "    for name, record in records.items():",
        "        type = record['$type']",
        *_by_type(made, 8),
        "    for made, record in zip(objects.values(), records.values()):",
        "        type = record['$type']",
        *_by_type(filled, 8),
        "    return objects",
    ]
    function: Make = _made(lines, known)["make"]
    return function


def _filling(way: Way, at: int, read: Callable[[Shape], Any], known: dict[str, Any]) -> Iterator[str]:
    if way.fields is None:
        yield "pass"
        return
    # A `__setattr__` of the class's own is not asked.
    is_own = way.layout.cls.__setattr__ is not object.__setattr__  # type: ignore[comparison-overlap]
    yield f"if len(record) != {1 + len(way.fields)}: raise KeyError(name)"
    for number, field in enumerate(way.fields):
        into = f"made.__dict__[{field.attribute!r}]" if is_own else _attribute(field)
        known[f"shape{at}_{number}"], known[f"container{at}_{number}"] = field.shape, field.container
        known[f"read{at}_{number}"] = reader = read(field.shape)
        yield f"found = record[{field.name!r}]"
        if field.shape.kind not in ("one", "lone"):
            yield f"{into} = value(found, shape{at}_{number}, container{at}_{number}, objects)"
        elif reader == AS_IT_IS:
            yield f"{into} = found"
        else:
            one = "objects[found]" if reader == A_NAME else f"read{at}_{number}(found, objects)"
            yield f"{into} = None if found is None else {one}"


def differ(layouts: dict[str, Layout], read: Callable[[Shape], Any]) -> Differ:
    known: dict[str, Any] = {}
    leaves = {}
    for at, (type, layout) in enumerate(layouts.items()):
        known[f"cls{at}"] = layout.cls
        unusual = f"made.__class__ is not cls{at} or len(record) != {1 + len(layout.fields)}"
        leaves[type] = [f"if {unusual}: return None"]
        for number, field in enumerate(layout.fields.values()):
            known[f"shape{at}_{number}"] = field.shape
            leaves[type] += _differing(field, read, f"shape{at}_{number}")
    lines = [
        "def differ(objects, records):",
        "    found = []",
        "    for (name, record), made in zip(records.items(), objects.values()):",
        "        type = record['$type']",
        *_by_type(leaves, 8),
        "    return found",
    ]
    function: Differ = _made(lines, known)["differ"]
    return function


def _differing(field: Field, read: Callable[[Shape], Any], shape: str) -> list[str]:
    differs = f"found.append((name, {field.name!r}, now, was, {shape}))"
    values = f"now, was = {_attribute(field)}, record[{field.name!r}]"
    how, kind = read(field.shape), field.shape.kind
    if how not in (A_NAME, AS_IT_IS) or kind in ("map", "rel"):
        return [values, differs]
    if kind in ("set", "seq"):
        same = "objects[was] is not now" if how == A_NAME else "was is not now"
        return [
            values,
            "if now.__class__ is not list or len(now) != len(was) or any("
            f"[{same} for now, was in zip(now, was)]): {differs}",
        ]
    was = "(None if was is None else objects[was])" if how == A_NAME else "was"
    return [values, f"if now is not {was}: {differs}"]


def reach(layouts: dict[str, Layout], read: Callable[[Shape], Any]) -> Reach:
    """Follows references in the fields that may have some."""
    leaves = {
        type: [line for field in layout.fields.values() for line in _following(field, read)] or ["pass"]
        for type, layout in layouts.items()
    }
    lines = [
        "def reach(names, records, changed):",
        "    seen = set(names)",
        "    for name in names:",
        "        record = records[name]",
        "        if name in changed: record = {**record, **changed[name]}",
        "        type = record['$type']",
        *_by_type(leaves, 8),
        "    return seen",
    ]
    function: Reach = _made(lines, {"named": named})["reach"]
    return function


def _following(field: Field, read: Callable[[Shape], Any]) -> list[str]:
    how, kind = read(field.shape), field.shape.kind
    found = f"record[{field.name!r}]"
    if how == AS_IT_IS and kind not in ("map", "rel"):
        return []
    follow = ["    seen.add(to)", "    names.append(to)"]
    if how == A_NAME and kind in ("one", "lone"):
        return [f"to = {found}", "if to is not None and to not in seen:", *follow]
    unseen = "if to in records and to not in seen:"
    return [f"for to in named({found}):", *(f"    {line}" for line in (unseen, *follow))]


def named(value: Any) -> list[Any]:
    """The texts in a value, of which some may be names, and other plain values."""
    if value.__class__ is list:
        return [name for item in value for name in named(item)]
    if value.__class__ is dict:
        return [name for item in (*value.keys(), *value.values()) for name in named(item)]
    return [value]


def _attribute(field: Field) -> str:
    name = field.attribute
    is_word = name.isascii() and name.isidentifier() and not keyword.iskeyword(name)
    return f"made.{name}" if is_word else f"made.__dict__[{name!r}]"


def _by_type(leaves: dict[str, list[str]], indent: int) -> list[str]:
    """What is to be done for each sig; few comparisons find it among many."""
    types = sorted(leaves)
    if not types:
        return [" " * indent + "pass"]
    if len(types) == 1:
        return [" " * indent + line for line in leaves[types[0]]]
    below, above = types[: len(types) // 2], types[len(types) // 2 :]
    return [
        f"{' ' * indent}if type < {above[0]!r}:",
        *_by_type({type: leaves[type] for type in below}, indent + 4),
        f"{' ' * indent}else:",
        *_by_type({type: leaves[type] for type in above}, indent + 4),
    ]


def _made(lines: list[str], known: dict[str, Any]) -> dict[str, Any]:
    exec(compile("\n".join(lines), "<pykorrel>", "exec"), known)
    return known
