"""An AVL tree, a heap in an array and disjoint sets: objects stay JSON. The argument names one."""
import json, sys


def avl_height(objects, node):
    return objects[node]["height"] if node else 0


def avl_repair(objects, node):
    of = objects[node]
    heights = [avl_height(objects, of[side]) for side in ("left", "right")]
    of["height"] = 1 + max(heights)
    if abs(heights[0] - heights[1]) <= 1:
        return node
    near, far = ("left", "right") if heights[0] > heights[1] else ("right", "left")
    child = of[near]
    inner = objects[child]
    if avl_height(objects, inner[far]) > avl_height(objects, inner[near]):
        of[near] = avl_rotate(objects, child, far, near)
    return avl_rotate(objects, node, near, far)


def avl_rotate(objects, node, near, far):
    up = objects[node][near]
    objects[node][near], objects[up][far] = objects[up][far], node
    for one in (node, up):
        of = objects[one]
        of["height"] = 1 + max(avl_height(objects, of["left"]), avl_height(objects, of["right"]))
    return up


def avl_insert(objects, node, key):
    if node is None:
        name = next(f"Node${n}" for n in range(99) if f"Node${n}" not in objects)
        objects[name] = {"$type": "Node", "key": key, "height": 1, "left": None, "right": None}
        return name
    of = objects[node]
    if key != of["key"]:
        side = "left" if key < of["key"] else "right"
        of[side] = avl_insert(objects, of[side], key)
    return avl_repair(objects, node)


def avl_remove(objects, node, key):
    if node is None:
        return None
    of = objects[node]
    if key != of["key"]:
        side = "left" if key < of["key"] else "right"
        of[side] = avl_remove(objects, of[side], key)
    elif of["left"] is None or of["right"] is None:
        return of["left"] or of["right"]
    else:
        least = of["right"]
        while objects[least]["left"]:
            least = objects[least]["left"]
        of["key"] = objects[least]["key"]
        of["right"] = avl_remove(objects, of["right"], of["key"])
    return avl_repair(objects, node)


def avl(op, objects, roots):
    if op == "empty":
        return {"AvlTree$0": {"$type": "AvlTree", "root": None}}, None
    change = avl_insert if op == "insert" else avl_remove
    tree = objects["AvlTree$0"]
    tree["root"] = change(objects, tree["root"], roots["k"])
    seen, waiting = {"AvlTree$0": tree}, [tree["root"]]
    while waiting:
        node = waiting.pop()
        if node:
            seen[node] = objects[node]
            waiting += [objects[node]["left"], objects[node]["right"]]
    return seen, None


def heap(op, objects, roots):
    if op == "empty":
        made = {"$type": "HeapArray", "length": roots["length"], "size": 0, "array": {}}
        return {"HeapArray$0": made}, None
    of = objects["HeapArray$0"]
    items = [of["array"][str(i)] for i in range(of["size"])]
    if op == "push":
        items.append(roots["v"])
        at = len(items) - 1
        while at and items[(at - 1) // 2] < items[at]:
            up = (at - 1) // 2
            items[at], items[up] = items[up], items[at]
            at = up
    else:
        last = items.pop()
        if items:
            items[0], at = last, 0
            while 2 * at + 1 < len(items):
                child = max(range(2 * at + 1, min(2 * at + 3, len(items))), key=items.__getitem__)
                if items[child] <= items[at]:
                    break
                items[at], items[child] = items[child], items[at]
                at = child
    of["size"], of["array"] = len(items), {str(i): item for i, item in enumerate(items)}
    return objects, None


def sets(op, objects, roots):
    if op == "empty":
        return {"DisjointSet$0": {"$type": "DisjointSet", "parent": {}, "rank": {}}}, None
    parent, rank = objects["DisjointSet$0"]["parent"], objects["DisjointSet$0"]["rank"]

    def find(i):
        while parent[str(i)] != i:
            i = parent[str(i)]
        return i

    if op == "add":
        new = len(parent)
        parent[str(new)], rank[str(new)] = new, 0
    else:
        a, b = find(roots["a"]), find(roots["b"])
        if a != b:
            if rank[str(a)] < rank[str(b)]:
                a, b = b, a
            parent[str(b)] = a
            rank[str(a)] += rank[str(a)] == rank[str(b)]
    return objects, None


structure = {"avl": avl, "heap": heap, "sets": sets}[sys.argv[1]]
ops = {"avl": ["insert", "remove"], "heap": ["push", "pop"], "sets": ["add", "union"]}[sys.argv[1]]
sys.stdin.readline()
print(json.dumps({"ready": True, "window": 16, "ops": ops, "constructors": ["empty"]}), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    post, result = structure(request["op"], request["objects"], request["roots"])
    print(json.dumps({"id": request["id"], "post": {"objects": post}, "result": result}), flush=True)
