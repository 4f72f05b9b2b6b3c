"""Search trees, with predicates that tell the truth and predicates that lie, for test_code_lies.py.

They stand at the top of a module, as those of users do, so that another process can import them."""

from __future__ import annotations

import random
import sys
import threading
import time
from typing import Optional


class Node:
    key: int
    left: Optional[Node]
    right: Optional[Node]


class Tree:
    root: Optional[Node]

    def rep_ok(self):
        return _is_sorted(self.root, [], -1, 99)


def _is_sorted(node, met, low, high):
    if node is None:
        return True
    if any(node is other for other in met):
        return False
    met.append(node)
    return (
        low < node.key < high
        and _is_sorted(node.left, met, low, node.key)
        and _is_sorted(node.right, met, node.key, high)
    )


def searched_trees(c):
    tree = c.new(Tree)
    c.assume(tree.rep_ok())
    return tree


def generated_trees(c):
    def node(low, high):
        if low == high or not c.choose([False, True]):
            return None
        key = c.choose(range(low, high))
        return c.new(Node, key=key, left=node(low, key), right=node(key + 1, high))

    return c.new(Tree, root=node(1, 5))


def nodes(tree):
    met = []
    _is_sorted(tree.root, met, -1, 99)
    return met


class _Memory:
    calls = 0
    last = None
    seen: set = set()
    answers: dict = {}


# -- lies: each is to be refused


def false_after_100_calls(tree):
    _Memory.calls += 1
    return tree.rep_ok() and _Memory.calls <= 100


def true_after_100_calls(tree):
    _Memory.calls += 1
    return tree.rep_ok() if _Memory.calls <= 100 else True


def every_third_call_false(tree):
    _Memory.calls += 1
    return tree.rep_ok() and _Memory.calls % 3 != 0


def memo_by_id(tree):
    return _Memory.answers.setdefault(id(tree.root), tree.rep_ok())


def first_time_only(tree):
    shape = tuple(node.key for node in nodes(tree))
    is_new = shape not in _Memory.seen
    _Memory.seen.add(shape)
    return tree.rep_ok() and is_new


def order_of_ids(tree):
    return tree.rep_ok() and (
        tree.root is None or tree.root.left is None or id(tree.root) < id(tree.root.left)
    )


def hash_of_objects(tree):
    return tree.rep_ok() and (tree.root is None or hash(tree.root) % 32 < 16)


def order_of_a_set(tree):
    return tree.rep_ok() and (
        tree.root is None or tree.root.left is None or next(iter({tree.root.left, tree.root})) is tree.root
    )


def address_in_repr(tree):
    return tree.rep_ok() and (
        tree.root is None or int(repr(tree.root).rpartition("0x")[2].rstrip(">"), 16) % 128 < 64
    )


def type_is(tree):
    return tree.root is None or type(tree.root) is Node and tree.rep_ok()


def hash_of_text(tree):
    return tree.rep_ok() and hash(f"{[node.key for node in nodes(tree)]}") % 4 == 0


def order_of_a_set_of_texts(tree):
    names = {f"node {node.key}" for node in nodes(tree)}
    return tree.rep_ok() and (len(names) < 2 or next(iter(names)) == f"node {tree.root.key}")


def chance(tree):
    return tree.rep_ok() and random.random() < 0.5


def chance_that_shows_rarely(tree):
    return tree.rep_ok() and random.random() < 0.9999


def clock(tree):
    return tree.rep_ok() and time.time() > 0


def precise_clock(tree):
    return tree.rep_ok() and time.perf_counter() >= 0


def reads_a_file(tree):
    with open(__file__) as file:
        return tree.rep_ok() and bool(file.read())


def writes_a_field(tree):
    """It turns a bad tree into a good one, which holds until the write is undone: never right."""
    right = tree.rep_ok()
    _Memory.calls += 1
    if tree.root is not None:
        tree.root.key = _Memory.calls % 4 + 1
    return right and (tree.root is None or tree.root.key != 2)


def writes_through_dict(tree):
    if tree.root is not None:
        tree.root.__dict__["key"] = 1
    return tree.rep_ok()


def writes_past_setattr(tree):
    if tree.root is not None:
        object.__setattr__(tree.root, "key", 1)
    return tree.rep_ok()


def counts_references(tree):
    return tree.rep_ok() and (tree.root is None or sys.getrefcount(tree.root) > 4)


def goes_round(tree):
    node = tree.root
    while node is not None:
        node = node.left
    return True


def is_the_same_object_as_before(tree):
    before, _Memory.last = _Memory.last, tree
    return tree.rep_ok() and before is not tree


def counts_calls_on_the_class(tree):
    Tree.calls = getattr(Tree, "calls", 0) + 1
    return tree.rep_ok() and Tree.calls % 7 != 0


def keeps_the_largest(tree):
    _Memory.calls = max(_Memory.calls, len(nodes(tree)))
    return tree.rep_ok() and len(nodes(tree)) == _Memory.calls


def deletes_a_field(tree):
    right = tree.rep_ok()
    if tree.root is not None:
        del tree.root.__dict__["key"]
    return right


def needs_the_main_thread(tree):
    return tree.rep_ok() and threading.get_ident() + time.monotonic_ns() % 2 > 0


def cached_on_the_object(tree):
    if "answer" not in tree.__dict__:
        tree.__dict__["answer"] = tree.rep_ok()
    return tree.__dict__["answer"]


def none_or_false(tree):
    if not tree.rep_ok():
        return False


def sometimes_none(tree):
    if tree.root is None or tree.root.left is None:
        return True
    if not tree.rep_ok():
        return False


# -- no lies, though they look like some: each is to give all 51 trees


def ids_as_names(tree):
    met = set()

    def ok(node, low, high):
        if node is None:
            return True
        if id(node) in met:
            return False
        met.add(id(node))
        return low < node.key < high and ok(node.left, low, node.key) and ok(node.right, node.key, high)

    return ok(tree.root, -1, 99)


def objects_in_a_set(tree):
    met = set()
    todo = [(tree.root, -1, 99)]
    while todo:
        node, low, high = todo.pop()
        if node is not None:
            if node in met or not low < node.key < high:
                return False
            met.add(node)
            todo += [(node.left, low, node.key), (node.right, node.key, high)]
    return all(node.key > 0 for node in met)


def in_a_thread(tree):
    answers = []
    thread = threading.Thread(target=lambda: answers.append(tree.rep_ok()))
    thread.start()
    thread.join()
    return answers[0]


def catches_everything(tree):
    try:
        return tree.rep_ok()
    except:  # noqa: E722
        return True


def raises(tree):
    node, depth = tree.root, 0
    assert tree.rep_ok()
    return True


def endless_recursion(tree):
    def depth(node):
        return 0 if node is None else 1 + max(depth(node.left), depth(node.right))

    return depth(tree.root) < 99 and tree.rep_ok()


def undone_writes(tree):
    """A checker that recomputes."""
    tree.size = len(nodes(tree))
    return tree.rep_ok() and tree.size == len(nodes(tree))


def through_vars(tree):
    return tree.rep_ok() and all(set(vars(node)) == {"key", "left", "right"} for node in nodes(tree))


def compares_classes(tree):
    return tree.rep_ok() and all(node.__class__ is Node and isinstance(node, Node) for node in nodes(tree))


def assertion(tree):
    assert tree.rep_ok(), "no search tree"


def prints(tree):
    print("looking at", tree)
    return tree.rep_ok()


def exits(tree):
    if not tree.rep_ok():
        sys.exit("bad")
    return True


async def later(tree):
    return tree.rep_ok()


def one_by_one(tree):
    yield tree.rep_ok()


LIES = [
    later,
    one_by_one,
    false_after_100_calls,
    true_after_100_calls,
    every_third_call_false,
    memo_by_id,
    first_time_only,
    order_of_ids,
    hash_of_objects,
    order_of_a_set,
    address_in_repr,
    type_is,
    hash_of_text,
    order_of_a_set_of_texts,
    chance,
    chance_that_shows_rarely,
    clock,
    precise_clock,
    reads_a_file,
    writes_a_field,
    writes_through_dict,
    writes_past_setattr,
    counts_references,
    is_the_same_object_as_before,
    counts_calls_on_the_class,
    keeps_the_largest,
    deletes_a_field,
    needs_the_main_thread,
    cached_on_the_object,
    none_or_false,
    sometimes_none,
]
HONEST = [
    ids_as_names,
    objects_in_a_set,
    in_a_thread,
    catches_everything,
    raises,
    endless_recursion,
    undone_writes,
    through_vars,
    compares_classes,
    assertion,
    prints,
    exits,
]
