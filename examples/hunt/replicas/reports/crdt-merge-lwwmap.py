from crdt_merge import LWWMap

first, second = LWWMap(), LWWMap()
first.delete("k", timestamp=1)
second.set("k", "new", timestamp=2)
merged = first.merge(second)
print(merged.value, merged.get("k"))  # {'k': 'new'} None
