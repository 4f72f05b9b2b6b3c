from by_scxml import document
from statemachine.io import load


class Machine:
    def __init__(self, root, log):
        class Listener:
            def on_enter_state(self, state):
                log.enter(state.id)

            def on_exit_state(self, state):
                log.exit(state.id)

        self.machine = load(document(root), format="scxml")(listeners=[Listener()])
        self.send = self.machine.send

    def active(self):
        return [state.id for state in self.machine.configuration]
