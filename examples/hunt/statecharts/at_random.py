"""Statecharts at random. `any` draws them as one writes them who reads the documentation: states in states, three events, up to
five in a row; `small` has the spec's bounds. SCXML's rules in Python (by_rules) judge, or what the library says otherwise."""

import importlib
from itertools import permutations

import by_rules
import charts
from by_hypothesis import of_strategy, tell
from hypothesis import assume
from hypothesis import strategies as st

HISTORIES = ("Shallow", "Deep")


# A drawn chart: nested pairs of a kind and children, transitions by the numbers of states, and events.


def nodes(kinds):
    grown = [kind for kind in ("Compound", "Parallel") if kind in kinds]

    def grow(parts):
        inner = st.lists(parts, min_size=1, max_size=3)
        last = [(kind, []) for kind in HISTORIES if kind in kinds]
        histories = st.lists(st.sampled_from(last), max_size=1) if last else st.just([])
        return st.tuples(st.sampled_from(grown), st.builds(lambda a, b: a + b, inner, histories))

    return st.recursive(st.just(("Simple", [])), grow, max_leaves=5)


@st.composite
def any_chart(draw, kinds):
    tree = ("Root", draw(st.lists(nodes(kinds), min_size=1, max_size=3)))
    kinds_of = list(flat(tree))
    number = st.integers(1, len(kinds_of) - 1)
    source = number.filter(lambda at: kinds_of[at] not in HISTORIES)
    on = draw(st.dictionaries(st.tuples(source, st.integers(0, 2)), number, max_size=8))
    return tree, on, draw(st.lists(st.integers(0, 2), min_size=1, max_size=5))


@st.composite
def small_chart(draw, kinds, states=5, transitions=3, events=2):
    histories = [kind for kind in HISTORIES if kind in kinds]
    count = draw(st.integers(2 if histories else 1, states - bool(histories)))
    parents = [draw(st.integers(0, number - 1)) for number in range(1, count + 1)]
    if histories:
        assume(any(parents))
        parents.append(draw(st.sampled_from(sorted(set(parents) - {0}))))
    order = []  # the numbers of the states, in the order of the document

    def grow(number):
        order.append(number)
        parts = [grow(child) for child, parent in enumerate(parents, 1) if parent == number]
        if number == 0:
            return "Root", parts
        if not parts:
            return (draw(st.sampled_from(histories)) if number > count else "Simple"), []
        return draw(st.sampled_from(["Compound", "Parallel"][: len(parts) if "Parallel" in kinds else 1])), parts

    tree = grow(0)
    at = {number: place for place, number in enumerate(order)}
    state = st.integers(1, count)
    on = {(at[draw(state)], 0): at[count + 1 if histories else draw(state)]}
    for _ in range(draw(st.integers(0, transitions - 1))):
        on.setdefault((at[draw(state)], 0), at[draw(st.integers(1, len(parents)))])
    return tree, on, [0] * events


def flat(node):
    yield node[0]
    for child in node[1]:
        yield from flat(child)


def is_chart(node):
    """As the spec has it: no history is the first child, or a child of the root; a parallel state has two children."""
    kind, parts = node
    real = [part for part in parts if part[0] not in HISTORIES]
    if kind == "Root" and len(real) < len(parts) or parts and parts[0][0] in HISTORIES:
        return False
    return (kind != "Parallel" or len(real) > 1) and all(map(is_chart, parts))


def objects(drawn):
    tree, on, events = drawn
    made, names = {}, [f"{kind}${number}" for number, kind in enumerate(flat(tree))]
    numbers = iter(names)

    def visit(node):
        name = next(numbers)
        made[name] = {"$type": node[0], "next": None, "first": None, "on": {}}
        parts = [visit(part) for part in node[1]]
        for part, other in zip(parts, [*parts[1:], None]):
            made[part]["next"] = other
        made[name]["first"] = parts[0] if parts else None
        return name

    visit(tree)
    for (source, event), target in on.items():
        made[names[source]]["on"][f"Event${event}"] = names[target]
    made["Root$0"]["begin"] = "Step$0"
    for number, event in enumerate([None, *(f"Event${event}" for event in events)]):
        then = f"Step${number + 1}" if number < len(events) else None
        made[f"Step${number}"] = {"$type": "Step", "event": event, "then": then}
    return made


# What of the charts a hunt leaves out.


def fits(drawn, conditions):
    """Each transition, from its source to its target, meets the conditions."""
    root = charts.chart(objects(drawn))
    named = {state.name: state for state in root.below()}
    pairs = [(state, named[target]) for state in named.values() for target in state.on.values()]
    return all(condition(*pair) for condition in conditions for pair in pairs)


def apart(source, target):
    """As the spec has it: from a region only to what lies inside of it, and not from the region itself."""
    for region in [source, *by_rules.outside(source)]:
        if region.parent and region.parent.kind == "Parallel" and target in by_rules.below(region.parent):
            if target not in by_rules.below(region) or source is region:
                return False
    return True


def across(source, target):
    return target not in by_rules.below(source)


def not_into_regions(source, target):
    around = [p for p in by_rules.outside(target) if p.kind == "Parallel"]
    return all(source in p.below() for p in around)


# What the library says of each step, beside the rules.


def steps(made, library):
    changed = charts.run(made, importlib.import_module(library).Machine)["changed"].values()
    return [(set(step["active"]), step["exited"], step["entered"]) for step in changed]


def differs(drawn, library, how):
    """`how` is asked of the first step in which a library differs: what it left and entered, and what is right."""
    made = objects(drawn)
    for one, other in zip(steps(made, library), steps(made, "by_rules")):
        if one != other:
            return how(one, other)
    return False


def anyhow(one, other):
    return True


def in_order(one, other):
    """Only the order differs."""
    return one[0] == other[0] and all(sorted(a) == sorted(b) for a, b in zip(one[1:], other[1:]))


def in_exits(one, other):
    """Only the order differs, and already that of what is left."""
    return in_order(one, other) and one[1] != other[1]


def in_entries(one, other):
    """Only the order of what is entered differs."""
    return in_order(one, other) and one[1] == other[1]


def in_what(one, other):
    return not in_order(one, other)


def failing_or(call):
    """Nothing if the library throws: that is another fault, or a refusal."""
    try:
        return call()
    except Exception:
        return None


def throws(drawn, library):
    made = objects(drawn)
    return failing_or(lambda: steps(made, library)) is None


def is_not_whole(drawn):
    """sismic: a parallel state without a region, or an active state that is entered."""
    made = objects(drawn)
    root = charts.chart(made)
    regions = [{c.object for c in state.children} for state in root.below() if state.kind == "Parallel"]
    parallels = [state.object for state in root.below() if state.kind == "Parallel"]
    was = set()
    for active, left, new in failing_or(lambda: steps(made, "by_sismic")) or []:
        if any(p in active and not r <= active for p, r in zip(parallels, regions)):
            return True
        if set(new) & (was - set(left)):
            return True
        was = active
    return False


def takes_what_is_left(drawn):
    """transitions: what no order of its local transitions explains, of which none has been left."""
    made = objects(drawn)
    root = charts.chart(made)
    named = {state.object: state for state in root.below()}
    was, said = None, failing_or(lambda: steps(made, "by_transitions"))
    for step, (active, left, new) in zip(["", *drawn[2]], said or []):
        active = {named[name] for name in active}
        shown = active, {named[name] for name in left}, {named[name] for name in new}
        twice = len(set(left)) < len(left) or len(set(new)) < len(new)
        ways = [] if was is None else local_ways(root, was, f"Event{step}")
        if ways and not any(shown == way[:3] and not (twice and way[3] == 1) for way in ways):
            return True
        was = active
    return False


def local_ways(root, was, event):
    """What is active, left, entered, and how many transitions are taken, in each order; none if there are too many."""
    enabled = {
        next((a for a in [atom, *by_rules.outside(atom)] if event in a.on), None) for atom in was if not atom.children
    } - {None}
    may = [t for t in enabled if not by_rules.below(t) & enabled]
    return [in_turn(root, was, event, order) for order in permutations(may)] if len(may) < 4 else []


def in_turn(root, was, event, order):
    now, left, new, taken = was, set(), set(), 0
    for t in order:
        if t not in left:
            to = next(state for state in root.below() if state.name == t.on[event])
            around = next(a for a in by_rules.outside(to) if a in now or a.parent is None)
            inside = by_rules.below(around)
            region = next(c for c in around.children if to in c.below())
            leaves = now & (set(region.below()) if around.kind == "Parallel" else inside)
            enters = by_rules.completed({to} | {x for x in inside if to in by_rules.below(x)})
            now, left, new, taken = now - leaves | enters, left | leaves, new | enters, taken + 1
    return now, left, new, taken


PARALLEL, HISTORY = ["Compound", "Parallel"], ["Compound", "Shallow", "Deep"]
BOUNDS = {
    "parallel": {"kinds": PARALLEL, "states": 6, "transitions": 2},
    "history": {"kinds": HISTORY, "states": 6, "events": 3},
}
FAULTS = {
    "python-statemachine, order": ("parallel", [apart], lambda d: differs(d, "by_python_statemachine", in_order)),
    "python-statemachine, choice": ("parallel", [apart], lambda d: differs(d, "by_python_statemachine", in_what)),
    "python-statemachine, deep history": ("history", [], lambda d: differs(d, "by_python_statemachine", anyhow)),
    "transitions, a state that was left": ("parallel", [apart, not_into_regions], takes_what_is_left),
    "transitions, ValueError": ("parallel", [apart, not_into_regions], lambda d: throws(d, "by_transitions")),
    "sismic, regions": ("parallel", [], is_not_whole),
    "xstate-statemachine, entry": ("parallel", [apart, across], lambda d: differs(d, "by_xstate_statemachine", in_entries)),
    "xstate-statemachine, both": ("parallel", [apart, across], lambda d: differs(d, "by_xstate_statemachine", in_what)),
    "xstate-statemachine, order": ("parallel", [apart, across], lambda d: differs(d, "by_xstate_statemachine", in_exits)),
    "xstate-statemachine, history": ("history", [across], lambda d: differs(d, "by_xstate_statemachine", anyhow)),
}


def strategies(charts_, conditions):
    for strategy, drawn in (("any", any_chart(BOUNDS[charts_]["kinds"])), ("small", small_chart(**BOUNDS[charts_]))):
        kept = drawn.filter(lambda d: is_chart(d[0]) and fits(d, conditions))
        yield strategy, kept


tell(
    [
        (name, strategy, of_strategy(drawn, shows))
        for name, (charts_, conditions, shows) in FAULTS.items()
        for strategy, drawn in strategies(charts_, conditions)
    ],
    size=lambda drawn: len(list(flat(drawn[0]))) - 1,
)
