#!/usr/bin/env bash
# sqlglot 30.30.0 (Python), `optimizer.optimize`: a LEFT JOIN with a UNION ALL of which no column is read is taken out, though it repeats rows
# (November 2026). The rule `eliminate_joins` says that it takes out a join only if its condition cannot make duplicates.
#
# Seen, run by Python's sqlite3 over t = {1} and s = {1}:
#   SELECT COUNT(*) FROM t LEFT JOIN (SELECT a FROM s UNION ALL SELECT a FROM t) AS d ON t.a = d.a    written: 2, optimized: 1
#   the same with UNION, and with a plain SELECT a FROM s in its place: the same count
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet sqlglot==30.30.0
"$work/venv/bin/python" - > "$work/found" <<'PYTHON'
import sqlite3

from sqlglot.optimizer import optimize

connection = sqlite3.connect(":memory:")
connection.executescript(
    "CREATE TABLE t (a INTEGER); CREATE TABLE s (a INTEGER); INSERT INTO t VALUES (1); INSERT INTO s VALUES (1);"
)
schema = {"t": {"a": "INT"}, "s": {"a": "INT"}}
for derived in ("SELECT a FROM s UNION ALL SELECT a FROM t", "SELECT a FROM s UNION SELECT a FROM t", "SELECT a FROM s"):
    query = f"SELECT COUNT(*) AS n FROM t LEFT JOIN ({derived}) AS d ON t.a = d.a"
    optimized = optimize(query, schema=schema, dialect="sqlite").sql("sqlite")
    counts = [connection.execute(text).fetchone()[0] for text in (query, optimized)]
    print(derived, counts)
PYTHON
cat "$work/found"
diff "$work/found" - <<'SEEN'
SELECT a FROM s UNION ALL SELECT a FROM t [2, 1]
SELECT a FROM s UNION SELECT a FROM t [1, 1]
SELECT a FROM s [1, 1]
SEEN
