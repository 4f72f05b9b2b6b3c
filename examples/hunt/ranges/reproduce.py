"""The smallest inputs, given to the libraries alone."""

import portion
from collections_extended import RangeMap

print("portion 2.1.1:", list(portion.IntervalDict({portion.open(0, 1): "b", portion.singleton(0): "a"})))

ranges = RangeMap()
ranges.set("a", 0, 2)
ranges.set("a", 0, 1)
print("collections-extended 2.0.1:", [(one.start, one.stop, one.value) for one in ranges.ranges()])
