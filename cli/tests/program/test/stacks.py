"""A driver of stacks.als. The words after it are its fault."""
import json, sys

FAULT = sys.argv[1]


class Stack:
    def __init__(self):
        self.nodes, self.made, self.seen = [], 0, []

    def push(self, i):
        self.made += 1
        self.nodes.append((f"n{self.made}", i))
        if i not in self.seen and not (FAULT == "forgets" and self.made == 2):
            self.seen.insert(0, i)

    def pop(self):
        if FAULT == "returns" and not self.nodes:
            return "Item$0"
        name, item = self.nodes.pop(0 if FAULT == "queues" else -1)
        return item

    def glance(self):
        items = [item for _, item in self.nodes]
        if FAULT == "invents" and len(set(items)) == 2:
            return next(item for item in ("Item$0", "Item$1", "Item$2") if item not in items)
        return items[0 if FAULT == "lowest" else -1]

    def state(self):
        below = [None] + [name for name, _ in self.nodes]
        if FAULT == "loses" and len(self.nodes) == 3:
            below[2] = below[1]
        objects = {
            name: {"$type": "Node", "item": item, "below": under}
            for (name, item), under in zip(self.nodes, below)
        }
        objects["Stack$0"] = {"$type": "Stack", "top": self.nodes[-1][0] if self.nodes else None}
        return {"objects": objects, "sets": {"Seen": self.seen}}


stack = None
sys.stdin.readline()
print('{"ready":true}', flush=True)
for line in sys.stdin:
    request = json.loads(line)
    reply = {"id": request["id"]}
    if request["kind"] == "reset":
        stack = Stack()
    else:
        try:
            result = getattr(stack, request["op"])(**request["args"])
            reply["post"] = stack.state()
            if request["op"] != "push":
                reply["result"] = result
        except IndexError as error:
            reply["throw"] = {"type": "IndexError", "message": str(error)}
    print(json.dumps(reply), flush=True)
