"""The same faults by Hypothesis, with two strategies for universes: how many seeds find each.

    examples/hunt/resolve/run --at-random 100 10    # examples, seeds
"""

import sys

from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st
from reproduce import resolved

PACKAGES, NUMBERS = "abcd", "012"
FAULTS = {"no end": "ResolutionTooDeep", "RecursionError": "RecursionError", "a wrong answer": "does not work"}
wanted_numbers = st.sets(st.sampled_from(NUMBERS), min_size=1).map(lambda numbers: "".join(sorted(numbers)))


@st.composite
def drawn(draw):
    """Package by package: how many versions, and for each a coin for each other package."""
    universe = {}
    for package in PACKAGES:
        for number in NUMBERS[: draw(st.integers(1, 3))]:
            others = [other for other in PACKAGES if other != package and draw(st.booleans())]
            universe[package + number] = [other + draw(wanted_numbers) for other in others]
    return universe


names = st.sampled_from([package + number for package in PACKAGES for number in NUMBERS])
requirements = st.dictionaries(st.sampled_from(PACKAGES), wanted_numbers, max_size=2)
flat = st.dictionaries(names, requirements, min_size=1).map(  # a dictionary of dictionaries, as the data is
    lambda universe: {
        version: [other + numbers for other, numbers in needs.items() if other != version[0]]
        for version, needs in universe.items()
    }
)


def smallest(strategy, fault, number, examples):
    sizes = []

    @seed(number)
    @settings(max_examples=examples, database=None, deadline=None, suppress_health_check=list(HealthCheck))
    @given(strategy)
    def test(universe):
        if fault in resolved(universe, PACKAGES, "a012"):
            sizes.append(len(universe))
            raise AssertionError

    try:
        test()
    except AssertionError:
        return sizes[-1]


examples, seeds = map(int, sys.argv[1:])
for name, strategy in {"drawn": drawn(), "flat": flat}.items():
    for title, fault in FAULTS.items():
        found = [smallest(strategy, fault, number, examples) for number in range(seeds)]
        sizes = sorted(size for size in found if size)
        print(f"{name}, {examples} examples, {title}: {len(sizes)} of {seeds} seeds", *([f"with {sizes} versions"] * bool(sizes)))
