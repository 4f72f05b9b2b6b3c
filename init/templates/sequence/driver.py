"""Makes the calls of spec.als to a history."""

from serve import serve

# ── your library ── import it here in place of the example, and call it in these methods.
from example import History


class Calls:
    def __init__(self, start):
        """Each sequence begins here. `start` has the first state, in case you need a part of it."""
        self.history = History()

    def perform(self, s):
        self.history.perform(s)

    def undo(self):
        return self.history.undo()

    def redo(self):
        return self.history.redo()

    def state(self):
        """The state as the spec sees it. What cannot be seen is left out; `run` then says which part is: --observe."""
        return {"History$0": {"past": self.history.past, "future": self.history.future}}


# ────────────────────

serve(calls=Calls)
