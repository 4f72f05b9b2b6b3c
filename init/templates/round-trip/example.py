"""A small library, to be replaced by yours: values as JSON, a row for each, in which parts are the numbers of rows."""

import json


def dumps(value):
    rows, places = [], {}

    def place(value):
        if id(value) in places:
            return places[id(value)]
        at = places[id(value)] = len(rows)
        rows.append(value)
        if isinstance(value, dict):
            rows[at] = {key: place(part) for key, part in value.items()}
        elif isinstance(value, list):
            rows[at] = [place(part) for part in value]
        return at

    place(value)
    return json.dumps(rows)


def loads(text):
    rows = json.loads(text)
    # All are there before the first one is filled: a part may stand before or after its whole.
    values = [type(row)() if isinstance(row, (dict, list)) else row for row in rows]
    for value, row in zip(values, rows):
        if isinstance(row, dict):
            value.update((key, values[at]) for key, at in row.items())
        elif isinstance(row, list):
            value.extend(values[at] for at in row)
    return values[0]
