"""The same comparison by Hypothesis: random schemas and values, the witness as the oracle, ajv under test.

    examples/hunt/json_schema/at_random 100 10    # examples, seeds
"""

import json
import pathlib
import subprocess
import sys

from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st
from witness import evaluate

leaves = st.sampled_from([True, False, {"const": 1}, {"required": ["a"]}, {"required": ["b"]}])
keys = st.sampled_from("ab")
values = st.integers(1, 2) | st.lists(st.integers(1, 2), max_size=2) | st.dictionaries(keys, st.integers(1, 2))


def wide(schemas):
    """Each keyword is there or not, as likely: what one writes first."""
    return st.fixed_dictionaries({}, optional=keywords(schemas))


def narrow(schemas):
    """One keyword or two: small schemas, by someone who has the sizes of the hunt in mind."""
    one = st.one_of([st.fixed_dictionaries({keyword: value}) for keyword, value in keywords(schemas).items()])
    return one | st.tuples(one, one).map(lambda two: {**two[0], **two[1]})


def keywords(schemas):
    lists, of_keys = st.lists(schemas, min_size=1, max_size=2), st.dictionaries(keys, schemas, min_size=1)
    alone = ["not", "if", "then", "else", "items", "contains", "unevaluatedItems"]
    alone += ["additionalProperties", "unevaluatedProperties"]
    return {
        **dict.fromkeys(["allOf", "anyOf", "oneOf", "prefixItems"], lists),
        **dict.fromkeys(["properties", "patternProperties", "dependentSchemas"], of_keys),
        **dict.fromkeys(alone, schemas),
    }


def size(schema):
    if not isinstance(schema, dict):
        return 1
    parts = (p for v in schema.values() for p in (v if isinstance(v, list) else v.values() if isinstance(v, dict) else [v]))
    return 1 + sum(size(part) for part in parts if isinstance(part, (dict, bool)))


ajv = subprocess.Popen(
    ["node", str(pathlib.Path(__file__).with_suffix(".mjs"))], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
)


def by_ajv(schema, value):
    ajv.stdin.write(json.dumps([schema, value]) + "\n")
    ajv.stdin.flush()
    return json.loads(ajv.stdout.readline())


def run(make, number, examples):
    """The smallest failure of a run, or nothing."""
    failures = []

    @seed(number)
    @settings(max_examples=examples, database=None, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.recursive(leaves, make, max_leaves=6), values)
    def test(schema, value):
        if by_ajv(schema, value) != evaluate(schema, value)[0]:
            failures.append((schema, value))
            raise AssertionError

    try:
        test()
    except AssertionError:
        return failures[-1]


examples, seeds = map(int, sys.argv[1:])
for make in (wide, narrow):
    found = [run(make, number, examples) for number in range(seeds)]
    failures = [failure for failure in found if failure]
    print(f"{make.__name__}, {examples} examples: found by {len(failures)} of {seeds} seeds")
    for text in sorted({f"  {size(schema)} schemas: {json.dumps(schema)}: {json.dumps(value)}" for schema, value in failures}):
        print(text)
