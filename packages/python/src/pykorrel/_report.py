"""What a person needs to see of an input that fails: its drawing, its record, how to try it again."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from ._draw import drawn
from ._errors import ProgramError
from ._heap import Heap
from ._json import encode
from ._program import program
from ._trace import Trace


def drawing(heap: Heap | Trace) -> str:
    """As `korrel show` draws it, with the caller's values; a heap more plainly where the program is not at hand, or cannot."""
    try:
        text = picture(heap, "--width", "100").partition("\n")[2].rstrip()
    except ProgramError:
        text = ""
    return text if text or isinstance(heap, Trace) else drawn(heap.header.record, dict(heap._record))


def picture(heap: Heap | Trace, *flags: str) -> str:
    """What `korrel show` writes of it with these flags, with the caller's values; nothing if it cannot.

    Raises ProgramError without the program."""
    given = heap.header.record, heap._record
    valued = _valued(heap)
    return _drawn(*valued, flags) or (_drawn(*given, flags) if valued != given else "")


def _drawn(header: Mapping[str, Any], record: Mapping[str, Any], flags: tuple[str, ...]) -> str:
    records = [header, record, {"kind": "end", "status": "complete", "count": 1}]
    lines = "".join(encode(record) + "\n" for record in records)
    words = [program(), "show", "--color", "never", *flags, "-"]
    run = subprocess.run(words, input=lines.encode(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return run.stdout.decode("utf-8", "replace") if run.returncode == 0 else ""


# What atoms, integers and strings stand in.
_PARTS = ("roots", "objects", "sets", "relations")
# The enum whose values stand for integers. No sig has such a name.
_INTEGERS = "int/values"


def _valued(heap: Heap | Trace) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """The header and the record, in which values stand for atoms and integers: of an enum, so that they are drawn bare."""
    states = heap.states if isinstance(heap, Trace) else [heap]
    values = states[0]._codec.layouts.values
    if not values.by_sig:
        return heap.header.record, heap._record
    names = {
        name: repr(state.objects[name])
        for state in states
        for name, record in state._record["objects"].items()
        if values.sig_of(record["$type"]) is not None
    }
    # Atoms whose values look alike keep their names beside them.
    seen = Counter(names.values())
    names = {name: f"{told} ({name})" if seen[told] > 1 else told for name, told in names.items()}
    integers = {number: repr(value) for number, value in (values.integers or {}).items()}

    def valued(part: Any, is_value: bool) -> Any:
        if part.__class__ is int and is_value:
            return integers.get(part, part)
        if isinstance(part, str):
            return names.get(part, part)
        if isinstance(part, list):
            return [valued(item, is_value) for item in part]
        if isinstance(part, Mapping):
            return dict(valued_member(key, item, is_value) for key, item in part.items())
        return part

    def valued_member(key: str, item: Any, is_value: bool) -> tuple[str, Any]:
        if key == "$type":
            return key, item
        if is_value and key.lstrip("-").isdigit() and int(key) in integers:
            return integers[int(key)], valued(item, is_value)
        return names.get(key, key), valued(item, is_value or key in _PARTS)

    header = dict(heap.header.record)
    if values.integers is not None:
        for part in ("types", "roots", "sets", "relations"):
            if part in header:
                header[part] = json.loads(re.sub(r"\bint\b", _INTEGERS, json.dumps(header[part])))
        header["enums"] = {**header.get("enums", {}), _INTEGERS: list(dict.fromkeys(integers.values()))}
    return header, valued(heap._record, False)


def shown(heap: Heap | Trace) -> str:
    """The drawing, the caller's values that it stands for, and the record."""
    picture = drawing(heap)
    # A root that the drawing names is not named again.
    values = "\n".join(line for line in _values(heap) if line.replace(" is ", ": ", 1) not in picture)
    parts = [picture, values, encode(dict(heap._record))]
    return "\n\n".join(part for part in parts if part)


def _values(heap: Heap | Trace) -> Iterator[str]:
    if isinstance(heap, Trace):
        # What stands for an object or an integer does so in all states.
        yield from dict.fromkeys(chain.from_iterable(map(_values, heap.states)))
        return
    values = heap._codec.layouts.values
    if values.by_sig:
        yield from (f"{root} is {name}" for root, name in heap._record["roots"].items())
    for name, record in heap._record["objects"].items():
        if values.sig_of(record["$type"]) is not None:
            yield f"{name} is {heap.objects[name]!r}"
    if values.integers is not None:
        parts = [heap._record.get(part) for part in _PARTS]
        for integer in sorted({*_integers(parts)}):
            yield f"{integer} is {values.integers[integer]!r}"


def _integers(value: Any) -> Iterator[int]:
    """The integers that occur, keys of maps included."""
    if value.__class__ is int:
        yield value
    elif isinstance(value, dict):
        yield from (int(key) for key in value if key.lstrip("-").isdigit())
        yield from chain.from_iterable(map(_integers, value.values()))
    elif isinstance(value, list):
        yield from chain.from_iterable(map(_integers, value))


def again(test: str, key: str) -> str:
    """The command that tries one input again."""
    under_pytest = os.environ.get("PYTEST_CURRENT_TEST")
    if under_pytest and "pytest" in sys.modules:
        node = under_pytest.rpartition(" (")[0]
        return f"pytest {shlex.quote(node)} --korrel-key {key}"
    runner = " ".join(shlex.quote(word) for word in _own_words(test))
    return f"KORREL_REPLAY={key} {runner}"


def _own_words(test: str) -> list[str]:
    if "unittest" in sys.modules and not test.startswith("__main__."):
        return ["python", "-m", "unittest", test]
    return ["python", *sys.argv]
