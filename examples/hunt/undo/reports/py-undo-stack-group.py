from undo_stack import UndoCommand, UndoStack


class Nothing(UndoCommand):
    def undo(self): ...
    def redo(self): ...


stack = UndoStack()
stack.push(Nothing())
try:
    with stack.group_undo_commands():
        raise ValueError
except ValueError:
    stack.push(Nothing())
print(stack.can_undo(), stack.n_commands())  # False 1: the stack is lost for good
