"""`korrel count`: how many instances there are, of all and of each size."""

from __future__ import annotations

import json
import os
import subprocess
from typing import Any

from ._errors import Incomplete
from ._find import _judged, _words
from ._program import program


class Count(int):
    """How many instances there are. `rows`: of each value of `by`, in the order of the program; empty without `by`.

    A value is as the program writes it: a text, or None where the expression has none."""

    by: str | None
    rows: dict[str | None, int]

    def _repr_html_(self) -> str:
        from ._notebook import bars

        return bars(self)


def count(
    spec: str | os.PathLike[str],
    command: None | str | int = None,
    *,
    scope: str | None = None,
    by: str | None = None,
    timeout: None | float | str = None,
    **flags: Any,
) -> Count:
    """How many instances the command has, one of each isomorphism class, as an int.

    With `by="#Node"` also how many of each size: `by` is an expression of the spec. Other flags are those of `korrel count`.
    Raises Incomplete if they are not counted to the end."""
    __tracebackhide__ = True
    named = {"scope": scope, "by": by, "timeout": timeout, **flags}
    words = ["count", "--format", "json", *_words(spec, command, named)]
    run = subprocess.run([program(), *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    told = _judged(run.returncode, run.stderr, 5)
    records = [json.loads(line) for line in run.stdout.splitlines()]
    rows = {record["value"]: int(record["count"]) for record in records if record["kind"] == "row"}
    whole = sum(rows.values()) if by is not None else next((int(one["count"]) for one in records if "count" in one), 0)
    if run.returncode not in (0, 1):
        raise Incomplete("interrupted" if run.returncode == 130 else "stopped", whole, told)
    counted = Count(whole)
    counted.by, counted.rows = by, rows
    return counted
