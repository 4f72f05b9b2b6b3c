from xstate_statemachine import MachineLogic, SyncInterpreter, create_machine


class IntoItself(Exception):
    """A transition leads inside its source: as its documentation says, `reenter` is for a transition to the source itself."""


class Machine:
    refused = IntoItself

    def __init__(self, root, log):
        if any(inner.name in s.on.values() for s in root.below() for child in s.children for inner in child.below()):
            raise IntoItself
        actions = {}

        def config(state):
            if state.kind in ("Shallow", "Deep"):
                return {"id": state.name, "type": "history", "history": state.kind.lower()}
            made = {"on": {event: {"target": "#" + to, "reenter": True} for event, to in state.on.items()}}
            made["id"] = state.name
            if state.kind != "Root":
                for what, done in (("entry", log.enter), ("exit", log.exit)):
                    actions[f"{what} {state.name}"] = lambda *_, done=done: done(state.name)
                    made[what] = [f"{what} {state.name}"]
            if state.children:
                made["states"] = {child.name: config(child) for child in state.children}
                made.update({"type": "parallel"} if state.kind == "Parallel" else {"initial": state.initial})
            return made

        machine = create_machine(config(root), logic=MachineLogic(actions=actions))
        self.interpreter = SyncInterpreter(machine)
        self.interpreter.start()

    def send(self, event):
        self.interpreter.send(event)

    def active(self):
        leaves = self.interpreter.current_state_ids
        return {part for leaf in leaves for part in leaf.split(".")}
