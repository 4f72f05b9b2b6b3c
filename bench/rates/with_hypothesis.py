"""The same lists, drawn by Hypothesis. Prints how many were different, and how many it tried."""

import sys

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from linked import List, Node

seen, tried = set(), 0


@settings(
    max_examples=int(sys.argv[1]),
    database=None,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(st.lists(st.integers(1, 6), max_size=5), st.integers(1, 6))
def test_remove(elements, k):
    global tried
    tried += 1
    seen.add((tuple(elements), k))
    made = List()
    made.header = None
    for elem in reversed(elements):
        node = Node()
        node.elem, node.next = elem, made.header
        made.header = node
    made.remove(k)
    assert list(made) == [elem for elem in elements if elem != k]


test_remove()
print(len(seen), tried)
