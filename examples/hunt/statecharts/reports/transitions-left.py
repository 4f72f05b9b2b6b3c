"""transitions 0.9.3 takes a transition of a state that has been left."""
from transitions.extensions import HierarchicalMachine

machine = HierarchicalMachine(states=[{"name": "p", "parallel": ["a", "b"]}, "x", "y"], initial="p")
machine.add_transition("e", "p_a", "x")
machine.add_transition("e", "p_b", "y")
for state in "xy":
    machine.get_state(state).add_callback("enter", lambda state=state: print("enters", state))
machine.e()
