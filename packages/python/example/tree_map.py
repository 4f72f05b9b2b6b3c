"""A map with sorted keys: an AVL tree. One line of it is wrong."""


class TreeMap:
    def __init__(self):
        self.__root = None
        self._size = 0

    def __len__(self):
        return self._size

    def __iter__(self):
        return _keys(self.__root)

    def get(self, key):
        node = self.__root
        while node is not None and node.key != key:
            node = node.left if key < node.key else node.right
        return None if node is None else node.value

    def put(self, key, value):
        self.__root = self._put(self.__root, key, value)

    def _put(self, node, key, value):
        if node is None:
            self._size += 1
            return Node(key, value)
        if key == node.key:
            node.value = value
        elif key < node.key:
            node.left = self._put(node.left, key, value)
        else:
            node.right = self._put(node.right, key, value)
        return _balanced(node)

    def remove(self, key):
        self.__root = self._remove(self.__root, key)

    def _remove(self, node, key):
        if node is None:
            return None
        if key < node.key:
            node.left = self._remove(node.left, key)
        elif key > node.key:
            node.right = self._remove(node.right, key)
        elif node.left is None or node.right is None:
            self._size -= 1
            return node.left or node.right
        else:
            successor = node.right
            while successor.left is not None:
                successor = successor.left
            node.key, node.value = successor.key, successor.value
            node.right = self._remove(node.right, successor.key)
            return _measured(node)  # the seeded fault: the right side may be too low now
        return _balanced(node)


class Node:
    __slots__ = ("_height", "key", "left", "right", "value")

    def __init__(self, key, value):
        self.key, self.value, self._height = key, value, 1
        self.left = self.right = None


def _keys(node):
    if node is not None:
        yield from _keys(node.left)
        yield node.key
        yield from _keys(node.right)


def _height(node):
    return 0 if node is None else node._height


def _lean(node):
    return _height(node.left) - _height(node.right)


def _balanced(node):
    if _lean(node) > 1:
        if _lean(node.left) < 0:
            node.left = _rotated_left(node.left)
        return _rotated_right(node)
    if _lean(node) < -1:
        if _lean(node.right) > 0:
            node.right = _rotated_right(node.right)
        return _rotated_left(node)
    return _measured(node)


def _rotated_left(node):
    right = node.right
    node.right, right.left = right.left, node
    _measured(node)
    return _measured(right)


def _rotated_right(node):
    left = node.left
    node.left, left.right = left.right, node
    _measured(node)
    return _measured(left)


def _measured(node):
    node._height = 1 + max(_height(node.left), _height(node.right))
    return node
