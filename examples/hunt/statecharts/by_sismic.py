from sismic.exceptions import ConflictingTransitionsError
from sismic.interpreter import Interpreter
from sismic.model import (
    BasicState,
    CompoundState,
    DeepHistoryState,
    OrthogonalState,
    ShallowHistoryState,
    Statechart,
    Transition,
)


class Machine:
    refused = ConflictingTransitionsError  # as its documentation says, of two that conflict

    def __init__(self, root, log):
        chart = Statechart("chart")
        histories = {s.name for s in root.below() if s.kind in ("Shallow", "Deep")}
        for state in root.below():
            chart.add_state(made(state), state.parent and state.parent.name)
        for state in root.below():
            for event, target in state.on.items():
                chart.add_transition(Transition(state.name, target, event=event))

        def listen(said):
            # A history is no state that one can be in, though sismic goes through it.
            if said.name == "state entered" and said.state not in histories:
                log.enter(said.state)
            elif said.name == "state exited" and said.state not in histories:
                log.exit(said.state)

        self.interpreter = Interpreter(chart)
        self.interpreter.attach(listen)
        self.interpreter.execute()

    def send(self, event):
        self.interpreter.queue(event).execute()

    def active(self):
        return self.interpreter.configuration


def made(state):
    if state.kind in ("Shallow", "Deep"):
        kind = ShallowHistoryState if state.kind == "Shallow" else DeepHistoryState
        return kind(state.name, memory=state.default[0])
    if state.kind == "Parallel":
        return OrthogonalState(state.name)
    return CompoundState(state.name, initial=state.initial) if state.children else BasicState(state.name)
