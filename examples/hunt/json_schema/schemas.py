"""A schema as JSON: the fields of the spec are called as the keywords are."""

LEAVES = {"True": True, "False": False, "One": {"const": 1}}
NAMES = {"ref": "$ref", "defs": "$defs"}
DRAFT7 = {"prefixItems": "items", "dependentSchemas": "dependencies", "defs": "definitions"}


def written(root, is_draft7=False):
    writer = Writer(is_draft7)
    schema = writer.schema(root, "#")
    for keywords, target in writer.references:
        keywords["$ref"] = writer.places[id(target)]
    return schema


class Writer:
    def __init__(self, is_draft7):
        self.names = {**NAMES, **(DRAFT7 if is_draft7 else {})}
        self.is_draft7 = is_draft7
        self.places = {}  # where each schema stands
        self.references = []  # the JSON that refers, and the schema that is meant

    def schema(self, schema, place):
        self.places[id(schema)] = place
        if schema._type in LEAVES:
            return LEAVES[schema._type]
        keywords = {}
        for field, value in vars(schema).items():
            if field not in ("accepts", "evaluates") and value not in (None, [], {}, set()):
                keyword = self.keyword(field, schema)
                keywords[keyword] = self.written(field, value, f"{place}/{keyword}")
                if field == "ref":
                    self.references.append((keywords, value))
        return keywords

    def keyword(self, field, schema):
        if self.is_draft7 and field == "items" and schema.prefixItems:
            return "additionalItems"
        return self.names.get(field, field.rstrip("_"))  # `not` is a word of Alloy's

    def written(self, field, value, place):
        if field == "ref" or isinstance(value, int):
            return value
        if field == "required":
            return [value]
        if field == "defs":
            return {"d": self.schema(value, f"{place}/d")}
        if isinstance(value, dict):
            value = dict(sorted(value.items()))
            if field != "prefixItems":
                return {key: self.schema(part, f"{place}/{key}") for key, part in value.items()}
            value = list(value.values())
        if isinstance(value, (list, set)):
            return [self.schema(part, f"{place}/{index}") for index, part in enumerate(value)]
        return self.schema(value, place)


def text_of(value):
    """The JSON of a value, as text."""
    if value._type == "Scalar":
        return value.text
    if value._type == "Array":
        return "[" + ",".join(map(text_of, value.items)) + "]"
    return "{" + ",".join(f'"{key}":{text_of(part)}' for key, part in value.members.items()) + "}"


def decimal(number):
    """3 and -1 are 0.3, 3 and 1 are 30."""
    zeros = "0" * abs(number.exponent)
    return f"{number.digit}{zeros}" if number.exponent >= 0 else f"0.{zeros[1:]}{number.digit}"


def with_resources(root):
    """A schema of dynamic.als: resources have absolute identifiers, and definitions are numbered."""
    uris, places, resources = {}, {}, {}

    def visit(schema, place, resource):
        if schema.id:
            place, resource = "#", schema
            uris[id(schema)] = f"https://example.org/{len(uris)}"
        places[id(schema)], resources[id(schema)] = place, resource
        for keyword, part in parts(schema):
            visit(part, f"{place}/{keyword}", resource)

    def parts(schema):
        alone = [("not", schema.not_)] if schema.not_ else []
        return alone + [(f"$defs/{number}", part) for number, part in enumerate(schema.defs)]

    def json_of(schema):
        keywords = {"$id": uris[id(schema)]} if schema.id else {}
        keywords |= {"$dynamicAnchor": "n"} if schema.dynamicAnchor else {}
        keywords |= {"$dynamicRef": "#n"} if schema.dynamicRef else {}
        keywords |= {"const": schema.const} if schema.const else {}
        if schema.ref:
            is_here = resources[id(schema.ref)] is resources[id(schema)]
            keywords["$ref"] = places[id(schema.ref)] if is_here else uris[id(schema.ref)]
        keywords |= {"not": json_of(schema.not_)} if schema.not_ else {}
        defs = {str(number): json_of(part) for number, part in enumerate(schema.defs)}
        return keywords | ({"$defs": defs} if defs else {})

    visit(root, "#", root)
    return json_of(root)
