"""Counts the schemas of a spec by itself, and evaluates them by the standard: what Korrel lists must agree.

    korrel find items.als draft2020_pre | python3 witness.py 3
"""

import itertools
import json
import re
import sys
from functools import cache

import pykorrel
from schemas import written

LISTS = ("allOf", "anyOf", "oneOf")
IN_PLACE = [*LISTS, "not", "if", "then", "else"]
KEYWORDS = {  # each with the keys under which its schemas stand: none for a schema alone
    "items": {"prefixItems": "01", "items": "", "contains": "", "unevaluatedItems": ""},
    "properties": {
        "properties": "ab",
        "patternProperties": "ab",
        "dependentSchemas": "ab",
        "additionalProperties": "",
        "unevaluatedProperties": "",
    },
}
LEAVES = {"items": [True, False, {"const": 1}]}
LEAVES["properties"] = [*LEAVES["items"], {"required": ["a"]}, {"required": ["b"]}]


def text(schema):
    return json.dumps(schema, sort_keys=True)


def sorted_lists(schema):
    """The order of a list of subschemas means nothing."""
    if not isinstance(schema, dict):
        return schema
    parts = {}
    for keyword, value in schema.items():
        if keyword in LISTS:
            value = sorted(map(sorted_lists, value), key=text)
        elif isinstance(value, list):
            value = [sorted_lists(part) for part in value]
        elif isinstance(value, dict):
            value = sorted_lists(value)
        parts[keyword] = value
    return parts


@cache
def schemas(spec, size):
    """All schemas that are made of so many."""
    if size == 1:
        return LEAVES[spec]
    places = [(keyword, key) for keyword, keys in KEYWORDS[spec].items() for key in keys or [""]]
    places += [(keyword, "") for keyword in IN_PLACE if keyword not in LISTS]
    made = []
    for schema in filled(spec, tuple(places), size - 1):
        if ("then" in schema or "else" in schema) and "if" not in schema:
            continue
        prefix = schema.get("prefixItems", {})
        if "1" in prefix and "0" not in prefix:
            continue
        made.append(schema)
        if "contains" in schema:
            made += [{**schema, "minContains": least} for least in (0, 1, 2)]
    return made


def filled(spec, places, size):
    """Schemas with so many others in all, at these places and in lists."""
    if not places:
        yield from with_lists(spec, LISTS, size)
        return
    (keyword, key), *others = places
    yield from filled(spec, tuple(others), size)
    for taken in range(1, size + 1):
        for part, schema in itertools.product(schemas(spec, taken), filled(spec, tuple(others), size - taken)):
            yield {**schema, keyword: {**schema.get(keyword, {}), key: part} if key else part}


def with_lists(spec, keywords, size):
    if not keywords:
        if size == 0:
            yield {}
        return
    for taken in range(size + 1):
        for parts, schema in itertools.product(lists(spec, taken), with_lists(spec, keywords[1:], size - taken)):
            yield {**schema, keywords[0]: parts} if parts else schema


def lists(spec, size):
    """Lists of so many schemas in all, each in one order."""
    found = {}
    for sizes in partitions(size, size):
        for parts in itertools.product(*(schemas(spec, n) for n in sizes)):
            found[text(sorted(map(text, parts)))] = list(parts)
    return found.values()


def partitions(size, greatest):
    if size == 0:
        yield ()
    for first in range(min(size, greatest), 0, -1):
        for rest in partitions(size - first, first):
            yield (first, *rest)


def evaluate(schema, value):
    """Whether a value is valid, and which of its parts have been evaluated (2020-12, 7.7 and 10 to 11)."""
    if isinstance(schema, bool):
        return schema, set()
    valid, seen = True, set()

    def apply(subschema):
        nonlocal seen
        passed, evaluated = evaluate(subschema, value)
        seen |= evaluated
        return passed

    def part(place, subschema):
        nonlocal valid
        seen.add(place)
        valid &= evaluate(subschema, value[place])[0]

    valid &= schema.get("const", value) == value
    valid &= "$ref" not in schema or apply(schema["$ref"])  # what it refers to
    valid &= all([apply(s) for s in schema.get("allOf", [])])
    valid &= "anyOf" not in schema or any([apply(s) for s in schema["anyOf"]])
    valid &= "oneOf" not in schema or sum([apply(s) for s in schema["oneOf"]]) == 1
    valid &= "not" not in schema or not evaluate(schema["not"], value)[0]
    if "if" in schema:
        valid &= apply(schema.get("then" if apply(schema["if"]) else "else", True))
    if isinstance(value, list):
        prefix = schema.get("prefixItems", [])
        for place in range(len(value)):
            if place < len(prefix) or "items" in schema:
                part(place, prefix[place] if place < len(prefix) else schema["items"])
        if "contains" in schema:
            matching = {n for n in range(len(value)) if evaluate(schema["contains"], value[n])[0]}
            valid &= len(matching) >= schema.get("minContains", 1)
            seen |= matching
        if "unevaluatedItems" in schema:
            for place in set(range(len(value))) - seen:
                part(place, schema["unevaluatedItems"])
    if isinstance(value, dict):
        valid &= all(key in value for key in schema.get("required", []))
        for key in value:
            named = [schema[k][key] for k in ("properties", "patternProperties") if key in schema.get(k, {})]
            for subschema in named or [schema[k] for k in ["additionalProperties"] if k in schema]:
                part(key, subschema)
        for key, subschema in schema.get("dependentSchemas", {}).items():
            valid &= key not in value or apply(subschema)
        if "unevaluatedProperties" in schema:
            for key in set(value) - seen:
                part(key, schema["unevaluatedProperties"])
    return valid, seen if valid else set()


def listed_form(schema):
    """As Korrel's are written: a prefix is a list."""
    if not isinstance(schema, dict):
        return schema
    form = {}
    for keyword, value in schema.items():
        if keyword in LISTS:
            value = [listed_form(part) for part in value]
        elif keyword == "prefixItems":
            value = [listed_form(part) for _, part in sorted(value.items())]
        elif keyword in ("properties", "patternProperties", "dependentSchemas"):
            value = {key: listed_form(part) for key, part in value.items()}
        elif keyword != "required":
            value = listed_form(value)
        form[keyword] = value
    return form


def main():
    spec, greatest = sys.argv[1], int(sys.argv[2])
    listed, verdicts = [], 0
    for heap in pykorrel.read(sys.stdin.buffer):
        root, values = heap.roots["root"], heap.roots["values"]
        schema = written(root)
        for value in values:
            expected = evaluate(schema, json.loads(re.sub(r"(\w):", r'"\1":', value)))[0]
            assert (value in root.accepts) == expected, f"{schema}: {value}"
            verdicts += 1
        listed.append(text(sorted_lists(schema)))
    counted = [s for size in range(2, greatest + 1) for s in schemas(spec, size)]
    counted = {text(sorted_lists(listed_form(schema))) for schema in counted}
    assert len(set(listed)) == len(listed) and set(listed) == counted, (len(listed), len(counted))
    print(f"{len(listed)} schemas, the same that are counted here; {verdicts} verdicts, all the same")


if __name__ == "__main__":
    main()
