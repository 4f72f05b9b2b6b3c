"""A test over all small databases of an SQL schema."""

from __future__ import annotations

import functools
import inspect
import os
import re
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Callable, Union

from ._errors import Error, ProgramError, SpecError
from ._inputs import Test, looping
from ._program import program
from ._question import Question, beside

#: A value of a cell, and how SQL writes it.
Literal = tuple[Union[None, bool, int, float, str, bytes], str]


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
        parameters = list(inspect.signature(test).parameters.values())
        at = 1 if parameters and parameters[0].name == "self" else 0
        if len(parameters) <= at:
            raise TypeError(f"{test.__qualname__} has no parameter for the connection")
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
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._tables: Tables | None = None
        super().__init__(schema, None, given)

    def stream(self, key: str | None = None) -> Any:
        self.spec = self._made()
        return super().stream(key)

    def tables(self, connect: Callable[[], Any] | None) -> Tables:
        if self._tables is None:
            self._tables = Tables(Path(self._made()).read_text(encoding="utf-8"), self.schema, connect)
        return self._tables

    def pages(self, key: str) -> list[str]:
        init = f"korrel init {os.path.relpath(self.schema)} {' '.join(self.words)} -o schema.als"
        return [f"rows: {init}; korrel find schema.als --format sql --key {key}"]

    def _made(self) -> str:
        if self._folder is None:
            folder = tempfile.TemporaryDirectory(prefix="korrel-")
            spec = os.path.join(folder.name, "schema.als")
            command = [program(), "init", *self.words, "-o", spec, "--", self.schema]
            run = subprocess.run(command, check=False, stdin=subprocess.DEVNULL, capture_output=True)
            told = run.stderr.decode("utf-8", "replace").strip()
            if run.returncode:
                raise (SpecError if run.returncode == 2 else ProgramError)(told)
            self._folder = folder
        return os.path.join(self._folder.name, "schema.als")

    def __str__(self) -> str:
        return os.path.relpath(self.schema)


class Column:
    def __init__(self, name: str, field: str | None, row: str) -> None:
        #: `field` is None where the row itself is the value, or where no value is known.
        self.name, self.field, self.row = name, field, row


class Table:
    def __init__(self, name: str) -> None:
        self.name, self.columns, self.after = name, list[Column](), list[str]()

    def key(self) -> str:
        return next(
            (column.row for column in self.columns if column.field is None and column.row != "null"), ""
        )


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
        self._connection: Any = None

    def _heed(self, subject: str, word: str, rest: str) -> None:
        sig, _, field = subject.partition(".")
        if subject == "sql":
            #: SQLite and PostgreSQL look at keys when a statement ends.
            self.late = word in ("sqlite", "postgres")
        elif word == "table":
            self.tables[sig] = Table(rest)
        elif word == "row":
            row, _, name = rest.partition(" ")
            self.tables[sig].columns.append(Column(name, None, row))
        elif word in ("column", "nullable"):
            self.tables[sig].columns.append(Column(rest, field, ""))
        elif word == "after":
            self.tables[sig].after.append(rest)
        elif word == "values":
            self.values[sig] = [_literal(text) for text in re.findall(r"X?'(?:[^']|'')*'|[^,\s]+", rest)]

    @contextmanager
    def filled(self, heap: Any) -> Iterator[Any]:
        """A connection to the database of a heap. What happens on it is rolled back."""
        connection = self._opened()
        try:
            self._fill(connection, heap._record["objects"])
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

    def _fill(self, connection: Any, objects: dict[str, Any]) -> None:
        places: dict[str, int] = {}
        rows: dict[str, list[str]] = {sig: [] for sig in self.tables}
        count: dict[str, int] = {}
        for name, fields in objects.items():
            sig = fields["$type"]
            places[name] = count.get(sig, 0)
            count[sig] = places[name] + 1
            if sig in rows:
                rows[sig].append(name)
        cursor = connection.cursor()
        is_sqlite = isinstance(connection, sqlite3.Connection)
        for sig in self._order():
            table = self.tables[sig]
            if not rows[sig]:
                continue
            made = [
                [self._cell(column, objects, places, name) for column in table.columns]
                for name in self._parents_first(rows[sig], objects)
            ]
            columns = ", ".join(column.name for column in table.columns)
            head = f"INSERT INTO {table.name} ({columns}) VALUES "
            if is_sqlite:
                marks = f"({', '.join('?' * len(table.columns))})"
                cursor.executemany(head + marks, [[value for value, _ in row] for row in made])
                continue
            texts = [f"({', '.join(text for _, text in row)})" for row in made]
            for part in [", ".join(texts)] if self.late else texts:
                cursor.execute(head + part)

    def _cell(self, column: Column, objects: dict[str, Any], places: dict[str, int], name: str) -> Literal:
        if column.field is None:
            return _row(column.row, places[name])
        value = objects[name].get(column.field)
        if value is None:
            return None, "NULL"
        if value in self.values:
            return self.values[value][0]
        sig = objects[value]["$type"] if value in objects else value.partition("$")[0]
        place = places[value] if value in places else int(value.partition("$")[2])
        if sig in self.tables:
            return _row(self.tables[sig].key(), place)
        return self.values[sig][place]

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
    if kind == "null":
        return None, "NULL"
    if kind == "number":
        return place + 1, str(place + 1)
    text = f"r{place + 1}" if kind == "text" else f"00000000-0000-4000-8000-{place + 1:012}"
    return text, f"'{text}'"


def _literal(text: str) -> Literal:
    if text.startswith("X'"):
        return bytes.fromhex(text[2:-1]), text
    if text.startswith("'"):
        return text[1:-1].replace("''", "'"), text
    if text in ("TRUE", "FALSE", "NULL"):
        return {"TRUE": True, "FALSE": False, "NULL": None}[text], text
    try:
        return int(text), text
    except ValueError:
        return float(text), text
