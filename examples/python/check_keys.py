import sys
from heapgraph import heaps

def keys(node):  # the code under test
    return keys(node.left) + [node.key] + keys(node.right) if node else []

trees = 0
for heap in heaps(sys.stdin):
    expected = sorted(node.key for node in heap.objects if node._type == "Node")
    assert keys(heap.roots.t.root) == expected, f"instance {heap.id}"
    trees += 1
print(trees, "trees pass")
