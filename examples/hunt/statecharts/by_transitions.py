from functools import partial

from transitions.extensions import HierarchicalMachine


class Machine:
    """The machine begins in its initial state without entering it, as a property of the library."""

    def __init__(self, root, log):
        paths = {}

        def config(state, path):
            paths[state.name] = "_".join([*path, state.name])
            made = {
                "name": state.name,
                "on_enter": partial(log.enter, state.name),
                "on_exit": partial(log.exit, state.name),
            }
            parts = [config(child, [*path, state.name]) for child in state.children]
            if state.kind == "Parallel":
                made["parallel"] = parts
            elif parts:
                made.update(children=parts, initial=state.initial)
            return made

        states = [config(child, []) for child in root.children]
        moves = [[event, paths[s.name], paths[to]] for s in root.below() for event, to in s.on.items()]
        self.machine = HierarchicalMachine(
            states=states, transitions=moves, initial=root.initial, auto_transitions=False, ignore_invalid_triggers=True
        )
        log.entered += sorted(self.active(), key=lambda name: int(name[1:]))

    def send(self, event):
        self.machine.trigger(event)

    def active(self):
        state = self.machine.state
        return {part for path in (state if isinstance(state, list) else [state]) for part in flat(path)}


def flat(path):
    return [part for one in path for part in flat(one)] if isinstance(path, list) else path.split("_")
