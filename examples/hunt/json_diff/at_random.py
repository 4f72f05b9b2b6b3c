"""Pairs of documents at random, judged as by the driver. `any` is a recursive strategy as in Hypothesis' documentation;
`small` has the specs' bounds."""

import jsondiff
from by_hypothesis import of_strategy, tell
from deepdiff import DeepDiff
from diff import judge, with_dictdiffer
from hypothesis import strategies as st
from pykorrel import driver


def pairs(leaves, keys, most=None):
    values = st.recursive(leaves, lambda parts: st.lists(parts, max_size=most) | st.dictionaries(keys, parts))
    lists, objects = st.lists(values, max_size=most), st.dictionaries(keys, values)
    return st.tuples(lists, lists) | st.tuples(objects, objects)


def size(value):
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return 1 + sum(map(size, parts))


def has_empty_key(value):
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else []
    return isinstance(value, dict) and "" in value or any(map(has_empty_key, parts))


def fault(pair):
    """`False` for 0 is a reading, and no fault: Python has them equal."""
    try:
        judge(with_dictdiffer, *pair)
    except driver.Fail as fail:
        if fail.cause.startswith("revert"):
            return "revert"
    except (KeyError, TypeError):
        pass
    else:
        return None
    return "an empty key" if has_empty_key(pair) else None


def exact(value):
    """Equal for two documents that are equal as JSON: 1 is 1.0, and is not true."""
    if isinstance(value, dict):
        return frozenset((key, exact(part)) for key, part in value.items())
    if isinstance(value, list):
        return tuple(map(exact, value))
    return ("boolean" if isinstance(value, bool) else "other", value)


def overlooks(diff):
    """True if two documents that differ have an empty difference. Only those that Python has equal can show this fault."""
    return lambda pair: pair[0] == pair[1] and exact(pair[0]) != exact(pair[1]) and not diff(*pair)


plain = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
STRATEGIES = {"any": pairs(plain, st.text()), "small": pairs(st.none(), st.sampled_from("ab"), 3)}
LEAVES = {"any": STRATEGIES["any"], "small": pairs(st.sampled_from([None, 1, True]), st.sampled_from("ab"), 3)}
tell(
    [
        (f"dictdiffer, {step}", name, of_strategy(strategy, lambda pair, step=step: fault(pair) == step))
        for step in ("revert", "an empty key")
        for name, strategy in STRATEGIES.items()
    ]
    + [
        (f"{library}, no difference", name, of_strategy(strategy, overlooks(diff)))
        for library, diff in {"deepdiff": DeepDiff, "jsondiff": jsondiff.diff}.items()
        for name, strategy in LEAVES.items()
    ],
    size=lambda pair: sum(map(size, pair)),
)
