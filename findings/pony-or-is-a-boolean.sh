#!/usr/bin/env bash
# Pony ORM 0.7.20 (Python): a query is a Python generator, but `or` and `and` between values are Booleans in it (November 2026). Python gives one
# of the two values. Where it is compared or returned, the rows differ from those that the same generator gives over the objects, without NULL, too.
#
# Seen, over the values 0, 2 and 5:
#   (t.b or 5) == 5     Python: 0 and 5    Pony: nothing, since it asks (b <> 0 OR 5 <> 0) = 5
#   (t.b and 5) == 5    Python: 2 and 5    Pony: nothing
#   t.b or 5, returned  Python: 5, 2, 5    Pony: True, True, True
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet pony==0.7.20
"$work/venv/bin/python" - > "$work/found" <<'PYTHON'
from pony import orm

database = orm.Database()


class T(database.Entity):
    b = orm.Required(int)


database.bind("sqlite", ":memory:")
database.generate_mapping(create_tables=True)
with orm.db_session:
    for value in (0, 2, 5):
        T(b=value)
    orm.flush()
    objects = list(T.select().order_by(T.id))
    for condition in ("(t.b or 5) == 5", "(t.b and 5) == 5"):
        meant = [t.b for t in objects if eval(condition)]
        asked = list(orm.select(f"t for t in T if {condition}").order_by(T.id))
        print(condition, meant, [t.b for t in asked])
    rows = orm.select("(t.id, t.b or 5) for t in T").order_by(1)
    print("t.b or 5", [t.b or 5 for t in objects], [value for _, value in rows])
PYTHON
cat "$work/found"
diff "$work/found" - <<'SEEN'
(t.b or 5) == 5 [0, 5] []
(t.b and 5) == 5 [2, 5] []
t.b or 5 [5, 2, 5] [True, True, True]
SEEN
