from py3crdt.pncounter import PNCounter

try:
    PNCounter(1)
except RecursionError as error:
    print(error)  # maximum recursion depth exceeded …
