"""xstate-statemachine 0.11.0: a history keeps what was left inside of a state that was not left."""
from xstate_statemachine import SyncInterpreter, create_machine

config = {
    "id": "m",
    "initial": "x",
    "states": {
        "x": {"on": {"in": "#m.p.b"}},
        "p": {
            "initial": "a",
            "states": {
                "a": {"on": {"back": "h"}},
                "b": {"on": {"back": "h"}},
                "h": {"type": "history"},
            },
        },
    },
}
machine = SyncInterpreter(create_machine(config)).start()
for event in ["in", "back", "back"]:
    machine.send(event)
    print(event, *machine.current_state_ids)
