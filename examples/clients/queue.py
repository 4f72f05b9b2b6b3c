"""A queue, and its driver for the programs of queue.als. Its argument says how it behaves."""
import contextlib, itertools, json, sys, threading, time


class Queue:  # the code under test: two clients may get the same item
    def __init__(self):
        self.items = []
        self.lock = threading.Lock() if "right" in sys.argv else contextlib.nullcontext()

    def offer(self, x):
        with self.lock:
            self.items.append(x)

    def poll(self):
        with self.lock:
            if not self.items:
                return None
            first = self.items[0]
            time.sleep(0)  # here the other client may come between
            self.items = self.items[1:]
            return first


def run(clients):
    """Has each client make its calls in a thread of its own, all beginning together."""
    now, begin = itertools.count().__next__, threading.Barrier(len(clients))
    history = [[] for _ in clients]

    def client(calls, told):
        begin.wait()
        for call in calls:
            entry = {"from": now()}
            result = getattr(queue, call["op"])(**call["args"])
            told.append({**entry, "to": now(), "result": result})

    threads = [threading.Thread(target=client, args=pair) for pair in zip(clients, history)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return history


sys.setswitchinterval(1e-6)
queue = Queue()
sys.stdin.readline()  # the header: which types and actions there are
print('{"ready":true,"concurrent":true}', flush=True)
for line in sys.stdin:
    request = json.loads(line)
    reply = {"id": request["id"]}
    if request["kind"] == "reset":
        queue = Queue()
    else:
        reply["history"] = run(request["clients"])
        reply["changed"] = {"Queue$0": {"items": queue.items}}
    print(json.dumps(reply), flush=True)
