"""`@pykorrel.databases`: every small database of a schema."""

import os
import subprocess

import pytest

SCHEMA = """
CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT NOT NULL, mentor INTEGER REFERENCES author (id));
CREATE TABLE book (
  id INTEGER PRIMARY KEY,
  title TEXT NOT NULL UNIQUE,
  author INTEGER NOT NULL REFERENCES author (id),
  pages INTEGER CHECK (pages > 0),
  seconds INTEGER GENERATED ALWAYS AS (pages * 90) STORED
);
"""
HEAD = "import pykorrel\n"


@pytest.fixture
def tested(run, pytester):
    pytester.makefile(
        ".sql",
        library=SCHEMA,
        plain=SCHEMA.replace(" STORED", "").replace(
            "mentor INTEGER REFERENCES author (id)", "mentor INTEGER"
        ),
    )
    return lambda text, *words: run(HEAD + text, *words)


def test_each_database_is_there_once_and_valid(tested):
    # If this failed, a test would miss databases, see one twice, or see what the engine refuses.
    result = tested(
        """
seen = []

def rows(db):
    tables = [sorted(db.execute(f"SELECT * FROM {table}")) for table in ("author", "book")]
    assert not db.execute("PRAGMA foreign_key_check").fetchall()
    return str(tables)

@pykorrel.databases("library.sql", rows=2, texts=["x", "it's"], integers=range(0, 2))
def test_all(db):
    seen.append(rows(db))
    db.execute("DELETE FROM book")
    db.execute("INSERT INTO author VALUES (9, 'new', NULL)")

def test_what_was_seen():
    assert len(seen) == len(set(seen)) == 157
    assert seen[0] == "[[], []]" and any("it's" in one for one in seen)
    assert any("(1, 'x', 1, 1, 90)" in one for one in seen) and not any("new" in one for one in seen)
"""
    )
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(["test_it.py::test_all: COMPLETE: 157 inputs of library.sql"])


def test_the_smallest_failure_and_how_to_see_it(tested):
    text = """
@pykorrel.databases("library.sql", rows=2)
def test_join(db):
    authors, = db.execute("SELECT count(*) FROM author").fetchone()
    joined, = db.execute("SELECT count(DISTINCT a.id) FROM author a JOIN book b ON b.author = a.id").fetchone()
    assert authors == joined, "an author without books is lost"
"""
    result = tested(text)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "*AssertionError: an author without books is lost",
            "*rows: korrel init library.sql --rows 2 --dialect sqlite -o schema.als; korrel find schema.als --format sql *",
            "*  INSERT INTO author (id, name, mentor) VALUES (1, 'a', *);",
        ]
    )


def test_a_test_may_commit(tested):
    # If this failed, the next test would begin with the rows of the one before.
    result = tested(
        """
@pykorrel.databases("library.sql", rows=1)
def test_commit(db):
    assert db.execute("SELECT count(*) FROM author").fetchone()[0] <= 1
    db.commit()

@pykorrel.databases("plain.sql", rows=1)
def test_begins_anew(db):
    count = db.execute("SELECT count(*) FROM author").fetchone()[0]
    assert count <= 1 and db.execute("SELECT count(*) FROM book").fetchone()[0] <= 1
    db.execute("INSERT INTO author VALUES (7, 'seven', NULL)")
    db.commit()
    db.execute("BEGIN")

@pykorrel.databases("plain.sql", rows=1)
def test_rolls_back(db):
    assert db.execute("SELECT count(*) FROM author").fetchone()[0] <= 1
    db.rollback()
    assert not db.execute("SELECT * FROM author").fetchall()
"""
    )
    result.assert_outcomes(passed=3)


def test_statements_of_a_test_may_go_on(tested):
    # If this failed, a test that leaves a cursor behind would fail, or its rows would stay in the next database.
    result = tested(
        """
seen, left = [], []

@pykorrel.databases("plain.sql", rows=2, texts=["x"], integers=range(1, 2))
def test_all(db):
    seen.append(str([db.execute(f"SELECT * FROM {table}").fetchall() for table in ("author", "book")]))
    left.append(db.execute("SELECT * FROM author, book"))
    left.append(db.execute("INSERT INTO author VALUES (7, 'seven', NULL), (8, 'eight', NULL) RETURNING id"))
    assert left[-1].fetchone() == (7,)
    db.execute("CREATE TABLE more (id INTEGER)")

def test_what_was_seen():
    assert len(seen) == len(set(seen)) == 18 and not any("seven" in one for one in seen)
"""
    )
    result.assert_outcomes(passed=2)


def test_a_connection_of_sqlite_is_left_as_it_was(tested):
    # If this failed, rows would stay in the caller's database, or a transaction that the caller did not begin.
    result = tested(
        """
import sqlite3

own = sqlite3.connect(":memory:")
own.executescript(open("plain.sql").read())
seen = []

@pykorrel.databases("plain.sql", rows=2, texts=["x"], integers=range(1, 2), connect=lambda: own, dialect="sqlite")
def test_all(db):
    seen.append(str([db.execute(f"SELECT * FROM {table}").fetchall() for table in ("author", "book")]))
    db.execute("DELETE FROM book")
    db.execute("DELETE FROM author")

def test_nothing_stays():
    assert len(seen) == len(set(seen)) == 18
    assert not own.in_transaction and not own.execute("SELECT * FROM author").fetchall()

@pykorrel.databases("plain.sql", rows=1, connect=lambda: own, dialect="sqlite")
def test_ended(db):
    db.execute("COMMIT")
    db.execute("BEGIN")
"""
    )
    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines(["*the test has ended the transaction, so what it wrote stays in the database*"])


def test_a_connection_of_the_users_own(tested):
    result = tested(
        """
import sqlite3

class Own:
    "A connection that only looks like the others: what it is given is text."
    def __init__(self):
        self.real = sqlite3.connect(":memory:", isolation_level=None)
        self.real.executescript(open("library.sql").read())
        self.opened = 0
    def cursor(self):
        if not self.real.in_transaction:
            self.real.execute("BEGIN")
        return self.real.cursor()
    def rollback(self):
        self.opened += 1
        self.real.execute("ROLLBACK") if self.real.in_transaction else None

own = Own()

@pykorrel.databases("library.sql", rows=1, connect=lambda: own, dialect="duckdb")
def test_all(db):
    assert db is own and db.real.execute("SELECT count(*) FROM author").fetchone()[0] <= 1

def test_rolled_back():
    assert own.opened == 11 and own.real.execute("SELECT count(*) FROM author").fetchone() == (0,)
"""
    )
    result.assert_outcomes(passed=2)


def test_mistakes(tested, pytester):
    pytester.makefile(".sql", broken="CREATE TABLE (")
    result = tested(
        """
import pykorrel
import pytest

def test_no_parameter():
    with pytest.raises(TypeError, match="no parameter for the connection"):
        pykorrel.databases("library.sql")(lambda: None)

def test_a_generator():
    def test(db):
        yield db

    with pytest.raises(TypeError, match="is a generator"):
        pykorrel.databases("library.sql")(test)

def test_a_range_with_gaps():
    with pytest.raises(ValueError, match="without gaps"):
        pykorrel.databases("library.sql", integers=range(0, 9, 2))

@pykorrel.databases("broken.sql")
def test_broken(db):
    pass
"""
    )
    result.assert_outcomes(passed=3, failed=1)
    result.stdout.fnmatch_lines(["*SpecError: *`*broken.sql` is not SQL*"])


def test_a_column_without_values_holds_null(run, pytester):
    # If this failed, the default of a column would stand where the spec says that nothing does.
    schema = "CREATE TABLE t (a INTEGER DEFAULT 7 CHECK (a > 9), b INTEGER NOT NULL);"
    pytester.makefile(".sql", library=schema)
    result = run(
        HEAD
        + """
@pykorrel.databases("library.sql", rows=1, integers=range(0, 2))
def test_all(db):
    assert all(a is None for a, b in db.execute("SELECT a, b FROM t"))
"""
    )
    result.assert_outcomes(passed=1)


def test_texts_of_several_lines(run, pytester):
    # If this failed, a test would get another text than the one that was asked for.
    pytester.makefile(".sql", library="CREATE TABLE t (a TEXT NOT NULL);")
    result = run(
        HEAD
        + r"""
seen = set()

@pykorrel.databases("library.sql", rows=1, texts=["x\ny\u2028'\\", "z"])
def test_all(db):
    seen.update(db.execute("SELECT a FROM t").fetchall())

def test_what_was_seen():
    assert seen == {("x\ny\u2028'\\",)}
"""
    )
    result.assert_outcomes(passed=2)


def test_what_is_not_said_is_told(run, pytester):
    # If this failed, COMPLETE would be read as all databases of the schema, and it is not.
    pytester.makefile(".sql", library="CREATE TABLE t (a TEXT CHECK (a REGEXP 'x*'));")
    result = run(
        HEAD
        + """
@pykorrel.databases("library.sql", rows=1)
def test_all(db):
    pass
"""
    )
    result.stdout.fnmatch_lines(["*SpecWarning: *library.sql:1: not said*"])


RING = """
CREATE TABLE a (id INTEGER PRIMARY KEY, b INTEGER CHECK (b IS NOT NULL){});
CREATE TABLE b (id INTEGER PRIMARY KEY, a INTEGER NOT NULL REFERENCES a (id));
"""


def test_a_ring_and_what_comes_after(run, pytester):
    # If this failed, rows that need each other could not be written, or a test could write rows without their parents.
    pytester.makefile(".sql", library=RING.format(" REFERENCES b (id)"))
    result = run(
        HEAD
        + """
import pykorrel
import pytest
seen = set()

@pykorrel.databases("library.sql", rows=2)
def test_all(db):
    seen.add(db.execute("SELECT count(*) FROM a JOIN b ON a.b = b.id AND b.a = a.id").fetchone()[0])
    with pytest.raises(Exception, match="FOREIGN KEY"):
        db.execute("INSERT INTO b VALUES (9, 9)")

def test_what_was_seen():
    assert seen == {0, 1, 2}
"""
    )
    result.assert_outcomes(passed=2)


def test_duckdb(tested):
    pytest.importorskip("duckdb")
    result = tested(
        """
seen = set()

@pykorrel.databases("library.sql", rows=1, engine="duckdb")
def test_all(db):
    seen.add(str(db.execute("SELECT * FROM author").fetchall() + db.execute("SELECT * FROM book").fetchall()))
    db.execute("INSERT INTO author VALUES (9, 'new', NULL)")

def test_what_was_seen():
    assert len(seen) > 5 and not any("new" in one for one in seen)

@pykorrel.databases("library.sql", rows=1, engine="duckdb")
def test_commit(db):
    assert db.execute("SELECT count(*) FROM author").fetchone()[0] <= 1
    db.commit()
""".replace("library.sql", "plain.sql")
    )
    result.assert_outcomes(passed=3)


@pytest.mark.skipif("PGHOST" not in os.environ, reason="a server of PostgreSQL, which PGHOST, PGUSER, … name")
def test_postgres(tested, pytester):
    psycopg = pytest.importorskip("psycopg")
    ring = RING.format("") + "ALTER TABLE a ADD FOREIGN KEY (b) REFERENCES b (id);"
    pytester.makefile(".sql", ring=ring)
    result = tested(
        """
@pykorrel.databases("library.sql", rows=1, engine="postgres")
def test_all(db):
    assert db.execute("SELECT count(*) FROM author").fetchone()[0] <= 1
    db.execute("INSERT INTO author VALUES (9, 'new', NULL)")

@pykorrel.databases("library.sql", rows=1, engine="postgresql:///postgres")
def test_commit(db):
    assert db.execute("SELECT count(*) FROM author").fetchone()[0] <= 1
    db.commit()

@pykorrel.databases("ring.sql", rows=2, engine="postgres")
def test_ring(db):
    pass
"""
    )
    result.assert_outcomes(passed=3)
    with psycopg.connect("") as connection:
        left = connection.execute("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'korrel%'").fetchall()
    assert left == [], "nothing stays in the user's database"


def test_engines_that_are_not_there(tested):
    result = tested(
        r"""
import pytest, sys

def test_unknown():
    with pytest.raises(ValueError, match="'oracle': 'sqlite', 'duckdb', 'postgres'"):
        pykorrel.databases("library.sql", engine="oracle")

def test_both():
    with pytest.raises(TypeError, match="connect opens the connection"):
        pykorrel.databases("library.sql", engine="duckdb", connect=lambda: None)

def test_a_module_that_lacks(monkeypatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    test = pykorrel.databases("library.sql", engine="postgres")(lambda db: None)
    with pytest.raises(pykorrel.Error, match=r"needs the module psycopg: pip install 'psycopg\[binary\]'"):
        test()
"""
    )
    result.assert_outcomes(passed=3)


@pytest.mark.parametrize("turned", [False, True])
def test_a_line_is_cut_into_the_rows_that_json_says(tmp_path, turned):
    # If this failed, a row would get lost, come twice or stand in another table where a line is cut.
    import pykorrel
    from pykorrel._json import parse
    from pykorrel._rows import Tables

    schema, spec = tmp_path / "library.sql", tmp_path / "library.als"
    # A table may stand before the one that it refers to.
    author, book = SCHEMA.split("CREATE TABLE book")
    schema.write_text(f"CREATE TABLE book{book}{author}" if turned else SCHEMA)
    subprocess.run(
        [pykorrel.program(), "init", "--rows", "2", "-q", "-o", spec, "--dialect", "sqlite", schema],
        check=True,
    )
    tables, seen, begun, last = Tables(spec.read_text()), 0, 0, None
    for record in pykorrel.find(spec).records():
        first, then = tables.writes(record.line)
        begun, last = begun + (first is not last), first
        wanted = tables._parsed(parse(record.line)["objects"])
        assert first + then == tables._inserting(wanted)
        seen += 1
    assert seen > 100
    # Most databases begin as the last one did. Without this, they take half as long again.
    assert 2 * begun < seen, (begun, seen)
