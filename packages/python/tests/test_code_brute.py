"""The search against brute force: 500 random predicates over all small heaps; `KORREL_PREDICATES=2000` makes it 2,000."""

import itertools
import os
import random
from typing import Optional

import pykorrel


class Thing:
    bit: bool
    left: "Optional[Thing]"
    right: "Optional[Thing]"


def every_heap(most):
    """All heaps that are reached from one object, one of each class: objects numbered as a walk meets them."""
    for size in range(1, most + 1):
        targets = [None, *range(size)]
        for bits in itertools.product([False, True], repeat=size):
            for fields in itertools.product(targets, repeat=2 * size):
                met, todo = [0], [0]
                for at in todo:
                    for target in fields[2 * at : 2 * at + 2]:
                        if target is not None and target not in met:
                            met.append(target)
                            todo.append(target)
                if met == list(range(size)):
                    yield bits, fields


def made(bits, fields):
    things = [Thing() for _ in bits]
    for at, thing in enumerate(things):
        left, right = fields[2 * at : 2 * at + 2]
        thing.bit = bits[at]
        thing.left = None if left is None else things[left]
        thing.right = None if right is None else things[right]
    return things[0]


def walked(root):
    """The heap as bits and fields, numbered as a walk meets its objects."""
    met = [root]
    for thing in met:
        for target in (thing.left, thing.right):
            if target is not None and not any(target is other for other in met):
                met.append(target)
    number = {id(thing): at for at, thing in enumerate(met)}
    fields = tuple(
        None if one is None else number[id(one)] for thing in met for one in (thing.left, thing.right)
    )
    return tuple(thing.bit for thing in met), fields


def random_term(chance):
    path = [chance.choice(["left", "right"]) for _ in range(chance.randrange(3))]
    other = [chance.choice(["left", "right"]) for _ in range(chance.randrange(3))]
    kind = chance.choice(["null", "bit", "same", "bits", "loop", "raises", "catches", "count"])
    wanted = chance.random() < 0.5

    def along(root, names):
        for name in names:
            if root is None:
                return None
            root = getattr(root, name)
        return root

    def chain(root, name):
        met = []
        while root is not None and not any(root is one for one in met):
            met.append(root)
            root = getattr(root, name)
        return met, root

    def term(root):
        at = along(root, path)
        if kind == "null":
            return (at is None) == wanted
        if kind == "bit":
            return at is None or at.bit == wanted
        if kind == "same":
            return (at is along(root, other)) == wanted
        if kind == "bits":
            there = along(root, other)
            return at is None or there is None or (at.bit == there.bit) == wanted
        if kind == "raises":
            return at.bit == wanted  # an AttributeError where there is none
        if kind == "catches":
            try:
                return at.bit == wanted
            except AttributeError:
                return (along(root, other) is None) == wanted or root.left.bit
        met, end = chain(root, path[0] if path else "left")
        if kind == "loop":
            return (end is None) == wanted
        return sum(thing.bit for thing in met) == len(other)

    return term


def random_predicate(seed):
    chance = random.Random(seed)
    terms = [random_term(chance) for _ in range(chance.randrange(1, 5))]
    join = chance.choice([all, any])
    return lambda root: join(term(root) for term in terms)


def accepts(predicate, heap):
    try:
        return predicate(heap)
    except Exception:
        return False


def test_random_predicates():
    # If this failed, a heap would be missing or come twice, or a larger one before a smaller one.
    heaps = [(heap, made(*heap)) for heap in every_heap(2)] + [
        (heap, made(*heap)) for place, heap in enumerate(every_heap(3)) if len(heap[0]) == 3
    ]
    number = int(os.environ.get("KORREL_PREDICATES", 500))
    few, candidates, all_of_them = number // 16, 0, 0
    for seed in range(number):
        predicate = random_predicate(seed)
        most = 3 if seed < few else 2  # 6,716 heaps of up to three objects, 188 of up to two
        wanted = {heap for heap, thing in heaps if len(heap[0]) <= most and accepts(predicate, thing)}
        search = pykorrel.all(Thing, where=predicate, Thing=most)
        found = [walked(root) for root in search]
        assert len(found) == len(set(found)) and set(found) == wanted, seed
        sizes = [len(bits) for bits, _ in found]
        assert sizes == sorted(sizes), seed
        candidates, all_of_them = (
            candidates + search.candidates,
            all_of_them + sum(len(heap[0]) <= most for heap, _ in heaps),
        )
    assert len(heaps) == 6_716
    assert candidates < all_of_them / 20, "what was not read is not tried"
