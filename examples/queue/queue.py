"""A queue, and its driver for the behaviours of queue.als."""
import copy, json, sys


class Queue:  # the code under test: the second job overtakes the first
    def __init__(self):
        self.jobs = []

    def put(self, j):
        self.jobs.insert(0, j) if "right" not in sys.argv else self.jobs.append(j)

    def take(self):
        return self.jobs.pop(0)


queue, kept = Queue(), {}
sys.stdin.readline()  # the header: which types and actions there are
print('{"ready":true,"snapshots":true}', flush=True)
for line in sys.stdin:
    request = json.loads(line)
    kind, reply = request["kind"], {"id": request["id"]}
    if kind == "reset":
        queue = Queue()
    elif kind == "snapshot":
        kept[request["as"]] = copy.deepcopy(queue)
    elif kind == "restore":
        queue = copy.deepcopy(kept[request["from"]])
    else:
        reply["result"] = getattr(queue, request["op"])(**request["args"])
        first, second = (queue.jobs + [None, None])[:2]
        reply["changed"] = {"Queue$0": {"first": first, "second": second}}
    print(json.dumps(reply), flush=True)
