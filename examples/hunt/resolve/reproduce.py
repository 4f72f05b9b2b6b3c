"""resolvelib alone on two universes, in each order of preference; needs nothing of Korrel."""

import itertools

import resolvelib

UNIVERSES = {  # what each version needs: for each package the versions that will do; a is asked for, in any version
    "a wrong answer": {"a1": ["b01"], "b0": ["a1"], "b1": ["a0"], "a0": ["b0", "c0"], "c0": ["b1"]},
    "RecursionError": {"a1": ["b0"], "a0": [], "b0": ["a0", "c0"], "c0": ["b0"]},
}


class Provider(resolvelib.AbstractProvider):
    def __init__(self, universe, order):
        self.universe, self.order = universe, order

    def identify(self, requirement_or_candidate):
        return requirement_or_candidate[0]

    def get_preference(self, identifier, **state):
        return self.order.index(identifier)

    def find_matches(self, identifier, requirements, incompatibilities):
        allowed = set("012").intersection(*(wanted[1:] for wanted in requirements[identifier]))
        found = [identifier + number for number in sorted(allowed, reverse=True)]
        return [v for v in found if v in self.universe and v not in incompatibilities[identifier]]

    def is_satisfied_by(self, requirement, candidate):
        return candidate[1] in requirement[1:]

    def get_dependencies(self, candidate):
        return self.universe[candidate]


def resolved(universe, order, wanted):
    """What is found, and whether it works; or what is raised."""
    resolver = resolvelib.Resolver(Provider(universe, order), resolvelib.BaseReporter())
    try:
        found = sorted(resolver.resolve([wanted]).mapping.values())
    except (resolvelib.ResolutionImpossible, RecursionError) as error:
        return type(error).__name__
    works = all(any(w[0] + n in found for n in w[1:]) for version in found for w in universe[version])
    return ", ".join(found) + ("" if works else ", which does not work")


def main():
    for title, universe in UNIVERSES.items():
        for order in itertools.permutations(sorted({version[0] for version in universe})):
            print(f"{title}, {' before '.join(order)}: {resolved(universe, order, 'a01')}")


if __name__ == "__main__":
    main()
