"""`korrel find`, run and read."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import warnings
from collections.abc import Iterable, Iterator
from typing import IO, Any, Union

from ._classes import Given as GivenClasses
from ._errors import Message, ProgramError, SpecError, SpecWarning
from ._frame import Frame
from ._program import program
from ._stream import Stream
from ._tables import arrow_of
from ._values import Given as GivenValues

Flag = Union[None, bool, int, float, str, "os.PathLike[str]"]
Flags = dict[str, Union[Flag, Iterable[Flag]]]
#: As many bytes as a pipe holds: a read takes what is there, and less often as it asks for more.
_PIPE = 65_536
_OWN = {"format", "shape", "bare"}


def find(
    spec: str | os.PathLike[str],
    command: None | str | int = None,
    *,
    scope: str | None = None,
    limit: int | None = None,
    timeout: None | float | str = None,
    classes: GivenClasses = None,
    values: GivenValues | None = None,
    **flags: Any,
) -> Found:
    """Every instance of a spec's command as a heap, exactly one of each isomorphism class, smallest first.

    `timeout` is in seconds, or a text such as "5m". `classes` are the caller's own, for sigs and enums of
    their names; `values` the caller's values for atoms and integers. Other flags are those of `korrel
    find`: `symmetry="none"`, `keys=True`, `I=["lib"]`, `threads=2`, `overflow="wrap"`."""
    named = {"scope": scope, "limit": limit, "timeout": timeout, **flags}
    return Found(["find", *_words(spec, command, named)], classes, values)


class Found(Stream):
    """What `korrel find` lists."""

    def __init__(self, words: list[str], classes: GivenClasses, values: GivenValues | None) -> None:
        self.words = words
        self._process: subprocess.Popen[bytes] | None = None
        #: Something was read of it, or it was closed.
        self._is_begun = False
        self._told: IO[bytes]
        self._message = ""
        super().__init__(self._run(), classes, values)
        self._frame.is_piped = True

    def _run(self) -> Iterator[bytes]:
        """Started with the first line that is asked for."""
        self._is_begun = True
        self._told = tempfile.TemporaryFile()  # and no pipe: nobody reads it while the program writes
        self._process = subprocess.Popen(
            [program(), *self.words],
            bufsize=_PIPE,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=self._told,
        )
        assert self._process.stdout is not None
        yield from self._process.stdout

    def _ended(self) -> str:
        __tracebackhide__ = True
        if self._process is None:  # it was closed before its end
            return self._message
        code = self._process.wait()
        self._told.seek(0)
        told = self._told.read()
        self.close()
        self._message = _judged(4 if self.status == "error" else code, told, 6)
        return self._message

    def _arrow(self, by: str) -> Any:
        __tracebackhide__ = True
        if self._is_begun:
            return super()._arrow(by)
        written = arrow_of([self.words[0], "--format", "arrow", *self.words[1:]], None, by)
        self.close()
        if written.header is not None:
            self._frame = Frame(iter([json.dumps(written.header).encode() + b"\n"]))
            self.count, self.status = written.count, written.cut or self._status_of(written.count)
        self._message = _judged(written.code, written.told, 5)
        return written.whole(self._message)

    def _status_of(self, count: int) -> str:
        """That of the end record, which Arrow has no place for."""
        one = count == 1 and any(word.startswith(("--id=", "--key=")) for word in self.words)
        # A limit of 0 is none.
        is_limit = count > 0 and {f"--limit={count}", f"-n{count}"} & set(self.words)
        return "limit" if one or is_limit else "complete"

    def why_empty(self) -> str:
        return self._message

    def close(self) -> None:
        self._is_begun = True
        process, self._process = self._process, None
        if process is not None:
            if process.poll() is None:
                process.kill()  # it may search for long without writing, and not notice a closed pipe
            process.wait()
            assert process.stdout is not None
            process.stdout.close()
            self._told.close()
        super().close()


def _judged(code: int, told: bytes, level: int) -> str:
    """What the program has told. Raises what it failed with."""
    __tracebackhide__ = True
    messages = list(map(_message, told.decode("utf-8", "replace").splitlines()))
    text = "\n".join(message.text for message in messages).strip()
    about_spec = [message for message in messages if message.code is not None]
    if code == 2:
        if any(message.severity == "error" for message in about_spec):
            raise SpecError(text, about_spec)
        raise ProgramError(text)
    if code == 4:
        raise ProgramError(f"an internal error of korrel:\n{text}")
    if about_spec:
        warnings.warn(SpecWarning(text, about_spec), stacklevel=level)
    return text


def _message(line: str) -> Message:
    """A flag that the program does not know is told as text."""
    return Message.of(json.loads(line)) if line.startswith('{"kind":"message"') else Message("error", line)


def _words(spec: str | os.PathLike[str], command: None | str | int, flags: Flags) -> list[str]:
    words = ["--messages", "json"]
    for name in flags:
        if name in _OWN:
            raise TypeError(f"{name}: a stream is read as it is written; there is no choice")
    words += [*flags_of(flags), "--", os.fspath(spec)]
    return words if command is None else [*words, str(command)]


def flags_of(flags: Flags) -> list[str]:
    return [word for name, value in flags.items() for word in _flag(name, value)]


def _flag(name: str, value: Any) -> Iterator[str]:
    flag = f"-{name}" if len(name) == 1 else "--" + name.replace("_", "-")
    if isinstance(value, (list, tuple)):
        for item in value:
            yield from _flag(name, item)
    elif value is True:
        yield flag
    elif value is not None and value is not False:
        yield f"{flag}={_text(name, value)}" if len(name) > 1 else f"{flag}{_text(name, value)}"


def _text(name: str, value: Any) -> str:
    if name == "timeout" and isinstance(value, (int, float)):
        return f"{round(value * 1000)}ms"
    return os.fspath(value) if isinstance(value, os.PathLike) else str(value)
