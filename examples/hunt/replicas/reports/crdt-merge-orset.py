from crdt_merge import ORSet

first, second = ORSet(), ORSet()
first.add("x")
second = second.merge(first)
first.remove("x")
second, first = second.merge(first), first.merge(second)
print(first.value, second.value)  # {'x'} {'x'}: nobody added it again, and it is back in both
