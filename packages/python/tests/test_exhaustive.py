"""The backend "korrel" of Hypothesis: every input once, smallest first; counts are formulas, or other listings."""

import dataclasses
import enum
import itertools
import math

import pytest
from hypothesis import assume, given, reject, reproduce_failure, settings, strategies as st
from hypothesis.database import InMemoryExampleDatabase
from hypothesis.errors import Unsatisfiable
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, initialize, precondition, rule

from pykorrel import _exhaustion, _sizes, hypothesis as korrel

korrel.register()
exhaustive = settings(backend="korrel", database=None, deadline=None)


@pytest.fixture(autouse=True)
def budget(monkeypatch):
    """Time enough, no renamings, and nothing afterwards; each test may change it."""
    monkeypatch.setattr(_exhaustion, "budget", _exhaustion.Budget(seconds=60, afterwards=0, renaming=False))
    monkeypatch.setattr("pykorrel._backend.budget", _exhaustion.budget)


def tried(strategy, given_settings=exhaustive):
    """The inputs in their order."""
    inputs = []

    @given_settings
    @given(strategy)
    def test(value):
        inputs.append(value)

    test()
    assert korrel.outcome().complete
    # If this failed, an input would run that nobody counts, or be counted without a run.
    assert len(inputs) == korrel.outcome().inputs
    return inputs


def complete(strategy):
    inputs = tried(strategy)
    assert korrel.outcome().complete and korrel.outcome().kind == "COMPLETE"
    assert len(inputs) == len(set(map(repr, inputs))), "an input came twice"
    return inputs


@pytest.mark.parametrize("longest", range(5))
@pytest.mark.parametrize("letters", ["a", "ab", "abc"])
def test_lists_over_an_alphabet(longest, letters):
    # If this failed, COMPLETE would be a lie for the plainest of strategies.
    inputs = complete(st.lists(st.sampled_from(letters), max_size=longest))
    expected = [list(word) for length in range(longest + 1) for word in itertools.product(letters, repeat=length)]
    assert sorted(inputs) == sorted(expected)
    assert len(inputs) == sum(len(letters) ** length for length in range(longest + 1))


@pytest.mark.parametrize(
    "strategy, expected",
    [
        (st.integers(-3, 9), range(-3, 10)),
        (st.integers(5, 9), range(5, 10)),
        (st.integers(-9, -5), range(-9, -4)),
        (st.integers(0, 300), range(301)),
        (st.booleans(), [False, True]),
        (st.none() | st.booleans(), [None, False, True]),
        (st.tuples(st.booleans(), st.integers(0, 2)), itertools.product([False, True], range(3))),
        (st.text("xyz", max_size=3), ["".join(w) for n in range(4) for w in itertools.product("xyz", repeat=n)]),
        (st.text("é", min_size=2, max_size=2), ["éé"]),
        (st.binary(max_size=1), [b"", *(bytes([byte]) for byte in range(256))]),
        (st.permutations(range(5)), map(list, itertools.permutations(range(5)))),
        (st.lists(st.integers(0, 3), unique=True), [list(p) for n in range(5) for p in itertools.permutations(range(4), n)]),
        (st.frozensets(st.integers(0, 4)), [frozenset(c) for n in range(6) for c in itertools.combinations(range(5), n)]),
        (st.dictionaries(st.sampled_from("ab"), st.booleans(), max_size=1), [{}, *({k: v} for k in "ab" for v in (False, True))]),
        (st.integers(0, 5).filter(lambda n: n % 2), [1, 3, 5]),
        (st.sampled_from(range(9)).filter(lambda n: n % 4 == 1), [1, 5]),
        (st.integers(0, 3).flatmap(lambda n: st.lists(st.booleans(), min_size=n, max_size=n)),
         [list(w) for n in range(4) for w in itertools.product([False, True], repeat=n)]),
        (st.integers(0, 9).map(lambda n: n // 4), [0, 1, 2]),
        (st.just(7), [7]),
        (st.floats(1.5, 1.5), [1.5]),
    ],
)
def test_the_values_are_those_of_another_listing(strategy, expected):
    assert sorted(map(repr, complete(strategy))) == sorted(map(repr, expected))


def catalan(n):
    return math.comb(2 * n, n) // (n + 1)


@pytest.mark.parametrize("leaf_first", [True, False])
def test_binary_trees_are_counted_by_catalan_numbers(leaf_first):
    # OEIS A000108. If the second one failed, a strategy that names its recursive case first would never reach a leaf.
    pair = st.deferred(lambda: st.tuples(tree, tree))
    tree = st.none() | pair if leaf_first else st.deferred(lambda: st.one_of(st.tuples(tree, tree), st.none()))
    korrel._exhaustion.budget.size = 6
    inputs = tried(tree)
    assert korrel.outcome().complete and korrel.outcome().within == 6

    def nodes(value):
        return 0 if value is None else 1 + sum(map(nodes, value))

    counts = [sum(nodes(each) == n for each in inputs) for n in range(10)]
    assert len(set(inputs)) == len(inputs)
    assert counts[:6] == [catalan(n) for n in range(6)]
    assert inputs[0] is None


def test_recursive_strategies_give_each_tree_once():
    # Hypothesis nests three levels for six leaves: the trees of depth 3 or less, by f' = x + f**2, with at most six leaves.
    inputs = complete(st.recursive(st.none(), lambda children: st.tuples(children, children), max_leaves=6))
    by_leaves = [0, 1] + [0] * 5
    for _ in range(3):
        squares = [sum(by_leaves[i] * by_leaves[n - i] for i in range(n + 1)) for n in range(7)]
        by_leaves = [count + (n == 1) for n, count in enumerate(squares)]

    def leaves(value):
        return 1 if value is None else sum(map(leaves, value))

    assert [sum(leaves(each) == n for each in inputs) for n in range(7)] == by_leaves
    assert korrel.outcome().equal > 0


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


@dataclasses.dataclass
class Card:
    colour: Colour
    number: int
    marked: bool = False


def test_dataclasses_and_composites_are_followed():
    @st.composite
    def ascending(draw):
        low = draw(st.integers(0, 3))
        return low, draw(st.integers(low, 3))

    cards = complete(st.builds(Card, st.sampled_from(Colour), st.integers(0, 1), st.booleans()))
    assert len(cards) == 8
    assert sorted(complete(ascending())) == [(low, high) for low in range(4) for high in range(low, 4)]


def test_sizes_never_fall():
    # If this failed, the first input that fails would not be the smallest.
    korrel._exhaustion.budget.size = 7
    inputs = tried(st.lists(st.integers()))
    sizes = [len(each) + sum(map(abs, each)) for each in inputs]
    assert sizes == sorted(sizes) and sizes[-1] == 7
    # A list of size n: n times an element of 1 + 2x/(1-x), by its generating function x(1+x)/(1-x).
    element = [0] + [1] + [2] * 6
    expected = [1]
    for n in range(1, 8):
        expected.append(sum(element[k] * expected[n - k] for k in range(1, n + 1)))
    assert [sizes.count(n) for n in range(8)] == expected
    assert str(korrel.outcome()).startswith(f"COMPLETE up to size 7: all {sum(expected):,} inputs")


def test_several_arguments_and_draws_inside_the_test():
    seen = []

    @exhaustive
    @given(st.booleans(), st.data())
    def test(first, data):
        seen.append((first, data.draw(st.integers(0, 2)) if first else None))

    test()
    assert sorted(seen, key=repr) == sorted([(False, None), (True, 0), (True, 1), (True, 2)], key=repr)
    assert korrel.outcome().inputs == 4 and korrel.outcome().complete


def test_assumptions_refuse_and_the_enumeration_goes_on():
    # Hypothesis alone gives up where nearly all inputs are refused; the first ones are the smallest here.
    seen = []

    @exhaustive
    @given(st.integers(0, 999))
    def test(number):
        assume(number % 250 == 249)
        seen.append(number)

    test()
    assert seen == [249, 499, 749, 999]
    assert korrel.outcome().refused == 996 and korrel.outcome().complete


def test_nothing_is_left():
    @exhaustive
    @given(st.integers(0, 3))
    def test(number):
        reject()

    with pytest.raises(Exception, match="tried every possible input"):
        test()


# State machines


def sequences(steps):
    """All logs of Machine, by a listing of its own."""
    logs, ended = [((), ())], set()
    for _ in range(steps):
        following = []
        for log, things in logs:
            following.append((log + ("make",), things + (len(log),)))
            following += [(log + (f"use {thing}",), things) for thing in things]
            following += [(log + (f"take {thing}",), tuple(t for t in things if t != thing)) for thing in things]
            if len(log) % 2:
                following += [(log + (f"flip {flag}",), things) for flag in (False, True)]
        logs = following
        ended.update(log for log, _ in logs)
    return ended


def test_state_machines_make_each_sequence_once():
    logs = []

    class Machine(RuleBasedStateMachine):
        things = Bundle("things")

        def __init__(self):
            super().__init__()
            self.log = ()

        @rule(target=things)
        def make(self):
            self.log += ("make",)
            return len(self.log) - 1

        @rule(thing=things)
        def use(self, thing):
            self.log += (f"use {thing}",)

        @rule(thing=consumes(things))
        def take(self, thing):
            self.log += (f"take {thing}",)

        @precondition(lambda self: len(self.log) % 2)
        @rule(flag=st.booleans())
        def flip(self, flag):
            self.log += (f"flip {flag}",)

        def teardown(self):
            logs.append(self.log)

    Machine.TestCase.settings = settings(exhaustive, stateful_step_count=4)
    Machine.TestCase().runTest()
    assert korrel.outcome().complete
    full = [log for log in logs if log]
    assert set(full) == sequences(4)
    assert korrel.outcome().inputs == len(sequences(4))


def test_initial_rules_come_in_every_order():
    logs = []

    class Machine(RuleBasedStateMachine):
        def __init__(self):
            super().__init__()
            self.log = ""

        @initialize()
        def one(self):
            self.log += "1"

        @initialize()
        def two(self):
            self.log += "2"

        @rule()
        def step(self):
            self.log += "."

        def teardown(self):
            logs.append(self.log)

    Machine.TestCase.settings = settings(exhaustive, stateful_step_count=3)
    Machine.TestCase().runTest()
    assert set(logs) == {"1", "2", "12", "21", "12.", "21."}


# Failures


def fails_on_unsorted(given_settings):
    @given_settings
    @given(st.lists(st.integers()))
    def test(numbers):
        assert numbers == sorted(numbers)

    return test


def test_the_smallest_failing_input_is_reported():
    with pytest.raises(AssertionError) as caught:
        fails_on_unsorted(exhaustive)()
    assert any("numbers=[0, -1]" in note for note in caught.value.__notes__)
    assert korrel.outcome().kind == "FAILED" and korrel.outcome().failed[1] == 3
    assert "no smaller input fails" in str(korrel.outcome())


def test_a_failure_is_reproduced_as_without_a_backend():
    test = fails_on_unsorted(settings(exhaustive, print_blob=True))
    with pytest.raises(AssertionError) as caught:
        test()
    (blob,) = [note for note in caught.value.__notes__ if "reproduce_failure" in note]
    version, choices = eval(blob[blob.index("(") : blob.index(")") + 1])
    with pytest.raises(AssertionError):
        reproduce_failure(version, choices)(test)()


def test_a_failure_is_kept_in_the_database():
    test = fails_on_unsorted(settings(exhaustive, database=InMemoryExampleDatabase()))
    with pytest.raises(AssertionError):
        test()
    before = len(korrel.outcomes())
    with pytest.raises(AssertionError):
        test()
    assert korrel.outcome().inputs == 0 and len(korrel.outcomes()) == before + 1
    assert str(korrel.outcome()) == "FAILED on an input that Hypothesis has kept"


# Budgets


def test_what_has_no_end_is_cut_and_hypothesis_goes_on():
    korrel._exhaustion.budget.seconds, korrel._exhaustion.budget.afterwards = 0.3, 25
    numbers = []

    @exhaustive
    @given(st.integers())
    def test(number):
        numbers.append(number)

    test()
    outcome = korrel.outcome()
    assert outcome.kind == "cut" and outcome.afterwards == 25
    assert len(numbers) == outcome.inputs + 25
    below = outcome.inputs - outcome.inputs_of_size
    assert sorted(numbers[:below]) == list(range(1 - outcome.size, outcome.size))
    assert "0.3 s are up" in str(outcome) and "then 25 examples by Hypothesis" in str(outcome)


def test_a_large_input_that_fails_is_found_afterwards():
    korrel._exhaustion.budget.size, korrel._exhaustion.budget.afterwards = 5, 200

    @exhaustive
    @given(st.integers())
    def test(number):
        assert number < 10**6

    with pytest.raises(AssertionError):
        test()
    assert str(korrel.outcome()).startswith("FAILED on an example by Hypothesis")


def test_max_examples_is_a_budget_of_inputs():
    inputs = []

    @settings(exhaustive, max_examples=20)
    @given(st.integers())
    def test(number):
        inputs.append(number)

    test()
    assert len(set(inputs)) == len(inputs) == 20 and "max_examples reached" in str(korrel.outcome())


@pytest.mark.parametrize("most, kind", [(1, "cut"), (2, "COMPLETE"), (3, "COMPLETE")])
def test_as_many_inputs_as_there_are_are_all(most, kind):
    # If this failed, Hypothesis' own simplest case would take a place, and COMPLETE would need a budget above the inputs.
    inputs = []

    @settings(exhaustive, max_examples=most)
    @given(st.integers(0, 9).filter(lambda number: number % 9 == 0))
    def test(number):
        inputs.append(number)

    test()
    assert inputs == [0, 9][:most]
    assert (korrel.outcome().inputs, korrel.outcome().kind) == (len(inputs), kind)


class Shade(enum.Flag):
    LIGHT = 1
    DARK = 2
    DULL = 4


def test_combinations_of_flags_come_once():
    # If this failed, a combination that several ways make would be tried for each of them: 17 inputs of 8 values.
    assert len(complete(st.sampled_from(Shade))) == 8


def test_values_that_change_with_what_the_test_keeps_are_no_certificate():
    # If this failed, COMPLETE would stand for values that the strategy does not make any more.
    table = [1, 2, 3]

    @exhaustive
    @given(st.integers(0, 2).map(lambda place: table[place]))
    def test(number):
        table[0] = 9

    test()
    assert korrel.outcome().kind == "cut" and korrel.outcome().inputs == 3
    assert str(korrel.outcome()) == "3 inputs, but the first inputs have other values when they are made again"


def test_an_input_that_is_refused_when_it_is_made_again_is_no_certificate():
    gone = set()

    @exhaustive
    @given(st.integers(0, 2).filter(lambda number: number not in gone))
    def test(number):
        gone.add(number)

    test()
    assert korrel.outcome().kind == "cut" and "other values" in str(korrel.outcome())


def test_only_some_floats_are_tried_and_this_is_told():
    @exhaustive
    @given(st.lists(st.floats(), max_size=1))
    def test(numbers):
        pass

    test()
    outcome = korrel.outcome()
    assert outcome.kind == "partial" and not outcome.complete
    assert "only 53 values of floats()" in str(outcome)


def test_inputs_that_are_too_large_for_hypothesis_are_missing():
    # If this failed, inputs that nothing tries would be taken for refused ones, and the others for all.
    @exhaustive
    @given(st.lists(st.text("a", min_size=3000, max_size=3000).map(len), max_size=9))
    def test(lengths):
        pass

    test()
    outcome = korrel.outcome()
    assert (outcome.inputs, outcome.refused, outcome.too_large, outcome.kind) == (3, 0, 1, "partial")
    assert str(outcome) == "3 inputs, all that Hypothesis can make; 1 begun that are too large for Hypothesis"


def test_inputs_that_are_too_deep_for_hypothesis_are_missing():
    # If this failed, a strategy without a largest input would be said to be exhausted.
    nested = st.deferred(lambda: st.none() | st.tuples(nested))

    @exhaustive
    @given(nested)
    def test(value):
        pass

    test()
    outcome = korrel.outcome()
    assert (outcome.refused, outcome.too_large, outcome.kind) == (0, 1, "partial") and outcome.inputs < 100
    assert str(outcome).endswith("inputs, all that Hypothesis can make; 1 begun that are too large for Hypothesis")


@pytest.mark.parametrize("strategy, all_were_tried", [(st.integers(0, 3), True), (st.integers(), False)])
def test_without_a_valid_input_only_what_was_tried_is_told(strategy, all_were_tried):
    # If this failed, a budget that is too small would be taken for assumptions that nothing satisfies.
    korrel._exhaustion.budget.seconds = 0.5

    @exhaustive
    @given(strategy)
    def test(number):
        reject()

    with pytest.raises(Unsatisfiable) as caught:
        test()
    assert ("every possible input" in str(caught.value)) is all_were_tried


def test_the_size_of_the_budget_is_told_beside_values_that_are_left_out():
    korrel._exhaustion.budget.size = 0

    @exhaustive
    @given(st.floats(), st.integers(0, 3))
    def test(value, number):
        pass

    test()
    assert str(korrel.outcome()).startswith("1 input, all up to size 0 that are listed; only 53 values")


def test_a_test_that_hypothesis_ends_has_not_used_up_its_inputs():
    @exhaustive
    @given(st.integers(0, 9))
    def test(number):
        if number == 2:
            pytest.skip("not here")

    with pytest.raises(pytest.skip.Exception):
        test()
    assert str(korrel.outcome()).endswith("then cut (Hypothesis ended the test)")


def test_a_long_word_is_listed():
    # If this failed, a test of long texts would end in a RecursionError.
    words = _sizes.words(2, 2000, 2000, bytes)
    assert words.has(2000) and words.sizes[:2002] == [0] + [1] * 2000
    assert sorted(words.values[1:2001]) == sorted(bytes(n) + b"\1" + bytes(1999 - n) for n in range(2000))


class Slotted:
    __slots__ = ("hidden",)


@dataclasses.dataclass
class WithSlots(Slotted):
    __slots__ = ("shown",)
    shown: int


@dataclasses.dataclass
class Listed(list):
    shown: int


def test_what_lies_beside_the_fields_is_no_equal_input():
    # If this failed, inputs would be left out that a test can tell apart.
    def slotted(number):
        made = WithSlots(1)
        made.hidden = number
        return made

    def listed(number):
        made = Listed(1)
        made.append(number)
        return made

    for make in slotted, listed:
        tried(st.sampled_from([5, 6, 7]).map(make))
        assert (korrel.outcome().inputs, korrel.outcome().equal) == (3, 0)


def test_a_test_that_draws_by_chance_is_not_complete():
    # If this failed, the paths would be those of another test.
    runs = itertools.count()

    @settings(exhaustive, max_examples=30)
    @given(st.data())
    def test(data):
        data.draw(st.lists(st.booleans(), min_size=2, max_size=2))
        data.draw(st.booleans() if next(runs) % 2 else st.integers(0, 5))

    try:
        test()
    except Exception as error:  # Hypothesis finds it out as well, at times
        assert "Flaky" in type(error).__name__
    assert not korrel.outcome().complete and "draws something else" in str(korrel.outcome())


@pytest.mark.parametrize("wrong", [{"seconds": -1}, {"size": -1}, {"afterwards": -5}, {"renaming": 3}, {"size": True}])
def test_a_wrong_budget_is_refused(wrong):
    with pytest.raises(ValueError, match="expected"):
        korrel.budget(**wrong)


def test_the_environment_changes_the_budget(monkeypatch):
    monkeypatch.setenv("KORREL_SIZE", "3")
    monkeypatch.setenv("KORREL_SECONDS", "0.5")
    _exhaustion.from_environment()
    assert (_exhaustion.budget.size, _exhaustion.budget.seconds) == (3, 0.5)
    monkeypatch.setenv("KORREL_RENAMING", "yes")
    with pytest.raises(ValueError, match="KORREL_RENAMING=yes: expected True or False"):
        _exhaustion.from_environment()


def test_it_is_a_backend_by_hypothesis_own_test():
    from hypothesis.internal.conjecture.provider_conformance import run_conformance_test

    from pykorrel._backend import Exhaustive

    # Random inputs find a given value; the smallest ones do not.
    few = settings(max_examples=15, stateful_step_count=15, database=None, deadline=None)
    run_conformance_test(Exhaustive, check_findability=False, settings=few)


# pytest


def test_the_terminal_tells_how_far_each_test_came(run):
    result = run(
        """
import pykorrel.hypothesis
from hypothesis import given, settings, strategies as st

pykorrel.hypothesis.register()
pykorrel.hypothesis.budget(seconds=30)
settings.register_profile("here", settings.get_profile("korrel"), database=None)
settings.load_profile("here")

@given(st.lists(st.booleans(), max_size=3))
def test_all(flags):
    pass

@settings(max_examples=10)
@given(st.integers())
def test_cut(number):
    pass

@given(st.integers())
def test_wrong(number):
    assert number < 3
"""
    )
    settings.load_profile("default")
    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines(
        [
            "*test_it.py::test_all: COMPLETE: all 15 inputs",
            "*test_it.py::test_cut: complete up to size 4: 9 inputs, 1 of size 5; then cut (max_examples reached)",
            "*test_it.py::test_wrong: FAILED at input 6 (size 3); no smaller input fails",
            "1 COMPLETE, 1 FAILED, 1 cut",
        ]
    )
