"""Trees at random, and two of their nodes. `parents` draws a parent for each node; `nested` lists of lists, as the spec."""

from by_hypothesis import of_strategy, tell
from hypothesis import strategies as st
from treelib import Tree


@st.composite
def parents(draw):
    count = draw(st.integers(1, 10))
    node = st.integers(0, count - 1)
    return [draw(st.integers(0, number - 1)) for number in range(1, count)], draw(node), draw(node)


@st.composite
def nested(draw):
    above = []

    def visit(children, number):
        for child in children:
            above.append(number)
            visit(child, len(above))

    visit(draw(st.recursive(st.just([]), lambda parts: st.lists(parts, max_size=3), max_leaves=5)), 0)
    node = st.integers(0, len(above))
    return above, draw(node), draw(node)


def below(above, node):
    return {node}.union(*(below(above, child) for child, parent in enumerate(above, 1) if parent == node))


def is_wrong(drawn):
    above, source, to = drawn
    tree = Tree()
    for number, parent in enumerate([None, *above]):
        tree.create_node(identifier=number, parent=parent)
    refused = to in below(above, source)
    try:
        tree.move_node(source, to)
    except Exception:
        return not refused
    moved = {child: parent for child, parent in enumerate(above, 1)} | {source: to}
    found = {child.identifier: node for node in tree.nodes for child in tree.children(node)}
    return refused or found != moved


STRATEGIES = {"parents": parents(), "nested": nested()}
tell(
    [("treelib, move_node", name, of_strategy(strategy, is_wrong)) for name, strategy in STRATEGIES.items()],
    size=lambda drawn: len(drawn[0]) + 1,
)
