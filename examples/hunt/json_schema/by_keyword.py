"""The failures of a report by the keywords that are enough for them: how many, and the smallest.

    examples/hunt/json_schema/run ajv items --format json | python3 examples/hunt/json_schema/by_keyword.py
"""

import json
import sys

OF_KEYS = ("properties", "patternProperties", "dependentSchemas", "dependencies", "$defs", "definitions")


def keywords(schema):
    if not isinstance(schema, dict):
        return set()
    found = set(schema) - {"const"}
    for keyword, value in schema.items():
        parts = value.values() if keyword in OF_KEYS else value if isinstance(value, list) else [value]
        found = found.union(*map(keywords, parts))
    return found


def failures(lines):
    for record in map(json.loads, lines):
        if record["kind"] == "failure":
            (cause,) = record["causes"]
            message = cause["details"][0]
            schema = json.JSONDecoder().raw_decode(message)[0]
            yield record["size"], len(message), message, cause["cause"], keywords(schema)


groups = []  # the cause, the keywords, how many, the smallest
for _, _, message, cause, found in sorted(failures(sys.stdin), key=lambda failure: failure[:3]):
    for group in groups:
        if group[0] == cause and group[1] <= found:
            group[2] += 1
            break
    else:
        groups.append([cause, found, 1, message])
for cause, found, count, message in sorted(groups, key=lambda group: (group[0], -group[2])):
    print(f"{cause}: {', '.join(sorted(found))} ({count})\n  {message}")
