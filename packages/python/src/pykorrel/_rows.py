"""How the heaps of a schema's spec become rows, as the comments of the spec say it.

Most of a test's time would go into reading heaps. An object of a database is one row, though, and the same row comes again
and again. So a line is cut into the texts of its objects, and a row is made once of each text. It is cut at `},"`, which no
object has within it: its fields are names, numbers and NULL. (One whose names are odd is read as JSON; see `writes`.)
Databases that follow each other mostly differ in the last table that has rows. So a line is cut where these begin: what stands before it is
mostly that of the last line, and what follows has mostly been met.
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
#: Statements, each with the values of its marks.
Writes = list[tuple[str, Cells]]

#: A field that no object has.
_NOTHING = "\0"
#: How an object begins, after its name.
_TYPE = b'":{"$type":"'
#: So many rows are kept, and so many parts of lines. An INSERT of each number of rows is a text of its own, and SQLite keeps its
#: program.
_MOST_ROWS, _MOST_PARTS = 100_000, 10_000


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
    """What a function says of each key, asked for once, until there are too many."""

    def __init__(self, of: Callable[[Any], Any], most: int = 100_000) -> None:
        self.of, self.most = of, most

    def __missing__(self, key: Any) -> Any:
        if len(self) >= self.most:
            self.clear()
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
        #: Objects stand in the order of sigs, rows of a table together.
        self._is_straight = self.order == list(self.tables.values())
        self._pieces: Any = Texts(self._piece, _MOST_ROWS)
        self._parts: Any = Texts(self._part, _MOST_PARTS)
        self._marks = [_TYPE + f'{sig}"'.encode() for sig in self.tables]
        #: What stands between the id of the last line and the rows of its last table, and what it writes.
        self._front = b""
        self._first: Writes = []

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

    def writes(self, line: bytes) -> tuple[Writes, Writes]:
        """The statements that write the record of an instance, each with the values of its marks, in two parts."""
        head = line.find(b",", ID_AT)
        front, parts = self._front, self._parts
        try:
            if line.startswith(front, head):
                then = parts.get(line[head + len(front) : -4])
                if then is not None:
                    return self._first, then
            # It begins otherwise, or what follows has rows of another last table.
            self._front = front = line[head : self._cut(line, head)]
            self._first = parts[front]
            return self._first, parts[line[head + len(front) : -4]]
        except ValueError:
            self._front = b""
            return [], self._inserting(self._parsed(parse(line)["objects"]))

    def _cut(self, line: bytes, head: int) -> int:
        """Where the rows of the last table begin that has any; where all do if tables stand in another order than they are filled."""
        if self._is_straight:
            sig = line[line.rfind(_TYPE) :].split(b'"', 6)[4:5]
            if sig and sig[0].decode() in self.tables:
                return line.rfind(b'"', 0, line.find(b'%b%b"' % (_TYPE, sig[0]))) + 1
        return head

    def _part(self, text: bytes) -> Writes:
        # The objects before the first row are values.
        at = min((at for at in map(text.find, self._marks) if at >= 0), default=-1)
        if at < 0:
            return []
        pieces = self._pieces
        groups: dict[Table | None, Cells] = {}
        for piece in text[text.rfind(b'"', 0, at) + 1 :].removesuffix(b'},"').split(b'},"'):
            table, row = pieces[piece]
            groups[table] = groups[table] + row if table in groups else row
        return self._inserting(groups)

    def _inserting(self, groups: dict[Table | None, Cells]) -> Writes:
        """One statement a table, in the order in which tables are filled."""
        return [
            (table.marked[len(groups[table])], groups[table]) for table in self.order if groups.get(table)
        ]

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
