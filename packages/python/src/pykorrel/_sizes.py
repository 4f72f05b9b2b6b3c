"""The values of one choice of a Hypothesis test, smallest first.

An exhaustive search needs an order in which every value comes after finitely many others, also where a type has no
largest value. So each value has a size, a whole number, and each choice lists its values by it:

- an integer of `integers()`: its distance from zero, or from the bound that is nearest to zero;
- any other number that is drawn (the index of `sampled_from` or `one_of`, a day, a year): the number of binary digits
  of its distance. So the hundredth of many alternatives is not a hundred times as large as the second;
- a truth value: 1 for True. "One more element" and "one more step" count 1 in this way;
- a text, and bytes: 1 for each letter beyond `min_size`, and the binary digits of each letter's place in
  Hypothesis' order, which begins with 0, 1, …, Z;
- a float m/2**k: m + k. Only some floats are listed (`some`), since those of a size say little about the others.

The size of an input is the sum over its choices. The first value of each choice has size 0, so the smallest input takes
the first everywhere, and an input of size n differs from it in at most n choices.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import count
from typing import Any, Callable

#: Floats m/2**k are listed as far as m + k is this.
_LARGEST_FLOAT = 8


class Options:
    """The values of a choice, made as far as they are asked for.

    Invariant: `sizes` ascends from 0, and is as long as `values`."""

    __slots__ = ("_rest", "choice", "sizes", "some", "values")

    def __init__(self, listed: Iterator[tuple[int, Any]], some: bool = False) -> None:
        #: What is chosen; two of the same may have their values in different orders.
        self.choice: Any = None
        size, value = next(listed)
        self.values, self.sizes = [value], [0]
        self._rest = ((larger - size, value) for larger, value in listed)
        #: Values are left out, so that trying all of these is not trying all there are.
        self.some = some

    def has(self, place: int) -> bool:
        """Whether there is a value in this place."""
        while len(self.values) <= place:
            following = next(self._rest, None)
            if following is None:
                return False
            self.sizes.append(following[0])
            self.values.append(following[1])
        return True

    def number(self) -> int:
        """How many values there are; only where they end."""
        while self.has(len(self.values)):
            pass
        return len(self.values)


def booleans(first: bool) -> Options:
    return Options(iter([(0, first), (1, not first)]))


def only(value: Any) -> Options:
    return Options(iter([(0, value)]))


def integers(low: int | None, high: int | None, towards: int) -> Options:
    return Options(_around(low, high, towards))


def places(low: int | None, high: int | None, towards: int) -> Options:
    """Numbers that stand for something else, like the index of an alternative."""
    return Options((size.bit_length(), value) for size, value in _around(low, high, towards))


def alternatives(number: int, last: frozenset[int]) -> Options:
    """The indices of alternatives, these last."""
    order = sorted(range(number), key=lambda index: (index in last, index))
    return Options((place.bit_length(), index) for place, index in enumerate(order))


def _around(low: int | None, high: int | None, towards: int) -> Iterator[tuple[int, int]]:
    middle = max(towards, low) if low is not None else towards
    middle = min(middle, high) if high is not None else middle
    yield 0, middle
    for distance in count(1):
        above = high is None or middle + distance <= high
        below = low is None or middle - distance >= low
        if above:
            yield distance, middle + distance
        if below:
            yield distance, middle - distance
        if not above and not below:
            return


def words(letters: int, least: int, most: float, spelt: Callable[[tuple[int, ...]], Any]) -> Options:
    """Sequences of `least` to `most` of so many letters, each spelt from the places of its letters."""
    most = most if letters else min(most, 0)
    longest = (letters - 1).bit_length() if letters else 0

    def listed() -> Iterator[tuple[int, Any]]:
        for size in count(least):
            if size > most * (1 + longest):
                return
            for length in range(least, int(min(size, most)) + 1):
                for word in _spread(length, size - length, letters, longest):
                    yield size, spelt(word)

    return Options(listed())


def _spread(length: int, digits: int, letters: int, longest: int) -> Iterator[tuple[int, ...]]:
    """The words of this length whose letters have so many binary digits in all."""
    if digits > length * longest:
        return
    if digits == 0:
        yield (0,) * length
        return
    # As deep as there are letters beyond the first one of the alphabet: a word may be long.
    for zeros in reversed(range(length)):
        for first in range(1, min(digits, longest) + 1):
            here = range(1 << first >> 1, min(1 << first, letters))
            for rest in _spread(length - zeros - 1, digits - first, letters, longest):
                for letter in here:
                    yield ((0,) * zeros + (letter, *rest))


def floats(low: float, high: float, permitted: Callable[[float], bool]) -> Options:
    """Some floats that are permitted; all, if there is one only."""
    found: dict[tuple[float, float], tuple[int, float]] = {}
    for size, value in sorted(_plain_floats(low, high), key=lambda one: (one[0], abs(one[1]), one[1] < 0)):
        if permitted(value):
            found.setdefault((value, math.copysign(1, value)) if value == value else (0, 0), (size, value))
    return Options(iter(list(found.values()) or [(0, low)]), some=low != high)


def _plain_floats(low: float, high: float) -> Iterator[tuple[int, float]]:
    for size in range(_LARGEST_FLOAT + 1):
        for twos in range(size + 1):
            value = (size - twos) / 2**twos
            yield size, value
            yield size + (value == 0), -value
    yield from ((1, value) for value in (low, high, math.inf, -math.inf, math.nan))
