"""xstate-statemachine 0.11.0: a state of one region is left between two of the other region."""
from xstate_statemachine import MachineLogic, SyncInterpreter, create_machine

names = ["a1", "a", "b1", "b", "p"]
said = {f"leave {name}": lambda *_, name=name: print("leaves", name) for name in names}
region = lambda name: {
    "initial": name + "1",
    "exit": "leave " + name,
    "states": {name + "1": {"exit": f"leave {name}1"}},
}
config = {
    "id": "m",
    "initial": "p",
    "states": {
        "p": {
            "type": "parallel",
            "exit": "leave p",
            "states": {"a": region("a"), "b": region("b")},
            "on": {"e": {"target": "x"}},
        },
        "x": {},
    },
}
SyncInterpreter(create_machine(config, logic=MachineLogic(actions=said))).start().send("e")
