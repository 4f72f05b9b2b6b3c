"""Korat's search (Boyapati, Khurshid and Marinov 2002), written from the paper.

A candidate gives each field a place in its domain. `repOk` runs on it, and the fields that it reads are noted, in
order. The next candidate counts up the field that was read last; where that is at its end it is put back and the one
before is counted up. A field that holds an object takes no object beyond the first new one: others are isomorphic.

    korat.py STRUCTURE SIZE     prints VALID CANDIDATES
"""
import sys


class Search:
    def __init__(self, domains, classes):
        self.domains, self.classes = domains, classes  # field -> values, field -> class of objects or None
        self.at = dict.fromkeys(domains, 0)

    def get(self, field):
        if field not in self.order:
            self.order[field] = None
        return self.domains[field][self.at[field]]

    def run(self, rep_ok):
        valid = candidates = 0
        while True:
            self.order = {}
            candidates += 1
            if rep_ok(self.get):
                valid += 1
            order = list(self.order)
            while order and not self.next(order[-1], order[:-1]):
                self.at[order.pop()] = 0
            if not order:
                return valid, candidates

    def next(self, field, before):
        following = self.at[field] + 1
        if following == len(self.domains[field]):
            return False
        of = self.classes[field]
        if of is not None:
            # Place 0 is null; an object beyond the first that is new is isomorphic to it.
            used = [self.at[other] for other in before if self.classes[other] == of]
            if self.at[field] > max(used, default=0):
                return False
        self.at[field] = following
        return True


def shape(get):
    """The nodes of a tree, breadth first as in the paper; None if it is none."""
    if get("root") is None:
        return []
    found = [get("root")]
    for node in found:
        for side in ("left", "right"):
            child = get((node, side))
            if child is not None:
                if child in found:
                    return None
                found.append(child)
    return found


def trees(size, others, keys, rep_ok):
    nodes = [None, *range(size)]
    domains = {"root": nodes, **others}
    classes = {"root": "Node", **dict.fromkeys(others)}
    for node in range(size):
        domains |= {(node, "left"): nodes, (node, "right"): nodes, (node, "key"): keys}
        classes |= {(node, "left"): "Node", (node, "right"): "Node", (node, "key"): None}
    return Search(domains, classes).run(rep_ok)


def binary_tree(size):
    """The paper's own: of `size` nodes. It prints 54,418 candidates for the 1,430 of eight."""
    def rep_ok(get):
        found = shape(get)
        return found is not None and get("size") == len(found)
    return trees(size, {"size": [size]}, [0], rep_ok)


def lookup(size):
    """The inputs of a lookup: search trees of up to `size` nodes, and a key."""
    def ordered(get, node, low, high):
        if node is None:
            return True
        key = get((node, "key"))
        return (
            low < key < high
            and ordered(get, get((node, "left")), low, key)
            and ordered(get, get((node, "right")), key, high)
        )
    keys = list(range(1, size + 1))
    def rep_ok(get):
        # Any key will do; it is read so that each is an input.
        return shape(get) is not None and ordered(get, get("root"), 0, size + 1) and get("k") in keys
    return trees(size, {"k": keys}, keys, rep_ok)


def sift(size):
    """The inputs of `sift`: trees in which a key is at most its parent's, but for the root's children."""
    keys = list(range(1, size + 1))
    def rep_ok(get):
        found = shape(get)
        if found is None:
            return False
        for node in found:
            for side in ("left", "right"):
                child = get((node, side))
                if child is not None and get((child, "key")) > get((node, "key")) and node != get("root"):
                    return False
            get((node, "key"))
        return True
    return trees(size, {}, keys, rep_ok)


if __name__ == "__main__":
    print(*globals()[sys.argv[1]](int(sys.argv[2])))
