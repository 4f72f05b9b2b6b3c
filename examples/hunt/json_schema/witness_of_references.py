"""The same for references: counts the schemas of references.als and dynamic.als by itself, and evaluates them by the standard.

    korrel find references.als draft2020_pre | python3 witness_of_references.py draft2020 3
    korrel find dynamic.als dynamic_pre | python3 witness_of_references.py dynamic 4
"""

import json
import re
import sys
from itertools import combinations_with_replacement, permutations, product

import pykorrel
from schemas import with_resources, written
from witness import evaluate, text

ALONE = ["not", "unevaluatedProperties", "$defs", "a", "b"]  # a and b are properties


def trees(size, keywords):
    """All schemas of so many, without references: a leaf, or by keyword the parts. `{}` needs a reference."""
    if size == 1:
        return [True, False, {"const": 1}, {}]
    return list(filled(size - 1, keywords))


def filled(size, keywords):
    if not keywords:
        yield from all_of(size) if size else [{}]
        return
    first, *others = keywords
    yield from filled(size, others)
    for taken in range(1, size + 1):
        for part, rest in product(TREES[taken], filled(size - taken, others)):
            yield {first: part, **rest}


def all_of(size):
    """Lists of schemas of so many in all, each in one order."""
    for sizes in partitions(size, size):
        counts = {n: sizes.count(n) for n in sizes}
        for chosen in product(*(combinations_with_replacement(TREES[n], count) for n, count in counts.items())):
            yield {"allOf": [part for group in chosen for part in group]}


def partitions(size, greatest):
    if size == 0:
        yield ()
    for first in range(min(size, greatest), 0, -1):
        yield from ((first, *rest) for rest in partitions(size - first, first))


def parts(schema, place):
    """The parts below a schema, with their places: (keyword, part, place)."""
    if isinstance(schema, dict):
        for keyword, value in schema.items():
            if keyword == "allOf":
                yield from ((keyword, part, f"{place}/allOf/{index}") for index, part in enumerate(value))
            elif keyword in ("properties", "$defs"):
                yield from ((keyword, part, f"{place}/{keyword}/{key}") for key, part in value.items())
            elif keyword in ("not", "unevaluatedProperties"):
                yield keyword, value, f"{place}/{keyword}"


def json_of(tree):
    """A tree of `trees` as JSON; each occurrence is an object of its own."""
    if not isinstance(tree, dict) or "const" in tree:
        return tree
    made = {}
    for keyword, part in tree.items():
        if keyword == "allOf":
            made["allOf"] = [json_of(one) for one in part]
        elif keyword in "ab":
            made.setdefault("properties", {})[keyword] = json_of(part)
        else:
            made[keyword] = {"d": json_of(part)} if keyword == "$defs" else json_of(part)
    return made


def places(schema, place="#"):
    yield place, schema
    for _, part, below in parts(schema, place):
        yield from places(part, below)


def with_references(tree, draft):
    """The schema with references: at least one, also wherever nothing else is, and none that never ends."""
    at = dict(places(json_of(tree)))
    open_places = [place for place, schema in at.items() if isinstance(schema, dict) and "const" not in schema]
    for chosen in product([None, *at], repeat=len(open_places)):
        targets = {place: target for place, target in zip(open_places, chosen) if target}
        if targets and all(at[place] or place in targets for place in open_places) and ends(at, targets):
            if draft == "draft2020" or not any(t.startswith(f"{place}/") for t in targets.values() for place in targets):
                schema = json_of(tree)
                for place, one in places(schema):
                    if place in targets:
                        one["$ref"] = targets[place]
                yield schema


def ends(at, targets):
    """No schema is applied to the same value again."""
    steps = {}
    for place, schema in at.items():
        steps[place] = [below for keyword, _, below in parts(schema, place) if keyword in ("allOf", "not")]
        steps[place] += [targets[place]] if place in targets else []

    def leads_back(start):
        found = list(steps[start])
        for place in found:
            found += [step for step in steps[place] if step not in found]
        return start in found

    return not any(map(leads_back, steps))


def least(schema):
    """The same text for two schemas that differ in the order of lists."""
    return min(text(renamed(variant, moved)) for variant, moved in variants(schema, "#", "#"))


def variants(schema, old, new):
    """The schema with its lists in each order, and where each place has come to."""
    below = list(parts(schema, old))
    ordered = [place for keyword, _, place in below if keyword == "allOf"]
    for order in permutations(ordered):
        to = {place: f"{new}/allOf/{index}" for index, place in enumerate(order)}
        kept = [(part, place, to.get(place, new + place[len(old) :])) for _, part, place in below]
        for chosen in product(*(list(variants(part, place, target)) for part, place, target in kept)):
            moved = {old: new}
            made = schema
            if isinstance(schema, dict):
                made = json.loads(text(schema))
                for (_, _, target), (part, places_below) in zip(kept, chosen):
                    put(made, target[len(new) + 1 :].split("/"), part)
                    moved |= places_below
            yield made, moved


def put(schema, path, part):
    for step in path[:-1]:
        schema = schema[step]
    schema[int(path[-1]) if isinstance(schema, list) else path[-1]] = part


def renamed(schema, moved):
    if isinstance(schema, list):
        return [renamed(part, moved) for part in schema]
    if not isinstance(schema, dict):
        return schema
    return {key: moved[part] if key == "$ref" else renamed(part, moved) for key, part in schema.items()}


def linked(schema, draft):
    """The schema with the target of each reference in its place; in draft 7 nothing beside it counts."""
    at = dict(places(schema))
    for place, one in list(at.items()):
        if isinstance(one, dict) and "$ref" in one:
            target = at[one["$ref"]]
            if draft == "draft7":
                one.clear()
            one["$ref"] = target
    return schema


def references(draft, greatest):
    listed, verdicts = [], 0
    for heap in pykorrel.read(sys.stdin.buffer):
        schema = written(heap.roots["root"])
        listed.append(least(schema))
        judged = linked(schema, draft)
        for value in heap.roots["values"]:
            expected = evaluate(judged, json.loads(re.sub(r"(\w):", r'"\1":', value)))[0]
            assert (value in heap.roots["root"].accepts) == expected, f"{listed[-1]}: {value}"
            verdicts += 1
    counted = set()
    for size in range(1, greatest + 1):
        keywords = [word for word in ALONE if draft == "draft2020" or word != "unevaluatedProperties"]
        TREES[size] = trees(size, keywords)
        roots = [tree for tree in TREES[size] if isinstance(tree, dict) and "const" not in tree]
        counted |= {least(schema) for tree in roots for schema in with_references(tree, draft)}
    return listed, counted, verdicts


TREES = {}


# A schema of dynamic.als is a list: for each schema (the one it is in, "not" or "defs", has an `$id`, has an anchor, its kind,
# what its `$ref` refers to). The root is the first one, and in itself.
KINDS = ["1", "2", "dynamicRef", "not", "ref"]


def least_dynamic(schema):
    """The same for two that differ in the order of definitions."""
    best = None
    for order in permutations(range(1, len(schema))):
        to = dict(zip((0, *order), range(len(schema))))
        to[-1] = -1  # no reference
        named = sorted((to[k], to[up], *facts, to[ref]) for k, (up, *facts, ref) in enumerate(schema))
        best = named if best is None or named < best else best
    return tuple(best)


def dynamic_schemas(size):
    for ups in product(*(range(k) for k in range(1, size))):
        for hows in product(("not", "defs"), repeat=size - 1):
            below_not = [up for up, how in zip(ups, hows) if how == "not"]
            if len(set(below_not)) < len(below_not):
                continue
            places = [(0, "root"), *zip(ups, hows)]
            for ids in product(*([True] if k == 0 else [False] if places[k][1] == "not" else [False, True] for k in range(size))):
                if sum(ids) > 1:
                    yield from with_kinds(places, ids, set(below_not))


def with_kinds(places, ids, negating):
    size = len(places)
    resource = []
    for k, (up, _) in enumerate(places):
        resource.append(k if ids[k] else resource[up])
    for anchors in product([False, True], repeat=size):
        holders = [resource[k] for k in range(size) if anchors[k]]
        if len(set(holders)) < len(holders):
            continue
        anchor_of = {resource[k]: k for k in range(size) if anchors[k]}
        choices = []
        for k in range(size):
            own = [("1", -1), ("2", -1)] + [("dynamicRef", -1)] * (resource[k] in anchor_of)
            own += [("ref", t) for t in range(size) if resource[t] == resource[k] or ids[t]]
            choices.append([("not", -1)] if k in negating else own)
        for kinds in product(*choices):
            schema = [(*places[k], ids[k], anchors[k], *kinds[k]) for k in range(size)]
            if any(kind == "dynamicRef" for kind, _ in kinds) and always_ends(schema, anchor_of.values()):
                yield schema


def always_ends(schema, anchored):
    """No way of `not`, `$ref` and `$dynamicRef`, wherever that leads, comes back."""
    for anchor in anchored:
        steps = {k: [] for k in range(len(schema))}
        for k, (up, how, _, _, kind, ref) in enumerate(schema):
            if how == "not":
                steps[up].append(k)
            if kind == "ref":
                steps[k].append(ref)
            if kind == "dynamicRef":
                steps[k].append(anchor)
        for start in steps:
            found = list(steps[start])
            for k in found:
                found += [step for step in steps[k] if step not in found]
            if start in found:
                return False
    return True


def read_dynamic(root):
    order, ups = [root], {id(root): (0, "root")}
    for one in order:
        for how, below in [("not", [one.not_] if one.not_ else []), ("defs", list(one.defs))]:
            for part in below:
                ups[id(part)] = (order.index(one), how)
                order.append(part)
    schema = []
    for one in order:
        kind = str(one.const) if one.const else "dynamicRef" if one.dynamicRef else "not" if one.not_ else "ref"
        ref = order.index(one.ref) if one.ref else -1
        schema.append((*ups[id(one)], bool(one.id), bool(one.dynamicAnchor), kind, ref))
    return schema


def is_valid(whole, value):
    """By the standard (2020-12, 8.2.3.2): the dynamic scope is the list of resources that were entered."""
    at, resource_of, anchors = {}, {}, {}

    def index(schema, resource, place):
        if "$id" in schema:
            resource, place = schema["$id"], ""
        at[resource + "#" + place] = schema
        if not place:
            at[resource] = schema
        resource_of[id(schema)] = resource
        if "$dynamicAnchor" in schema:
            anchors[resource] = schema
        for key, part in schema.get("$defs", {}).items():
            index(part, resource, f"{place}/$defs/{key}")
        if "not" in schema:
            index(schema["not"], resource, f"{place}/not")

    def holds(schema, scope):
        resource = resource_of[id(schema)]
        scope = scope if scope and scope[-1] == resource else [*scope, resource]
        if "const" in schema and schema["const"] != value:
            return False
        if "not" in schema and holds(schema["not"], scope):
            return False
        if "$ref" in schema:
            reference = schema["$ref"]
            if not holds(at[resource + reference if reference.startswith("#") else reference], scope):
                return False
        if "$dynamicRef" in schema:
            outermost = next(one for one in scope if one in anchors)
            return holds(anchors[outermost], scope)
        return True

    index(whole, None, "")
    return holds(whole, [])


def dynamic(greatest):
    listed, verdicts = [], 0
    for heap in pykorrel.read(sys.stdin.buffer):
        root = heap.roots["root"]
        listed.append(least_dynamic(read_dynamic(root)))
        for value in (1, 2):
            assert (str(value) in heap.roots["accepted"]) == is_valid(with_resources(root), value), listed[-1]
            verdicts += 1
    counted = {least_dynamic(schema) for size in range(2, greatest + 1) for schema in dynamic_schemas(size)}
    return listed, counted, verdicts


def main():
    command, greatest = sys.argv[1], int(sys.argv[2])
    listed, counted, verdicts = dynamic(greatest) if command == "dynamic" else references(command, greatest)
    assert len(set(listed)) == len(listed) and set(listed) == counted, (len(listed), len(counted))
    print(f"{len(listed)} schemas, the same that are counted here; {verdicts} verdicts, all the same")


if __name__ == "__main__":
    main()
