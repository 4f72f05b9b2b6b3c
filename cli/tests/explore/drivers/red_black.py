"""The tree of examples/red_black_tree by its calls: `put`, and `remove`."""
import sys

sys.path.insert(0, "examples/red_black_tree")
import red_black_tree
from pykorrel import driver


@driver.constructor
def empty():
    tree = red_black_tree.Tree()
    tree.root = None
    return tree


driver.operation(red_black_tree.Tree.insert, name="put")
driver.operation(red_black_tree.Tree.remove)
driver.serve()
