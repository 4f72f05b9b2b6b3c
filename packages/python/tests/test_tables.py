"""Streams as tables of pyarrow and pandas, and as graphs of networkx. Those that are not installed are left out."""

import json
import subprocess
import sys
from itertools import combinations

import pytest

import pykorrel


@pytest.fixture
def tree(library):
    return library / "red_black_tree.als"


@pytest.fixture
def saved(tree, tmp_path):
    path = tmp_path / "trees.jsonl"
    path.write_bytes(b"".join(pykorrel.find(tree, keys=True)._run()))
    return path


def test_a_table_has_a_row_for_each_instance(tree, saved):
    # If this failed, an analysis would be one of other heaps, or of too few.
    pyarrow = pytest.importorskip("pyarrow")
    found = pykorrel.table(tree, keys=True)
    assert isinstance(found, pyarrow.Table)
    heaps = list(pykorrel.find(tree, keys=True))
    assert found["key"].to_pylist() == [heap.key for heap in heaps]
    assert [len(row["Node"]) for row in found["objects"].to_pylist()] == [
        len(heap.of("Node")) for heap in heaps
    ]
    # A stream that is there, begun or not.
    assert pykorrel.read(saved).to_arrow().equals(found)
    begun = pykorrel.find(tree, keys=True)
    next(begun)
    assert begun.to_arrow().equals(found.slice(1))
    assert begun.status == "complete"
    assert pykorrel.table(tree, limit=3).num_rows == 3
    assert found.schema.metadata[b"heapgraph"].startswith(b'{"kind":"header"')


def test_a_table_that_is_not_whole_is_none(tree, saved, tmp_path):
    # If this failed, a part would be taken for all.
    pytest.importorskip("pyarrow")
    many = {"scope": "exactly 1 Tree, 12 Node, 1..12 Int", "timeout": 2}
    with pytest.raises(pykorrel.Incomplete) as cut:
        pykorrel.table(tree, **many)
    assert (cut.value.status, cut.value.count > 0) == ("stopped", True)
    lines = saved.read_bytes().splitlines(keepends=True)
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(b"".join(lines[:4]))
    with pytest.raises(pykorrel.Incomplete):
        pykorrel.read(cut).to_arrow()
    cut.write_bytes(b"".join(lines[:4] + lines[5:]))
    with pytest.raises(pykorrel.StreamError):
        pykorrel.read(cut).to_arrow()

    def failing():
        yield from lines[:4]
        raise OSError("the disk is gone")

    with pytest.raises(OSError, match="the disk is gone"):
        pykorrel.read(failing()).to_arrow()
    stream = pykorrel.read([*lines[:4], b'{"kind":"end","status":"timeout","count":3}\n'])
    for _ in range(2):
        with pytest.raises(pykorrel.Incomplete, match="timeout"):
            stream.to_arrow()
    wrong = tmp_path / "wrong.als"
    wrong.write_text("sig A { r: B } run {}")
    with pytest.raises(pykorrel.SpecError):
        pykorrel.table(wrong)
    wrong.write_text("sig A {} run { some A and no A }")
    assert pykorrel.table(wrong).num_rows == 0


def test_a_table_is_the_stream(tree):
    # If this failed, what was in the table would be listed once more, or a closed stream be begun anew.
    pytest.importorskip("pyarrow")
    for limit, status in ((None, "complete"), (3, "limit"), (16, "limit"), (17, "complete")):
        stream, lines = pykorrel.find(tree, limit=limit), pykorrel.find(tree, limit=limit)
        rows = stream.to_arrow().num_rows
        assert rows == stream.count == len(list(lines)) and stream.status == lines.status == status
        assert list(stream) == [] and stream.to_arrow().num_rows == 0
        assert stream.header.enums == {"Color": ["RED", "BLACK"]}
    # No instance, and no limit.
    none = pykorrel.find(tree, scope="exactly 0 Tree, 3 Node, 1..3 Int", limit=0)
    assert (none.to_arrow().num_rows, none.status) == (0, "complete")
    one = pykorrel.find(tree, id=2)
    assert (one.to_arrow()["id"].to_pylist(), one.status) == ([2], "limit")
    stopped = pykorrel.find(tree, scope="exactly 1 Tree, 12 Node, 1..12 Int", timeout=2)
    with pytest.raises(pykorrel.Incomplete) as cut:
        stopped.to_arrow()
    assert (stopped.status, stopped.count) == ("stopped", cut.value.count)
    with pytest.raises(pykorrel.Incomplete):
        stopped.to_arrow()
    for begun in (False, True):
        with pykorrel.find(tree) as closed:
            assert not begun or next(closed)
        with pytest.raises(pykorrel.Incomplete):
            closed.to_arrow()


def test_pandas(tree):
    pytest.importorskip("pyarrow")
    pandas = pytest.importorskip("pandas")
    frame = pykorrel.find(tree, keys=True).to_pandas()
    assert isinstance(frame, pandas.DataFrame)
    assert list(frame["key"]) == [heap.key for heap in pykorrel.find(tree, keys=True)]
    assert list(frame["id"]) == list(range(len(frame)))


def test_specs_of_graphs_are_graphs(library):
    networkx = pytest.importorskip("networkx")
    found = list(
        pykorrel.find(library / "simple_graph.als", scope="exactly 4 Node").to_networkx(directed=False)
    )
    assert all(type(graph) is networkx.Graph and len(graph) == 4 for graph in found)
    again = [pair for pair in combinations(found, 2) if networkx.is_isomorphic(*pair)]
    assert (len(found), again) == (11, []), "all graphs of 4 nodes"
    loops = pykorrel.find(library / "directed_graph.als").to_networkx()
    assert type(next(loops)) is networkx.DiGraph


def test_a_heap_is_a_graph_of_its_references(tree, tmp_path):
    networkx = pytest.importorskip("networkx")
    for heap, graph in zip(pykorrel.find(tree), pykorrel.find(tree).to_networkx()):
        assert type(graph) is networkx.MultiDiGraph and set(graph) == set(heap.objects)
        nodes = heap.of("Node")
        edges = sum(node.left is not None for node in nodes) + sum(node.right is not None for node in nodes)
        assert edges == sum(data["field"] in ("left", "right") for *_, data in graph.edges(data=True))
        assert all("$type" in data for _, data in graph.nodes(data=True))
        assert graph.graph["id"] == heap.id
    named = list(pykorrel.find(tree).to_networkx("left"))
    assert all(type(graph) is networkx.DiGraph for graph in named)
    with pytest.raises(ValueError, match="there are Node.left, Node.right"):
        list(pykorrel.find(tree).to_networkx("key"))
    with pytest.raises(ValueError, match="not symmetric"):
        list(pykorrel.find(tree).to_networkx("left", directed=False))
    shapes = tmp_path / "shapes.als"
    shapes.write_text(
        "one sig A { m: Int -> lone A, s: seq A, t: A -> Int } run { #m = 1 and #s = 1 and #t = 1 } for 0..1 Int, 1 seq"
    )
    stream = pykorrel.find(shapes)
    record = json.loads(next(stream).to_json())
    graph = next(pykorrel.find(shapes).to_networkx())
    (key,), (tuple_,) = (record["objects"]["A$0"][name] for name in ("m", "t"))
    told = sorted((data["field"], data["at"]) for *_, data in graph.edges(data=True))
    assert told == [("m", key), ("s", 0), ("t", tuple(tuple_))]


def test_a_node_keeps_what_is_no_reference():
    # If this failed, values beside references would be in no part of the graph, or a text be an edge.
    pytest.importorskip("networkx")
    types = {
        "set": "set A|int",
        "seq": "seq A|int",
        "map": "map string A|int",
        "keys": "map A|int bool",
        "rel": "rel A|int int",
        "text": "string",
        "one": "A|int",
        "all": "set A",
    }
    fields = {
        "set": ["A$0", 3],
        "seq": ["A$0", 3, "A$0"],
        "map": {"A$0": 1, "b": "A$0"},
        "keys": {"A$0": True, "1": False},
        "rel": [["A$0", 1], [2, 2]],
        "text": "A$0",
        "one": 0,
        "all": ["A$0"],
    }
    header = {"kind": "header", "format": "heapgraph/1", "roots": {}, "types": {"A": types}, "enums": {}}
    heap = {"kind": "instance", "id": 0, "roots": {}, "objects": {"A$0": {"$type": "A", **fields}}}
    end = {"kind": "end", "status": "complete", "count": 1}
    lines = [json.dumps(record).encode() + b"\n" for record in (header, heap, end)]
    (graph,) = pykorrel.read(lines).to_networkx()
    assert graph.nodes["A$0"] == {
        "$type": "A",
        "set": [3],
        "seq": [None, 3, None],
        "map": {"A$0": 1},
        "keys": {"1": False},
        "rel": [[2, 2]],
        "text": "A$0",
        "one": 0,
    }
    told = [(data["field"], data["at"]) for *_, data in graph.edges(data=True)]
    assert told == [
        ("set", 0),
        ("seq", 0),
        ("seq", 2),
        ("map", "b"),
        ("keys", True),
        ("rel", ("A$0", 1)),
        ("all", 0),
    ]


@pytest.mark.parametrize("call", ["table({!r})", "find({!r}).to_pandas()", "find({!r}).to_networkx()"])
def test_what_is_not_installed_is_told(call, tree):
    # If this failed, a user would get a trace without what to type.
    hidden = "import sys; [sys.modules.__setitem__(name, None) for name in ('pyarrow', 'pandas', 'networkx')]"
    script = f"{hidden}; import pykorrel; pykorrel.{call.format(str(tree))}"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert run.returncode == 1
    assert "pip install p" in run.stderr or "pip install networkx" in run.stderr
