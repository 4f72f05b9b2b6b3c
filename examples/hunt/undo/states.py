"""Documents with the histories of some libraries. A document has two cells, so that a state may come back cell by cell."""
import sys

from collections_undo import UndoManager
from file_state_manager import CloneableFile, FileStateManager
from pykorrel import driver
from undo_stack import UndoCommand, UndoStack
from undoredo import UndoManager as Undoredo
from undoredo import undoable

DOCUMENTS = [{"x": 0, "y": 0}, {"x": 1, "y": 0}, {"x": 2, "y": 1}]


def changed(was, now):
    """The cells in which two documents differ, as the second one has them."""
    return {cell: value for cell, value in now.items() if was[cell] != value}


class Command(UndoCommand):
    def __init__(self, document, after, key=None):
        super().__init__()
        self.document, self.after, self.before, self._id = document, changed(document, after), changed(after, document), key

    def redo(self):
        self.document.update(self.after)

    def undo(self):
        self.document.update(self.before)

    def merge_with(self, other):
        self.after, self.before = self.after | other.after, other.before | self.before
        return True


class Groups:
    """Groups of a library that are `with` blocks."""

    def __init__(self):
        self.blocks = []

    def begin(self):
        self.blocks.append(self.group())
        self.blocks[-1].__enter__()

    def end(self):
        self.blocks.pop().__exit__(None, None, None)

    def escape(self):
        error = ValueError()
        while self.blocks:
            try:
                self.blocks.pop().__exit__(ValueError, error, None)
            except ValueError:
                pass


class PyUndoStack(Groups):
    def __init__(self, room):
        super().__init__()
        self.now = dict(DOCUMENTS[0])
        self.history = UndoStack(undo_limit=room)
        self.group = self.history.group_undo_commands
        self.undo, self.redo, self.clear, self.save = self.history.undo, self.history.redo, self.history.clear, self.history.set_clean
        self.jump, self.limit, self.is_saved = self.history.set_index, self.history.set_undo_limit, self.history.is_clean

    def edit(self, document, key=None):
        command = Command(self.now, document, key)
        command.redo()
        self.history.push(command)

    def type(self, document):
        self.edit(document, "typing")

    def can(self):
        return self.history.can_undo(), self.history.can_redo()


class Collections(Groups):
    """As its documentation has it: the manager belongs to a class."""

    def __init__(self, room):
        super().__init__()

        class Document:
            history = UndoManager(measure=lambda *_: 1, maxsize=room)

            def __init__(self):
                self.cells = dict(DOCUMENTS[0])

            @history.undoable
            def write(self, after, before):
                self.cells = self.cells | after

            @write.undo_def
            def write(self, after, before):
                self.cells = self.cells | before

        self.document = Document()
        self.history = self.document.history
        self.write = self.document.write
        self.ready()

    def ready(self):
        self.undo, self.redo, self.clear, self.group = self.history.undo, self.history.redo, self.history.clear, self.history.merging

    @property
    def now(self):
        return self.document.cells

    def edit(self, document):
        self.write(changed(self.now, document), changed(document, self.now))

    def can(self):
        return tuple(length > 0 for length in self.history.stack_lengths)


class CollectionsAlone(Collections):
    """A manager that belongs to no class."""

    def __init__(self, room):
        Groups.__init__(self)
        self.document = type("Document", (), {"cells": dict(DOCUMENTS[0])})()
        self.history = UndoManager(measure=lambda *_: 1, maxsize=room)

        @self.history.undoable
        def write(after, before):
            self.document.cells = self.document.cells | after

        @write.undo_def
        def write(after, before):
            self.document.cells = self.document.cells | before

        self.write = write
        self.ready()


class File(CloneableFile):
    def __init__(self, cells):
        super().__init__()
        self.cells = cells

    def clone(self):
        return File(dict(self.cells))

    def to_dict(self):
        return self.cells


class FileStates:
    def __init__(self, room):
        self.history = FileStateManager(File(DOCUMENTS[0]), stack_size=room + 1)  # it counts the present state, too
        self.undo, self.redo = self.history.undo, self.history.redo

    @property
    def now(self):
        return self.history.now().cells

    def edit(self, document):
        self.history.push(File(document))

    def can(self):
        return self.history.can_undo(), self.history.can_redo()


class UndoRedo:
    """Its calls throw if there is nothing to undo."""

    def __init__(self, room):
        self.now = dict(DOCUMENTS[0])
        self.history = Undoredo()
        self.do = self.history.do

    def copy(self):
        return dict(self.now)

    def restore(self, document):
        self.now = document

    @undoable
    def edit(self, document):
        self.now = self.now | document

    def undo(self):
        if self.history.can_undo():
            self.history.undo()

    def redo(self):
        if self.history.can_redo():
            self.history.redo()

    def can(self):
        return self.history.can_undo(), self.history.can_redo()


LIBRARY = {
    "py-undo-stack": PyUndoStack,
    "collections-undo": Collections,
    "collections-undo-alone": CollectionsAlone,
    "file-state-manager": FileStates,
    "undoredo": UndoRedo,
}[sys.argv[1]]


class History:
    def __init__(self, History):
        self.room = self.first = History.room
        self.has_save = History.saved is not None
        self.states = [History.now]  # the spec's states, in the order in which they come: the documents
        self.library = LIBRARY(self.room)
        self.made, self.depth, self.began, self.last = [], 0, None, "Other"
        self.line, self.at, self.saved = [History.now], 0, History.saved

    def _now(self, library):
        return self.states[DOCUMENTS.index(library.now)]

    def _call(self, op, s=None, n=None):
        if op == "begin" and self.depth == 0:
            self.began = self._now(self.library)
        if s is not None and s not in self.states:
            self.states.append(s)
        self.made.append((op, [] if s is n is None else [n if s is None else DOCUMENTS[self.states.index(s)]]))
        getattr(self.library, op)(*self.made[-1][1])
        self.depth = 0 if op == "escape" else self.depth + (op == "begin") - (op == "end")
        self.last = {"type": "Typing", "undo": "Moving", "redo": "Moving", "jump": "Moving"}.get(op, "Other")
        if op == "limit":
            self.room = n
        if self.depth == 0:
            self.began = None
            self._walk()

    def _walk(self):
        """The states that undo and redo lead to: another document of the same calls goes there."""
        library = LIBRARY(self.first)
        for op, given in self.made:
            getattr(library, op)(*given)
        self.at = len(list(self._steps(library, library.undo, 0)))
        saved = [self.has_save and library.is_saved()]
        self.line = [self._now(library)]
        for state in self._steps(library, library.redo, 1):
            self.line.append(state)
            saved.append(self.has_save and library.is_saved())
        self.saved = saved.index(True) if any(saved) else None

    def _steps(self, library, go, way):
        while library.can()[way]:
            go()
            yield self._now(library)

    def edit(self, s):
        self._call("edit", s)

    def type(self, s):
        self._call("type", s)

    def jump(self, n):
        self._call("jump", n=n)

    def limit(self, n):
        self._call("limit", n=n)

    def undo(self):
        self._call("undo")

    def redo(self):
        self._call("redo")

    def save(self):
        self._call("save")

    def clear(self):
        self._call("clear")

    def begin(self):
        self._call("begin")

    def end(self):
        self._call("end")

    def escape(self):
        self._call("escape")


def told(it):
    ways = {way for way, can in zip(("Undo", "Redo"), it.library.can()) if can}
    names = ("line", "at", "saved", "room", "depth", "began", "last")
    return {"History": {name: getattr(it, name) for name in names} | {"now": it._now(it.library), "can": ways}}


driver.machine(History, state=told)
driver.serve()
