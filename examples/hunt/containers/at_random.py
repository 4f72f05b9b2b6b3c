"""Sets with an order at random, by Hypothesis' rules, each beside a list. `any` is as one writes it who reads the documentation;
`small` has three items, and begins with none."""

from by_hypothesis import Calls, length, machine, tell
from collections_extended import setlist
from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule
from ordered_set import OrderedSet


def ordered_set(made, items, several):
    class Machine(Calls):
        """Items may be those that are there: a place, which is taken modulo their number, says which one."""

        @initialize(several=several)
        def make(self, several):
            self.called("make", several)
            self.set, self.model = made(several), list(dict.fromkeys(several))

        def holds(self, name, *arguments):
            self.called(name, *arguments)

            def is_right():
                getattr(self.set, name)(*arguments)
                places = [self.set.index(item) for item in self.model]
                return list(self.set) == self.model and places == list(range(len(self.model)))

            self.hold(is_right)

        @rule(item=items)
        def add(self, item):
            self.model += [item] if item not in self.model else []
            self.holds("add", item)

        @rule(several=several)
        def update(self, several):
            self.model += [item for item in dict.fromkeys(several) if item not in self.model]
            self.holds("update", several)

        @precondition(lambda self: self.model)
        @rule(place=st.integers(0, 100))
        def pop(self, place):
            place %= len(self.model)
            del self.model[place]
            self.holds("pop", place)

        @precondition(lambda self: self.model)
        @rule(name=st.sampled_from(["discard", "remove"]), place=st.integers(0, 100))
        def leave(self, name, place):
            self.holds(name, self.model.pop(place % len(self.model)))

        @rule(item=items)
        def discard(self, item):
            self.model = [other for other in self.model if other != item]
            self.holds("discard", item)

        @rule()
        def clear(self):
            self.model = []
            self.holds("clear")

    return Machine


ANY, FEW = st.integers(), st.sampled_from("abc")
FAULTS = {"ordered-set, pop": OrderedSet, "collections-extended, setlist.pop": setlist}
STRATEGIES = {"any": (ANY, st.lists(ANY)), "small": (FEW, st.just([]))}
tell(
    [
        (fault, name, machine(ordered_set(made, *strategy)))
        for fault, made in FAULTS.items()
        for name, strategy in STRATEGIES.items()
    ],
    size=lambda calls: length(calls) + 1,  # the look at all places is a call
)
