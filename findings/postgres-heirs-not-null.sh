#!/usr/bin/env bash
# PostgreSQL 15.18: a column that is NOT NULL reads NULL (November 2026). ALTER TABLE … ADD COLUMN … NOT NULL says `merging definition of column`
# of a table that inherits and has such a column already. The types are merged, NOT NULL is not. A query of the table reads the
# rows of both, so it returns NULL in a column that takes none. At CREATE TABLE … INHERITS the same merge takes NOT NULL over.
#
# Seen, of p (a, k NOT NULL) and its heir c, where k was added to p with NOT NULL, and c had k before:
#   p.k attnotnull: t    c.k attnotnull: f    SELECT count(*) FROM p WHERE k IS NULL: 1
# The other way round, ALTER TABLE p2 ALTER a DROP NOT NULL takes it from an heir that says NOT NULL itself.
# Needs initdb, postgres and psql of PostgreSQL 15, and root, who runs the server as nobody.
set -euo pipefail
bin=/usr/lib/postgresql/15/bin
work=$(mktemp -d)
trap 'kill -INT "$(head -1 "$work/data/postmaster.pid")"; rm -rf "$work"' EXIT
chown nobody "$work"
as_nobody() { su nobody -s /bin/bash -c "cd '$work' && exec $1"; }
as_nobody "$bin/initdb --no-sync --auth=trust --username=k --locale=C -D '$work/data'" > "$work/log"
as_nobody "$bin/postgres -D '$work/data' -k '$work' -c listen_addresses=" > "$work/log" 2>&1 &
for _ in $(seq 200); do [ -S "$work/.s.PGSQL.5432" ] && break; sleep 0.05; done
psql -XqAt -h "$work" -U k postgres > "$work/found" 2> "$work/log" <<'SQL'
CREATE TABLE p (a int);
CREATE TABLE c (k int) INHERITS (p);
INSERT INTO c VALUES (1, NULL);
ALTER TABLE p ADD COLUMN k int NOT NULL;
SELECT attrelid::regclass, attnotnull FROM pg_attribute WHERE attname = 'k' AND attrelid IN ('p'::regclass, 'c'::regclass) ORDER BY 2 DESC;
SELECT count(*) FROM p WHERE k IS NULL;
CREATE TABLE p2 (a int NOT NULL);
CREATE TABLE c2 (a int NOT NULL) INHERITS (p2);
ALTER TABLE p2 ALTER a DROP NOT NULL;
SELECT attrelid::regclass, attnotnull FROM pg_attribute WHERE attname = 'a' AND attrelid = 'c2'::regclass;
SQL
cat "$work/found"
diff "$work/found" - <<'SEEN'
p|t
c|f
1
c2|f
SEEN
