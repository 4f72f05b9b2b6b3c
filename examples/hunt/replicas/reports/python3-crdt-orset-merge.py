from py3crdt.orset import ORSet

first, second = ORSet(1), ORSet(2)
first.add("x", "tag 1")
first.remove("x")
second.merge(first)
print(second.query("x"))  # False
first.add("x", "tag 2")
print(second.query("x"))  # True: nothing was merged since
