"""Generators that are programs: `pykorrel.generate`, and functions in place of the first root."""

import io
import random
import re
import sys
from typing import Optional

import pykorrel
import pytest
from pykorrel._code.enumeration import Enumeration
from code_trees import Tree, generated_trees, searched_trees


class Node:
    bit: bool
    left: "Optional[Node]"
    right: "Optional[Node]"


class Chain:
    """No annotations: made by its own constructor."""

    def __init__(self, value, rest=None):
        self.value, self.rest = value, rest

    def push(self, value):
        return Chain(value, self)


def keys_of(search):
    return [(search.record()["key"], search._predicate.size) for _ in search]


def test_the_same_trees_three_ways():
    # If this failed, a generator would make other trees than its predicate accepts, or some twice.
    bounds = dict(Tree=1, Node=4, int=range(1, 5))
    wanted = {key for key, _ in keys_of(Enumeration((Tree,), Tree.rep_ok, bounds, names=["root"]))}
    for make, most in ((searched_trees, 800), (generated_trees, 300)):
        search = pykorrel.generate(make, **bounds)
        found = keys_of(search)
        assert (
            {key for key, _ in found} == wanted and search.candidates < most and search.status == "complete"
        )
        assert [size for _, size in found] == sorted(size for _, size in found)
        assert len(found) == 51 and search.doubles == 0
        assert not search.notes, "tried in another process"


def test_a_delayed_choice_is_made_when_it_is_read():
    # If this failed, choices would be made that nothing asks for.
    def delayed(c):
        node = c.new(Node, left=c.any(Optional[Node]), bit=c.any(bool))
        c.assume(node.bit)
        return c.choose([None])

    def at_once(c):
        node = c.new(Node, left=c.choose(Optional[Node]), bit=c.choose(bool))
        c.assume(node.bit)
        return c.choose([None])

    searches = [pykorrel.generate(make, Node=3) for make in (delayed, at_once)]
    assert [len(list(search)) for search in searches] == [1, 1]
    assert searches[0].candidates < searches[1].candidates


def test_what_nobody_reads_takes_every_value():
    search = pykorrel.generate(lambda c: c.new(Node, left=None, right=c.any([None, 7])), Node=1)
    assert sorted((node.bit, node.right or 0) for node in search) == [
        (False, 0),
        (False, 7),
        (True, 0),
        (True, 7),
    ]


def test_objects_that_the_code_under_test_makes():
    # If this failed, a generator could not use the constructors and methods of the code.
    def chains(c):
        chain = None
        for _ in range(c.choose(range(4))):
            value = c.choose("ab")
            chain = Chain(value) if chain is None else chain.push(value)
        return chain

    def values(chain):
        return "" if chain is None else chain.value + values(chain.rest)

    search = pykorrel.generate(chains)
    found = [(values(chain), search.record()) for chain in search]
    assert [text for text, _ in found[:4]] == ["", "a", "b", "aa"] and len(found) == 15
    assert found[-1][1]["objects"]["Chain$0"] == {"$type": "Chain", "value": "b", "rest": "Chain$1"}
    again = list(pykorrel.generate(chains, limit=3))
    assert again[1] is not again[2] and type(again[1]) is Chain


def test_one_of_each_class():
    # If this failed, what two ways of choosing make alike would come twice.
    def pairs(c):
        one, other = c.new(Node, left=None, right=None), c.new(Node, left=None, right=None)
        c.choose([1, 1])
        return {one, other}

    search = pykorrel.generate(pairs, Node=2)
    assert sorted(sorted(node.bit for node in pair) for pair in search) == [
        [False, False],
        [False, True],
        [True, True],
    ]
    assert search.doubles == 5


def test_a_predicate_behind_a_generator_and_further_roots():
    def chains(c):
        return [c.choose(range(3)) for _ in range(c.choose(range(3)))]

    search = pykorrel.all(chains, bool, where=lambda made, flag: not flag or made == sorted(made))
    found = list(search)
    assert len(found) == 13 + (1 + 3 + 6) and ([2, 1], False) in found and ([2, 1], True) not in found


def test_every_takes_a_generator(run, pytester):
    # If this failed, a test over what a generator makes would show another input than the one that fails.
    text = (
        "import pykorrel\nfrom typing import Optional\nclass Node:\n    key: int\n    rest: 'Optional[Node]'\n"
        "def chains(c):\n    node = None\n    for _ in range(c.choose(range(4))):\n        node = c.new(Node, rest=node)\n    return node\n"
        "@pykorrel.every(chains, Node=3, int=range(2))\n"
        "def test_it(chain, key: int):\n"
        "    keys = []\n    while chain is not None:\n        keys.append(chain.key)\n        chain = chain.rest\n"
        "    assert keys != [1, 0] or key == 0\n"
    )
    result = run(text)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "*InputFailed: 1 of 30 inputs fail, the smallest: *",
            "*key: 1",
            "*chain: Node$0  key 1",
            "*└─ rest: Node$1  key 0",
        ]
    )
    key = result.stdout.str().partition("--korrel-key ")[2].split()[0]
    assert "1 of 1 inputs fail" in run(text, "--korrel-key", key).stdout.str()
    passes = run(text.replace("!= [1, 0]", "!= [2]"))
    passes.stdout.fnmatch_lines(
        ["*: COMPLETE: 30 inputs of chains, int; * candidates within Node=3, int=[[]0, 1[]]"]
    )


def test_what_ends_early():
    def endless(c):
        return (endless(c),) if c.choose([False, True]) else ()

    assert len(list(pykorrel.generate(endless, limit=5))) == 5
    with pytest.raises(pykorrel.Incomplete):
        for _ in pykorrel.generate(endless, timeout=0.05):
            pass


@pytest.mark.parametrize(
    "make, told",
    [
        (lambda c: c.choose([random.random(), 1]), "asks for chance"),
        (lambda c: c.choose(Node), r"give some|no values"),
        (lambda c: c.new(Chain), r"c.new\(Chain\): give a number of objects, Chain=3"),
        (lambda c: c.any(bool) and 1, "has no value yet"),
        (lambda c: c.choose({1, 2}), "a set has no order"),
        (lambda c: c.choose(3), "expected a list of values, or a type"),
    ],
)
def test_mistakes_are_told(make, told):
    with pytest.raises((pykorrel.PredicateError, pykorrel.BoundsError), match=told):
        list(pykorrel.generate(make))


def test_an_assumption_cannot_be_caught():
    def caught(c):
        number = c.choose(range(4))
        try:
            c.assume(number > 1)
        except BaseException:
            pass
        return number

    assert list(pykorrel.generate(caught)) == [2, 3]


# -- brute force


class Path:
    """The same choices, made by running the program anew for each, on plain objects that choose when they are read."""

    def __init__(self, most):
        self.most, self.taken = most, []

    def results(self, program):
        self.taken = []
        while True:
            self.at, self.made = 0, []
            try:
                yield walked(program(self))
            except (Refused, IndexError):
                pass
            while self.taken and self.taken[-1][0] + 1 == self.taken[-1][1]:
                self.taken.pop()
            if not self.taken:
                return
            self.taken[-1][0] += 1

    def choose(self, of):
        if of is bool:
            of = [False, True]
        elif not isinstance(of, list):
            of = [None, *self.made, *([self.fresh] if len(self.made) < self.most else [])]
        if self.at == len(self.taken):
            self.taken.append([0, len(of)])
        self.at += 1
        chosen = of[self.taken[self.at - 1][0]]
        return chosen() if chosen == self.fresh else chosen

    def any(self, of):
        return lambda: self.choose(of)

    def fresh(self):
        self.made.append(Plain(self))
        return self.made[-1]

    def new(self, _, **fields):
        if len(self.made) == self.most:
            raise Refused
        made = self.fresh()
        for name, value in fields.items():
            setattr(made, name, value)
        return made

    def assume(self, condition):
        if not condition:
            raise Refused


class Refused(Exception):
    pass


class Plain:
    def __init__(self, path):
        self.path = path

    def __getattribute__(self, name):
        held = object.__getattribute__(self, "__dict__")
        if name not in ("bit", "left", "right"):
            return object.__getattribute__(self, name)
        if name not in held:
            held[name] = held["path"].choose(bool if name == "bit" else Optional[Node])
        elif callable(held[name]):
            held[name] = held[name]()
        return held[name]


def walked(root):
    met, rows = ([] if root is None else [root]), []
    for node in met:
        for target in (node.left, node.right):
            if target is not None and not any(target is one for one in met):
                met.append(target)
    for node in met:
        places = [
            None if one is None else next(at for at, other in enumerate(met) if other is one)
            for one in (node.left, node.right)
        ]
        rows.append((node.bit, *places))
    return tuple(rows)


def random_program(seed):
    chance = random.Random(seed)
    steps = [
        chance.choice(["new", "choose", "write", "delay", "swap", "assume", "same", "flag"])
        for _ in range(chance.randrange(2, 6))
    ]
    picks = [[chance.random() for _ in range(4)] for _ in steps]

    def program(c):
        nodes = [c.new(Node)]
        for step, pick in zip(steps, picks):
            one, other = (nodes[int(at * len(nodes))] for at in pick[:2])
            name = "left" if pick[2] < 0.5 else "right"
            if step == "new":
                nodes.append(c.new(Node, left=one if pick[3] < 0.5 else c.any(Optional[Node])))
            elif step == "choose":
                nodes += [node for node in [c.choose(Optional[Node])] if node is not None]
            elif step == "write":
                setattr(one, name, other)
            elif step == "delay":
                setattr(one, name, c.any(Optional[Node]))
            elif step == "swap":
                one.left, one.right = one.right, one.left
            elif step == "assume":
                c.assume(getattr(one, name) is None or getattr(one, name).bit)
            elif step == "same":
                c.assume((getattr(one, name) is other) == (pick[3] < 0.5))
            else:
                one.bit = c.choose([False, True]) if pick[3] < 0.5 else not one.bit
        return nodes[int(picks[0][3] * len(nodes))]

    return program


def test_random_programs():
    # If this failed, an input would be missing or come twice: what a run writes, reads and delays would mix with another's.
    inputs = 0
    for seed in range(60):
        program = random_program(seed)
        wanted = set(Path(2).results(program))
        found = [walked(root) for root in pykorrel.generate(program, Node=2)]
        assert len(found) == len(set(found)) and set(found) == wanted, seed
        inputs += len(found)
    assert inputs > 3_000


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_a_terminal_sees_candidates_and_a_rate(monkeypatch):
    # If this failed, nobody could see whether a long search comes to an end.
    monkeypatch.setattr("pykorrel._code.runs._PATIENCE", 0)
    monkeypatch.setattr("sys.stderr", Terminal())
    for _ in pykorrel.generate(lambda c: [c.choose(range(6)) for _ in range(5)], limit=6_000):
        pass
    told = sys.stderr.getvalue()
    assert re.search(r"\r\x1b\[K[\d,]+ heaps; [\d,]+ candidates, [\d,]+ a second\r\x1b\[K", told)
