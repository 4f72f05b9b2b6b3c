"""Inputs that differ only by a renaming of their integers, for a test that does nothing with these but compare them.

[3, 1, 2] and [7, 0, 5] are the same input to a test that asks only which of two is smaller: whatever it does with one it
does with the other. To skip the second, it has to be known that the test asks for no more. So an input that has
passed is run once more, with a `Name` in place of each integer that `integers()` draws. A name looks like an int
(`isinstance`) but has no value to be read: an operation other than a comparison of two names ends the run, and the
input stands for itself alone. A run that ends well stands for all inputs whose other choices are the same and whose
integers have the same order; or the same equalities, if no two names were compared by size. Equalities count in any
case: containers see that two elements are one object before they compare them, and equal names are one object.

Why this is sound. Let x be the input, y another one of its class, and consider the test's steps on both. The first
step that differs would have to depend on an integer otherwise than by the comparisons, which agree. In Python's code
that is an operation, which a name records, or a look at the identity or the type of the object. `type(…)`, `id(…)`
and `is` cannot be recorded: a run that enters a function in whose code these names occur, or an `is` with anything but
None, True, False and global objects, is no proof. Functions that are not written in
Python could read an int without an operation. They cannot read a name, but might do something else with it instead.
So a run that calls or names a function or type written in C is no proof, unless it is one of those listed here, which
treat their arguments as objects or read them by operations. A function's names, the attributes of modules among them, its
arguments and the variables of enclosing functions are looked at when it is entered. (What remains is `type`, or a type written
in C, that is read from an attribute of an object or out of a container.) Hashing is no proof, for the order of a set depends on it.

Hence left out: keys of dicts and elements of sets, texts, and the elements of `sampled_from`, which are the test's own
objects. Rejected: a subclass of int, which functions in C read without notice; and to trust the strategy, as the test
decides what it does with a number.
"""

from __future__ import annotations

import builtins
import contextlib
import dis
import gc
import sys
import types
from collections import deque
from collections.abc import Iterator
from typing import Any, Callable

from hypothesis.strategies._internal import collections as unique

from ._paths import Link

#: As many runs may be in vain, and thrice those that are not.
_IN_VAIN = 5
#: Hypothesis, this package, and what Hypothesis uses; none of them looks at the values that it hands on.
_OUR_MODULES = {"hypothesis", "pykorrel", "contextlib", "importlib", "random", "weakref"}

_TELLS_OBJECTS_APART = {"type", "id", "ctypes", "gc"}
_FUNCTIONS = {"len", "isinstance", "issubclass", "iter", "next", "min", "max", "sorted", "any", "all", "sum", "callable"}
_FUNCTIONS |= {"getattr", "hasattr", "setattr", "_abc_instancecheck", "_abc_subclasscheck", "reduce"}
_FUNCTIONS |= {"globals", "locals"}
# These read an int by an operation, which a name records.
_FUNCTIONS |= {"abs", "ascii", "bin", "chr", "divmod", "format", "hash", "hex", "oct", "ord", "pow", "print", "repr", "round"}
_OF_INT = set(dir(int)) - set(dir(object))
_MODULES = {"_bisect", "_heapq", "_operator"}
_ASK_IDENTITY = {"is_", "is_not"}
_TYPES: tuple[type, ...] = (list, tuple, dict, str, range, enumerate, zip, map, filter, reversed, slice, object, super)
_TYPES += (int, bool, float, complex, bytes, set, frozenset, type(None), BaseException, property, classmethod, staticmethod)
_OWNERS = {list, tuple, dict, str, set, frozenset, BaseException, types.GeneratorType, deque}


class Used(BaseException):
    """The test has done something with an integer that is no comparison."""


class Renaming:
    """The classes that one of their inputs stands for."""

    def __init__(self) -> None:
        #: By order, and by equality.
        self._classes: dict[Any, set[Any]] = {_ranks: set(), _firsts: set()}
        self._proofs = self._in_vain = 0
        self._run: _Run | None = None

    @property
    def hopeless(self) -> bool:
        return self._in_vain >= _IN_VAIN + 3 * self._proofs

    def stands(self, path: list[Link]) -> bool:
        """Whether an input that was tried stands for this one."""
        return any(known and _class(path, pattern) in known for pattern, known in self._classes.items())

    def worth(self, path: list[Link]) -> bool:
        return any(is_integer(options) for _, _, options in path) and sys.getprofile() is None

    @contextlib.contextmanager
    def traced(self) -> Iterator[None]:
        self._run = _Run()
        collects = gc.isenabled()
        gc.disable()  # a collection runs finalizers of what other tests have left, which are not this test's steps
        sys.setprofile(self._run.event)
        try:
            yield
        finally:
            sys.setprofile(None)
            self._run.over = True
            if collects:
                gc.enable()

    def name(self, value: int) -> Any:
        assert self._run is not None
        return self._run.name(value)

    def ended(self, path: list[Link], well: bool) -> None:
        """The traced run has ended."""
        assert self._run is not None
        if not well or self._run.used:
            self._in_vain += 1
            return
        self._proofs += 1
        pattern = _ranks if self._run.ordered else _firsts
        self._classes[pattern].add(_class(path, pattern))


def is_integer(options: Any) -> bool:
    return bool(options.choice[0] == "integers")


def _class(path: list[Link], pattern: Any) -> Any:
    others = tuple([(options.choice, value) if not is_integer(options) else None for _, value, options in path])
    return others, pattern([value for _, value, options in path if is_integer(options)])


def _ranks(values: list[int]) -> tuple[int, ...]:
    rank = {value: place for place, value in enumerate(sorted(set(values)))}
    return tuple([rank[value] for value in values])


def _firsts(values: list[int]) -> tuple[int, ...]:
    first: dict[int, int] = {}
    return tuple([first.setdefault(value, len(first)) for value in values])


class _Run:
    """What a test does with the names of one run."""

    def __init__(self) -> None:
        self.used = self.ordered = False
        #: Names that the test has kept somewhere are the ints again.
        self.over = False
        self._names: dict[int, Name] = {}

    def name(self, value: int) -> Name:
        if value not in self._names:
            self._names[value] = Name(value, self)
        return self._names[value]

    def use(self) -> Any:
        self.used = True
        raise Used

    def event(self, frame: types.FrameType, event: str, called: Any) -> None:
        if event == "call":
            proof = _verdict(frame)
            # Arguments, and what an enclosing function holds, differ from call to call.
            proof = proof and (_is_ours(frame) or all(map(_is_harmless, frame.f_locals.values())))
        elif event == "c_call":
            proof = _is_ours(frame) or _is_known(called)
        else:
            return
        if not proof:
            self.used = True


#: Whether each function that was entered can tell objects apart only by operations, by the identity of its code:
#: two modules may have equal functions in which a name stands for different things.
_verdicts: dict[int, tuple[types.CodeType, dict[str, Any], bool]] = {}


def _verdict(frame: types.FrameType) -> bool:
    code, scope = frame.f_code, frame.f_globals
    known = _verdicts.get(id(code))
    if known is None or known[1] is not scope:
        known = _verdicts[id(code)] = code, scope, _harmless(frame)
    return known[2]


def _harmless(frame: types.FrameType) -> bool:
    if _is_ours(frame):
        return True
    code = frame.f_code
    if not _TELLS_OBJECTS_APART.isdisjoint(code.co_names) or _asks_identity(code, frame.f_globals):
        return False
    return not _reads_int(code) and all(map(_is_harmless, _named(code, frame.f_globals)))


def _named(code: types.CodeType, scope: dict[str, Any]) -> list[Any]:
    """What the names in a function's code may stand for, also as attributes of modules."""
    found = [scope.get(name, getattr(builtins, name, None)) for name in code.co_names]
    modules: list[types.ModuleType] = []
    for one in found:
        if isinstance(one, types.ModuleType) and one not in modules:
            modules.append(one)
            found += [getattr(one, name, None) for name in code.co_names]
    return found


def _reads_int(code: types.CodeType) -> bool:
    """Whether a method of int may be called other than by its object."""
    return "int" in code.co_names and not _OF_INT.isdisjoint(code.co_names)


def _is_harmless(one: Any) -> bool:
    if isinstance(one, type):
        return one is not type and _is_plain(one)
    return not isinstance(one, types.BuiltinFunctionType) or _is_known(one)


def _is_ours(frame: types.FrameType) -> bool:
    return str(frame.f_globals.get("__name__")).partition(".")[0] in _OUR_MODULES


def _asks_identity(code: types.CodeType, names: dict[str, Any]) -> bool:
    """Whether there is an `is` whose right side might be an int."""
    before: Any = None
    for instruction in dis.get_instructions(code):
        if instruction.opname == "IS_OP":
            if before.opname == "LOAD_GLOBAL":
                if isinstance(names.get(before.argval, 0), int):
                    return True
            elif before.opname != "LOAD_CONST" or type(before.argval) is int:
                return True
        if instruction.opname != "CACHE":
            before = instruction
    return False


def _is_plain(kind: type) -> bool:
    """Whether it is one of those listed, or written in Python."""
    return all(
        base in _TYPES or issubclass(base, BaseException) or base is deque or _is_python(base)
        for base in kind.__mro__
    )


def _is_python(kind: type) -> bool:
    inside = vars(kind)
    return "__dict__" in inside or any(isinstance(each, types.FunctionType) for each in inside.values())


def _is_known(called: Any) -> bool:
    owner = getattr(called, "__objclass__", None) or getattr(called, "__self__", None)
    if owner is None or isinstance(owner, types.ModuleType):
        known = called.__module__ in ("builtins", "_abc", "_functools") and called.__name__ in _FUNCTIONS
        return known or called.__module__ in _MODULES and called.__name__ not in _ASK_IDENTITY
    kind = owner if isinstance(owner, type) else object.__getattribute__(owner, "__class__")
    return not _OWNERS.isdisjoint(kind.__mro__)


class Name:
    """In place of an int: equal, smaller or larger than other names, and nothing else, as long as the run lasts."""

    __slots__ = ("_run", "_value")

    def __init__(self, value: int, run: _Run) -> None:
        object.__setattr__(self, "_value", value)
        object.__setattr__(self, "_run", run)

    def __getattribute__(self, name: str) -> Any:
        if name == "__class__":
            return int
        return getattr(_read(self)[0], name)

    def __hash__(self) -> int:
        # Hypothesis keeps the elements of unique collections in a set, which it only asks for members.
        inside = sys._getframe(1).f_code.co_filename == unique.__file__
        return hash(_value(self) if inside else _read(self)[0])

    def __eq__(self, other: Any) -> Any:
        return _value(self) == _both(self, other)

    def __ne__(self, other: Any) -> Any:
        return _value(self) != _both(self, other)

    def __lt__(self, other: Any) -> Any:
        return _value(self) < _both(self, other, ordered=True)

    def __le__(self, other: Any) -> Any:
        return _value(self) <= _both(self, other, ordered=True)

    def __gt__(self, other: Any) -> Any:
        return _value(self) > _both(self, other, ordered=True)

    def __ge__(self, other: Any) -> Any:
        return _value(self) >= _both(self, other, ordered=True)


_value: Any = Name.__dict__["_value"].__get__
_run: Any = Name.__dict__["_run"].__get__


def _both(name: Name, other: Any, ordered: bool = False) -> Any:
    """The other value of a comparison. A name of an earlier run is no more than an int."""
    if type(other) is not Name or _run(other) is not _run(name):
        return _read(name, other)[1]
    _run(name).ordered |= ordered
    return _value(other)


def _read(*values: Any) -> list[Any]:
    """The values, as ints where they were names; those of a run that lasts are not read."""
    for each in values:
        if type(each) is Name and not _run(each).over:
            _run(each).use()
    return [_value(each) if type(each) is Name else each for each in values]


def _used(operation: str) -> Callable[..., Any]:
    def use(*values: Any) -> Any:
        number, *others = _read(*values)
        return getattr(number, operation)(*others)

    return use


_COMPARISONS = {"__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__hash__", "__getattribute__", "__setattr__"}
_MADE = {"__new__", "__init__", "__class__", "__doc__", "__init_subclass__", "__subclasshook__", "__delattr__", "__dir__"}
# All else that an int can do.
for _operation in {*dir(int), "__complex__", "__iadd__", "__setattr__"} - _COMPARISONS - _MADE:
    setattr(Name, _operation, _used(_operation))
