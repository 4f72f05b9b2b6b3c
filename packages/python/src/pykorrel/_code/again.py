"""The small heaps once more, in another process with another hash seed.

Two lies show only there: hashes of texts, which are the same for the life of a process, and a memory that the audit
itself has changed. The process has no audit. Both tell a digest of the heaps of each size.
"""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
import tempfile
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .enumeration import Enumeration

#: Where both stop: candidates, and heaps.
CANDIDATES, HEAPS = 2_000, 500
_SECONDS = 120
#: Set in the other process: a module that searches when it is imported would start one more, and that one more, for ever.
_INSIDE = "KORREL_AGAIN"


class Again:
    """The other process, started with the search and asked at its end."""

    def __init__(self, question: Any) -> None:
        self.why_not = ""
        self._process: subprocess.Popen[bytes] | None = None
        if os.environ.get(_INSIDE):
            self.why_not = "this is the other process already"
            return
        try:
            given = pickle.dumps(question)
        except Exception:
            self.why_not = "the predicate, or a class, is not at the top of a module"
            return
        if b"__main__" in given:
            self.why_not = "the predicate, or a class, is in the script that runs"
            return
        seed = "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"
        package = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
        path = os.pathsep.join([*(os.path.abspath(part) for part in sys.path), package])
        self._told = tempfile.TemporaryFile()
        self._given = tempfile.TemporaryFile()
        self._given.write(given)
        self._given.seek(0)
        self._process = subprocess.Popen(
            [sys.executable, "-c", "from pykorrel._code.again import main; main()"],
            stdin=self._given,
            stdout=self._told,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1", _INSIDE: "1"},
        )

    def differs(self, digests: list[str]) -> bool:
        """Whether it has other heaps of some size that both have searched."""
        if self._process is None:
            return False
        try:
            code = self._process.wait(_SECONDS)
            self._told.seek(0)
            other = json.loads(self._told.read() or b"null")
        except (subprocess.TimeoutExpired, ValueError):
            code, other = 1, None
        self.close()
        if code != 0 or other is None:
            self.why_not = "a new process cannot import the predicate, or takes too long"
            return False
        if "refused" in other:
            return bool(digests)
        return any(mine != theirs for mine, theirs in zip(digests, other["digests"]))

    def close(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            if process.poll() is None:
                process.kill()
            process.wait()
            self._told.close()
            self._given.close()


def main() -> None:
    from .._errors import Error

    out, sys.stdout = sys.stdout, sys.stderr  # what a module prints when it is imported is no answer
    enumeration: Enumeration = pickle.loads(sys.stdin.buffer.read())
    try:
        told: dict[str, Any] = {"digests": enumeration.digests_alone()}
    except Error as error:
        told = {"refused": str(error)}
    print(json.dumps(told), file=out)
