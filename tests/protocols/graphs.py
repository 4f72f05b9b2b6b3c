"""Behaviours of a transition system by brute force: how many there are up to renaming, and the shortest bad one.

A system has `starts()`, `moves(state)` without the step that changes nothing, `is_idle` (that step is allowed), and
`renamings()`: functions from states to states that are a group. Behaviours are counted by Burnside's lemma: the mean,
over all renamings, of the number of behaviours whose states they all keep.
"""

from itertools import count as numbers


class System:
    is_idle = True

    def renamings(self):
        return [lambda state: state]


def following(system, state, with_idle):
    """What may come next. Without the step that changes nothing no other one that changes nothing counts, either."""
    after = set(system.moves(state))
    return after | {state} if with_idle and system.is_idle else after if with_idle else after - {state}


def prefixes(system, length, with_idle):
    """The classes of paths of so many states from a start."""
    def kept(same):
        paths = {state: 1 for state in system.starts() if same(state) == state}
        for _ in range(length - 1):
            longer = {}
            for state, number in paths.items():
                for after in following(system, state, with_idle):
                    if same(after) == after:
                        longer[after] = longer.get(after, 0) + number
            paths = longer
        return sum(paths.values())

    return mean([kept(same) for same in system.renamings()])


def lassos(system, most):
    """The classes of infinite paths that are a loop of some states after some states, so many at most together."""
    def kept(same):
        found = 0
        for path in paths(system, most, lambda state: same(state) == state):
            after = following(system, path[-1], True)
            found += sum(1 for back in range(len(path)) if path[back] in after and is_least(path, back))
        return found

    return mean([kept(same) for same in system.renamings()])


def is_least(path, back):
    """No shorter lasso is the same infinite path."""
    loop = path[back:]
    period = len(loop)
    is_power = any(period % part == 0 and loop == loop[:part] * (period // part) for part in range(1, period))
    return not is_power and (back == 0 or path[back - 1] != path[-1])


def paths(system, most, is_kept=lambda state: True):
    """All paths of at most so many states, the shorter ones first."""
    level = [(state,) for state in set(system.starts()) if is_kept(state)]
    for length in range(1, most + 1):
        yield from level
        if length < most:
            level = [path + (after,) for path in level for after in following(system, path[-1], True) if is_kept(after)]


def mean(values):
    assert sum(values) % len(values) == 0, values
    return sum(values) // len(values)


def reached(system):
    """All states, by breadth-first search."""
    seen, border = set(system.starts()), set(system.starts())
    while border:
        border = {after for state in border for after in system.moves(state)} - seen
        seen |= border
    return seen


def shortest(system, is_bad):
    """The number of states of the shortest path whose last step is bad; `None` if no step is."""
    seen, border = set(), set(system.starts())
    if any(is_bad(None, state) for state in border):
        return 1
    for length in numbers(2):
        seen |= border
        steps = [(state, after) for state in border for after in system.moves(state)]
        if any(is_bad(state, after) for state, after in steps):
            return length
        border = {after for _, after in steps} - seen
        if not border:
            return None


def shortest_lasso(system, is_bad, most):
    """The number of states of the shortest lasso that is bad, judged by its states before the loop and in the loop."""
    for path in paths(system, most):
        after = following(system, path[-1], True)
        if any(path[back] in after and is_bad(path[:back], path[back:]) for back in range(len(path))):
            return len(path)
    return None


def steps_of(loop):
    """The steps within a loop, the one back to its beginning last."""
    return list(zip(loop, loop[1:] + loop[:1]))
