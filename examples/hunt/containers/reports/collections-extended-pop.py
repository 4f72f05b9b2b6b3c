from collections_extended import setlist

items = setlist("ab")
items.pop(0)
print("b" in items, items[0])  # True b
print(items.index("b"))  # ValueError; should be 0
