"""The states of a driver, found by nobody of Korrel's: breadth first, by the calls on the command line.

bfs.py SEED OPS LOW HIGH -- DRIVER…: SEED is the constructor, OPS are `put,remove`, of a receiver `t` and a number
`k` from LOW to HIGH. A state is what the root reaches, written from there; so it must lead to all by fields that
hold one object."""
import json, subprocess, sys

seed, ops, low, high, _, *words = sys.argv[1:]
driver = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def ask(record):
    driver.stdin.write(json.dumps(record) + "\n")
    driver.stdin.flush()
    return json.loads(driver.stdout.readline())


parameters = {op: {"parameters": {"t": "Tree", "k": "int"}} for op in ops.split(",")}
types = {"Tree": {"root": "Node?"}}
types["Node"] = {"key": "int", "color": "Color", "left": "Node?", "right": "Node?", "parent": "Node?"}
enums = {"Color": ["RED", "BLACK"]}
header = {"kind": "header", "protocol": "harness/1", "tool": "bfs", "spec": "trees", "types": types, "enums": enums}
ask({**header, "ops": {seed: {"parameters": {}}, **parameters}})


def written(objects, root):
    """A text that two states share if one is the other with other names."""
    names, texts = [root], []
    for name in names:
        fields = []
        for field, value in sorted(objects[name].items()):
            if value in objects:
                if value not in names:
                    names.append(value)
                value = ["object", names.index(value)]
            fields.append([field, value])
        texts.append(fields)
    return json.dumps(texts)


def after(sent, reply):
    """The objects that an answer leaves."""
    if "changed" not in reply:
        return reply.get("post", sent)["objects"]
    objects = {name: dict(fields) for name, fields in sent["objects"].items()}
    for name, fields in reply["changed"].items():
        objects[name] = {**({} if "$type" in (fields or {}) else objects.get(name, {})), **(fields or {})}
    return {name: fields for name, fields in objects.items() if reply["changed"].get(name, fields) is not None}


made = ask({"kind": "input", "id": 0, "op": seed, "roots": {}, "objects": {}})
first = (after({"objects": {}}, made), made["result"])
seen = {written(*first): 0}
level, depths = [first], [1]
while level:
    following = []
    for objects, root in level:
        for op in parameters:
            for k in range(int(low), int(high) + 1):
                sent = {"kind": "input", "id": 1, "op": op, "roots": {"t": root, "k": k}, "objects": objects}
                reply = ask(sent)
                objects_after = after(sent, reply)
                text = written(objects_after, root)
                if text not in seen:
                    seen[text] = len(depths)
                    following.append((objects_after, root))
    level = following
    depths += [len(level)] if level else []
driver.stdin.close()
print(json.dumps(depths))
