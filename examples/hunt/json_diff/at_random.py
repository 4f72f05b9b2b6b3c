"""Pairs of documents at random, judged as by the driver. `any` is a recursive strategy as in Hypothesis' documentation;
`small` has the spec's bounds."""

from by_hypothesis import of_strategy, tell
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


plain = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
STRATEGIES = {"any": pairs(plain, st.text()), "small": pairs(st.none(), st.sampled_from("ab"), 3)}
tell(
    [
        (f"dictdiffer, {step}", name, of_strategy(strategy, lambda pair, step=step: fault(pair) == step))
        for step in ("revert", "an empty key")
        for name, strategy in STRATEGIES.items()
    ],
    size=lambda pair: sum(map(size, pair)),
)
