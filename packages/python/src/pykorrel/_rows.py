"""How the heaps of a schema's spec become rows, as the comments of the spec say it.

Most of a test's time would go into reading heaps. An object of a database is one row, though, and the same row comes again
and again. So a line is cut into the texts of its objects, and a row is made once of each text. It is cut at `},"`, which no
object has within it: its fields are names, numbers and NULL. (One whose names are odd is read as JSON; see `groups`.)
Databases that follow each other have most rows in common. So each half of a line is looked up first: most have been met.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Callable, Union

from ._frame import ID_AT
from ._json import parse

#: A value of a cell, and how SQL writes it.
Literal = tuple[Union[None, bool, int, float, str, bytes], str]
#: The values of rows of one table, one after the other.
Cells = tuple[Any, ...]

#: A field that no object has.
_NOTHING = "\0"
#: So many rows are kept, and so many halves of lines. An INSERT of each number of rows is a text of its own, and SQLite keeps its
#: program.
_MOST_ROWS, _MOST_HALVES = 100_000, 10_000


class Table:
    """A table of the schema, and how its rows are written."""

    def __init__(self, sig: str, name: str) -> None:
        self.sig, self.name = sig, name
        self.columns: list[str] = []
        #: For each column the field that has its value; empty where the row itself stands for it.
        self.fields: list[str] = []
        #: What rows are called: number, text or uuid; empty where no column tells them apart.
        self.rows = ""
        #: What an INSERT into an identity column says.
        self.overriding = ""
        #: The sigs of tables that it refers to.
        self.after: list[str] = []
        #: The statement for so many cells.
        self.marked = Texts(self._marked)

    def add(self, column: str, field: str) -> None:
        self.columns.append(column)
        self.fields.append(field)

    def insert(self) -> str:
        """The beginning of a statement of literals."""
        return f"INSERT INTO {self.name} ({', '.join(self.columns)}){self.overriding} VALUES "

    def _marked(self, cells: int) -> str:
        row = f"({', '.join('?' * len(self.columns))})"
        return self.insert() + ", ".join([row] * (cells // len(self.columns)))


class Texts(dict[Any, Any]):
    """What a function says of each key, asked for once."""

    def __init__(self, of: Callable[[Any], Any]) -> None:
        self.of = of

    def __missing__(self, key: Any) -> Any:
        self[key] = found = self.of(key)
        return found


class Tables:
    """The tables of a spec."""

    def __init__(self, spec: str) -> None:
        self.tables: dict[str, Table] = {}
        self.values: dict[str, list[Literal]] = {}
        self.dialect = ""
        for line in spec.splitlines():
            said = re.match(r"--@ (\S+): (\S+) (.*)", line) or re.match(r"--@ (sql): (\S+)()", line)
            if said:
                self._heed(*said.groups())
        #: The values of atoms, `Title$0`, as they are met.
        self.literals: Any = Texts(self._literal)
        self.literals[None] = None, "NULL"
        self.order = self._order()
        self.ring = self._ring()
        #: What stands between the id of the last line and its first row.
        self._head = b"\0"
        self._pieces: Any = Texts(self._piece)
        self._halves: Any = Texts(self._half)
        self._marks = [f'":{{"$type":"{sig}"'.encode() for sig in self.tables]

    def _heed(self, subject: str, word: str, rest: str) -> None:
        sig, _, field = subject.partition(".")
        if subject == "sql":
            self.dialect = word
        elif word == "table":
            self.tables[sig] = Table(sig, rest)
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

    def _literal(self, atom: str) -> Literal:
        sig, _, place = atom.partition("$")
        if sig in self.tables:
            return _row(self.tables[sig].rows, int(place))
        return self.values[sig][int(place or 0)]

    def _order(self) -> list[Table]:
        """The tables, parents first as far as that can be."""
        order: list[str] = []
        left = list(self.tables)
        while left:
            free = [sig for sig in left if not any(to in left and to != sig for to in self.tables[sig].after)]
            order.append((free or left)[0])
            left.remove(order[-1])
        return [self.tables[sig] for sig in order]

    def _ring(self) -> range:
        """The places of tables in the order that refer to later ones, and of these."""
        at = {table.sig: place for place, table in enumerate(self.order)}
        late = [(at[one.sig], at[to]) for one in self.order for to in one.after if at[to] > at[one.sig]]
        return range(min(a for a, _ in late), max(b for _, b in late) + 1) if late else range(0)

    def groups(self, line: bytes) -> dict[Table | None, Cells]:
        """The cells of each table in the record of an instance."""
        head = line.find(b",", ID_AT)
        begin = head + len(self._head)
        if not line.startswith(self._head, head):
            # The objects before the first row are values. The next databases mostly have the same ones.
            for mark in self._marks:
                end = line.find(mark)
                if end >= 0:
                    break
            else:
                return {}
            begin = line.rfind(b'"', 0, end) + 1
            self._head = line[head:begin]
        middle = line.find(b'},"', (begin + len(line)) >> 1)
        halves = self._halves
        if len(halves) > _MOST_HALVES:
            halves.clear()
        try:
            if middle < 0:
                return halves[line[begin:-4]]  # type: ignore[no-any-return]
            groups = halves[line[begin:middle]].copy()
            for table, cells in halves[line[middle + 3 : -4]].items():
                groups[table] = groups[table] + cells if table in groups else cells
        except ValueError:
            return self._parsed(parse(line)["objects"])
        return groups  # type: ignore[no-any-return]

    def _half(self, text: bytes) -> dict[Table | None, Cells]:
        pieces = self._pieces
        if len(pieces) > _MOST_ROWS:
            pieces.clear()
        groups: dict[Table | None, Cells] = {}
        for piece in text.split(b'},"'):
            table, row = pieces[piece]
            groups[table] = groups[table] + row if table in groups else row
        return groups

    def _piece(self, piece: bytes) -> tuple[Table | None, Cells]:
        name, _, fields = piece.partition(b'":')
        return self._object(name.decode(), parse(fields + b"}"))

    def _object(self, name: str, fields: dict[str, Any]) -> tuple[Table | None, Cells]:
        table = self.tables.get(fields["$type"])
        if table is None:
            return None, ()
        literals = self.literals
        return table, tuple(literals[fields.get(field) if field else name][0] for field in table.fields)

    def _parsed(self, objects: dict[str, Any]) -> dict[Table | None, Cells]:
        groups: dict[Table | None, Cells] = {}
        for name, fields in objects.items():
            table, row = self._object(name, fields)
            groups[table] = groups.get(table, ()) + row
        return groups

    def statements(self, objects: dict[str, Any]) -> list[str]:
        """What writes the rows, parents first. SQLite and PostgreSQL look at keys when a statement ends, and PostgreSQL gets one
        statement for all tables that refer to each other in a ring."""
        each = [self._inserts(table, objects) for table in self.order]
        if self.dialect == "postgres":
            each[self.ring.start : self.ring.stop] = [
                self._at_once(sum(each[self.ring.start : self.ring.stop], []))
            ]
        return sum(each, [])

    def _inserts(self, table: Table, objects: dict[str, Any]) -> list[str]:
        own = [name for name, fields in objects.items() if fields["$type"] == table.sig]
        if not table.columns:
            return [f"INSERT INTO {table.name} DEFAULT VALUES" for _ in own]
        texts = list(self._texts(table, _parents_first(own, objects), objects))
        if self.dialect in ("sqlite", "postgres"):
            texts = [", ".join(texts)] if texts else []
        return [table.insert() + text for text in texts]

    def _at_once(self, statements: list[str]) -> list[str]:
        if len(statements) < 2:
            return statements
        # No table is called so.
        part = "korrel_part" + "_" * max(table.name.count("korrel_part") for table in self.order)
        parts = [f"{part}{at} AS ({one})" for at, one in enumerate(statements[:-1], 1)]
        return [f"WITH {', '.join(parts)} {statements[-1]}"]

    def _texts(self, table: Table, names: Iterable[str], objects: dict[str, Any]) -> Iterator[str]:
        for name in names:
            fields = objects[name]
            cells = (self.literals[fields.get(field) if field else name][1] for field in table.fields)
            yield f"({', '.join(cells)})"


def _parents_first(rows: list[str], objects: dict[str, Any]) -> list[str]:
    order: list[str] = []
    left = list(rows)
    while left:

        def waits(row: str) -> bool:
            return any(
                value in left and value != row for value in objects[row].values() if isinstance(value, str)
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
