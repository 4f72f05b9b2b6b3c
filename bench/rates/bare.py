"""A driver of a dozen lines, which judges for itself and writes no state."""
import json, sys
from linked import List, Node
sys.stdin.readline()
print('{"ready":true,"window":64}', flush=True)
for line in sys.stdin:
    request = json.loads(line)
    made = {name: (Node if name[0] == "N" else List)() for name in request["objects"]}
    for name, fields in request["objects"].items():
        made[name].__dict__.update({field: made.get(value, value) for field, value in fields.items()})
    l, k = made[request["roots"]["l"]], request["roots"]["k"]
    before = list(l)
    l.remove(k)
    verdict = {"pass": True} if list(l) == [x for x in before if x != k] else {"fail": {"cause": "not removed"}}
    print(json.dumps({"id": request["id"], **verdict}), flush=True)
