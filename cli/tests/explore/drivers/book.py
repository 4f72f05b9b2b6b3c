"""A book that is a map keyed by objects. The argument: how it behaves, which is right, or from which number names are."""
import json, sys

how = sys.argv[1]
least = int(how) if how.isdigit() else 0
sys.stdin.readline()
print(json.dumps({"ready": True, "ops": ["add"], "constructors": ["empty"]}), flush=True)
for line in sys.stdin:
    sent = json.loads(line)
    objects = sent.get("objects", {})
    if sent["op"] == "empty":
        objects = {"Book$0": {"$type": "Book", "at": {}}}
    else:
        at = objects[sent["roots"]["b"]]["at"]
        assert all(name in objects for name in at), "a key is an object of the state"
        name = next(f"Name${n}" for n in range(least, 99) if f"Name${n}" not in objects)
        objects[name] = {"$type": "Name"}
        at[name] = 0 if how == "forgets" else sent["roots"]["page"]
    print(json.dumps({"id": sent["id"], "post": {"objects": objects}, "result": "Book$0"}), flush=True)
