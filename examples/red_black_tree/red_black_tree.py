"""A red-black tree in the manner of java.util.TreeMap; `--fault NAME` seeds a fault.

`at(place, condition)` is the condition, and says to `korrel test` which way it went. Each operand of
an `and` in an `if` is counted by itself, the condition of a `while` as one."""

import sys

from pykorrel import driver

RED, BLACK = "RED", "BLACK"
FAULT = sys.argv[sys.argv.index("--fault") + 1] if "--fault" in sys.argv else None


def at(place, condition):
    driver.cover(f"{place} {'+' if condition else '-'}")
    return condition


def seeded(name):
    """BLACK, or RED where this fault is seeded."""
    return RED if FAULT == name or FAULT == "swap-both" and name.startswith("swap") else BLACK


@driver.type
class Node:
    def __init__(self, key, parent):
        self.key, self.color, self.parent = key, BLACK, parent
        self.left = self.right = None


def color_of(node):
    return BLACK if node is None else node.color


def parent_of(node):
    return node and node.parent


def left_of(node):
    return node and node.left


def right_of(node):
    return node and node.right


def paint(node, color):
    if node is not None:
        node.color = color


@driver.type
class Tree:
    def find(self, key):
        node = self.root
        while node is not None and node.key != key:
            node = node.left if key < node.key else node.right
        return node

    def insert(self, key):
        parent, node = None, self.root
        while node is not None:
            if key == node.key:
                return
            parent, node = node, node.left if key < node.key else node.right
        new = Node(key, parent)
        if parent is None:
            self.root = new
        elif key < parent.key:
            parent.left = new
        else:
            parent.right = new
        self.fix_after_insertion(new)

    def remove(self, key):
        node = self.find(key)
        if node is not None:
            self.delete(node)

    def delete(self, node):
        if at("delete 1", node.left is not None) and at("delete 2", node.right is not None):
            self.swap_with_successor(node)
        replacement = node.left or node.right
        if at("delete 3", replacement is not None):
            replacement.parent = node.parent
            if at("delete 4", node.parent is None):
                self.root = replacement
            elif at("delete 5", node is node.parent.left):
                node.parent.left = replacement
            else:
                node.parent.right = replacement
            node.left = node.right = node.parent = None
            if at("delete 6", node.color == seeded("swap-inner")):
                self.fix_after_deletion(replacement)
        elif at("delete 7", node.parent is None):
            self.root = None
        else:
            if at("delete 8", node.color == seeded("swap-leaf")):
                self.fix_after_deletion(node)
            if at("delete 9", node.parent is not None):
                if at("delete 10", node is node.parent.left):
                    node.parent.left = None
                elif at("delete 11", node is node.parent.right):
                    node.parent.right = None
                node.parent = None

    def swap_with_successor(self, node):
        """The node takes the place and the color of the next one, and the reverse."""
        next = node.right
        while next.left is not None:
            next = next.left
        above, right = next.parent, next.right
        self.put_in_place_of(node, next)
        next.left = node.left
        next.left.parent = next
        next.right = node if above is node else node.right
        next.right.parent = next
        if above is not node:
            above.left, node.parent = node, above
        node.left, node.right = None, right
        if right is not None:
            right.parent = node
        node.color, next.color = next.color, node.color

    def put_in_place_of(self, node, other):
        other.parent = node.parent
        if node.parent is None:
            self.root = other
        elif node is node.parent.left:
            node.parent.left = other
        else:
            node.parent.right = other

    def fix_after_deletion(self, x):
        while at("deletion 1", x is not self.root and color_of(x) == BLACK):
            if at("deletion 2", x is left_of(parent_of(x))):
                x = self.lift(x, "left", right_of, left_of, self.rotate_left, self.rotate_right)
            else:
                x = self.lift(x, "right", left_of, right_of, self.rotate_right, self.rotate_left)
        paint(x, seeded("paint"))

    def lift(self, x, side, far, near, rotate, rotate_back):
        """One step for a node on this side of its parent, whose sibling is on the far side."""
        sibling = far(parent_of(x))
        if at(f"deletion 3 {side}", color_of(sibling) == RED):
            paint(sibling, BLACK)
            paint(parent_of(x), RED)
            rotate(parent_of(x))
            sibling = far(parent_of(x))
        if at(f"deletion 4 {side}", color_of(near(sibling)) == BLACK) and at(
            f"deletion 5 {side}", color_of(far(sibling)) == BLACK
        ):
            paint(sibling, RED)
            return parent_of(x)
        if at(f"deletion 6 {side}", color_of(far(sibling)) == BLACK):
            paint(near(sibling), BLACK)
            paint(sibling, RED)
            rotate_back(sibling)
            sibling = far(parent_of(x))
        paint(sibling, color_of(parent_of(x)))
        paint(parent_of(x), BLACK)
        paint(far(sibling), BLACK)
        rotate(parent_of(x))
        return self.root

    def fix_after_insertion(self, x):
        x.color = RED
        while at("insertion 1", x is not None and x is not self.root and x.parent.color == RED):
            if at("insertion 2", parent_of(x) is left_of(parent_of(parent_of(x)))):
                x = self.raise_(x, "left", right_of, self.rotate_left, self.rotate_right)
            else:
                x = self.raise_(x, "right", left_of, self.rotate_right, self.rotate_left)
        self.root.color = BLACK

    def raise_(self, x, side, far, rotate, rotate_back):
        """One step for a node whose parent is on this side of its own, the uncle on the far side."""
        uncle = far(parent_of(parent_of(x)))
        if at(f"insertion 3 {side}", color_of(uncle) == RED):
            paint(parent_of(x), BLACK)
            paint(uncle, BLACK)
            paint(parent_of(parent_of(x)), RED)
            return parent_of(parent_of(x))
        if at(f"insertion 4 {side}", x is far(parent_of(x))):
            x = parent_of(x)
            rotate(x)
        paint(parent_of(x), BLACK)
        paint(parent_of(parent_of(x)), RED)
        if at(f"insertion 5 {side}", parent_of(parent_of(x)) is not None):
            rotate_back(parent_of(parent_of(x)))
        return x

    def rotate_left(self, node):
        right = node.right
        node.right = right.left
        if right.left is not None:
            right.left.parent = node
        self.put_in_place_of(node, right)
        right.left, node.parent = node, right

    def rotate_right(self, node):
        left = node.left
        node.left = left.right
        if left.right is not None:
            left.right.parent = node
        self.put_in_place_of(node, left)
        left.right, node.parent = node, left


def copy(node, parent=None):
    """With each key doubled: there is room for new keys in between."""
    if node is None:
        return None
    made = Node(2 * node.key, parent)
    made.color = node.color
    made.left, made.right = copy(node.left, made), copy(node.right, made)
    return made


def keys(node):
    return [*keys(node.left), node.key, *keys(node.right)] if node else []


def black_height(node, parent=None):
    """Raises Fail if this is no red-black tree."""
    if node is None:
        return 0
    if node.parent is not parent:
        raise driver.Fail("a parent is wrong", f"of {node.key}")
    if node.color == RED and RED in (color_of(node.left), color_of(node.right)):
        raise driver.Fail("a red node has a red child", f"{node.key}")
    heights = black_height(node.left, node), black_height(node.right, node)
    if heights[0] != heights[1]:
        raise driver.Fail("black heights differ", f"below {node.key}: {heights}")
    return heights[0] + (node.color == BLACK)


def everywhere(t):
    """Deletes each key, and inserts one into each gap, each time in a copy."""
    before = keys(copy(t.root))
    for key in range(1, 2 * len(before) + 2):
        tree = Tree()
        tree.root = copy(t.root)
        (tree.remove if key in before else tree.insert)(key)
        black_height(tree.root)
        if keys(tree.root) != sorted({*before} ^ {key}):
            raise driver.Fail("the keys are wrong", f"after {key}: {keys(tree.root)}")


if __name__ == "__main__":
    for function in (Tree.remove, Tree.delete, Tree.insert):
        driver.operation(function)
    driver.operation(everywhere, judges=True)
    driver.serve()
