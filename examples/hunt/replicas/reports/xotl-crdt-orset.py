from xotl.crdt.base import Process, from_state, get_state
from xotl.crdt.sets import ORSet

first, second = (ORSet(process=Process(name, order)) for order, name in enumerate(["first", "second"]))
second.add("x")
first.merge(from_state(get_state(second)))
first.add("y")
second.remove("x")
first.merge(from_state(get_state(second)))
print(sorted(first.value))  # ['x', 'y']: x was added once, and removed by a replica that had seen it
second.merge(from_state(get_state(first)))
print(sorted(second.value))  # ['x', 'y']: there it comes back
