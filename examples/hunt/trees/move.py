"""What treelib makes of a tree when one of its nodes is moved."""

from pykorrel import driver
from treelib import Tree


@driver.type
class Node:
    pass


def add(tree, node, parent=None):
    name = driver.name(node)
    tree.create_node(name, name, parent=parent, data=node)
    for child in node.children:
        add(tree, child, name)


@driver.operation
def move(root, source, to):
    tree = Tree()
    add(tree, root)
    tree.move_node(driver.name(source), driver.name(to))
    for node in tree.all_nodes():
        node.data.children = [child.data for child in tree.children(node.identifier)]


driver.serve()
