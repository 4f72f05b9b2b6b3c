"""Code for one sig's objects, made once for a stream: it fills an object, and finds what has changed in one.

A driver has some ten microseconds for an input. A loop over the fields, which asks of each what it is, takes
most of them; a function that names the fields takes a third. What is unusual is left to the loops."""

from __future__ import annotations

from typing import Any, Callable

from ._header import Shape
from ._layout import Layout

Fill = Callable[[Any, dict[str, Any], dict[str, Any]], None]
Scan = Callable[[Any, dict[str, Any], Any], Any]


def filler(layout: Layout, read: Callable[[Shape], Any], value: Callable[..., Any]) -> Fill | None:
    """Fills an object by its record; None if its attributes are not just kept in its `__dict__`.

    `read` gives what reads one value: "as it is", "a name", or a function; `value` reads a collection."""
    if not layout.is_plain:
        return None
    lines = ["def fill(made, record, objects):", "    kept = made.__dict__"]
    known: dict[str, Any] = {"value": value}
    for at, field in enumerate(layout.fields.values()):
        name, into = repr(field.name), f"    kept[{field.attribute!r}] = "
        if field.shape.kind not in ("one", "lone"):
            known[f"shape{at}"], known[f"container{at}"] = field.shape, field.container
            lines.append(f"{into}value(record[{name}], shape{at}, container{at}, objects)")
            continue
        reader = read(field.shape)
        if reader == AS_IT_IS:
            lines.append(f"{into}record[{name}]")
            continue
        lines.append(f"    found = record[{name}]")
        known[f"read{at}"] = reader
        one = "objects[found]" if reader == A_NAME else f"read{at}(found, objects)"
        lines.append(f"{into}None if found is None else {one}")
    made: Fill = _made("\n".join(lines), known)["fill"]
    return made


def scanner(layout: Layout, read: Callable[[Shape], Any]) -> Scan | None:
    """Tells the fields of an object that are not as in its record, and reaches those that it leads to."""
    is_own = layout.cls.__getattribute__ is not object.__getattribute__  # type: ignore[comparison-overlap]
    if is_own or not layout.is_plain:
        return None
    lines = [
        "def scan(made, record, encoder):",
        "    kept, changed = made.__dict__, None",
        "    objects, reached, waiting = encoder.given, encoder.objects, encoder.waiting",
    ]
    known: dict[str, Any] = {}
    for at, field in enumerate(layout.fields.values()):
        known[f"shape{at}"] = field.shape
        differs = f"changed = encoder.differing(changed, {field.name!r}, now, was, shape{at})"
        lines.append(f"    now, was = kept[{field.attribute!r}], record[{field.name!r}]")
        if field.shape.kind not in ("one", "lone"):
            lines.append(f"    {differs}")
        elif read(field.shape) == A_NAME:
            lines += [
                "    if now is None or was is None or now is not objects[was]:",
                f"        if now is not was: {differs}",
                "    elif was not in reached:",
                "        reached[was] = None",
                "        waiting.append(was)",
            ]
        else:
            lines.append(f"    if now is not was: {differs}")
    made: Scan = _made("\n".join([*lines, "    return changed"]), known)["scan"]
    return made


def _made(code: str, known: dict[str, Any]) -> dict[str, Any]:
    exec(compile(code, "<pykorrel>", "exec"), known)
    return known


AS_IT_IS, A_NAME = "as it is", "a name"
