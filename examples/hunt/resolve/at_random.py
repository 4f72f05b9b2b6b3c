"""Universes at random, judged as by reproduce.py."""

from by_hypothesis import of_strategy, tell
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


def shows(fault):
    return lambda universe: fault in resolved(universe, PACKAGES, "a012")


tell(
    [
        (f"resolvelib, {title}", name, of_strategy(strategy, shows(fault)))
        for name, strategy in {"drawn": drawn(), "flat": flat}.items()
        for title, fault in FAULTS.items()
    ],
    size=len,
)
