"""transitions 0.9.3: an event that no transition takes is an error in a parallel state inside another one."""
from transitions.extensions import HierarchicalMachine

states = [{"name": "p", "parallel": ["a", {"name": "q", "parallel": ["b", "c"]}]}, "x"]
machine = HierarchicalMachine(states=states, initial="p", ignore_invalid_triggers=True)
machine.add_transition("e", "x", "p")
print(machine.state)
try:
    machine.e()
except ValueError as error:
    print(error)
