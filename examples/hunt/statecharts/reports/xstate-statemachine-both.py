"""xstate-statemachine 0.11.0: of two transitions that leave the same states, both are taken."""
from xstate_statemachine import MachineLogic, SyncInterpreter, create_machine

said = {"left": lambda *_: print("leaves p"), "entered": lambda *_: print("enters p")}
config = {
    "id": "m",
    "initial": "p",
    "states": {
        "p": {
            "type": "parallel",
            "entry": "entered",
            "exit": "left",
            "states": {"a": {"on": {"e": "#m.p"}}, "b": {"on": {"e": "#m.x"}}},
        },
        "x": {},
    },
}
machine = SyncInterpreter(create_machine(config, logic=MachineLogic(actions=said))).start()
print("e")
machine.send("e")
print("is in", *machine.current_state_ids)
