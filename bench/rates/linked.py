"""The code under test."""


class Node:
    pass


class List:
    def remove(self, k):
        at, before = self.header, None
        while at is not None:
            if at.elem != k:
                before = at
            elif before is None:
                self.header = at.next
            else:
                before.next = at.next
            at = at.next

    def __iter__(self):
        at = self.header
        while at is not None:
            yield at.elem
            at = at.next
