"""Korrel finds test inputs: every instance of a spec within a bound, one of each isomorphism class.

`find` lists them as objects, `inputs` makes a test of them, `strategy` draws them for Hypothesis; `behaviours` makes
a test of what a spec allows over time; a `Recorder` writes down the heaps of a running program;
`pykorrel.driver` is the other side of `korrel test`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ._version import VERSION as __version__

if TYPE_CHECKING:
    from ._all import all, generate, like
    from ._code.awkward import awkward
    from ._code.difference import difference
    from ._code.generator import Choices
    from ._code.pool import Pool, pool
    from ._code.sequences import Sequences, sequences
    from ._every import every
    from ._behaviours import behaviours
    from ._classes import Classes
    from ._compare import compare
    from ._count import Count, count
    from ._databases import databases
    from ._errors import (
        BehaviourFailed,
        BoundsError,
        Error,
        HeapError,
        Incomplete,
        InputFailed,
        Message,
        NoInput,
        Place,
        PredicateError,
        ProgramError,
        SpecError,
        SpecWarning,
        StreamError,
        StreamWarning,
        ValuesError,
    )
    from ._find import find
    from ._header import Header
    from ._heap import Heap, Roots
    from ._inputs import inputs
    from ._objects import Object
    from ._program import program
    from ._recorder import Recorder
    from ._strategy import strategy
    from ._stream import Stream, read
    from ._tables import table
    from ._trace import Action, Trace

__all__ = [
    "Action",
    "BehaviourFailed",
    "BoundsError",
    "Choices",
    "Classes",
    "Count",
    "Error",
    "Header",
    "Heap",
    "HeapError",
    "Incomplete",
    "InputFailed",
    "Message",
    "NoInput",
    "Object",
    "Place",
    "Pool",
    "PredicateError",
    "ProgramError",
    "Recorder",
    "Roots",
    "Sequences",
    "SpecError",
    "SpecWarning",
    "Stream",
    "StreamError",
    "StreamWarning",
    "Trace",
    "ValuesError",
    "__version__",
    "awkward",
    "behaviours",
    "compare",
    "count",
    "databases",
    "difference",
    "every",
    "find",
    "generate",
    "inputs",
    "like",
    "pool",
    "program",
    "read",
    "sequences",
    "strategy",
    "table",
]

# `all` is not in the list: `from pykorrel import *` must not hide Python's own.

# Each is imported when it is asked for: a driver, which `korrel test` starts often, needs few of them.
_PLACES = {
    "_all": ["all", "generate", "like"],
    "_code.awkward": ["awkward"],
    "_code.difference": ["difference"],
    "_code.generator": ["Choices"],
    "_code.pool": ["Pool", "pool"],
    "_code.sequences": ["Sequences", "sequences"],
    "_every": ["every"],
    "_behaviours": ["behaviours"],
    "_classes": ["Classes"],
    "_compare": ["compare"],
    "_count": ["Count", "count"],
    "_databases": ["databases"],
    "_find": ["find"],
    "_header": ["Header"],
    "_heap": ["Heap", "Roots"],
    "_inputs": ["inputs"],
    "_notebook": ["load_ipython_extension"],
    "_objects": ["Object"],
    "_program": ["program"],
    "_recorder": ["Recorder"],
    "_strategy": ["strategy"],
    "_stream": ["Stream", "read"],
    "_tables": ["table"],
    "_trace": ["Action", "Trace"],
}
_PLACE = {name: module for module, names in _PLACES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _PLACE and name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f".{_PLACE.get(name, '_errors')}", __name__), name)
    globals()[name] = found
    return found


def __dir__() -> "list[str]":
    return sorted([*globals(), *__all__])
