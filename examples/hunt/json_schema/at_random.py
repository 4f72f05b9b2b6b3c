"""Schemas and values at random: the witness is the oracle, ajv under test."""

import json
import pathlib
import subprocess

from by_hypothesis import of_strategy, tell
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


class Ajv:
    """A process that is started when it is asked."""

    process = None

    def answer(self, schema, value):
        if not self.process:
            program = ["node", str(pathlib.Path(__file__).with_name("answers.mjs"))]
            self.process = subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.process.stdin.write(json.dumps([schema, value]) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def end(self):
        self.process.communicate()
        self.process = None


ajv = Ajv()


def is_wrong(drawn):
    return ajv.answer(*drawn) != evaluate(*drawn)[0]


def strategy(make):
    return st.tuples(st.recursive(leaves, make, max_leaves=6), values)


tell(
    [("ajv, any fault", make.__name__, of_strategy(strategy(make), is_wrong)) for make in (wide, narrow)],
    size=lambda drawn: size(drawn[0]),
    done=ajv.end,
)
