"""The smallest inputs, given to the libraries alone: reports.md tells of each."""

import contextlib
import io


def ordered_set_pop():
    from ordered_set import OrderedSet

    items = OrderedSet("ab")
    items.pop(0)
    print("b stands at 0, says", items.index("b"))


def collections_extended_pop():
    from collections_extended import setlist

    items = setlist("ab")
    items.pop(0)
    print("b" in items, items[0])  # True b
    print(items.index("b"))  # ValueError; should be 0


def alone(report):
    """The name of a report, and what it prints, in one line."""
    said = io.StringIO()
    try:
        with contextlib.redirect_stdout(said):
            report()
    except ValueError as error:
        print(repr(error), file=said)
    print(f"{report.__name__.replace('_', '-')}:", *said.getvalue().split())


for report in ordered_set_pop, collections_extended_pop:
    alone(report)
