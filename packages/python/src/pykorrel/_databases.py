"""A test over all small databases of an SQL schema."""

from __future__ import annotations

import functools
import inspect
import os
import shlex
import subprocess
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Callable

from ._engines import Connect, Engine, named, opened
from ._errors import ProgramError, SpecError, SpecWarning
from ._find import find
from ._inputs import Test, given_parameter, looping
from ._json import parse
from ._program import program
from ._question import Question, beside
from ._rows import Tables
from ._stream import Record


def databases(
    schema: str | os.PathLike[str],
    *,
    rows: int = 3,
    integers: range | None = None,
    texts: list[str] | None = None,
    dialect: str | None = None,
    engine: str | None = None,
    connect: Connect | None = None,
    limit: int | None = None,
    timeout: None | float | str = None,
    input_timeout: float | None = None,
    **flags: Any,
) -> Callable[[Test], Test]:
    """Decorates a test whose first parameter is a connection: it is called with every valid database of a schema.

    `rows` is the greatest number of rows of a table, `integers` and `texts` are all values that columns hold. What the
    test changes is rolled back. The connection is one of `sqlite3`, in memory. `engine="duckdb"` is one of duckdb, in memory,
    `engine="postgres"` one of psycopg to the server that PGHOST, PGUSER, … name, and a URL names another one: the tables are
    made in a schema of their own, in a transaction. `connect` opens a connection of yours, whose tables are there and empty
    (`dialect` then says which engine it is). A transaction is open on it. All else is as in `inputs`."""
    if engine is not None and connect is not None:
        raise TypeError("engine: connect opens the connection; dialect says which engine it is")
    words = ["--rows", str(rows)]
    if integers is not None:
        if integers.step != 1 or not integers:
            raise ValueError(f"integers={integers!r}: a range without gaps, and not empty")
        words += ["--integers", f"{integers.start}..{integers.stop - 1}"]
    words += [f"--text={text}" for text in texts or ()]
    dialect = dialect or (named(engine) if engine else None if connect else "sqlite")
    words += ["--dialect", dialect] if dialect else []

    def decorate(test: Test) -> Test:
        if inspect.iscoroutinefunction(test):
            raise TypeError(
                f"{test.__qualname__} is asynchronous: a connection is used by one thread, and waits"
            )
        parameters, at = given_parameter(test, "connection")
        path = beside(schema, test)
        given = dict(limit=limit, timeout=timeout, **flags)
        question = SchemaQuestion(path, words, given, engine, connect)
        name = parameters[at].name

        @functools.wraps(test)
        def filled(*args: Any, **kwargs: Any) -> Any:
            __tracebackhide__ = True
            database = question.engine
            kwargs[name] = database.filled(kwargs[name])
            try:
                return test(*args, **kwargs)
            finally:
                database.empty()

        wrapper = looping(filled, question, lambda line: {name: line}, input_timeout)
        kept = parameters[:at] + parameters[at + 1 :]
        wrapper.__signature__ = inspect.signature(test).replace(parameters=kept)
        return wrapper  # type: ignore[no-any-return]

    return decorate


class SchemaQuestion(Question):
    """The databases of a schema. Its spec is made when it is first asked for."""

    #: It is there when the databases are asked for.
    engine: Engine

    def __init__(
        self, schema: str, words: list[str], given: Any, engine: str | None, connect: Connect | None
    ) -> None:
        self.schema, self.words, self.engine_name, self.connect = schema, words, engine, connect
        #: The objects of the database on which the test failed.
        self.failed: dict[str, Any] = {}
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._tables: Tables | None = None
        self._last: DatabaseRecord | None = None
        super().__init__(schema, None, given)

    def stream(self, key: str | None = None) -> Any:
        self.spec = self._made()
        if not hasattr(self, "engine"):
            self.engine = opened(self.engine_name, self.connect, self.tables(), self.schema)
        self.engine.open()
        # A key takes longer than a database: one that fails is asked for its key.
        return super().stream(key) if key else find(self.spec, **self.given)

    def chosen(self, stream: Any, key: str | None) -> Iterator[Record]:
        try:
            if key:
                for record in super().chosen(stream, key):
                    yield DatabaseRecord(self, record.line, record.codec, stream._frame)
            else:
                yield from stream.records(self._next)
        finally:
            self.engine.close()

    def _next(self, line: bytes, codec: Any, frame: Any) -> Record:
        """The record of the last database, which is done with, becomes that of this one."""
        last = self._last
        if last is None or last.frame is not frame:
            self._last = last = DatabaseRecord(self, line, codec, frame)
        last.line = line
        return last

    def keyed(self, number: int) -> Record:
        """The database of this number, with its key."""
        cut = {"limit", "timeout", "after"}
        given = {name: value for name, value in self.given.items() if name not in cut}
        with find(self.spec, **{**given, "keys": True, "id": number}) as stream:
            return stream.next_record()

    def tables(self) -> Tables:
        if self._tables is None:
            self._tables = Tables(Path(self._made()).read_text(encoding="utf-8"))
        return self._tables

    def pages(self, key: str) -> list[str]:
        asked = shlex.join(["korrel", "init", os.path.relpath(self.schema), *self.words, "-o", "schema.als"])
        rows = [f"  {statement};" for statement in self.tables().statements(self.failed)]
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
    """One database. A test gets its line; a failure shows the heap and its rows."""

    def __init__(self, question: SchemaQuestion, line: bytes, codec: Any, frame: Any) -> None:
        self.question, self.line, self.codec, self.frame = question, line, codec, frame

    def decode(self) -> Any:
        read = parse(self.line)
        self.at, self.place = self.frame.at, self.frame.count - 1
        self.question.failed = read["objects"]
        return super().decode() if "key" in read else self.question.keyed(read["id"]).decode()

    def given(self) -> Any:
        return self.line
