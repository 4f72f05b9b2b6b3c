from io import StringIO

from by_scxml import document
from hat.stc import Event, Statechart, parse_scxml


class Machine:
    def __init__(self, root, log):
        self.parents = {s.name: s.parent and s.parent.name for s in root.below()}
        states = parse_scxml(StringIO(document(root)))
        actions = {}

        def with_actions(state):
            actions[f"entered {state.name}"] = lambda *_: log.enter(state.name)
            actions[f"exited {state.name}"] = lambda *_: log.exit(state.name)
            children = [with_actions(child) for child in state.children]
            return state._replace(children=children, entries=[f"entered {state.name}"], exits=[f"exited {state.name}"])

        self.chart = Statechart([with_actions(state) for state in states], actions)

    def send(self, event):
        self.chart.step(Event(event))

    def active(self):
        at = self.chart.state
        while at:
            yield at
            at = self.parents[at]
