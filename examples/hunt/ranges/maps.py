"""Maps of ranges: of portion, python-ranges and collections-extended."""
import sys

from pykorrel import driver


class Portion:
    def __init__(self):
        self.map = portion.IntervalDict()

    def interval(self, first, last):
        left, right = (portion.OPEN if place % 2 else portion.CLOSED for place in (first, last))
        return portion.Interval.from_atomic(left, first // 2, (last + 1) // 2, right)

    def put(self, first, last, v):
        self.map[self.interval(first, last)] = v

    def delete(self, first, last):
        self.map = self.map[portion.open(-portion.inf, portion.inf) - self.interval(first, last)]

    def at(self, place):
        return self.map.get(place / 2)

    def listed(self):
        return [2 * key.lower + (key.left is portion.OPEN) for key in self.map]


class Ranges:
    """A place is a number here, and a range ends before the next one."""

    def __init__(self):
        self.map = ranges.RangeDict()

    def put(self, first, last, v):
        self.map[ranges.Range(first, last + 1)] = v

    def delete(self, first, last):
        self.map.remove(ranges.Range(first, last + 1))

    def at(self, place):
        return self.map[place] if place in self.map else None

    def listed(self):
        return [one.ranges()[0].start for one in self.map.ranges()]


class CollectionsExtended(Ranges):
    def __init__(self):
        self.map = collections_extended.RangeMap()

    def put(self, first, last, v):
        self.map.set(v, first, last + 1)

    def delete(self, first, last):
        self.map.empty(first, last + 1)

    def at(self, place):
        return self.map.get(place)

    def listed(self):
        return [one.start for one in self.map.ranges()]


match sys.argv[1]:
    case "portion":
        import portion

        made = Portion
    case "python-ranges":
        import ranges

        made = Ranges
    case "collections-extended":
        import collections_extended

        made = CollectionsExtended


def state(it):
    at = {place: it.at(place) for place in range(5)}
    return {"Map": {"at": {place: v for place, v in at.items() if v is not None}, "listed": it.listed()}}


driver.machine(made, state=state)
driver.serve()
