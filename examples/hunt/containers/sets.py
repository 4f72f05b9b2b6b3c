"""Sets of ordered-set, collections-extended and boltons that keep the order of their items."""
import sys

from pykorrel import driver

match sys.argv[1]:
    case "ordered-set":
        from ordered_set import OrderedSet as Items
    case "collections-extended":
        from collections_extended import setlist as Items
    case "boltons":
        from boltons.setutils import IndexedSet as Items


class Set:
    def __init__(self):
        self.items = Items()

    def add(self, x):
        self.items.add(x)

    def discard(self, x):
        self.items.discard(x)

    def pop(self, at):
        return self.items.pop(at)

    def index(self, x):
        return self.items.index(x)


def state(it):
    items = list(it.items)
    if len(it.items) != len(items) or [it.items[at] for at in range(len(items))] != items or not all(x in it.items for x in items):
        raise driver.Fail("it is at odds with itself", f"{len(it.items)} of {items}")
    return {"Set": {"items": items}}


driver.machine(Set, state=state)
driver.serve()
