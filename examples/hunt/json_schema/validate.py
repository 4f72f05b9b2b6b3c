"""Validators in Python: each schema is held against values, and must accept those that the spec says."""

import json
import re
import sys

from pykorrel import driver
from schemas import decimal, text_of, with_resources, written

library = sys.argv[1]
NEWEST = "draft7" if library == "fastjsonschema" else "draft2020"


def with_jsonschema(schema, draft):
    import jsonschema

    validators = {"draft2020": jsonschema.Draft202012Validator, "draft7": jsonschema.Draft7Validator}
    return validators[draft](schema).is_valid


def with_fastjsonschema(schema, draft):
    import fastjsonschema

    validate = fastjsonschema.compile(schema)  # of draft 7, if `$schema` says nothing else

    def is_valid(value):
        try:
            validate(value)
        except fastjsonschema.JsonSchemaValueException:
            return False
        return True

    return is_valid


def with_jsonschema_rs(schema, draft):
    import jsonschema_rs

    validators = {"draft2020": jsonschema_rs.Draft202012Validator, "draft7": jsonschema_rs.Draft7Validator}
    return validators[draft](schema).is_valid


compiled = globals()["with_" + library.replace("-", "_")]


def hold(schema, draft, values):
    """Each value is a text of JSON, and whether it is valid."""
    is_valid = compiled(schema, draft)
    for text, expected in values:
        if is_valid(json.loads(text)) != expected:
            cause = "refuses a valid value" if expected else "accepts a value that is not valid"
            raise driver.Fail(cause, f"{json.dumps(schema)}: {text}")


def holds_schema(draft):
    def judge(root, values):
        assert values, "the spec has values"
        quoted = [(re.sub(r"(\w):", r'"\1":', text), text in root.accepts) for text in values]
        hold(written(root, draft == "draft7"), draft, quoted)

    return judge


DRAFTS = {"draft2020": "draft2020", "closed": "draft2020", "draft7": "draft7"}
for operation, draft in DRAFTS.items():
    if NEWEST == "draft2020" or draft == NEWEST:
        driver.operation(holds_schema(draft), name=operation, judges=True)


@driver.operation(judges=True)
def compared(left, right, same):
    values = [text_of(left), text_of(right)]
    is_same = (left, right) in same
    hold({"const": json.loads(values[0])}, NEWEST, [(values[1], is_same)])
    hold({"enum": [json.loads(values[0])]}, NEWEST, [(values[1], is_same)])
    hold({"uniqueItems": True}, NEWEST, [("[{},{}]".format(*values), not is_same)])


@driver.operation(judges=True)
def divided(value, by, multiples):
    text, divisor = map(decimal, (value, by))
    hold({"multipleOf": json.loads(divisor)}, NEWEST, [(text, value in multiples)])
    hold({"type": "integer"}, NEWEST, [(text, value.exponent >= 0)])


@driver.operation(judges=True)
def dynamic(root, accepted):
    hold(with_resources(root), NEWEST, [(text, text in accepted) for text in "12"])


driver.serve()
