"""Heaps of a running program, written down for `korrel learn` and its like."""

import json
import subprocess
from pathlib import Path

import pytest

import pykorrel
from pykorrel._heap import Codec, Heap

VECTORS = Path(__file__).parents[3] / "heapgraph" / "vectors" / "recorded.jsonl"

SPEC = """sig List { header: lone Node, size: Int }
sig Node { next: lone Node, value: Int }
pred repOk[l: List] { Node = l.header.*next }
run repOk for 3 but exactly 1 List, 0..3 Int
"""


class Node:
    def __init__(self, value, next):
        self.value, self.next = value, next


class List:
    def __init__(self, *values):
        self.header, self.size = None, 0
        for value in values:
            self.header, self.size = Node(value, self.header), self.size + 1


@pytest.fixture
def spec(tmp_path):
    path = tmp_path / "lists.als"
    path.write_text(SPEC)
    return path


def test_an_invariant_is_learnt_from_what_a_program_had(spec, tmp_path):
    # If this failed, a test suite could not say what its heaps have in common.
    good, bad = tmp_path / "good.jsonl", tmp_path / "bad.jsonl"
    with pykorrel.Recorder(spec, to=good, classes=[List, Node]) as record:
        for values in [(), (3,), (3, 1), (3, 1, 2)]:
            record(List(*values))
    ring, long = List(1, 2), List(2)
    ring.header.next.next = ring.header
    long.size = 2
    with pykorrel.Recorder(spec, to=bad, classes=[List, Node]) as record:
        record(l=ring)
        record(long)
    command = [pykorrel.program(), "learn", spec, "repOk", "--good", good, "--bad", bad, "--format", "json", "-q"]
    learnt = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout.splitlines()
    assert {json.loads(line)["text"] for line in learnt} == {"no n: Node | n in n.^next", "l.size = #Node"}


def test_each_heap_is_written_once(spec, tmp_path):
    to = tmp_path / "heaps.jsonl"
    for _ in range(2):
        with pykorrel.Recorder(spec, to=to, classes=[List, Node]) as record:
            record(List(1))
            record(List(1))
            record(List(2))
    assert len(to.read_text().splitlines()) == 2


@pytest.mark.parametrize(
    "roots, named, said",
    [
        ((), {}, "roots.l: missing; it is declared `List`"),
        ((), {"list": List()}, "there is no root list; there are l"),
        ((List(), List()), {}, "there is no root *; there are l"),
        ((3,), {}, "roots.l"),
        ((Node(1, None),), {}, "roots.l"),
        ((List("one"),), {}, "value"),
    ],
)
def test_what_is_no_heap_of_the_spec_is_not_written(spec, tmp_path, roots, named, said):
    to = tmp_path / "heaps.jsonl"
    with pykorrel.Recorder(spec, to=to, classes=[List, Node]) as record:
        with pytest.raises(pykorrel.HeapError, match=said.replace("*", r"\*")):
            record(*roots, **named)
    assert to.read_text() == ""


def test_a_heap_is_the_same_line_in_every_language(tmp_path):
    # If this failed, heaps that programs in two languages have written could not be compared line by line.
    vectors = [json.loads(line) for line in VECTORS.read_text(encoding="utf-8").splitlines()]
    to = tmp_path / "heaps.jsonl"
    with pykorrel.find(VECTORS.with_suffix(".als"), limit=1) as stream:
        codec = Codec(stream.header)
    with pykorrel.Recorder(VECTORS.with_suffix(".als"), to=to, classes=codec.layouts.types) as record:
        for vector in vectors:
            record(*Heap(vector["record"], codec).roots)
    lines = list(dict.fromkeys(vector["expect"] for vector in vectors))
    assert to.read_text(encoding="utf-8").splitlines() == lines


def test_a_root_that_is_not_given_is_one_that_is(spec, tmp_path):
    to = tmp_path / "heaps.jsonl"
    spec.write_text("abstract sig A {} sig B extends A {} pred p[b: B, a: A] {} run p")
    b = type("B", (), {})()
    with pykorrel.Recorder(spec, to=to, classes=[type(b)]) as record:
        record(b)
    assert json.loads(to.read_text())["roots"] == {"b": "B$0", "a": "B$0"}
