from undo_stack import UndoCommand, UndoStack


class Push(UndoCommand):
    def __init__(self, item):
        super().__init__()
        self.item = item

    def undo(self):
        items.remove(self.item)

    def redo(self):
        items.append(self.item)


items, stack = [], UndoStack()
for item in "ab":
    items.append(item)
    stack.push(Push(item))
stack.undo()
stack.undo()
stack.set_undo_limit(1)
stack.redo()
print(stack.index(), items)  # 0 ['b']: b without a; one more `redo` adds another b
