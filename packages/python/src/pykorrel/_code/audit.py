"""The predicate, and whether its answers can be trusted.

A search believes that the answer depends on nothing but the values of the fields that it saw read. So a sample of
candidates, accepted and rejected, is tried again: on the same watched objects, and on plain objects of the user's own
classes that were made in another order. The first candidates are also watched for calls of clocks, chance and files.
What is left, hashes of texts and a memory that was there from the start, another process finds (`again`).
"""

from __future__ import annotations

import gc
import inspect
import sys
import time
from collections import Counter
from typing import Any, Callable

from .._errors import BoundsError, PredicateError
from .copies import Copies
from .filling import Cut
from .search import AT, CHOICES, HOLDER, KEY, SIMPLE, Search

#: Candidates that are all tried again; of those after them, each 64th and some accepted ones.
CLOSELY = 2_000
#: Candidates that are kept, so many accepted and so many rejected ones, and tried again at the end and from time to time.
_FIRST = 100
#: How often each of these first candidates is made of plain objects, which differ in what was not read.
_ATTEMPTS = 4
_CALLS = {
    **dict.fromkeys(
        ("time", "time_ns", "perf_counter", "monotonic", "process_time", "perf_counter_ns", "monotonic_ns"),
        "the time",
    ),
    **dict.fromkeys(("random", "getrandbits", "urandom", "randbytes"), "chance"),
    **dict.fromkeys(("open", "input"), "a file"),
}
_MODULES = ("time", "_random", "posix", "nt", "io", "_io", "builtins")


class Stopped(BaseException):
    """The time is over."""


class Predicate:
    """A predicate, as the search runs it."""

    def __init__(
        self, where: Callable[..., Any] | None, search: Search, copies: Copies, is_trusted: bool = False
    ) -> None:
        self.where: Callable[..., Any] = where or (lambda *_: True)
        self.search, self.copies, self.is_trusted = search, copies, is_trusted
        self.noun = "predicate" if search.made is None else "generator"
        self.closely = 0 if is_trusted else CLOSELY
        #: Of the others those are tried again whose numbers have none of these bits.
        self.sample = 63
        #: What it raised on candidates that count as false, and the first text of each kind.
        self.errors: Counter[str] = Counter()
        self.texts: dict[str, str] = {}
        #: Runs that returned None: all that ended, if it is an assertion.
        self.nothings = 0
        #: The size at which the search stands.
        self.size: int | None = 0
        self.on_size: Callable[[int], None] = lambda _: None
        #: When the search ends.
        self.deadline = float("inf")
        self._first: dict[bool, list[tuple[Any, ...]]] = {True: [], False: []}
        self._next, self._accepted = 256, 0
        #: The last run that was tried again has written to its input.
        self._wrote = False
        #: The dicts of the objects by class, and the identities of all of them.
        self._dicts = [(of, [search.dict_of[of](one) for one in pool]) for of, pool in search.pool.items()]
        self._fields = {id(held) for _, held_by in self._dicts for held in held_by}

    # -- one run

    def judge(self, answer: Any) -> bool:
        """Whether an answer other than True and False says yes."""
        if self.search.handled is not None:
            return False  # the run is repeated
        if answer is not None:
            if inspect.isgenerator(answer) or inspect.iscoroutine(answer):
                answer.close()
                raise self.refused(f"it returns a {type(answer).__name__}: it must answer at once, by return")
            return bool(answer)
        self.nothings += 1
        self.search.is_lenient = self.search.may_be_lenient
        self._is_one_kind()
        return True

    def _is_one_kind(self) -> None:
        ended = self.search.candidates - self.search.cuts - sum(self.errors.values())
        if self.nothings and self.nothings != ended:
            raise self.refused(
                "it returns None for some heaps and a value for others: return True or False, or nothing, and raise on a bad heap"
            )

    def raised(self, error: BaseException) -> bool:
        if isinstance(error, (Cut, PredicateError, BoundsError)):
            if not isinstance(error, Cut) and self.search.reason is None:
                raise error
            return False
        if isinstance(error, (KeyboardInterrupt, GeneratorExit)):
            raise error
        if self.search.reason is not None:
            return False
        if self.search.is_cut:
            self.search.handled = None
            return False
        handled, self.search.handled = self.search.handled, None
        if handled is not None and handled is not error:
            self.search.handled = handled
            return False  # the run is repeated
        name = type(error).__name__
        self.errors[name] += 1
        self.texts.setdefault(name, str(error))
        return False

    def refused(self, reason: str) -> PredicateError:
        from .records import sketch

        return PredicateError(
            f"the {self.noun} cannot be used: {self.search.reason or reason}\n{sketch(self.search)}".rstrip()
        )

    def begins(self, size: int | None) -> None:
        """The search comes to heaps of a size, or to its end."""
        if self.size is not None and self.size != size:
            self.on_size(self.size)
        self.size = size
        if size is None:
            self._end()

    # -- the audit

    def audit(self, answer: bool) -> None:
        """Tries the candidate again at which the search stands."""
        if time.monotonic() > self.deadline:
            raise Stopped
        if self.is_trusted:
            return
        self._accepted += answer
        is_close = self.search.candidates <= self.closely
        if not is_close and self.search.candidates & self.sample and self._accepted & 7:
            return
        self._is_one_kind()
        self._has_not_written()
        reads = len(self.search.trace)
        if self._again(is_close) != answer:
            raise self.refused("it says something else when it is run again")
        if len(self.search.trace) != reads:
            raise self.refused("it reads other fields when it is run again")
        plain = [
            self.copies.partial(attempt)
            for attempt in range(_ATTEMPTS if self.search.candidates <= _FIRST else 1)
        ]
        if any(self._ask(args) != answer for args in plain):
            raise self.refused(
                "it says something else about other objects with the same fields (id, hash, the order of a set, "
                "`type(x) is C` where isinstance is meant, something that it keeps)"
            )
        if not self._wrote and len(self._first[answer]) < _FIRST:
            self._first[answer].append(plain[0])  # as it was; what a checker has computed anew is another heap
        if self.search.candidates >= self._next:
            self._next *= 2
            self._says_the_same()

    def _again(self, is_close: bool) -> bool:
        args = [self.search.args[place] for place in range(self.search.judged)]
        calls: set[str] = set()

        def profile(frame: Any, event: str, called: Any) -> None:
            if (
                event == "c_call"
                and called.__name__ in _CALLS
                and not frame.f_code.co_filename.startswith(_HERE)
            ):
                owner = getattr(called, "__self__", None)
                module = getattr(called, "__module__", None) or type(owner).__module__
                if module.partition(".")[0] in _MODULES or module == "random":
                    calls.add(_CALLS[called.__name__])

        collects = gc.isenabled()
        is_close = is_close and sys.getprofile() is None  # a profiler stays
        if is_close:
            gc.disable()  # its callbacks, which are not the predicate's, may ask for the time
            sys.setprofile(profile)
        try:
            return self._ask(args)
        finally:
            if is_close:
                sys.setprofile(None)
                if collects:
                    gc.enable()
            self._wrote = bool(self.search.journal)
            self.search.undo()
            self.search.is_cut, self.search.handled = False, None
            if calls:
                raise self.refused(f"it asks for {' and '.join(sorted(calls))}")

    def _ask(self, args: Any) -> bool:
        try:
            answer = self.where(*args)
        except (KeyboardInterrupt, GeneratorExit):
            raise
        except BaseException:
            return False
        return answer is None and self.nothings > 0 or bool(answer)

    def _has_not_written(self) -> None:
        """Past `__setattr__`: through `__dict__`, or by `object.__setattr__`."""
        search = self.search
        fields, chosen = self._fields, 0
        for entry in search.trace:
            held = entry[HOLDER]
            if held.__class__ is dict:
                if entry[SIMPLE] and held.get(entry[KEY]) is not entry[CHOICES][entry[AT]]:
                    raise self.refused("it changes its input (past __setattr__)")
                chosen += id(held) in fields
        for of, held_by in self._dicts:
            for held in held_by[: search.used[of]]:
                chosen -= len(held)
        if chosen != 0:
            raise self.refused(
                "it changes its input (past __setattr__, or functools.cached_property)"
            )

    def _end(self) -> None:
        self._is_one_kind()
        self._says_the_same()

    def _says_the_same(self) -> None:
        """State may show late."""
        for answer, kept in self._first.items():
            if any(self._ask(args) != answer for args in kept):
                raise self.refused("it says something else about the first candidates when it is asked later")


_HERE = __file__.rpartition("audit.py")[0]
