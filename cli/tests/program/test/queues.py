"""A driver of queues.als. The words after it say how it behaves."""
import copy, json, sys

WORDS = sys.argv[1:]


class Queue:
    def __init__(self):
        self.jobs = []

    def put(self, j):
        if len(self.jobs) == 2 or j in self.jobs:
            if "swallows" in WORDS:
                return None
            if "corrupts" in WORDS and len(self.jobs) == 2:
                self.jobs.reverse()
            raise OverflowError(f"{j} does not fit")
        self.jobs.insert(0, j) if "overtakes" in WORDS else self.jobs.append(j)
        if "sorts" in WORDS:
            self.jobs.sort()

    def take(self):
        if "thirsty" in WORDS and len(self.jobs) == 1:
            raise IndexError("empty")
        return self.jobs.pop(0)


def told(queue):
    first, second = (queue.jobs + [None, None])[:2]
    fields = {"first": first, "second": second}
    if "hides" in WORDS:
        fields = {"first": first}
    if "blind" in WORDS:
        fields = {}
    return fields


queue, kept, name = Queue(), {}, "Queue$0"
sys.stdin.readline()
ready = {"ready": True, "snapshots": "snapshots" in WORDS}
if "makes" in WORDS:
    ready["constructors"] = ["empty"]
    name = "q1"
print(json.dumps(ready), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    kind, reply = request["kind"], {"id": request["id"]}
    if kind == "reset":
        queue = Queue()
    elif kind == "snapshot":
        kept[request["as"]] = copy.deepcopy(queue)
    elif kind == "restore":
        queue = copy.deepcopy(kept[request["from"]])
    elif request["op"] == "empty":
        queue = Queue()
        if "full" in WORDS:
            queue.jobs = ["Job$0"]
        jobs = {job: {"$type": "Job"} for job in queue.jobs}
        reply["post"] = {"objects": {name: {"$type": "Queue", **told(queue)}, **jobs}}
    else:
        try:
            if "dodges" in WORDS and request["op"] == "take" and not queue.jobs:
                reply["skip"] = "nothing to take"
            else:
                result = getattr(queue, request["op"])(**request["args"])
            if request["op"] != "put" and "skip" not in reply:
                reply["result"] = result
        except (OverflowError, IndexError) as error:
            reply["throw"] = {"type": type(error).__name__, "message": str(error)}
        if "covers" in WORDS:
            reply["cov"] = [request["op"], f"waiting {len(queue.jobs)}"]
        reply["post"] = {"objects": {name: {"$type": "Queue", **told(queue)}}}
    print(json.dumps(reply), flush=True)
