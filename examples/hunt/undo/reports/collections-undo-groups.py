from collections_undo import UndoManager


class Document:
    history = UndoManager(measure=lambda *_: 1, maxsize=1)

    @history.undoable
    def add(self, n): ...

    @add.undo_def
    def add(self, n): ...


document = Document()
document.add(1)
document.add(2)
print(document.history.stack_lengths.undo, "of 1")

history = UndoManager()
with history.merging():
    pass
try:
    history.undo()
except UnboundLocalError:
    print("UnboundLocalError")

history = UndoManager(measure=lambda *_: 1, maxsize=2)
added = []
add = history.undoable(added.append).undo_def(lambda _: added.pop())
add("a")
with history.merging():
    add("b")
    add("c")
history.undo()
print(added)  # ['a', 'b']: b and c are one step
