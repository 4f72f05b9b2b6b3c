#!/bin/sh
# What the invariant that sortedcontainers checks itself, SortedList._check, says and does not say (2.4.0, November 2026):
#   it wants a load of at least 4, though the class works with any;
#   where it fails it prints the traceback and then all nine figures of its fields to standard output, before it raises
#   again: whoever watches which fields it reads sees all of them on each bad list;
#   it accepts a positional index for a list without elements: _index=[0], _offset=1 (the methods leave [] and 0 there).
set -e
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install -q --disable-pip-version-check sortedcontainers==2.4.0
cd "$place"
cat >check.py <<'END'
import contextlib, io
from sortedcontainers import SortedList

def checked(values):
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        try:
            values._check()
        except AssertionError:
            lines = told.getvalue().splitlines()
            return "refused", lines[0], [line.split()[0] for line in lines if line[:1] not in ("T", " ", "A")]
    return "accepted"

small = SortedList([3, 1, 2])
small._reset(3)
print(list(small), checked(small))
empty = SortedList()
print(empty._index, empty._offset, checked(empty))
empty._index, empty._offset = [0], 1
print(checked(empty))
END
venv/bin/python check.py >found
diff found - <<'END'
[1, 2, 3] ('refused', 'Traceback (most recent call last):', ['len', 'load', 'offset', 'len_index', 'index', 'len_maxes', 'maxes', 'len_lists', 'lists'])
[] 0 accepted
accepted
END
