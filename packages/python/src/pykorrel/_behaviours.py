"""A test that makes all calls of a spec's behaviours, or of traces, against a program that keeps its state."""

from __future__ import annotations

import functools
import inspect
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Callable

from . import _notes
from ._errors import BehaviourFailed, Incomplete, ProgramError, SpecError
from ._find import flags_of
from ._program import program
from ._question import located


def behaviours(
    spec: None | str | os.PathLike[str] = None,
    command: None | str | int = None,
    *,
    itf: None | str | os.PathLike[str] | Sequence[str | os.PathLike[str]] = None,
    allow_incomplete: bool = False,
    **flags: Any,
) -> Callable[[Callable[[], Any]], Callable[[], None]]:
    """Decorates a function that declares a machine: a test of all behaviours of a spec's command, or of traces in ITF.

    The function is called in a process of its own, where the machine is served; the test fails with the report. Files
    are looked for beside the test. `flags` are those of `korrel test`: `steps=6`, `scope="4"`, `timeout="1s"`."""
    if (spec is None) == (itf is None) or (spec is not None and command is None):
        raise TypeError("behaviours takes a spec and a command, or itf=…, the files of traces")

    def decorate(declare: Callable[[], Any]) -> Callable[[], None]:
        file = Path(inspect.unwrap(declare).__code__.co_filename)
        if inspect.signature(declare).parameters or "." in declare.__qualname__:
            raise TypeError(f"{declare.__qualname__}: a function of a module, without parameters, declares a machine")

        @functools.wraps(declare)
        def test() -> None:
            __tracebackhide__ = True
            what = _what(file, spec, command, itf)
            key = _notes.only_key or os.environ.get("KORREL_REPLAY")
            only = ["--replay", key] if key else []
            asked = [*what, *flags_of(flags), *only, *(["--allow-incomplete"] if allow_incomplete else [])]
            driver = [sys.executable, "-m", "pykorrel._serve", str(file), declare.__name__]
            _run([program(), "test", *asked, "--", *driver])

        del test.__wrapped__
        test.korrel_declares = declare  # type: ignore[attr-defined]
        return test

    return decorate


def _what(file: Path, spec: Any, command: Any, itf: Any) -> list[str]:
    if itf is None:
        return [os.path.relpath(located(spec, file)), "--traces", str(command)]
    named = [itf] if isinstance(itf, (str, os.PathLike)) else itf
    found = [[str(path) for path in sorted(file.parent.glob(str(name)))] or [located(name, file)] for name in named]
    return ["--itf", *sum(found, [])]


def _run(words: list[str]) -> None:
    __tracebackhide__ = True
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    run = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, env=environment)
    report, told = (text.decode("utf-8", "replace").strip() for text in (run.stdout, run.stderr))
    if run.returncode == 1:
        raise BehaviourFailed(f"\n{report}")
    if run.returncode == 3:
        raise Incomplete("stopped", 0, report)
    if run.returncode == 2:
        raise SpecError(told)
    if run.returncode != 0:
        raise ProgramError(f"korrel test has failed (exit code {run.returncode})\n{told}")
    for line in report.splitlines():
        if line.startswith("COMPLETE") or ("larger than the scope" in line or "no action takes" in line):
            _notes.note(line)
