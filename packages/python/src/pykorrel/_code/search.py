"""Korat's search (Boyapati, Khurshid, Marinov 2002), in process, size by size.

A field gets its value when the predicate first reads it. Where the predicate says no, all heaps with the same values
in the fields that were read are excluded; where it says yes, what it did not read is filled in every way. A field takes
a value, an object met before, or one new one: objects come in the order in which they are met, so that no two heaps are
isomorphic, except where sets hide that order, and there keys decide.

Sizes: one more object is never taken on the spot. The choices up to there go to the queue of that size, as a text of
one character each, which the garbage collector does not follow, and many of them in a file. Such a prefix is entered by running the predicate with
its choices forced. So no candidate is run twice, smaller heaps come first, and the search is over when the queues are
empty. (One pass for each size instead took up to 2.5 times the candidates.)

Invariant: `trace` holds what was chosen, in order; undoing its entries from the last to the first leaves no choice.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Callable

from .._errors import PredicateError
from .containers import Containers, Unread
from .describe import Description
from .filling import Cut, Filling
from .kinds import Group, Kind, Then
from .prefixes import Prefixes
from .watched import Delayed, watched

if TYPE_CHECKING:
    from .audit import Predicate
    from .generator import Searched

# The parts of an entry of the trace: HOLDER[KEY] is what CHOICES[AT] stands for. SIMPLE is the number of choices if
# each may be put as it is, else 0; OFFSET is the number of choices in the groups before;
# what is to be chosen after the entry was given as THEN; NEXT has the parts of a tuple, or the entries of a map, before it.
# MARK is where the walk of `Filling` stood.
HOLDER, KEY, CHOICES, AT, SIMPLE, KIND, OFFSET, THEN, CLASSES, COST, NEXT, MARK = range(12)


class Search:
    """The heaps that a predicate accepts, as choices. `Copies` makes objects of them, `Audit` tries the predicate."""

    def __init__(self, description: Description, judged: int, most: float = float("inf")) -> None:
        self.description, self.judged, self.most = description, judged, most
        self.bound = description.bound
        self.journal: list[tuple[dict[str, Any], str, Any]] = []
        self.unread = Unread(self)
        self.containers = Containers(self)
        #: Choices of a generator that wait until a field is read, by the dict of its object and its name.
        self.delayed: dict[tuple[int, str], Delayed] = {}
        #: The choices of the generator, if there is one: they stand in the place of the first root.
        self.made: Searched | None = None
        #: Kinds whose groups hold until the next prefix.
        self.fixed: list[Kind] = []
        self.trace: list[list[Any]] = []
        self.args: dict[int, Any] = {}
        #: Objects in use by class, and the size of the heap: its objects, and the entries of its containers.
        self.used = dict.fromkeys(self.bound, 0)
        self.total = 0
        #: The choices that are forced, how many of them are, and the number of all of them.
        self.script, self.at, self.end = "", 0, 0
        self.is_cut = False
        self.reason: str | None = None
        #: What is read while an exception is handled is not chosen, if the predicate is an assertion: checkers print
        #: their fields before they raise again, which would ruin the pruning. If one does not, the run is repeated, and this is over.
        self.is_lenient, self.may_be_lenient = False, True
        #: The exception that was handled, and the one outside of the search.
        self.handled: BaseException | None = None
        self.outer: BaseException | None = None
        #: Runs of the predicate, and those of them for which the bounds had no value.
        self.candidates = self.cuts = 0
        self.queues: dict[int, Prefixes] = defaultdict(Prefixes)
        self.dict_of: dict[type, Callable[[Any], dict[str, Any]]] = {}
        self.pool: dict[type, list[Any]] = {}
        self.names: dict[int, tuple[type, int]] = {}
        for of, number in self.bound.items():
            self._make(of, number)
        self.filling = Filling(self)

    def _make(self, of: type, number: int) -> None:
        made, self.dict_of[of] = watched(self, of, self.description.kinds[of])
        pool: list[Any] = [object.__new__(made) for _ in range(number)]
        for place, one in enumerate(pool):
            object.__setattr__(one, "korrel_place", place)
            self.names[id(one)] = of, place
        self.pool[of] = pool

    def refuse(self, reason: str) -> None:
        """Ends a run, and the search, also where the predicate catches everything."""
        self.reason = self.reason or reason
        raise PredicateError(reason)

    # -- choosing

    def choose(self, holder: Any, key: Any, kind: Kind, then: Then = None) -> Any:
        if self.is_cut:
            raise Cut
        groups = kind.fixed or kind.groups(self)
        offset, classes, cost, is_forced = 0, (), 0, self.at < self.end
        if is_forced:
            choices, at, offset, classes, cost = self._forced(groups)
        elif self.is_lenient and then is None and (self.handled is not None or self._handles()):
            return kind.simplest(groups)  # neither this read nor one that follows is a choice
        else:
            choices, at = groups[0][0], 0
            if len(groups) > 1:
                self._queue(groups)
            if not choices:
                self.is_cut = True
                raise Cut
        simple = 0 if is_forced or then or not kind.is_plain else len(choices)
        entry = [holder, key, choices, at, simple, kind, offset, then, classes, cost, then, None]
        self.trace.append(entry)
        if simple:
            holder[key] = value = choices[at]
            return value
        self.put(entry)
        return holder[key]

    def _handles(self) -> bool:
        """Whether an exception is handled that the predicate has raised."""
        error = sys.exc_info()[1]
        if error is None or error is self.outer:
            return False
        self.handled = error
        return True

    def _forced(self, groups: list[Group]) -> Any:
        """The next choice of the script: only the last one may be followed by others of its group."""
        at, offset = ord(self.script[self.at]), 0
        for choices, classes, cost in groups:
            if at - offset < len(choices):
                break
            offset += len(choices)
        else:
            self.refuse("it reads other fields when it is run again")
        self.at += 1
        for of in classes:
            self.used[of] += 1
        self.total += cost
        at -= offset
        return (
            (choices, at, offset, classes, cost)
            if self.at == self.end
            else ([choices[at]], 0, offset + at, classes, cost)
        )

    def _queue(self, groups: list[Group]) -> None:
        """What adds objects or entries: later, with the heaps of that size."""
        path = "".join([chr(entry[OFFSET] + entry[AT]) for entry in self.trace])
        at = len(groups[0][0])
        for choices, _, cost in groups[1:]:
            if choices and self.total + cost <= self.most:
                self.queues[self.total + cost].append(path + chr(at))
            at += len(choices)

    def put(self, entry: list[Any]) -> None:
        holder, key, choices, at, _, kind, _, then, _, _, _, _ = entry
        if kind.is_plain:
            holder[key] = choices[at]
        else:
            entry[NEXT] = then = kind.put(self, holder, key, choices[at], then)
        if then is not None:
            then()

    def back(self, floor: int) -> bool:
        """The next choice of the last entry that has one, and what follows it at once; False if there is none."""
        trace = self.trace
        while len(trace) > floor:
            entry = trace[-1]
            entry[AT] += 1
            if entry[AT] < len(entry[CHOICES]):
                try:
                    self.put(entry)
                    return True
                except Cut:
                    self.is_cut = False
                    continue
            self.drop()
        return False

    def drop(self) -> None:
        holder, key, _, _, _, _, _, _, classes, cost, _, _ = self.trace.pop()
        for of in classes:
            self.used[of] -= 1
        self.total -= cost
        del holder[key]

    # -- the heaps

    def heaps(self, predicate: Predicate) -> Iterator[None]:
        """Stands at each heap that the predicate accepts, once for each way in which its sets are numbered."""
        self.queues[0].append("")
        while self.queues:
            size = min(self.queues)
            predicate.begins(size)
            for script in self.queues.pop(size):
                yield from self._below(script, predicate)
        predicate.begins(None)

    def _below(self, script: str, predicate: Predicate) -> Iterator[None]:
        """The heaps of one prefix."""
        trace, args, where, journal = self.trace, self.args, predicate.where, self.journal
        floor, is_one = max(len(script) - 1, 0), self.judged == 1
        filling = self.filling if self.made is None else self.made
        more, accepted = (
            self._enter(script, floor),
            0,
        )  # as long as `accepted` entries are there, so is a heap's core
        while more:
            if not accepted:
                self.candidates += 1
                is_right: Any
                try:
                    is_right = (
                        where(args[0]) if is_one else where(*[args[place] for place in range(self.judged)])
                    )
                    if is_right is not True and is_right is not False:
                        is_right = predicate.judge(is_right)
                except BaseException as error:
                    is_right = predicate.raised(error)
                if self.handled is not None:
                    is_right = self._strictly(predicate)
                if journal:
                    self.undo()
                if self.reason is not None:
                    raise predicate.refused(self.reason)
                if self.is_cut:  # the prefix of such a run must not be queued again: it is not audited
                    self.is_cut = is_right = False
                    self.cuts += 1
                elif is_right or self.candidates <= predicate.closely or not self.candidates & predicate.sample:
                    predicate.audit(is_right)
                if not is_right:
                    if self.at < self.end:
                        raise predicate.refused("it reads other fields when it is run again")
                    if not trace:
                        return
                    entry = trace[-1]
                    at = entry[AT] + 1
                    if at < entry[SIMPLE]:  # the commonest step
                        entry[AT] = at
                        held = entry[HOLDER]
                        if held.__class__ is dict:
                            held[entry[KEY]] = entry[CHOICES][at]
                        else:
                            held.change(entry[KEY], entry[CHOICES][at])
                    else:
                        more = self.back(floor)
                    continue
                accepted = max(len(trace), len(script))
                is_filled = filling.begin()
            else:
                is_filled = filling.resume()
            if is_filled:
                yield
            if journal:
                self.undo()
            more = self.back(floor)
            if len(trace) <= accepted:
                accepted = 0

    def _strictly(self, predicate: Predicate) -> bool:
        """Runs the predicate again, now that it does not raise what it has handled."""
        self.handled, self.is_lenient, self.may_be_lenient = None, False, False
        self.undo()
        try:
            answer = predicate.where(*[self.args[place] for place in range(self.judged)])
            return answer if answer is True or answer is False else predicate.judge(answer)
        except BaseException as error:
            return predicate.raised(error)

    def _enter(self, script: str, floor: int) -> bool:
        """Forces the choices of a prefix; what it shares with the one before stays."""
        trace, before = self.trace, self.script
        kept = min(len(trace), len(before), floor)
        while before[:kept] != script[:kept]:
            kept -= 1
        while len(trace) > kept:
            self.drop()
        self.script, self.at, self.end = script, kept, len(script)
        for kind in self.fixed:
            kind.fixed = None
        self.fixed.clear()
        try:
            if not kept:
                self._root(0)
            elif trace[-1][NEXT] is not None:
                trace[-1][NEXT]()
        except Cut:
            self.is_cut = False
            return self.back(floor)
        return True

    def _root(self, place: int) -> None:
        if place in self.args:
            self._root(place + 1)
        elif place < self.judged:
            self.choose(self.args, place, self.description.root_kinds[place], lambda: self._root(place + 1))

    def undo(self) -> None:
        """Takes back what a run has written."""
        self.delayed.clear()
        journal = self.journal
        while journal:
            held, name, value = journal.pop()
            if value is self.unread:
                held.pop(name, None)
            else:
                held[name] = value
