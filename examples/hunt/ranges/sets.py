"""Sets of numbers that list their ranges: of portion and python-ranges."""
import sys

from pykorrel import driver


class Portion:
    def __init__(self):
        self.set = portion.empty()

    def add(self, first, last):
        self.set |= portion.closedopen(first, last + 1)

    def remove(self, first, last):
        self.set -= portion.closedopen(first, last + 1)

    def listed(self):
        return [] if self.set.empty else [(one.lower, one.upper) for one in self.set]


class Ranges:
    def __init__(self):
        self.set = ranges.RangeSet()

    def add(self, first, last):
        self.set.add(ranges.Range(first, last + 1))

    def remove(self, first, last):
        self.set.discard(ranges.Range(first, last + 1))

    def listed(self):
        return [(one.start, one.end) for one in self.set.ranges()]


match sys.argv[1]:
    case "portion":
        import portion

        made = Portion
    case "python-ranges":
        import ranges

        made = Ranges


def state(it):
    listed = it.listed()
    held = {number for number in range(5) if number in it.set}
    return {"Set": {"held": held, "starts": [start for start, _ in listed], "ends": [end - 1 for _, end in listed]}}


driver.machine(made, state=state)
driver.serve()
