"""The database that a test looks at: tables that are there and empty, and a transaction on them that is rolled back."""

from __future__ import annotations

import os
import sqlite3
from importlib import import_module
from pathlib import Path
from typing import Any, Callable

from ._errors import Error
from ._json import parse
from ._rows import Tables

Connect = Callable[[], Any]

#: The dialect of each engine that the package opens itself, and what is installed for it.
ENGINES = {"sqlite": "", "duckdb": "duckdb", "postgres": "psycopg[binary]"}


def named(engine: str) -> str:
    """The name of an engine, which may be a URL of PostgreSQL's."""
    name = "postgres" if engine.startswith(("postgres://", "postgresql://")) else engine
    if name not in ENGINES:
        known = ", ".join(map(repr, ENGINES))
        raise ValueError(f"engine={engine!r}: {known}, or postgresql://user@host/database")
    return name


def opened(engine: str | None, connect: Connect | None, tables: Tables, schema: str) -> Engine:
    if connect is not None:
        made = connect()
        return _of(made)(lambda: made, tables, "")
    if engine in (None, "sqlite"):
        return SqliteEngine(_sqlite, tables, schema)
    if engine == "duckdb":
        duckdb = _module("duckdb", engine)
        return DuckdbEngine(lambda: duckdb.connect(":memory:"), tables, schema)
    assert engine is not None
    psycopg = _module("psycopg", engine)
    url = "" if engine == "postgres" else engine
    return PostgresEngine(lambda: psycopg.connect(url), tables, schema)


def _module(name: str, engine: str) -> Any:
    try:
        return import_module(name)
    except ImportError as error:
        install = ENGINES[named(engine)]
        raise Error(f"engine={engine!r} needs the module {name}: pip install '{install}' ({error})") from None


def _of(connection: Any) -> type[Engine]:
    # By name: a class of a module that was loaded twice is another one.
    modules = {one.__module__.lstrip("_").split(".")[0] for one in type(connection).__mro__}
    return SqliteEngine if "sqlite3" in modules else DuckdbEngine if "duckdb" in modules else Engine


def _sqlite() -> sqlite3.Connection:
    # A statement for each table and number of rows, and those of the test.
    return sqlite3.connect(":memory:", isolation_level=None, cached_statements=1_000)


class Engine:
    """An engine as PEP 249 has it: a transaction is open on each connection."""

    def __init__(self, connect: Connect, tables: Tables, schema: str) -> None:
        #: Without a schema the tables are there already.
        self.connect, self.tables, self.schema = connect, tables, schema
        self._connection: Any = None

    def open(self) -> Any:
        """The connection. The tables are there."""
        if self._connection is None:
            connection = self.connect()
            try:
                if self.schema:
                    self.create(connection, Path(self.schema).read_text(encoding="utf-8-sig"))
            except BaseException:
                connection.close()
                raise
            self._connection = connection
        return self._connection

    def filled(self, line: bytes) -> Any:
        """A connection to the database of a record. What happens on it is rolled back."""
        connection = self._connection or self.open()
        try:
            self.fill(connection, line)
        except BaseException:
            self.empty()
            raise
        return connection

    def create(self, connection: Any, script: str) -> None:
        raise NotImplementedError

    def fill(self, connection: Any, line: bytes) -> None:
        self.write(connection.cursor(), line)

    def write(self, cursor: Any, line: bytes) -> None:
        for statement in self.tables.statements(parse(line)["objects"]):
            cursor.execute(statement)

    def empty(self) -> None:
        self._connection.rollback()

    def anew(self) -> None:
        """The test has ended the transaction, so its rows stay: the next one begins anew."""
        connection, self._connection = self._connection, None
        connection.close()
        if not self.schema:
            raise Error("the test has ended the transaction, so what it wrote stays in the database")

    def close(self) -> None:
        """The tables that were made here go."""
        if self.schema and self._connection is not None:
            connection, self._connection = self._connection, None
            connection.close()


class SqliteEngine(Engine):
    """Databases that follow each other mostly begin with the same rows. These stay, and what follows is rolled back to a savepoint
    behind them."""

    _execute: Any = None
    #: What stands before the savepoint of the transaction that is open.
    _first: Any = None

    def create(self, connection: Any, script: str) -> None:
        connection.executescript(script)
        # Rows that the script writes are not of the database.
        for table in self.tables.order:
            connection.execute(f"DELETE FROM {table.name}")
        connection.execute("PRAGMA foreign_keys = ON")

    def filled(self, line: bytes) -> Any:
        connection = self._connection or self.open()
        execute = self._execute or self._executing(connection)
        try:
            first, then = self.tables.writes(line)
            if first is not self._first:
                self._begin(connection, execute, first)
            for statement, cells in then:
                execute(statement, cells)
            if self.tables.ring:
                execute("PRAGMA defer_foreign_keys = OFF")
        except BaseException:
            self.empty()
            raise
        return connection

    def _begin(self, connection: Any, execute: Any, first: Any) -> None:
        self._roll_back(execute)
        if not connection.in_transaction:
            execute("BEGIN")
        if self.tables.ring:
            execute("PRAGMA defer_foreign_keys = ON")
        for statement, cells in first:
            execute(statement, cells)
        # In a ring, keys of the first rows may lead to the others.
        if self.tables.ring:
            return
        try:
            execute("SAVEPOINT korrel_rows")
        except connection.Error:
            # A statement of the test that writes has not ended, and SQLite opens none beside it. All rows are written each time then.
            return
        self._first = first

    def empty(self) -> None:
        execute = self._execute or self._executing(self._connection)
        if not self._connection.in_transaction:
            self.anew()
        elif self._first is None:
            # SQLite has read this statement already, and reads that of `rollback` each time.
            execute("ROLLBACK")
        else:
            try:
                execute("ROLLBACK TO korrel_rows")
            except self._connection.Error:
                # The transaction is one that the test has begun, after the end of this one.
                self._roll_back(execute)
                self.anew()

    def _roll_back(self, execute: Any) -> None:
        if self._first is not None:
            self._first = None
            execute("ROLLBACK")

    def _executing(self, connection: Any) -> Any:
        """One cursor for all statements of this file: making one takes longer than many a statement."""
        self._execute = connection.cursor().execute
        return self._execute

    def anew(self) -> None:
        self._execute = self._first = None
        super().anew()

    def close(self) -> None:
        if self._first is not None and self._connection.in_transaction:
            self._roll_back(self._execute)
        self._execute = self._first = None
        super().close()


class DuckdbEngine(Engine):
    """Its cursors are connections of their own, and its transactions are begun."""

    def create(self, connection: Any, script: str) -> None:
        connection.execute(script)
        for table in reversed(self.tables.order):
            connection.execute(f"DELETE FROM {table.name}")

    def fill(self, connection: Any, line: bytes) -> None:
        connection.begin()
        self.write(connection, line)

    def empty(self) -> None:
        try:
            self._connection.rollback()
        except Exception:
            self.anew()


class PostgresEngine(Engine):
    """The tables are made in a schema of their own, in the transaction, so nothing stays in the database of the user."""

    def create(self, connection: Any, script: str) -> None:
        self.name = f"korrel_{os.getpid()}"
        connection.execute(f"CREATE SCHEMA {self.name}")
        connection.execute(f"SET LOCAL search_path = {self.name}")
        connection.execute(script)
        # Scripts of pg_dump set these otherwise.
        connection.execute(f"SET LOCAL search_path = {self.name}; SET LOCAL standard_conforming_strings = on")
        names = ", ".join(table.name for table in self.tables.order)
        connection.execute(f"TRUNCATE {names} CASCADE")

    def fill(self, connection: Any, line: bytes) -> None:
        connection.execute("SAVEPOINT korrel")
        self.write(connection.cursor(), line)

    def empty(self) -> None:
        connection = self._connection
        try:
            connection.execute("ROLLBACK TO SAVEPOINT korrel")
        except Exception:
            connection.rollback()
            connection.execute(f"DROP SCHEMA IF EXISTS {self.name} CASCADE")
            connection.commit()
            self.anew()

    def close(self) -> None:
        if self._connection is not None:
            self._connection.rollback()
        super().close()
