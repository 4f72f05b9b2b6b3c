"""Counts the classes of relations.als and plain.als by trying all inputs, and decides each by repeating its rules until nothing is
new: it shares nothing with the specs.

Usage: korrel find SPEC COMMAND_pre --bare | python3 witness_relations.py SPEC COMMAND
"""

import json
import sys
from itertools import chain, combinations, permutations, product

plain = sys.argv[1].endswith("plain.als")
command = sys.argv[2]
SIZES = {  # users, groups, documents, and the relations of documents
    "groups": ([1, 2], [1, 2], [0], ()),
    "nested": ([1], [1, 2, 3, 4] if plain else [3], [0], ()),
    "circles": ([1], [1, 2, 3], [0], ()),
    "sets": ([1, 2], [0, 1], [1], ("viewers", "editors")),
    "rules": (*(([1], [0, 1]) if plain else ([1, 2], [0])), [1], ("viewers", "editors", "banned")),
    "from": ([1], [0], [1, 2, 3, 4] if plain else [1, 2, 3], ("viewers", "parents")),
    "from_circles": ([1], [0], [1, 2, 3], ("viewers", "parents")),
    "from_unless_banned": ([1], [0], [1, 2, 3] if plain else [1, 2], ("viewers", "banned", "parents")),
    "banned_circles": ([1], [0], [1, 2, 3], ("viewers", "banned", "parents")),
}
users_of, groups_of, docs_of, relations = SIZES[command]
has_circles = not plain or command.endswith("circles")
FUNCTIONS = {"union": bool.__or__, "intersection": bool.__and__, "exclusion": lambda one, other: one and not other}


def subsets(items):
    items = list(items)
    return chain.from_iterable(combinations(items, size) for size in range(len(items) + 1))


def is_acyclic(arrows):
    left = set(arrows)
    while left:
        ends = {one for one, _ in left}
        rest = {(one, other) for one, other in left if other in ends}
        if rest == left:
            return False
        left = rest
    return True


def graphs(kind, count):
    nodes = [(kind, number) for number in range(count)]
    arrows = subsets(permutations(nodes, 2))
    return [links for links in arrows if has_circles or is_acyclic(links)]


def inputs():
    for users, groups, docs in product(users_of, groups_of, docs_of):
        people = [("u", number) for number in range(users)] + ([] if plain else [("*", 0)])
        inside = [("g", number) for number in range(groups)]
        papers = [("d", number) for number in range(docs)]
        given = [(relation, doc) for doc in papers for relation in relations if relation != "parents"]
        members = [list(subsets((("members", g, p) for p in people))) for g in inside]
        subjects = [list(subsets(((relation, doc, s) for s in people + inside))) for relation, doc in given]
        parents = graphs("d", docs) if "parents" in relations else [()]
        for links, above in product(graphs("g", groups), parents):
            fixed = [("members", one, other) for one, other in links] + [("parents", one, other) for one, other in above]
            for chosen in product(*members, *subjects):
                yield users, groups, docs, fixed + [fact for facts in chosen for fact in facts]


def least(users, groups, docs, facts):
    """The same for two inputs that differ in names only."""
    best = None
    for u, g, d in product(permutations(range(users)), permutations(range(groups)), permutations(range(docs))):
        new = {"u": u, "g": g, "d": d, "*": [0]}
        named = sorted((r, (a, new[a][i]), (b, new[b][j])) for r, (a, i), (b, j) in facts)
        if best is None or named < best:
            best = named
    return users, groups, docs, tuple(best)


def decide(users, groups, docs, facts):
    """What is true of a user is added until nothing is new."""
    verdicts = {}
    for user in range(users):
        known = {("u", user), ("*", 0)}
        while more := {a for r, a, b in facts if r == "members" and b in known} - known:
            known |= more
        has = {(r, a) for r, a, b in facts if r in ("viewers", "editors", "banned") and b in known}
        seen = set()
        for banned in (False, True):
            seen = set()
            while True:
                above = {a for r, a, b in facts if r == "parents" and b in seen}
                papers = {a for r, a in has if r == "viewers"} | above
                if banned:
                    papers -= {a for r, a in has if r == "banned"}
                if papers <= seen:
                    break
                seen |= papers
            root = "seen_unless_banned" if banned else "seen_from"
            verdicts.setdefault(root, set()).update((number, user) for _, number in seen)
        verdicts.setdefault("inside", set()).update((number, user) for kind, number in known if kind == "g")
        for number in range(docs):
            v, e, b = ((r, ("d", number)) in has for r in ("viewers", "editors", "banned"))
            for root, holds in (("either", v or e), ("both", v and e), ("one_not_other", v and not e)):
                verdicts.setdefault(root, set()).update({(number, user)} if holds else ())
            for o, p in product(FUNCTIONS, repeat=2):
                one, other = FUNCTIONS[o], FUNCTIONS[p]
                for root, holds in (("left", other(one(v, e), b)), ("right", one(v, other(e, b)))):
                    verdicts.setdefault(root, set()).update({(o, p, user)} if holds else ())
    return verdicts


def read(instance):
    roots, objects = instance["roots"], instance["objects"]
    sorts = {"u": roots["users"], "g": roots["groups"], "d": roots["docs"]}
    place = {name: (kind, number) for kind, names in sorts.items() for number, name in enumerate(names)}
    facts = []
    for name, fields in objects.items():
        for relation in ("members", "parents", "viewers", "editors", "banned"):
            facts += [(relation, place[name], place.get(other, ("*", 0))) for other in fields.get(relation, [])]
    told = {}
    for root in roots.keys() - {"users", "groups", "docs"}:
        told[root] = {tuple(place[one][1] if one in place else one for one in row) for row in roots[root]}
    return (*(len(names) for names in sorts.values()), facts), told


counted = {least(*one) for one in inputs()}
seen, verdicts = set(), 0
for text in sys.stdin:
    one, told = read(json.loads(text))
    expected = decide(*one)
    assert all(rows == expected.get(root, set()) for root, rows in told.items()), text
    seen.add(least(*one))
    verdicts += 1
assert seen == counted and verdicts == len(counted), (len(seen), verdicts, len(counted))
print(f"{command}: {verdicts} inputs, the same that are counted here, and the same verdicts")
