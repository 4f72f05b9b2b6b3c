"""Asks a validator which values it accepts, by each schema of spec.als."""

import json

from serve import serve

# ── your library ── import it here in place of the example, and call it in `is_valid`.
from example import Validator


def is_valid(schema, values):
    """For each of the values: is it valid against the schema? Both are as `json.loads` makes them."""
    validator = Validator(schema)
    return [validator.is_valid(value) for value in values]


# ────────────────────


def written(schema):
    """A schema of the spec as JSON Schema has it. A keyword that you add to the spec is added here."""
    if schema.sig != "Keywords":
        return schema.sig == "True"
    keywords = {"type": schema.type}
    keywords |= {name: [written(part) for part in getattr(schema, name)] or None for name in ("allOf", "anyOf")}
    for field, name in {"items": "items", "contains": "contains", "not_": "not"}.items():
        below = getattr(schema, field)
        keywords[name] = None if below is None else written(below)
    return {name: value for name, value in keywords.items() if value is not None}


def validate(root, values):
    verdicts = is_valid(written(root), [json.loads(text) for text in values])
    return [text for text, verdict in zip(values, verdicts) if verdict]


serve(validate)
