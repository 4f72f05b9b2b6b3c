"""Korat's structures in code: as many heaps as their specs have, with the same keys."""

import importlib.util
from pathlib import Path

import pytest
from code_structures import (
    AvlTree,
    Dag,
    DisjointSet,
    DoublyLinked,
    Graph,
    HeapArray,
    RedBlackTree,
    SearchTree,
    SinglyLinked,
    SortedList,
)

import pykorrel

# The number of heaps up to each size: those of `specs/` (korat_dag.als explains why Korat's own list of DAGs is another
# one; here the numbers are sums of OEIS A082161's 1, 3, 16, 127), and the candidates, which are to get no more.
STRUCTURES = [
    (SinglyLinked, lambda n: dict(Link=n, int=range(2)), [(3, 15, 10), (5, 63, 21)]),
    (DoublyLinked, lambda n: dict(Entry=n, Item=n), [(3, 14, 22), (5, 202, 114)]),
    (SortedList, lambda n: dict(SortedEntry=n + 1, int=range(1, n + 1)), [(3, 20, 174), (4, 70, 798)]),
    (SearchTree, lambda n: dict(TreeNode=n, int=range(1, n + 1)), [(3, 15, 280), (4, 51, 1_244)]),
    (RedBlackTree, lambda n: dict(RedBlackNode=n, int=range(1, n + 1)), [(3, 16, 672), (4, 41, 5_063)]),
    (AvlTree, lambda n: dict(AvlNode=n, int=range(1, n + 1)), [(3, 11, 195), (4, 25, 1_063)]),
    (HeapArray, lambda n: dict(length=n, int=range(n + 1)), [(3, 66, 148), (4, 320, 1_033)]),
    (DisjointSet, lambda n: dict(length=n, int=range(n)), [(3, 38, 274), (4, 914, 7_903)]),
    (Dag, lambda n: dict(Dag=n), [(3, 20, 68), (4, 147, 376)]),
    (Graph, lambda n: dict(Vertex=n, length=n), [(3, 8, 121), (4, 19, 1_815)]),
]


@pytest.mark.parametrize("of, bounds, rows", STRUCTURES, ids=[of.__name__ for of, _, _ in STRUCTURES])
def test_counts(of, bounds, rows):
    for size, heaps, candidates in rows:
        search = pykorrel.all(of, where=of.rep_ok, **bounds(size))
        assert len(list(search)) == heaps, size
        assert search.candidates <= candidates, "it tries no more than it did"
        assert search.status == "complete" and "hash seed" not in "\n".join(search.notes)


@pytest.mark.parametrize("of, bounds, rows", STRUCTURES, ids=[of.__name__ for of, _, _ in STRUCTURES])
def test_heaps_are_of_the_users_own_classes(of, bounds, rows):
    # If this failed, code under test would see objects that are watched, or that two heaps share.
    met = []
    for root in pykorrel.all(of, where=of.rep_ok, **bounds(rows[0][0])):
        assert type(root) is of and root.rep_ok() in (True, None)
        met.append(root)
    assert len({id(root) for root in met}) == len(met)
    for root in met:
        for value in (getattr(root, name) for name in of.__annotations__):
            assert type(value) in (int, list, set, type(None)) or type(value).__module__ == "code_structures"


def test_prefixes_in_a_file(monkeypatch):
    # If this failed, a long search would lose heaps, or list them in another order, once its prefixes are in a file.
    def keys():
        search = pykorrel.all(RedBlackTree, where=RedBlackTree.rep_ok, RedBlackNode=4, int=range(1, 5))
        return [search.record()["key"] for _ in search], search.candidates

    expected = keys()
    monkeypatch.setattr("pykorrel._code.prefixes.KEPT", 3)
    assert keys() == expected


SPECS = {
    SearchTree: """
one sig SearchTree { root: lone TreeNode, size: Int }
sig TreeNode { key: Int, left, right: lone TreeNode }
fact {
  TreeNode = SearchTree.root.*(left + right) and SearchTree.size = #TreeNode
  all n: TreeNode {
    n !in n.^(left + right) and lone n.~(left + right) and no n.left & n.right
    all m: n.left.*(left + right) | m.key < n.key
    all m: n.right.*(left + right) | m.key > n.key
  }
  TreeNode.key in { i: Int | i > 0 }
}
run {} for 4 TreeNode, 0..4 Int
""",
    Graph: """
one sig Graph { nodes: set Vertex }
sig Vertex { neighbors: set Vertex }
fact { Graph.nodes = Vertex and neighbors = ~neighbors and no iden & neighbors }
run {} for 4 Vertex
""",
}


@pytest.mark.parametrize("of", SPECS, ids=lambda of: of.__name__)
def test_keys_are_those_of_a_spec(of, tmp_path):
    # If this failed, a key in a report on code would be another one than that of the same heap from a spec.
    spec = tmp_path / "it.als"
    spec.write_text(SPECS[of])
    wanted = [record.key for record in pykorrel.find(spec, keys=True).records()]
    bounds = next(bounds for other, bounds, _ in STRUCTURES if other is of)(4)
    search = pykorrel.all(of, where=of.rep_ok, **bounds)
    assert sorted(search.record()["key"] for _ in search) == sorted(wanted)


def test_keys_are_those_of_the_definition():
    # docs/key.py tries all permutations; here the numbers are chosen while the text is written.
    path = Path(__file__).parents[3] / "docs/key.py"
    spec = importlib.util.spec_from_file_location("key", path)
    definition = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(definition)
    for of, bounds, rows in STRUCTURES:
        search = pykorrel.all(of, where=of.rep_ok, **bounds(rows[0][0]))
        for _ in search:
            record = search.record()
            assert record["key"] == definition.key(search.header, record), record


def test_the_order_is_that_of_sizes_and_the_same_each_time():
    search = lambda: pykorrel.all(Graph, where=Graph.rep_ok, Vertex=4, length=4)
    one, other = search(), search()
    first = [one.record() for _ in one]
    assert first == [other.record() for _ in other]
    sizes = [
        len(record["objects"])
        + sum(len(each.get("neighbors", each.get("nodes"))) for each in record["objects"].values())
        for record in first
    ]
    assert sizes == sorted(sizes)
