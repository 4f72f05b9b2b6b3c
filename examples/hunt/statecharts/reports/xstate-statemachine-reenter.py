"""xstate-statemachine 0.11.0: a transition with `reenter` does not leave its source, if its target lies inside."""
from xstate_statemachine import MachineLogic, SyncInterpreter, create_machine

said = {"left": lambda *_: print("leaves a"), "entered": lambda *_: print("enters a")}
config = {
    "id": "m",
    "initial": "a",
    "states": {
        "a": {
            "initial": "b",
            "entry": "entered",
            "exit": "left",
            "on": {"e": {"target": ".b", "reenter": True}},
            "states": {"b": {}},
        }
    },
}
machine = SyncInterpreter(create_machine(config, logic=MachineLogic(actions=said))).start()
print("e")
machine.send("e")
