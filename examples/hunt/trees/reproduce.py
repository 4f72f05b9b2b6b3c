"""The smallest input, by the library alone."""

from treelib import Tree

tree = Tree()
tree.create_node("a", "a")
tree.create_node("b", "b", parent="a")
tree.move_node("b", "b")
print("children of a:", tree.children("a"), "children of b:", [node.tag for node in tree.children("b")])
