"""Operations on lists of N with `next`; the argument names the mistake that is made.

add: a new N at the head.  pick: the N that is last in the list.  big: all N with a large key."""
import json, sys

mistake = sys.argv[1]
sys.stdin.readline()
print(json.dumps({"ready": True, "window": 8, "ops": ["add", "pick", "big"]}), flush=True)
calls = 0
for line in sys.stdin:
    given = json.loads(line)
    objects, roots, op = given["objects"], given["roots"], given["op"]
    calls += 1
    nodes = [id for id, o in objects.items() if o["$type"] == "N"]
    reply = {"id": given["id"]}
    if op == "add":
        new = "N$new" if mistake != "names" else "N$%d" % (calls + 100)
        objects[new] = {"$type": "N", "key": 0, "next": objects[roots["l"]]["head"]}
        if mistake == "order" and nodes and nodes[0] == "N$1":
            objects[new]["key"] = 1
        objects[roots["l"]]["head"] = new
        reply["post"] = {"objects": objects}
    elif op == "pick":
        last, at = None, objects[roots["l"]]["head"]
        while at:
            last, at = at, objects[at]["next"]
        if mistake == "first":  # whoever comes first in the file
            last = nodes[0] if nodes else None
        reply["result"] = last
        if mistake == "garbage":  # an object that nothing leads to
            reply["post"] = {"objects": {**objects, "N$left": {"$type": "N", "key": 0, "next": None}}}
    elif op == "big":
        big = [id for id in nodes if objects[id]["key"] >= 1]
        reply["result"] = big if mistake != "reversed" else big[::-1]
        if mistake == "throws" and len(nodes) == 2:
            reply = {"id": given["id"], "throw": {"type": "ValueError", "message": str(calls)}}
        if mistake == "flaky" and len(nodes) == 2 and calls % 2:
            reply = {"id": given["id"], "fail": {"cause": "flaky"}}
    print(json.dumps(reply), flush=True)
