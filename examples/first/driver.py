import json, sys

def say(reply):
    print(json.dumps(reply), flush=True)

sys.stdin.readline()  # the header: what types there are
say({"ready": True})
for line in sys.stdin:
    request = json.loads(line)
    # your code goes here
    say({"id": request["id"], "pass": True})
