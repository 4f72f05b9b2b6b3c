"""What a person needs to see of an input that fails: its drawing, its record, how to try it again."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from typing import Any

from ._heap import Heap
from ._json import encode
from ._program import program


def drawing(heap: Heap) -> str:
    """As `korrel show` draws it; without a drawing if the program cannot."""
    records = [heap.header.record, heap._record, {"kind": "end", "status": "complete", "count": 1}]
    lines = "".join(encode(record) + "\n" for record in records)
    words = [program(), "show", "--color", "never", "--width", "100", "-"]
    run = subprocess.run(words, input=lines.encode(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    _, _, drawn = run.stdout.decode("utf-8", "replace").partition("\n")
    return drawn.rstrip() if run.returncode == 0 else ""


def shown(heap: Heap) -> str:
    """The drawing, the caller's values that it stands for, and the record."""
    values = "\n".join(_values(heap))
    parts = [drawing(heap), values, encode(dict(heap._record))]
    return "\n\n".join(part for part in parts if part)


def _values(heap: Heap) -> Any:
    values = heap._codec.layouts.values
    for name, record in heap._record["objects"].items():
        if values.sig_of(record["$type"]) is not None:
            yield f"{name} is {heap.objects[name]!r}"
    if values.integers is not None:
        for integer in sorted(_integers(heap._record, values.integers)):
            yield f"{integer} is {values.integers[integer]!r}"


def _integers(json_value: Any, known: dict[int, Any]) -> Any:
    """The integers with values that occur, keys of maps included."""
    found = {int(digits) for digits in _digits(json.dumps(json_value))}
    return found.intersection(known)


def _digits(text: str) -> Any:
    return re.findall(r'(?<![\w$"])-?\d+(?![\w"])|(?<=")-?\d+(?=":)', text)


def again(test: str, key: str) -> str:
    """The command that tries one input again."""
    under_pytest = os.environ.get("PYTEST_CURRENT_TEST")
    if under_pytest:
        node = under_pytest.rpartition(" (")[0]
        return f"pytest {shlex.quote(node)} --korrel-key {key}"
    runner = " ".join(shlex.quote(word) for word in _own_words(test))
    return f"KORREL_KEY={key} {runner}"


def _own_words(test: str) -> Any:
    if "unittest" in sys.modules:
        return ["python", "-m", "unittest", test]
    return ["python", *sys.argv]
