"""A driver of merge_sort.als, which judges for itself. Its argument says how it behaves."""
import json, os, sys, time

how = sys.argv[1]
say = lambda record: print(json.dumps(record), flush=True)
json.loads(sys.stdin.readline())
if how == "late":
    time.sleep(60)
say({"ready": True, "window": 1 if how == "slow" else 16, **({"ops": ["other"]} if how == "other" else {})})
asked = 0
for line in sys.stdin:
    request = json.loads(line)
    id, objects = request["id"], request["objects"]
    asked += 1
    keys, at = [], objects[request["roots"]["this"]]["header"] if "this" in request["roots"] else None
    first = at
    while at:
        keys.append(objects[at]["elem"])
        at = objects[at]["next"]
    answer = {"id": id}
    fail = lambda cause, message="": answer.update(fail={"cause": cause, "message": message})
    if how in ("sort", "reversed"):  # the code under test sorts, upwards or downwards
        found = sorted(keys, reverse=how == "reversed")
        answer["pass"] = True
        if found != sorted(keys):
            del answer["pass"]
            fail("not sorted", str(found))
    elif how == "silent":
        pass
    elif how == "throws" and keys != sorted(keys):
        answer["throw"] = {"type": "ValueError", "message": f"cannot sort {keys}"}
    elif how == "skips all":
        answer["skip"] = "not now"
    elif how == "skips" and keys != sorted(keys):
        answer["skip"] = "not sorted"
    elif how == "covers":
        answer["cov"] = sorted(set(keys))
    elif how == "new":
        answer["cov_new"] = keys
    elif how == "result":
        answer["result"] = sum(keys)
    elif how == "greatest":
        answer["result"] = max(keys)
    elif how in ("float", "integer", "65 bits", "65 bits too"):
        answer["result"] = {"float": 1e16, "integer": 10**16, "65 bits": 2**64, "65 bits too": 2**64 + 1}[how]
    elif how == "key":
        fail(request.get("key", "no key"))
    elif how == "label" and first != "Node$0":
        fail("by name")
    elif how == "names":  # an answer that depends on names
        answer["result"] = int(first[5:]) if first else 0
    elif how == "second" and asked % 2 == 0:
        fail("every second time")
    elif how == "tired" and asked > 5:
        fail("tired")
    elif how == "slow":
        time.sleep(0.2)
    elif how == "dies":
        os._exit(1)
    elif how == "crashes" and id % 10 == 7:
        sys.stderr.write("last words\n")
        os._exit(3)
    elif how == "hangs" and id % 10 == 7 or how == "stuck":
        time.sleep(60)
    elif how == "babbles" and id % 10 == 7:
        print("garbage", flush=True)
        continue
    elif how == "closes" and id % 10 == 7:
        os.close(1)
        time.sleep(60)
    elif how == "eats" and id == 7:
        eaten = bytearray(300 << 20)
        eaten[::4096] = b"x" * len(eaten[::4096])
        time.sleep(60)
    elif how == "longer":  # a node more, in front
        list_ = request["roots"]["this"]
        objects["Node$9"] = {"$type": "Node", "elem": 0, "next": objects[list_]["header"]}
        objects["Node$8"] = {"$type": "Node", "elem": 0, "next": "Node$9"}
        objects[list_]["header"] = "Node$8"
        answer["post"] = {"objects": objects}
    elif how == "misfit":
        objects[first]["elem"] = None
        answer["post"] = {"objects": objects}
    elif how == "deceives":
        fail("\u202e\u001b[31m")
    say(answer)
