"""The smallest inputs, given to the libraries alone."""
from collections_undo import UndoManager
from undo_stack import UndoCommand, UndoStack


class Push(UndoCommand):
    def __init__(self, items, item):
        super().__init__()
        self.items, self.item = items, item
        self.redo()

    def undo(self):
        self.items.pop()

    def redo(self):
        self.items.append(self.item)


items, stack = [], UndoStack()
try:
    with stack.group_undo_commands():
        raise ValueError
except ValueError:
    stack.push(Push(items, "a"))
print("py-undo-stack: a was pushed, and can be undone:", stack.can_undo())

items, stack = [], UndoStack()
stack.push(Push(items, "a"))
stack.push(Push(items, "b"))
stack.undo()
stack.undo()
stack.set_undo_limit(1)
stack.redo()
stack.redo()
print("py-undo-stack: a, which one step leads to:", items)


class Counter:
    history = UndoManager(measure=lambda *_: 1, maxsize=1)

    @history.undoable
    def add(self, n):
        pass

    @add.undo_def
    def add(self, n):
        pass


counter = Counter()
counter.add(1)
counter.add(1)
print("collections-undo: one step is kept:", counter.history.stack_lengths.undo)

history = UndoManager(measure=lambda *_: 1, maxsize=2)
added = []
add = history.undoable(added.append).undo_def(lambda _: added.pop())
with history.merging():
    pass
try:
    history.undo()
except UnboundLocalError as error:
    print("collections-undo: a group of nothing is undone:", error)

history.clear()
added.clear()
add("a")
add("b")
with history.merging():
    add("c")
    add("d")
try:
    history.undo()
except UnboundLocalError:
    pass
history.undo()
print("collections-undo: c and d are undone:", added)
