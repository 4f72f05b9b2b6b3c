"""Korrel finds test inputs: every instance of a spec within a bound, one of each isomorphism class.

`find` lists them as objects, `inputs` makes a test of them, `strategy` draws them for Hypothesis;
`korrel.driver` is the other side of `korrel test`.
"""

from ._classes import Classes
from ._errors import (
    Error,
    HeapError,
    Incomplete,
    InputFailed,
    NoInput,
    ProgramError,
    SpecError,
    SpecWarning,
    ValuesError,
)
from ._find import find
from ._header import Header
from ._heap import Heap, Roots
from ._inputs import inputs
from ._objects import Object
from ._program import VERSION as __version__
from ._program import program
from ._strategy import strategy
from ._stream import Stream, read

__all__ = [
    "Classes",
    "Error",
    "Header",
    "Heap",
    "HeapError",
    "Incomplete",
    "InputFailed",
    "NoInput",
    "Object",
    "ProgramError",
    "Roots",
    "SpecError",
    "SpecWarning",
    "Stream",
    "ValuesError",
    "__version__",
    "find",
    "inputs",
    "program",
    "read",
    "strategy",
]
