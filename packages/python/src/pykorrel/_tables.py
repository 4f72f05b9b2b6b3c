"""Streams as tables and graphs of other packages, which are imported when they are asked for."""

from __future__ import annotations

import os
import subprocess
import tempfile
import threading
from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from ._errors import Incomplete
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
    count: int
    code: int
    told: bytes

    def whole(self, told: str) -> Any:
        """The table, if it has all rows."""
        __tracebackhide__ = True
        if self.code not in (0, 1) or self.table is None:
            raise Incomplete("interrupted" if self.code != 3 else "stopped", self.count, told)
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
        table, batches = None, []
        try:
            feeder.start()
            try:
                stream = ipc.open_stream(process.stdout)
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
        return Written(table, sum(map(len, batches)), code, told.read())


def _feed(process: subprocess.Popen[bytes], lines: Iterable[bytes], failures: list[BaseException]) -> None:
    if process.stdin is None:
        return
    try:
        with process.stdin:
            for line in lines:
                process.stdin.write(line)
    except (BrokenPipeError, OSError):
        pass  # it has ended, and says why
    except BaseException as failure:
        failures.append(failure)


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
    for id, fields in objects.items():
        graph.add_node(id, **{name: value for name, value in fields.items() if not _refers(value, objects)})
    for id, fields in objects.items():
        for name, value in fields.items():
            if name != "$type":
                for to, at in _references(value, objects):
                    graph.add_edge(id, to, field=name, **({} if at is None else {"at": at}))
    return graph


def _about(record: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in record.items() if name not in ("kind", "objects")}


def _items(value: Any) -> list[Any]:
    return [] if value is None else value if isinstance(value, list) else [value]


def _refers(value: Any, objects: dict[str, Any]) -> bool:
    return any(True for _ in _references(value, objects))


def _references(value: Any, objects: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """The objects in a value, and the index, key or tuple by which each is there."""
    if isinstance(value, str):
        if value in objects:
            yield value, None
    elif isinstance(value, dict):
        for key, item in value.items():
            if isinstance(item, str) and item in objects:
                yield item, key
            elif key in objects:
                yield key, item
    elif isinstance(value, list):
        for at, item in enumerate(value):
            if isinstance(item, list):
                yield from ((cell, tuple(item)) for cell in item if isinstance(cell, str) and cell in objects)
            elif isinstance(item, str) and item in objects:
                yield item, at
