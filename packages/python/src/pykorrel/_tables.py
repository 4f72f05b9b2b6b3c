"""Streams as tables and graphs of other packages, which are imported when they are asked for."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import threading
from collections.abc import Iterable, Iterator
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from ._errors import Incomplete
from ._header import Shape, shape
from ._program import program

if TYPE_CHECKING:
    import networkx
    import pyarrow

    from ._header import Header


def table(
    spec: str | os.PathLike[str],
    command: None | str | int = None,
    *,
    scope: str | None = None,
    limit: int | None = None,
    timeout: None | float | str = None,
    **flags: Any,
) -> pyarrow.Table:
    """Every instance as a row of a `pyarrow.Table`, whose types are those of the spec; it needs pyarrow.

    The options are those of `find`. The columns are those of `korrel find --format arrow` (docs/howto/tables.md)."""
    __tracebackhide__ = True
    from ._find import find

    return find(spec, command, scope=scope, limit=limit, timeout=timeout, **flags).to_arrow()


def needed(module: str, by: str) -> Any:
    """The module of another package."""
    __tracebackhide__ = True
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        package = module.partition(".")[0]
        if error.name is not None and error.name.partition(".")[0] != package:
            raise
        raise ModuleNotFoundError(f"{by} needs {package}: pip install {package}", name=error.name) from None


class Written(NamedTuple):
    """What the program wrote as a table, and how it ended."""

    #: None if it does not end as a table does.
    table: Any
    #: None if it ended before its first row might have come.
    header: dict[str, Any] | None
    count: int
    code: int
    told: bytes

    @property
    def cut(self) -> str | None:
        """Why it has not all rows; None if it has."""
        if self.code in (0, 1) and self.table is not None:
            return None
        return "stopped" if self.code == 3 else "interrupted"

    def whole(self, told: str) -> Any:
        """The table, if it has all rows."""
        __tracebackhide__ = True
        if self.cut is not None:
            raise Incomplete(self.cut, self.count, told)
        return self.table


def arrow_of(words: list[str], lines: Iterable[bytes] | None, by: str) -> Written:
    """Runs the program, with these lines as its input."""
    __tracebackhide__ = True
    ipc, pyarrow = needed("pyarrow.ipc", by), needed("pyarrow", by)
    with tempfile.TemporaryFile() as told:
        process = subprocess.Popen(
            [program(), *words],
            stdin=subprocess.DEVNULL if lines is None else subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=told,
        )
        assert process.stdout is not None
        failures: list[BaseException] = []
        feeder = threading.Thread(target=_feed, args=(process, lines or (), failures), daemon=True)
        table, header, batches = None, None, []
        try:
            feeder.start()
            try:
                stream = ipc.open_stream(process.stdout)
                header = json.loads(stream.schema.metadata[b"heapgraph"])
                for batch in stream:
                    batches.append(batch)
                table = pyarrow.Table.from_batches(batches, stream.schema)
            except (pyarrow.ArrowInvalid, OSError):
                process.stdout.read()  # it is not whole, and the program tells why
            code = process.wait()
            feeder.join()
        finally:
            process.kill()
            process.wait()
            process.stdout.close()
        if failures:
            raise failures[0]
        told.seek(0)
        return Written(table, header, sum(map(len, batches)), code, told.read())


def _feed(process: subprocess.Popen[bytes], lines: Iterable[bytes], failures: list[BaseException]) -> None:
    """What the lines themselves raise is a failure; that the program reads no more is none, for it says why."""
    if process.stdin is None:
        return
    try:
        for line in lines:
            try:
                process.stdin.write(line)
            except OSError:
                break
    except BaseException as failure:
        failures.append(failure)
    finally:
        with suppress(OSError):
            process.stdin.close()


def graphs(
    records: Iterable[dict[str, Any]], header: Header, relation: str | None, directed: bool
) -> Iterator[networkx.Graph]:
    """A graph for each record."""
    __tracebackhide__ = True
    networkx = needed("networkx", "to_networkx")
    edges = _edges(header, relation)
    for record in records:
        if "states" in record:
            raise TypeError("a trace is no graph: it has one for each of its states")
        if edges is None:
            yield _of_heap(networkx, record, header)
        else:
            yield _of_relation(networkx, record, header, edges, directed)


def _edges(header: Header, relation: str | None) -> tuple[str, str] | None:
    """The type and the field that are a graph; None if heaps have more than that."""
    fields = [(type, name, shape) for type, fields in header.types.items() for name, shape in fields.items()]
    found = [
        (type, name)
        for type, name, shape in fields
        if shape.kind in ("one", "lone", "set") and shape.columns == ((type,),)
    ]
    if relation is not None:
        named = [one for one in found if relation in (one[1], f"{one[0]}.{one[1]}")]
        if len(named) != 1:
            known = ", ".join(f"{type}.{name}" for type, name in found) or "none"
            raise ValueError(f"{relation} is not a relation of a sig to itself: there are {known}")
        return named[0]
    is_alone = (
        len(fields) == 1 and len(header.types) == 1 and not (header.roots or header.sets or header.relations)
    )
    return found[0] if is_alone and found else None


def _of_relation(
    networkx: Any, record: dict[str, Any], header: Header, edges: tuple[str, str], directed: bool
) -> Any:
    type, field = edges
    below = header.below(type)
    graph = networkx.DiGraph() if directed else networkx.Graph()
    graph.graph.update(_about(record))
    nodes = {id: fields for id, fields in record["objects"].items() if fields["$type"] in below}
    graph.add_nodes_from(nodes)
    pairs = [(id, to) for id, fields in nodes.items() for to in _items(fields.get(field))]
    if not directed and {(to, id) for id, to in pairs} != set(pairs):
        raise ValueError(
            f"instance {record.get('id')}: {field} is not symmetric; `directed=True` keeps its direction"
        )
    graph.add_edges_from(pairs)
    return graph


def _of_heap(networkx: Any, record: dict[str, Any], header: Header) -> Any:
    graph = networkx.MultiDiGraph(**_about(record))
    objects = record["objects"]
    # Which texts are objects is said by the shapes: a string may read like an id.
    split = {
        id: {
            name: _split(value, _shape_of(header, fields["$type"], name), objects, header)
            for name, value in fields.items()
        }
        for id, fields in objects.items()
    }
    for id, fields in split.items():
        graph.add_node(id, **{name: rest for name, (edges, rest) in fields.items() if rest or not edges})
    for id, fields in split.items():
        for name, (edges, _) in fields.items():
            for to, at in edges:
                graph.add_edge(id, to, field=name, **({} if at is None else {"at": at}))
    return graph


def _shape_of(header: Header, type: str, field: str) -> Shape:
    """`$type` is a text."""
    return header.types[type].get(field) or header.fields_of_sets(type).get(field) or shape("string")


def _about(record: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in record.items() if name not in ("kind", "objects")}


def _items(value: Any) -> list[Any]:
    return [] if value is None else value if isinstance(value, list) else [value]


def _split(
    value: Any, declared: Shape, objects: dict[str, Any], header: Header
) -> tuple[list[tuple[str, Any]], Any]:
    """The objects in a value, each with the index, key or tuple by which it is there; and what refers to none.

    In a sequence None stands where an object was, so that indices stay."""
    may_refer = [
        any(type == "univ" or type in header.types for type in column) for column in declared.columns
    ]

    def refers(item: Any, column: int) -> bool:
        return may_refer[column] and isinstance(item, str) and item in objects

    if isinstance(value, dict):
        entries = [(key, item, refers(key, 0), refers(item, 1)) for key, item in value.items()]
        edges = [(item, key) if to else (key, item) for key, item, of, to in entries if of or to]
        return edges, {key: item for key, item, of, to in entries if not (of or to)}
    if not isinstance(value, list):
        return ([(value, None)], None) if refers(value, 0) else ([], value)
    if declared.kind == "rel":
        rows = [[cell for column, cell in enumerate(row) if refers(cell, column)] for row in value]
        edges = [(cell, tuple(row)) for row, cells in zip(value, rows) for cell in cells]
        return edges, [row for row, cells in zip(value, rows) if not cells]
    edges = [(item, at) for at, item in enumerate(value) if refers(item, 0)]
    rest = [None if refers(item, 0) else item for item in value]
    if declared.kind == "seq" and len(edges) < len(value):
        return edges, rest
    return edges, [item for item in rest if item is not None]
