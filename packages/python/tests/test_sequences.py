"""All sequences of calls: how many, in which order, what is found, and what is said of it."""

import copy
import itertools
import re

import pytest

import pykorrel
from pykorrel import awkward, pool, sequences


class Stack:
    def __init__(self):
        self.items = []

    def append(self, value):
        self.items.append(value)

    def pop(self):
        return self.items.pop()


CALLS = {
    "append": [[0, -0.0, float("nan")]],
    "pop": [],
    "top": {"subject": lambda it: it.items[-1], "model": lambda it: it[-1]},
}


def told(calls=CALLS, subject=Stack, model=list, **options):
    with pytest.raises(AssertionError) as failure:
        sequences(calls, subject=subject, model=model, **options).check()
    return str(failure.value)


@pytest.mark.parametrize("pushes, up_to", [(1, 0), (1, 5), (2, 4), (4, 3)])
def test_all_sequences_each_once_shortest_first(pushes, up_to):
    # If this failed, COMPLETE would be a lie, or a shorter failure could come after a longer one.
    asked = sequences({"push": [list(range(pushes))], "pop": []}, up_to=up_to)
    words = [f"push({at})" for at in range(pushes)] + ["pop()"]
    brute = [some for length in range(up_to + 1) for some in itertools.product(words, repeat=length)]
    assert [tuple(call.text for call in calls) for calls in asked] == brute
    k = pushes + 1
    assert asked.total == asked.count == len(brute) == (k ** (up_to + 1) - 1) // (k - 1)
    assert asked.status == "complete"


def test_all_combinations_of_arguments():
    some = sequences({"swap": [[0, 1], "ab".split()], "put": [awkward.numbers[:2]]}, up_to=1)
    assert [[call.text for call in calls] for calls in some] == [
        [],
        ["swap(0, 'ab')"],
        ["swap(1, 'ab')"],
        ["put(0)"],
        ["put(1)"],
    ]


def test_what_holds_says_how_many_there_were():
    asked = sequences(CALLS, subject=Stack, model=list)
    assert str(asked) == "156 sequences of up to 3 calls out of 5"
    assert asked.check() == "COMPLETE: all 156 sequences of up to 3 calls out of 5"


def test_a_planted_fault_is_found_by_a_shortest_sequence_shown_as_code():
    class Signless(Stack):
        def pop(self):
            return self.items.pop() + 0

    assert told(subject=Signless) == (
        "pop: 0.0, expected -0.0\n\nThe shortest sequence that fails; all 14 before it pass.\n"
        "  signless.append(-0.0)\n  signless.pop()  # 0.0, expected -0.0"
    )

    class Deep(Stack):
        def append(self, value):
            super().append(None if len(self.items) == 2 else value)

    text = told(subject=Deep, up_to=4)
    assert text.endswith(
        "\n  deep.append(0)\n  deep.append(0)\n  deep.append(0)\n  deep.pop()  # None, expected 0"
    )


@pytest.mark.parametrize("wanted", ["", "b", "cb", "aca", "ccc", "abca"])
def test_a_fault_is_found_if_and_only_if_a_loop_over_all_sequences_finds_it(wanted):
    def made(is_faulty):
        done = []

        def call(it, word):
            done.append(word)
            return bool(is_faulty and wanted and "".join(done).endswith(wanted))

        return done, call

    calls = {word: {side: lambda it, word=word: it(word) for side in ("subject", "model")} for word in "abc"}

    def maker(is_faulty):
        def make():
            done = []
            return lambda word: bool(
                done.append(word) or is_faulty and wanted and "".join(done).endswith(wanted)
            )

        return make

    loops = [some for length in range(4) for some in itertools.product("abc", repeat=length)]
    first = next((some for some in loops if wanted and "".join(some).endswith(wanted)), None)
    asked = sequences(calls, subject=maker(True), model=maker(False))
    if first is None:
        assert asked.check().startswith("COMPLETE: all 40 ")
        return
    with pytest.raises(AssertionError) as failure:
        asked.check()
    assert tuple(re.findall(r"^  (\w)\(", str(failure.value), re.MULTILINE)) == first


class Forgets(Stack):
    def pop(self):
        last = self.items[-1]
        del self.items[1:]
        return last


def test_what_is_looked_at_in_the_end():
    def subject(play):
        stack = Stack()
        play(stack)
        return stack.items

    def lost(play):
        stack = Forgets()
        play(stack)
        return stack.items

    def model(play):
        plain = []
        play(plain)
        return list(plain)

    assert sequences(CALLS, subject=subject, model=model).check().startswith("COMPLETE: all 156 ")
    text = told(subject=lost, model=model)
    assert text.startswith("in the end: len(it): 1, expected 0\n")
    assert text.endswith("  forgets.append(0)\n  forgets.pop()  # 0")
    with pytest.raises(pykorrel.BoundsError, match="either both have a parameter `play`"):
        sequences(CALLS, subject=subject, model=list).check()
    with pytest.raises(pykorrel.BoundsError, match="has not called"):
        sequences(CALLS, subject=lambda play: 1, model=lambda play: 1).check()


class Cell:
    one = None

    def put(self, one):
        self.one = one

    def get(self):
        return self.one


def test_identity_late_changes_and_changed_arguments_are_differences():
    calls = {"put": [pool("{}", "[2, 1]")], "get": []}

    class Copies(Cell):
        def put(self, one):
            self.one = copy.copy(one)

    class Sorts(Cell):
        def put(self, one):
            self.one = one
            if isinstance(one, list):
                one.sort()

    class Shows:
        def __init__(self):
            self.all = []

        def put(self):
            self.all.append(0)

        def get(self):
            return self.all

    class Hides(Shows):
        def get(self):
            return list(self.all)

    assert told(calls, Copies, Cell).startswith(
        "get: another object, expected the same as one that was given\n"
    )
    text = told(calls, Sorts, Cell)
    assert text.startswith("an argument in the end: [0]: 1, expected 2\n") and text.endswith(
        "  sorts.put([2, 1])"
    )
    text = told({"put": [], "get": []}, Shows, Hides)
    assert text.startswith("get, when the last call is over: len(it): 1, expected 0\n")
    whole = sequences({"put": [awkward.all], "get": []}, subject=Cell, model=Cell, up_to=2).check()
    k = len(awkward.all) + 1
    assert whole == f"COMPLETE: all {1 + k + k * k:,} sequences of up to 2 calls out of {k}"


def test_all_causes_without_those_that_only_begin_as_one_that_fails():
    class Twice(Stack):
        def append(self, value):
            if value != value:
                raise ValueError("no number")
            super().append(value + 0)

    text = told(subject=Twice, failures="all")
    assert re.match(
        r"\d+ of \d+ sequences fail, by 3 causes\n\n1\. append: it raised ValueError  \(\d+ sequences\)\n",
        text,
    )
    assert (
        "\n     twice.append(-0.0)\n     twice.pop()  # 0.0, expected -0.0\n   pop: 0.0, expected -0.0\n"
        in text
    )
    assert re.search(
        r"COMPLETE: all 156 sequences of up to 3 calls out of 5, but for \d+ that begin as one that fails$",
        text,
    )


def test_raised_on_both_sides_is_equal_and_told_where_there_was_nothing_else():
    said = sequences({"pop": []}, subject=Stack, model=list, up_to=2).check()
    assert said == "COMPLETE: all 3 sequences of up to 2 calls out of 1; on both sides pop always raised"

    def never(it):
        raise LookupError("never")

    with pytest.raises(AssertionError, match="^pop: it returned 0, expected LookupError: never") as failure:
        sequences({"append": [[0]], "pop": {"model": never}}, subject=Stack, model=list).check()
    assert str(failure.value.__cause__) == "never"


def test_limits():
    asked = sequences(CALLS, subject=Stack, model=list, limit=40)
    assert (
        asked.check()
        == "stopped at the limit: 40 of 156 sequences of up to 3 calls out of 5, all of up to 2 calls"
    )
    with pytest.raises(pykorrel.Incomplete, match=r"INCOMPLETE \(timeout\): [\d,]+ of 2,441,406 sequences"):
        sequences(CALLS, subject=Stack, model=list, up_to=9, timeout=0.05).check()

    def endless(it):
        while len(it.items) == 2:
            pass
        return it.pop()

    text = told({**CALLS, "pop": {"subject": endless}}, input_timeout=0.3)
    assert "it did not come to an end within 0.3 s" in text
    assert text.endswith("  stack.append(0)\n  stack.append(0)\n  pop(stack)  # not reached")


@pytest.mark.parametrize(
    "calls, options, message",
    [
        ({}, {}, "expected a dict with an operation for each name"),
        (CALLS, {"up_to": -1}, "up_to: -1: expected a number of calls"),
        ({"append": [0]}, {}, "append: argument 1: expected a list of values"),
        ({"append": [[]]}, {}, "append: argument 1: there are no values"),
        ({"append": {"arg": []}}, {}, "append: arg: there are args, subject and model"),
        ({"peek": []}, {}, "calls: peek: the subject has no method of this name"),
        (CALLS, {"model": None}, "subject and model: expected a function each"),
        (CALLS, {"failures": "some"}, "'first' or 'all'"),
    ],
)
def test_mistakes_are_told(calls, options, message):
    with pytest.raises(pykorrel.BoundsError, match=message):
        sequences(calls, **{"subject": Stack, "model": list, **options}).check()
