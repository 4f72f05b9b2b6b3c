"""The smallest inputs, given to the libraries alone."""

from collections_extended import setlist
from ordered_set import OrderedSet

for Items in OrderedSet, setlist:
    items = Items("ab")
    items.pop(0)
    try:
        print(f"{Items.__name__}: b stands at 0, says", items.index("b"))
    except ValueError as error:
        print(f"{Items.__name__}: b stands at 0, says", repr(error))
