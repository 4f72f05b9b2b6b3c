"""A set of words as a tree of letters. A node is kept only if a word ends at it or below it."""


class Node:
    def __init__(self):
        self.children = {}
        self.ends = False


class Trie:
    def __init__(self):
        self.root = Node()

    def insert(self, word):
        node = self.root
        for letter in word:
            node = node.children.setdefault(letter, Node())
        node.ends = True

    def delete(self, word):
        """Takes a word away, if it is there, and all nodes that no word needs any more."""
        path, node = [], self.root
        for letter in word:
            if letter not in node.children:
                return
            path.append((node, letter))
            node = node.children[letter]
        node.ends = False
        while path and not node.children and not node.ends:
            node, letter = path.pop()
            del node.children[letter]

    def longest_prefix(self, word):
        """The longest word of the set with which this word begins, or None."""
        node, found = self.root, None
        for place in range(len(word) + 1):
            if node.ends:
                found = word[:place]
            if place == len(word) or word[place] not in node.children:
                return found
            node = node.children[word[place]]
