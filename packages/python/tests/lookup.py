"""A driver: a table's `lookup`, with the caller's own keys and numbers."""

import sys

from pykorrel import driver

HOW = sys.argv[1]
KEYS = [""] if HOW == "few" else ["", "é"]


@driver.type
class Table:
    def __init__(self):
        self._first = self._index = self._seen = None


if HOW == "hidden":
    Table.first = property(lambda t: t.kept, lambda t, first: setattr(t, "kept", first))
    Table.__init__ = lambda t: None


@driver.operation
def lookup(t, k):
    assert k in KEYS and all(isinstance(key, str) for key in t._index), (k, t._index)
    entry = t._index.get(k)
    assert entry is None or entry.value in (0, 1, 255)
    if HOW == "throws" or (HOW == "empty" and k == ""):
        raise KeyError(k)
    if HOW == "unknown":
        t._seen = ["nothing like it"]
    if HOW == "result":
        return entry and entry.value + 1
    if HOW == "value" and entry is not None:
        entry.value = 0
    if HOW == "class":
        t._first = driver
    return entry and entry.value


driver.serve(values={"Kye" if HOW == "sig" else "Key": KEYS, "Int": [0, 1, 255]})
