"""A driver of caches.als. It throws out the oldest key. The words after it say how it behaves."""
import json, sys

WORDS = sys.argv[1:]


class Cache:
    def __init__(self):
        self.keys = []

    def put(self, k):
        if len(self.keys) == 2:
            if "sorts" in WORDS:
                self.keys.sort()
            self.keys = [] if "forgets" in WORDS else self.keys[1:]
        self.keys.append(k)

    def get(self, k):
        return k if k in self.keys else None

    def drop(self, k):
        self.keys.remove(k)


cache = Cache()
sys.stdin.readline()
print('{"ready":true}', flush=True)
for line in sys.stdin:
    request = json.loads(line)
    reply = {"id": request["id"]}
    if request["kind"] == "reset":
        cache = Cache()
    else:
        reply["result"] = getattr(cache, request["op"])(**request["args"])
        fields = {"kept": cache.keys} if "shows" in WORDS else {}
        reply["post"] = {"objects": {"Cache$0": {"$type": "Cache", **fields}}}
    print(json.dumps(reply), flush=True)
