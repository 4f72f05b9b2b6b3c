"""A small library, to be replaced by yours: a validator of some keywords."""

TYPES = {"array": list, "integer": int}


class Validator:
    def __init__(self, schema):
        self.schema = schema

    def is_valid(self, value):
        return accepts(self.schema, value)


def accepts(schema, value):
    if isinstance(schema, bool):
        return schema
    if "type" in schema and not isinstance(value, TYPES[schema["type"]]):
        return False
    if isinstance(value, list):
        if not all(accepts(schema.get("items", True), part) for part in value):
            return False
        if "contains" in schema and not any(accepts(schema["contains"], part) for part in value):
            return False
    if not all(accepts(part, value) for part in schema.get("allOf", [])):
        return False
    if "anyOf" in schema and not any(accepts(part, value) for part in schema["anyOf"]):
        return False
    return not ("not" in schema and accepts(schema["not"], value))
