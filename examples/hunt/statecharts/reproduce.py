"""The smallest inputs, given to the libraries alone: reports.md tells of each."""

import contextlib
import io


def python_statemachine_deep_history():
    from statemachine import HistoryState, State, StateChart

    class Chart(StateChart):
        class a(State.Compound):
            class b(State.Compound):
                c = State(initial=True)

            h = HistoryState(type="deep")
            back = b.c.to(h)

        again = a.to(a)

        def on_enter_state(self, state):
            print("enters", state.id)

        def on_exit_state(self, state):
            print("leaves", state.id)

    chart = Chart()
    for event in ["again", "back"]:
        print(event)
        chart.send(event)


def python_statemachine_first():
    from statemachine import State, StateChart

    class Chart(StateChart):
        class p(State.Parallel):
            class r(State.Compound):
                a = State(initial=True)

            b = State(initial=True)

        e = p.r.a.to(p.r.a) | p.b.to(p)

        def on_exit_state(self, state):
            print("leaves", state.id)

    chart = Chart()
    for _ in range(2):
        print("e")
        chart.send("e")


def python_statemachine_order():
    from statemachine import State, StateChart

    class Chart(StateChart):
        class p(State.Parallel):
            class a(State.Compound):
                a1 = State(initial=True)

            class b(State.Compound):
                b1 = State(initial=True)

        again = p.to(p)

        def on_exit_state(self, state):
            print("leaves", state.id)

    Chart().send("again")


def sismic_crossing():
    from sismic.interpreter import Interpreter
    from sismic.io import import_from_yaml

    chart = """
    statechart:
      name: chart
      root state:
        name: root
        initial: p
        states:
          - name: p
            parallel states:
              - name: a
                transitions: [{event: e, target: b}]
              - name: b
    """
    interpreter = Interpreter(import_from_yaml(chart))
    interpreter.execute()
    step = interpreter.queue("e").execute_once()
    print("leaves", *step.exited_states, "enters", *step.entered_states, "is in", *interpreter.configuration)


def sismic_region_alone():
    from sismic.interpreter import Interpreter
    from sismic.io import import_from_yaml

    chart = """
    statechart:
      name: chart
      root state:
        name: root
        initial: p
        states:
          - name: p
            transitions: [{event: e, target: a}]
            parallel states: [{name: a}, {name: b}]
    """
    interpreter = Interpreter(import_from_yaml(chart))
    for event in ["start", "e"]:
        interpreter.queue(event).execute()
        print(event, *interpreter.configuration)


def transitions_left():
    from transitions.extensions import HierarchicalMachine

    machine = HierarchicalMachine(states=[{"name": "p", "parallel": ["a", "b"]}, "x", "y"], initial="p")
    machine.add_transition("e", "p_a", "x")
    machine.add_transition("e", "p_b", "y")
    for state in "xy":
        machine.get_state(state).add_callback("enter", lambda state=state: print("enters", state))
    machine.e()


def transitions_nested_parallel():
    from transitions.extensions import HierarchicalMachine

    states = [{"name": "p", "parallel": ["a", {"name": "q", "parallel": ["b", "c"]}]}, "x"]
    machine = HierarchicalMachine(states=states, initial="p", ignore_invalid_triggers=True)
    machine.add_transition("e", "x", "p")
    print(machine.state)
    try:
        machine.e()
    except ValueError as error:
        print(error)


def xstate_statemachine_both():
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


def xstate_statemachine_entry():
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


def xstate_statemachine_history():
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


def xstate_statemachine_order():
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


def alone(report):
    """The name of a report, and what it prints, in one line."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        report()
    print(f"{report.__name__.replace('_', '-')}:", *said.getvalue().split())


for report in [
    python_statemachine_deep_history,
    python_statemachine_first,
    python_statemachine_order,
    sismic_crossing,
    sismic_region_alone,
    transitions_left,
    transitions_nested_parallel,
    xstate_statemachine_both,
    xstate_statemachine_entry,
    xstate_statemachine_history,
    xstate_statemachine_order,
]:
    alone(report)
