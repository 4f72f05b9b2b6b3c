"""A test over all small databases of an SQL schema."""

from __future__ import annotations

import functools
import inspect
import os
import re
import shlex
import sqlite3
import subprocess
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Callable, Union

from ._errors import Error, ProgramError, SpecError, SpecWarning
from ._inputs import Test, given_parameter, looping
from ._json import parse
from ._program import program
from ._question import Question, beside
from ._stream import Record

#: A value of a cell, and how SQL writes it.
Literal = tuple[Union[None, bool, int, float, str, bytes], str]

#: A field that no object has.
_NOTHING = "\0"


def databases(
    schema: str | os.PathLike[str],
    *,
    rows: int = 3,
    integers: range | None = None,
    texts: list[str] | None = None,
    dialect: str | None = None,
    connect: Callable[[], Any] | None = None,
    limit: int | None = None,
    timeout: None | float | str = None,
    input_timeout: float | None = None,
    **flags: Any,
) -> Callable[[Test], Test]:
    """Decorates a test whose first parameter is a connection: it is called with every valid database of a schema.

    `rows` is the greatest number of rows of a table, `integers` and `texts` are all values that columns hold. What the
    test changes is rolled back. The connection is one of `sqlite3`, in memory, unless `connect` opens another one whose
    tables are there and empty (psycopg, duckdb; `dialect` then says which). A transaction is open on it. All else is as in
    `inputs`."""
    words = ["--rows", str(rows)]
    if integers is not None:
        if integers.step != 1 or not integers:
            raise ValueError(f"integers={integers!r}: a range without gaps, and not empty")
        words += ["--integers", f"{integers.start}..{integers.stop - 1}"]
    words += [f"--text={text}" for text in texts or ()]
    dialect = dialect or (None if connect else "sqlite")
    words += ["--dialect", dialect] if dialect else []

    def decorate(test: Test) -> Test:
        if inspect.iscoroutinefunction(test):
            raise TypeError(
                f"{test.__qualname__} is asynchronous: a connection is used by one thread, and waits"
            )
        parameters, at = given_parameter(test, "connection")
        path = beside(schema, test)
        given = dict(limit=limit, timeout=timeout, **flags)
        question = SchemaQuestion(path, words, given)
        name = parameters[at].name

        @functools.wraps(test)
        def filled(*args: Any, **kwargs: Any) -> Any:
            __tracebackhide__ = True
            with question.tables(connect).filled(kwargs[name]) as connection:
                kwargs[name] = connection
                return test(*args, **kwargs)

        wrapper = looping(filled, question, lambda heap: {name: heap}, input_timeout)
        kept = parameters[:at] + parameters[at + 1 :]
        wrapper.__signature__ = inspect.signature(test).replace(parameters=kept)
        return wrapper  # type: ignore[no-any-return]

    return decorate


class SchemaQuestion(Question):
    """The databases of a schema. Its spec is made when it is first asked for."""

    def __init__(self, schema: str, words: list[str], given: Any) -> None:
        self.schema, self.words = schema, words
        #: The objects of the database on which the test failed.
        self.failed: dict[str, Any] = {}
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._tables: Tables | None = None
        super().__init__(schema, None, given)

    def stream(self, key: str | None = None) -> Any:
        self.spec = self._made()
        return super().stream(key)

    def chosen(self, stream: Any, key: str | None) -> Iterator[Record]:
        for record in super().chosen(stream, key):
            yield DatabaseRecord(record.line, record.codec, stream._frame, self)

    def tables(self, connect: Callable[[], Any] | None) -> Tables:
        if self._tables is None:
            self._tables = Tables(Path(self._made()).read_text(encoding="utf-8"), self.schema, connect)
        return self._tables

    def pages(self, key: str) -> list[str]:
        asked = shlex.join(["korrel", "init", os.path.relpath(self.schema), *self.words, "-o", "schema.als"])
        rows = [f"  {statement};" for statement in self.tables(None).statements(self.failed)]
        return [f"rows: {asked}; korrel find schema.als --format sql --key {key}", *rows]

    def _made(self) -> str:
        if self._folder is None:
            folder = tempfile.TemporaryDirectory(prefix="korrel-")
            spec = os.path.join(folder.name, "schema.als")
            command = [program(), "init", *self.words, "-o", spec, "--", self.schema]
            run = subprocess.run(command, check=False, stdin=subprocess.DEVNULL, capture_output=True)
            told = run.stderr.decode("utf-8", "replace").strip()
            if run.returncode:
                raise (SpecError if run.returncode == 2 else ProgramError)(told)
            if "not said" in told:
                # The list then has databases that the engine refuses, or lacks some.
                warnings.warn(SpecWarning(told), stacklevel=2)
            self._folder = folder
        return os.path.join(self._folder.name, "schema.als")

    def __str__(self) -> str:
        return os.path.relpath(self.schema)


class DatabaseRecord(Record):
    """One database. A test gets its objects as they are written; a failure shows the heap and its rows."""

    def __init__(self, line: bytes, codec: Any, frame: Any, question: SchemaQuestion) -> None:
        super().__init__(line, codec, frame)
        self.question = question

    def decode(self) -> Any:
        self.question.failed = self.given()
        return super().decode()

    def given(self) -> Any:
        return parse(self.line)["objects"]


class Table:
    """A table of the schema, and how its rows are written."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.columns: list[str] = []
        #: For each column the field that has its value; empty where the row itself stands for it.
        self.fields: list[str] = []
        #: What rows are called: number, text or uuid; empty where no column tells them apart.
        self.rows = ""
        #: What an INSERT into an identity column says.
        self.overriding = ""
        #: The sigs of tables that it refers to.
        self.after: list[str] = []

    def add(self, column: str, field: str) -> None:
        self.columns.append(column)
        self.fields.append(field)
        self.marked = f"{self._head()} VALUES ({', '.join('?' * len(self.columns))})"

    def insert(self) -> str:
        """The beginning of a statement of literals."""
        return f"{self._head()}{self.overriding} VALUES "

    def _head(self) -> str:
        return f"INSERT INTO {self.name} ({', '.join(self.columns)})"


class Literals(dict[Any, Literal]):
    """The values of atoms, `Title$0`, as they are met."""

    def __init__(self, find: Callable[[str], Literal]) -> None:
        self.find = find
        self[None] = None, "NULL"

    def __missing__(self, atom: str) -> Literal:
        self[atom] = found = self.find(atom)
        return found


class Tables:
    """How heaps become rows, as the comments of the spec say it, and the database that holds them."""

    def __init__(self, spec: str, schema: str, connect: Callable[[], Any] | None) -> None:
        self.schema, self.connect = schema, connect
        self.tables: dict[str, Table] = {}
        self.values: dict[str, list[Literal]] = {}
        self.late = False
        for line in spec.splitlines():
            said = re.match(r"--@ (\S+): (\S+) (.*)", line) or re.match(r"--@ (sql): (\S+)()", line)
            if said:
                self._heed(*said.groups())
        self.literals = Literals(self._literal)
        self.order = self._order()
        self._connection: Any = None

    def _literal(self, atom: str) -> Literal:
        sig, _, place = atom.partition("$")
        if sig in self.tables:
            return _row(self.tables[sig].rows, int(place))
        return self.values[sig][int(place or 0)]

    def _heed(self, subject: str, word: str, rest: str) -> None:
        sig, _, field = subject.partition(".")
        if subject == "sql":
            #: SQLite and PostgreSQL look at keys when a statement ends.
            self.late = word in ("sqlite", "postgres")
        elif word == "table":
            self.tables[sig] = Table(rest)
        elif word == "row":
            row, _, name = rest.partition(" ")
            if row == "null":
                self.tables[sig].add(name, _NOTHING)
            else:
                self.tables[sig].rows = row
                self.tables[sig].add(name, "")
        elif word in ("column", "nullable"):
            self.tables[sig].add(rest, field)
        elif word == "after":
            self.tables[sig].after.append(rest.split()[0])
        elif word == "overriding":
            self.tables[sig].overriding = " OVERRIDING SYSTEM VALUE"
        elif word == "values":
            self.values[sig] = [_literal(text) for text in re.findall(r"[XE]?'(?:[^']|'')*'|[^,\s]+", rest)]

    @contextmanager
    def filled(self, objects: dict[str, Any]) -> Iterator[Any]:
        """A connection to the database of a heap's objects. What happens on it is rolled back."""
        connection = self._opened()
        try:
            if isinstance(connection, sqlite3.Connection):
                self._fill_at_once(connection, objects)
            else:
                self._fill(connection, objects)
            yield connection
        finally:
            self._empty(connection)

    def _opened(self) -> Any:
        if self._connection is None:
            if self.connect is not None:
                self._connection = self.connect()
            else:
                self._connection = sqlite3.connect(":memory:", isolation_level=None)
                self._connection.execute("PRAGMA foreign_keys = ON")
                self._connection.executescript(Path(self.schema).read_text(encoding="utf-8-sig"))
        if isinstance(self._connection, sqlite3.Connection) and not self._connection.in_transaction:
            self._connection.execute("BEGIN")
            self._connection.execute("PRAGMA defer_foreign_keys = ON")
        return self._connection

    def _empty(self, connection: Any) -> None:
        if isinstance(connection, sqlite3.Connection) and not connection.in_transaction:
            # The test has ended the transaction, so its rows stay: the next one begins anew.
            self._connection = None
            connection.close()
            if self.connect is not None:
                raise Error("the test has ended the transaction, so what it wrote stays in the database")
        else:
            connection.rollback()

    def _fill_at_once(self, connection: sqlite3.Connection, objects: dict[str, Any]) -> None:
        """Rows in any order: SQLite looks at the keys when the transaction ends, and here none does."""
        rows: dict[str, list[list[Any]]] = {}
        literals = self.literals
        for name, fields in objects.items():
            sig = fields["$type"]
            table = self.tables.get(sig)
            if table is not None:
                row = [literals[fields.get(field) if field else name][0] for field in table.fields]
                rows.setdefault(sig, []).append(row)
        for sig, made in rows.items():
            connection.executemany(self.tables[sig].marked, made)

    def _fill(self, connection: Any, objects: dict[str, Any]) -> None:
        cursor = connection.cursor()
        for statement in self.statements(objects):
            cursor.execute(statement)

    def statements(self, objects: dict[str, Any]) -> Iterator[str]:
        """What writes the rows, parents first."""
        for sig in self.order:
            table = self.tables[sig]
            own = [name for name, fields in objects.items() if fields["$type"] == sig]
            texts = []
            for name in self._parents_first(own, objects):
                fields = objects[name]
                cells = (self.literals[fields.get(field) if field else name][1] for field in table.fields)
                texts.append(f"({', '.join(cells)})")
            for part in [", ".join(texts)] if self.late and texts else texts:
                yield table.insert() + part

    def _order(self) -> list[str]:
        order: list[str] = []
        left = list(self.tables)
        while left:
            free = [sig for sig in left if not any(to in left and to != sig for to in self.tables[sig].after)]
            order.append((free or left)[0])
            left.remove(order[-1])
        return order

    def _parents_first(self, rows: list[str], objects: dict[str, Any]) -> list[str]:
        order: list[str] = []
        left = list(rows)
        while left:

            def waits(row: str) -> bool:
                return any(
                    value in left and value != row
                    for value in objects[row].values()
                    if isinstance(value, str)
                )

            order.append(next((row for row in left if not waits(row)), left[0]))
            left.remove(order[-1])
        return order


def _row(kind: str, place: int) -> Literal:
    if kind == "number":
        return place + 1, str(place + 1)
    text = f"r{place + 1}" if kind == "text" else f"00000000-0000-4000-8000-{place + 1:012}"
    return text, f"'{text}'"


def _literal(text: str) -> Literal:
    if text.startswith("X'"):
        return bytes.fromhex(text[2:-1]), text
    if text.startswith("E'"):
        said = re.sub(
            r"\\(\\|u\{([0-9a-f]+)\})",
            lambda found: chr(int(found[2], 16)) if found[2] else "\\",
            text[2:-1].replace("''", "'"),
        )
        return said, "'" + said.replace("'", "''") + "'"
    if text.startswith("'"):
        return text[1:-1].replace("''", "'"), text
    if text in ("TRUE", "FALSE", "NULL"):
        return {"TRUE": True, "FALSE": False, "NULL": None}[text], text
    try:
        return int(text), text
    except ValueError:
        return float(text), text
