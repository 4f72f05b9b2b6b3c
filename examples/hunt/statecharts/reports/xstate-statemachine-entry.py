"""xstate-statemachine 0.11.0: the region that a transition leads to is entered after the others."""
from xstate_statemachine import MachineLogic, SyncInterpreter, create_machine

said = {f"enter {name}": lambda *_, name=name: print("enters", name) for name in "pab"}
config = {
    "id": "m",
    "initial": "x",
    "states": {
        "x": {"on": {"e": "#m.p.a"}},
        "p": {
            "type": "parallel",
            "entry": "enter p",
            "states": {"a": {"entry": "enter a"}, "b": {"entry": "enter b"}},
        },
    },
}
SyncInterpreter(create_machine(config, logic=MachineLogic(actions=said))).start().send("e")
