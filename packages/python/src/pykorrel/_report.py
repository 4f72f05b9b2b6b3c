"""What a person needs to see of an input that fails: its drawing, its record, how to try it again."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from itertools import chain
from typing import Any

from ._draw import drawn
from ._errors import ProgramError
from ._heap import Heap
from ._json import encode
from ._program import program
from ._trace import Trace


def drawing(heap: Heap | Trace) -> str:
    """As `korrel show` draws it; a heap more plainly where the program is not at hand, or cannot."""
    records = [heap.header.record, heap._record, {"kind": "end", "status": "complete", "count": 1}]
    lines = "".join(encode(record) + "\n" for record in records)
    try:
        words = [program(), "show", "--color", "never", "--width", "100", "-"]
    except ProgramError:
        return "" if isinstance(heap, Trace) else drawn(heap.header.record, dict(heap._record))
    run = subprocess.run(words, input=lines.encode(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    if run.returncode != 0:
        return "" if isinstance(heap, Trace) else drawn(heap.header.record, dict(heap._record))
    return run.stdout.decode("utf-8", "replace").partition("\n")[2].rstrip()


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
        parts = [heap._record.get(part) for part in ("roots", "objects", "sets", "relations")]
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
    if "unittest" in sys.modules:
        return ["python", "-m", "unittest", test]
    return ["python", *sys.argv]
