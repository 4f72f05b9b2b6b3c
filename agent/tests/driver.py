"""A driver of `remove`: the head of a list is taken off. With `wrong` the rest of a list of three is lost, with `hang` no
answer comes."""

import json
import sys

WAY = sys.argv[1]


def tell(answer):
    print(json.dumps(answer), flush=True)


sys.stdin.readline()
tell({"ready": True})
for line in sys.stdin:
    asked = json.loads(line)
    while WAY == "hang":
        pass
    head = asked["roots"]["l"]
    rest = asked["objects"][head]["next"]
    if WAY == "wrong" and len(asked["objects"]) == 3:
        rest = None
    tell({"id": asked["id"], "result": rest})
