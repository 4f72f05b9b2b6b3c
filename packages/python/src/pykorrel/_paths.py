"""All paths through a tree of choices that is known only by walking, smallest first, each once.

A test that draws its input is such a tree: a node is a choice with its values by size, a leaf an input. Nothing tells
in advance which choice follows a value, so a path is walked by running the test, which asks for one value after
another. A walk takes given values as far as they reach, and the first value of each choice from there on. The first
has size 0, so the walk ends at a leaf of the size that it was given. Behind each of the new choices stands one path to
be walked later: the same beginning, and the second value there. When that is taken, the third one stands behind it.
So each leaf has exactly one such path that leads to it, and a queue by size meets the leaves in ascending order.

Depth-first search with a growing bound would need no queue, but runs the test again on all smaller inputs at each
bound. The queue holds less than one path for each choice made; `most` bounds it.

Source: uniform-cost search, E. W. Dijkstra, "A note on two problems in connexion with graphs", 1959.
"""

from __future__ import annotations

from collections import deque
from typing import Any, Optional, Tuple

from ._sizes import Options

#: A choice made: the one before it, the value taken, and what it was taken from.
Link = Tuple[Optional[Any], Any, Options]


class Diverged(Exception):
    """A walk along a known beginning met another choice than before."""


class Paths:
    """Invariant: no path that waits is smaller than `size`, the size of the present one."""

    def __init__(self, largest: float, most: int) -> None:
        self.largest, self.most = largest, most
        #: Paths larger than `largest` were left out, or those that are more than `most`.
        self.left_out = self.too_many = False
        self.size = 0
        self._waiting: dict[int, deque[tuple[Any, Options, int]]] = {0: deque()}
        self._count = 0
        self._begun = False
        #: The known beginning of this path, how many choices were made of it, and those made since.
        self._given: list[Link] = []
        self._fresh: list[Link] = []
        self._place = 0
        self._last: Link | None = None

    def begin(self) -> bool:
        """Takes up the next path; False if there is none."""
        self._given, self._place, self._fresh, self._last = [], 0, [], None
        if not self._begun:
            self._begun = True
            return True
        taken = self._take()
        if taken is None:
            return False
        before, options, place = taken
        self._wait(before, options, place + 1, self.size - options.sizes[place])
        link: Any = (before, options.values[place], options)
        while link is not None:
            self._given.append(link)
            link = link[0]
        self._given.reverse()
        return True

    def choose(self, options: Options) -> Any:
        place = self._place
        self._place = place + 1
        if place < len(self._given):
            known = self._last = self._given[place]
            if known[2].choice != options.choice:
                raise Diverged
            return known[1]
        made: Link = (self._last, options.values[0], options)
        self._last = made
        self._fresh.append(made)
        return made[1]

    def path(self) -> list[Link]:
        """The choices of this path so far."""
        return [*self._given[: self._place], *self._fresh]

    def repeat(self, path: list[Link]) -> None:
        """Takes up a path that has ended once more."""
        self._given, self._place, self._fresh, self._last = path, 0, [], None

    def end(self) -> int:
        """Notes what stands behind the choices of this path, and says how many it has."""
        if self._place < len(self._given):
            raise Diverged
        for before, _, options in self._fresh:
            self._wait(before, options, 1, self.size)
        return self._place

    def _wait(self, before: Any, options: Options, place: int, size: int) -> None:
        if not options.has(place):
            return
        size += options.sizes[place]
        if size > self.largest:
            self.left_out = True
            return
        if self._count >= self.most:
            self.too_many = True
            return
        self._count += 1
        self._waiting.setdefault(size, deque()).append((before, options, place))

    def _take(self) -> Any:
        while self._waiting:
            waiting = self._waiting.get(self.size)
            if waiting:
                self._count -= 1
                return waiting.popleft()
            self._waiting.pop(self.size, None)
            self.size = min(self._waiting, default=self.size)
        return None
