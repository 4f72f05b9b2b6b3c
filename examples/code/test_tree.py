import pykorrel
from tree import Tree


@pykorrel.every(Tree, where=Tree.rep_ok, Node=5, int=range(5))
def test_remove(tree, key: int):
    rest = [other for other in tree if other != key]
    tree.remove(key)
    assert list(tree) == rest


if __name__ == "__main__":
    test_remove()
