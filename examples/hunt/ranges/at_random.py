"""Maps of ranges at random, beside a dict of the numbers within them, and of those halfway between. `any` is as one writes it
who reads the documentation; `small` has the spec's bounds."""

import portion
from by_hypothesis import of_strategy, tell
from collections_extended import RangeMap
from hypothesis import strategies as st

SIDES = [portion.closed, portion.open, portion.closedopen, portion.openclosed]


def intervals(numbers):
    bounds = st.tuples(numbers, numbers).map(sorted)
    return st.builds(lambda side, pair: (side, *pair), st.sampled_from(SIDES), bounds)


def points(calls):
    """All numbers in reach: those of the calls, and one between each two."""
    numbers = sorted({number for (*_, lower, upper), _ in calls for number in (lower, upper)})
    return numbers + [(one + other) / 2 for one, other in zip(numbers, numbers[1:])]


def is_disordered(calls):
    """An interval is listed before one that begins earlier, or a number has another value than the last one that it got."""
    ranges, held = portion.IntervalDict(), {}
    for (side, lower, upper), value in calls:
        interval = side(lower, upper)
        ranges[interval] = value
        held |= {number: value for number in points(calls) if number in interval}
    keys = [(key.lower, key.left == portion.OPEN) for key in ranges]
    return keys != sorted(keys) or any(ranges.get(number) != held.get(number) for number in points(calls))


def is_split(calls):
    """Two ranges of one value meet, or a number has another value than the last one that it got."""
    ranges, held = RangeMap(), {}
    for (lower, upper), value in calls:
        ranges.set(value, lower, upper)
        held |= {number: value for number in points(calls) if lower <= number < upper}
    made = list(ranges.ranges())
    meet = any(one.stop == other.start and one.value == other.value for one, other in zip(made, made[1:]))
    return meet or any(ranges.get(number) != held.get(number) for number in points(calls))


def steps(ranges, values, most=None):
    return st.lists(st.tuples(ranges, values), max_size=most)


def halfopen(numbers):
    """From the smaller number to the larger one; a range is not empty."""
    return st.lists(numbers, min_size=2, max_size=2, unique=True).map(sorted).map(tuple)


ANY, LETTERS, FEW = st.integers(-100, 100), st.sampled_from("abc"), st.sampled_from("ab")
INTERVALS = {"any": steps(intervals(ANY), LETTERS), "small": steps(intervals(st.integers(0, 2)), FEW, 2)}
HALFOPEN = {"any": steps(halfopen(ANY), LETTERS), "small": steps(halfopen(st.integers(0, 5)), FEW, 2)}
FAULTS = [
    ("portion 2.1.1, out of order", is_disordered, INTERVALS),
    ("collections-extended 2.0.1, side by side", is_split, HALFOPEN),
]
tell(
    [(fault, name, of_strategy(strategy, shows)) for fault, shows, strategies in FAULTS for name, strategy in strategies.items()],
    size=len,
)
