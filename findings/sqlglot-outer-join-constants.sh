#!/usr/bin/env bash
# sqlglot 30.30.0 (Python), `optimizer.optimize`: what a derived table computes is moved out of an outer join, and then it is computed for rows
# that the join fills with NULL, too (November 2026). So `COALESCE(c, 1)` and a constant are 1 where there is no row.
#
# Seen, run by Python's sqlite3 over a table t with the one row (1) and an empty table s:
#   SELECT d.c FROM t LEFT JOIN (SELECT s.a, COALESCE(s.c, 1) AS c FROM s) AS d ON t.a = d.a    written: NULL, optimized: 1
#   SELECT d.c FROM t LEFT JOIN (SELECT s.a, 1 AS c FROM s) AS d ON t.a = d.a                   written: NULL, optimized: 1
# FULL JOIN has it as well. Only `merge_subqueries` does it: without that rule both are the same.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet sqlglot==30.30.0
"$work/venv/bin/python" - > "$work/found" <<'PYTHON'
import sqlite3

from sqlglot.optimizer import RULES, optimize
from sqlglot.optimizer.merge_subqueries import merge_subqueries

connection = sqlite3.connect(":memory:")
connection.executescript("CREATE TABLE t (a INTEGER); CREATE TABLE s (a INTEGER, c INTEGER); INSERT INTO t VALUES (1);")
schema = {"t": {"a": "INT"}, "s": {"a": "INT", "c": "INT"}}


def answer(query):
    return connection.execute(query).fetchall()


for join in ("LEFT", "FULL"):
    for column in ("COALESCE(s.c, 1)", "1"):
        query = f"SELECT d.c AS c FROM t {join} JOIN (SELECT s.a, {column} AS c FROM s) AS d ON t.a = d.a"
        rules = [rule for rule in RULES if rule is not merge_subqueries]
        whole = optimize(query, schema=schema, dialect="sqlite").sql("sqlite")
        careful = optimize(query, schema=schema, dialect="sqlite", rules=rules).sql("sqlite")
        print(join, column, answer(query), answer(whole), answer(careful))
PYTHON
cat "$work/found"
diff "$work/found" - <<'SEEN'
LEFT COALESCE(s.c, 1) [(None,)] [(1,)] [(None,)]
LEFT 1 [(None,)] [(1,)] [(None,)]
FULL COALESCE(s.c, 1) [(None,)] [(1,)] [(None,)]
FULL 1 [(None,)] [(1,)] [(None,)]
SEEN
