#!/usr/bin/env bash
# itf-py 0.5.0 (PyPI) reads a variant of the Informal Trace Format, {"tag": …, "value": …}, as a named tuple that is called as the tag, with
# the members of the JSON value as its fields. So it refuses what Quint writes into every trace of `quint run --mbt`: a pick that was not made,
# {"tag":"None","value":{"#tup":[]}}, for `None` is a keyword of Python; and any variant of an integer, for `#bigint` is no name.
#
# Seen:
#   {"tag":"None","value":{"#tup":[]}}        ValueError: Type names and field names cannot be a keyword: 'None'
#   {"tag":"Some","value":{"#bigint":"5"}}    ValueError: Type names and field names must be valid identifiers: '#bigint'
#   {"tag":"Some","value":"alice"}            Some(value='alice')
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check itf-py==0.5.0
"$work/venv/bin/python" - <<'PY'
from itf_py import value_from_json

def told(value):
    try:
        return str(value_from_json(value))
    except ValueError as error:
        return str(error)

none = told({"tag": "None", "value": {"#tup": []}})
some = told({"tag": "Some", "value": {"#bigint": "5"}})
text = told({"tag": "Some", "value": "alice"})
print(none, some, text, sep="\n")
assert "keyword: 'None'" in none and "identifiers: '#bigint'" in some and text == "Some(value='alice')"
PY
