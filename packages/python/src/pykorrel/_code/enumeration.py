"""All heaps within the bounds that a predicate accepts, as objects: what `pykorrel.all` returns."""

from __future__ import annotations

import hashlib
import inspect
import sys
import time
from collections.abc import Generator, Iterator
from typing import Any, Callable

from .. import _notes
from .._draw import drawn
from .._endless import TooLong
from .._errors import Incomplete, PredicateError
from .again import CANDIDATES, HEAPS, Again
from .annotations import is_generator
from .audit import Predicate, Stopped
from .canonical import Record, key
from .copies import Copies
from .describe import Description
from .generator import Program, Replays, Searched
from .records import Records, has_hidden_order
from .runs import Running
from .search import Search
from .walked import Walked

_NEVER = float("inf")
_ALONE = "not tried with another hash seed"
_ORDER = "a dict has its entries in one order"
#: That is said once in a process for each reason.
_said: set[str] = set()


class Enumeration:
    """The heaps, smallest first, one of each isomorphism class.

    A loop over it raises Incomplete at its end if there are more (`timeout`), unless a `limit` said so, and
    PredicateError for a predicate whose answers cannot be trusted. `str` says how far it came."""

    def __init__(
        self,
        roots: tuple[Any, ...],
        where: Callable[..., Any] | None,
        bounds: dict[Any, Any],
        *,
        judged: int | None = None,
        names: list[str] | None = None,
        length: int = 3,
        size: int | None = None,
        limit: int | None = None,
        timeout: float | None = None,
        run_timeout: float = 5.0,
        fields: Any = None,
        is_alone: bool = False,
        is_trusted: bool = False,
    ) -> None:
        if where is not None and not callable(where):
            raise TypeError(f"where={where!r} is no function; give one, such as Tree.rep_ok")
        given = dict(judged=judged, names=names, length=length, size=size, fields=fields)
        self._given = roots, where, bounds, given
        self.description = Description(roots, bounds, length, fields)
        self.limit, self.timeout, self.where = limit, timeout, where
        self._judged = len(roots) if judged is None else judged
        _check_arity(where, self._judged)
        self._search = Search(self.description, self._judged, float("inf") if size is None else size)
        self._decides = where
        named = names or _names(roots, self.description), question(roots, where)
        if is_generator(roots[0]):
            program = self._decides = Program(roots[0], where)
            self._search.made = self._search.args[0] = Searched(self._search)
            self._copies: Copies = Replays(self._search, program, self._search.made)
            self._records: Records | Walked = Walked(self.description, self._copies, *named)
        else:
            self._copies = Copies(self._search)
            self._records = Records(self._search, *named)
        self._predicate = Predicate(self._decides, self._search, self._copies, is_trusted)
        #: One of many of a predicate: not tried in another process, and what is to be said of it is said elsewhere.
        self._is_alone = is_alone
        self._running = Running(self._search, run_timeout, self._progress)
        self._began: float | None = None
        self._hides = has_hidden_order(self.description)
        #: How it ended: complete, limit or timeout; None before its end.
        self.status: str | None = None
        #: How many heaps there were so far.
        self.count = 0
        #: Heaps that were left out, since an isomorphic one had been met.
        self.doubles = 0
        #: What is to be said of the predicate.
        self.notes: list[str] = []
        self._heaps = self._all()

    def __iter__(self) -> Enumeration:
        return self

    def __next__(self) -> Any:
        """The next root, or a tuple of all roots."""
        made = next(self._heaps)
        return made[0] if len(made) == 1 else made

    def arguments(self) -> Iterator[tuple[Any, ...]]:
        """The roots of each heap, as a tuple also if there is one."""
        return self._heaps

    def record(self) -> Record:
        """The heap that was handed out last, as a record of heapgraph/1 with its key."""
        record = self.heap()
        return {"kind": "instance", "id": self.count - 1, "key": key(self.header, record), **record}

    def heap(self) -> Record:
        """The same without a key."""
        return self._records.record()

    def drawing(self) -> str:
        """The heap that was handed out last as text: its objects as a tree."""
        return drawn(self.header, self.heap())

    @property
    def header(self) -> Record:
        return self._records.header

    @property
    def candidates(self) -> int:
        """How often the predicate was run to find the heaps."""
        return self._search.candidates

    def __str__(self) -> str:
        heaps = f"{self.count:,} heap{'' if self.count == 1 else 's'} of {question(self.description.roots, self.where)}"
        how = {"complete": "COMPLETE: ", "limit": "the first ", None: "so far "}
        verdict = how.get(self.status, f"INCOMPLETE ({self.status}): ")
        return f"{verdict}{heaps}; {self.searched()}"

    def searched(self) -> str:
        """The bounds, and the number of candidates."""
        values = {
            at if isinstance(at, str) else at.__name__: _shown(of)
            for at, of in self.description.values.items()
        }
        classes = {self.description.names[of]: str(number) for of, number in self.description.bound.items()}
        bounds = ", ".join(f"{name}={bound}" for name, bound in {**classes, **values}.items())
        return f"{self.candidates:,} candidates within {bounds or 'no bounds'}"

    def _progress(self) -> str:
        seconds = time.monotonic() - (self._began or 0.0)
        return f"{self.count:,} heaps; {self.candidates:,} candidates, {self.candidates / seconds:,.0f} a second"

    def close(self) -> None:
        self._heaps.close()
        self._running.end()

    def __enter__(self) -> Enumeration:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    # -- the loop

    def _all(self) -> Generator[tuple[Any, ...], None, None]:
        again = Again(self) if self._decides is not None and not self._is_alone else None
        digests = _Digests(self, again is None or again.why_not != "")
        try:
            yield from self._until(digests)
            if self.status == "complete" and again is not None:
                if again.differs(digests.of_sizes):
                    raise self._predicate.refused(
                        "it says something else in another process (a hash of a text, or something that it keeps)"
                    )
                if again.why_not:
                    self.notes.append(f"{_ALONE}: {again.why_not}")
        except PredicateError:
            self.status = "refused"
            raise
        finally:
            self._running.end()
            if again is not None:
                again.close()
        for note in [] if self._is_alone else self._tell():
            if not note.startswith((_ALONE, _ORDER)):
                _notes.note(note)
            elif note not in _said:
                _said.add(note)
                _notes.note(f"{question(self.description.roots, self.where)}: {note}")
        if self.status == "timeout":
            raise Incomplete("timeout", self.count, self.searched())

    def _until(self, digests: _Digests) -> Iterator[tuple[Any, ...]]:
        self._began = time.monotonic()
        deadline = _NEVER if self.timeout is None else time.monotonic() + self.timeout
        self._predicate.deadline = deadline
        seen: set[bytes] = set()
        size: int | None = -1
        search, predicate, running, make = self._search, self._predicate, self._running, self._copies.make
        heaps = search.heaps(predicate)
        while self.count != self.limit:
            with running:
                search.outer = sys.exc_info()[1]
                try:
                    next(heaps)
                    if predicate.size != size:
                        size = predicate.size
                        if search.made is None:  # else one may be smaller than what it was made of
                            seen.clear()
                    if self._hides and self._is_double(seen):
                        self.doubles += 1
                        continue
                    made = make()
                    self.count += 1
                    if not digests.is_full:
                        digests.add()
                except StopIteration:
                    self.status = "complete"
                except TooLong:
                    raise predicate.refused("") from None
                except Stopped:
                    self.status = "timeout"
            if self.status is not None:
                return
            yield made
            if deadline != _NEVER and time.monotonic() > deadline:
                self.status = "timeout"
                return
        self.status = "limit"

    def _is_double(self, seen: set[bytes]) -> bool:
        text = hashlib.blake2b(self._records.text().encode("utf-8", "surrogatepass"), digest_size=16).digest()
        if text in seen:
            return True
        seen.add(text)
        return False

    @property
    def errors(self) -> dict[str, int]:
        """What the predicate has raised, and on how many candidates."""
        predicate = self._predicate
        texts = {name: f"{name}: {predicate.texts[name]}".rstrip(": ") for name in predicate.errors}
        return {text: predicate.errors[name] for name, text in texts.items()}

    def _tell(self) -> list[str]:
        predicate, sink = self._predicate, self._running.sink
        if predicate.nothings:
            self.notes.insert(
                0, f"the {predicate.noun} returns nothing: a heap on which it does not raise is right"
            )
        elif predicate.errors:
            for text, number in sorted(self.errors.items(), key=lambda one: -one[1]):
                self.notes.append(
                    f"the {predicate.noun} raised on {number:,} candidates, which counts as false: {text}"
                )
        if self.description.dicts and self._search.made is None:
            places = ", ".join(self.description.dicts)
            self.notes.append(
                f"{_ORDER} ({places}); where the order of insertion counts, pykorrel.generate makes each"
            )
        if sink.lines:
            self.notes.append(
                f"the {predicate.noun} printed {sink.lines:,} lines, which is not shown: {sink.first}"
            )
        return self.notes

    # -- another process

    def __reduce__(self) -> Any:
        return _anew, self._given

    def digests_alone(self) -> list[str]:
        """A digest of the heaps of each size, without an audit, as far as this process is asked to go."""
        predicate = Predicate(self._decides, self._search, self._copies, is_trusted=True)
        self._predicate = predicate
        digests, seen = _Digests(self), set[bytes]()
        with self._running:
            for _ in self._search.heaps(predicate):
                if not (self._hides and self._is_double(seen)):
                    self.count += 1
                    digests.add()
                if digests.is_full:
                    break
        return digests.of_sizes


def question(roots: tuple[Any, ...], where: Callable[..., Any] | None) -> str:
    """`Tree, int where Tree.rep_ok`."""
    of = ", ".join(
        getattr(root, "__qualname__", str(root)).rpartition("<locals>.")[2]
        if isinstance(root, type) or is_generator(root)
        else str(root).replace("typing.", "")
        for root in roots
    )
    if where is None:
        return of
    return f"{of} where {getattr(where, '__qualname__', repr(where)).rpartition('<locals>.')[2]}"


def _check_arity(where: Callable[..., Any] | None, roots: int) -> None:
    """Else it would raise on every candidate, and accept none."""
    try:
        signature = inspect.signature(where) if where is not None else None
    except ValueError:  # it is written in C
        return
    try:
        if signature is not None:
            signature.bind(*range(roots))
    except TypeError as error:
        name = getattr(where, "__name__", "where")
        each = f"where=lambda a, b: {name}(a) and {name}(b)" if roots == 2 else "give one with as many parameters"
        raise TypeError(f"{name} is called with {roots} root{'s' * (roots != 1)} ({error}): {each}") from None


def _anew(roots: Any, where: Any, bounds: Any, given: Any) -> Enumeration:
    return Enumeration(roots, where, bounds, **given)


class _Digests:
    """A digest for each size that was searched; the heaps of a size may come in any order."""

    def __init__(self, of: Enumeration, is_full: bool = False) -> None:
        self.of, self.of_sizes = of, list[str]()
        self._sizes: dict[int, list[str]] = {}
        of._predicate.on_size = self._ended
        #: Nothing is asked of it any more.
        self.is_full = is_full

    def _is_over(self) -> bool:
        self.is_full = self.is_full or self.of.candidates > CANDIDATES or self.of.count > HEAPS
        return self.is_full

    def add(self) -> None:
        size = self.of._predicate.size
        if not self._is_over() and size is not None:
            self._sizes.setdefault(size, []).append(self.of._records.text())

    def _ended(self, size: int) -> None:
        if not self._is_over():
            texts = "\n".join(sorted(self._sizes.pop(size, [])))
            self.of_sizes.append(
                f"{size} {hashlib.sha256(texts.encode('utf-8', 'surrogatepass')).hexdigest()}"
            )


def _names(roots: tuple[Any, ...], description: Description) -> list[str]:
    """Each root has the name of its class, as that of a `one sig` has."""
    names = ["root" if is_generator(root) else getattr(root, "__name__", "root") for root in roots]
    return [
        name if names.count(name) == 1 else f"{name}{names[:at].count(name) + 1}"
        for at, name in enumerate(names)
    ]


def _shown(values: tuple[Any, ...]) -> str:
    whole = list(values)
    if (
        len(whole) > 2
        and all(type(one) is int for one in whole)
        and whole == list(range(whole[0], whole[-1] + 1))
    ):
        return f"{whole[0]}..{whole[-1]}"
    text = ", ".join(map(repr, whole[:4]))
    return f"[{text}{', …' if len(whole) > 4 else ''}]"
