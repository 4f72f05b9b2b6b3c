"""Counts the classes of inputs by trying all of them, and decides each by walking: it shares nothing with the specs.

Usage: korrel find SPEC COMMAND_pre --bare | python3 witness.py COMMAND
"""

import json
import sys
from itertools import chain, combinations, permutations, product

command = sys.argv[1]


def subsets(items):
    items = list(items)
    return chain.from_iterable(combinations(items, size) for size in range(len(items) + 1))


def above(links, start):
    """From the nearest on: those that `start` is, or has as a role."""
    found, queue = [start], [start]
    while queue:
        here = queue.pop(0)
        for one, other in links:
            if one == here and other not in found:
                found.append(other)
                queue.append(other)
    return found


def acyclic(links):
    return all(one not in above(links, other) for one, other in links)


def arrows(n, allowed=lambda links: True):
    return [links for links in subsets(permutations(range(n), 2)) if allowed(links)]


def tree(links):
    return acyclic(links) and len({one for one, _ in links}) == len(links)


# An input is (how many subjects, how many others, facts); a fact is a kind, and then subjects and others, each by its number.
def worlds(counts, domains, roles_of=lambda n: arrows(n), deny=True):
    for n, d in product(counts, domains):
        one = [
            {("role", s, r) for s, r in links} | {("allow", s) for s in allows} | {("deny", s) for s in denies}
            for links in roles_of(n)
            for allows in subsets(range(n))
            for denies in (subsets(range(n)) if deny else [()])
        ]
        for chosen in product(one, repeat=d):
            yield n, d, [(kind, number, *who) for number, facts in enumerate(chosen) for kind, *who in facts]


def lists(counts, priorities, roles, distinct=False):
    for n in counts:
        kinds = list(product(range(n), ("allow", "deny"), priorities))
        for size, links in product(range(4), arrows(n, roles)):
            for rules in permutations(kinds, size):
                if not distinct or len({rule[2] for rule in rules}) == size:
                    yield n, 0, [("role", -1, s, r) for s, r in links] + [
                        (f"rule {place} {effect} {priority}", -1, s) for place, (s, effect, priority) in enumerate(rules)
                    ]


def graphs():
    for n, m in product((1, 2), (1, 2)):
        pairs = list(product(range(n), range(m)))
        for groups, folders in product(arrows(n, acyclic), arrows(m, acyclic)):
            for permits, forbids in product(subsets(pairs), subsets(pairs)):
                facts = [("role", -1, s, r) for s, r in groups] + [("folder", o, p) for o, p in folders]
                facts += [("permit", o, s) for s, o in permits] + [("forbid", o, s) for s, o in forbids]
                yield n, m, facts


def least(n, m, facts):
    """The same for two inputs that differ in names only."""
    best = None
    for p, q in product(permutations(range(n)), permutations(range(m))):
        named = []
        for kind, other, *who in facts:
            named.append((kind, other if other < 0 else q[other], *((q if kind == "folder" else p)[s] for s in who)))
        named.sort()
        if best is None or named < best:
            best = named
    return n, m, tuple(best)


INPUTS = {
    "roles": lambda: worlds((1, 2, 3), [1]),
    "domains": lambda: worlds((1, 2), (1, 2)),
    "users": lambda: worlds((1, 2, 3), [1], lambda n: arrows(n, acyclic), deny=False),
    "loaded": lambda: lists((1, 2), (9, 10), acyclic),
    "one_by_one": lambda: lists((1, 2), (8, 9, 10), acyclic, distinct=True),
    "nearest": lambda: lists((1, 2, 3), [0], tree),
    "entities": graphs,
}


def read(instance):
    roots, objects = instance["roots"], instance["objects"]
    number = {name: k for k, name in enumerate(roots["subjects"])}
    others = roots.get("domains", roots.get("objects", []))
    other = {name: k for k, name in enumerate(others)}
    facts = []
    for name, k in other.items():
        one = objects[name]
        facts += [("role", k, number[s], number[r]) for s, r in one.get("roles", [])]
        facts += [(kind, k, number[s]) for kind in ("allow", "deny") for s in one.get(kind, [])]
        facts += [("folder", k, other[o]) for o in one.get("folders", [])]
    for name, k in number.items():
        one = objects[name]
        facts += [("role", -1, k, number[r]) for r in one.get("roles", one.get("groups", []))]
        facts += [(kind, other[o], k) for kind in ("permit", "forbid") for o in one.get(kind, [])]
    for place, name in enumerate(roots.get("rules", [])):
        one = objects[name]
        facts.append((f"rule {place} {one['effect']} {one['priority']}", -1, number[one["who"]]))
    verdicts = {}
    for root in ("some_allows", "none_denies", "both"):
        if root in roots:
            verdicts[root] = {(other[d], number[s]) for d, s in roots[root]}
    if "allowed" in roots and others:
        verdicts["allowed"] = {(number[s], other[o]) for s, o in roots["allowed"]}
    elif lone := {"allowed", "users"} & roots.keys():
        verdicts = {root: {(number[s],) for s in roots[root]} for root in lone}
    return (len(number), len(others), facts), verdicts


def decide(n, m, facts):
    def linked(kind, other=None):
        return [tuple(fact[2:]) for fact in facts if fact[0] == kind and other in (None, fact[1])]

    if command == "entities":
        folders = [(fact[1], fact[2]) for fact in facts if fact[0] == "folder"]
        rules = [(fact[0], fact[2], fact[1]) for fact in facts if fact[0] in ("permit", "forbid")]
        allowed = set()
        for s, o in product(range(n), range(m)):
            kinds = {k for k, t, p in rules if t in above(linked("role"), s) and p in above(folders, o)}
            if kinds == {"permit"}:
                allowed.add((s, o))
        return {"allowed": allowed}
    if m == 0:
        rules = [(*fact[0].split()[1:], fact[2]) for fact in facts if fact[0].startswith("rule")]
        rules.sort(key=lambda rule: (int(rule[2]), int(rule[0])))
        allowed = set()
        for s in range(n):
            steps = above(linked("role"), s)
            mine = [rule for rule in rules if rule[3] in steps]
            if command == "nearest":
                mine.sort(key=lambda rule: steps.index(rule[3]))
            if mine and mine[0][1] == "allow":
                allowed.add((s,))
        return {"allowed": allowed}
    verdicts = {"some_allows": set(), "none_denies": set(), "both": set()}
    for d, s in product(range(m), range(n)):
        steps = above(linked("role", d), s)
        allows = any((t,) in linked("allow", d) for t in steps)
        denies = any((t,) in linked("deny", d) for t in steps)
        for root, holds in zip(verdicts, (allows, not denies, allows and not denies)):
            if holds:
                verdicts[root].add((d, s))
    if command == "users":
        roles = {r for _, r in linked("role")}
        return {"users": {(s,) for _, s in verdicts["some_allows"] if s not in roles}}
    return verdicts


counted = {least(*one) for one in INPUTS[command]()}
seen, verdicts = set(), 0
for text in sys.stdin:
    one, told = read(json.loads(text))
    assert told == decide(*one), text
    seen.add(least(*one))
    verdicts += 1
assert seen == counted and verdicts == len(counted), (len(seen), verdicts, len(counted))
print(f"{command}: {verdicts} inputs, the same that are counted here, and the same verdicts")
