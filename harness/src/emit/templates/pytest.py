"""@TITLE@ --emit-test pytest."""

import json
import subprocess
import threading

DRIVER = [@DRIVER@]


def follow(header, calls):
    driver = subprocess.Popen(DRIVER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(line):
        alarm = threading.Timer(60, driver.kill)
        alarm.start()
        driver.stdin.write(line + "\n")
        driver.stdin.flush()
        answer = driver.stdout.readline()
        alarm.cancel()
        assert answer, "the driver did not answer"
        return json.loads(answer)

    try:
        ask(header)
        state, root = {"objects": {}}, None
        for number, call in enumerate(json.loads(calls)):
            if "kind" in call:
                state = step(call, state, number, ask)
                continue
            sent = request(call, state, root)
            record = {"kind": "input", "id": number, "op": call["op"], **sent}
            reply = told(sent, ask(json.dumps(record, separators=(",", ":"))))
            assert reply["id"] == number
            state, root = check(call, sent, reply, state, root)
    finally:
        driver.kill()
        driver.communicate()


def step(call, state, number, ask):
    """Begins a behaviour, or makes a call; the state afterwards."""
    begins = call["kind"] == "reset"
    parts = ("roots", "objects", "sets", "relations") if begins else ("op", "args")
    sent = {part: call[part] for part in parts if part in call}
    reply = ask(json.dumps({"kind": call["kind"], "id": number, **sent}, separators=(",", ":")))
    assert reply["id"] == number
    assert "fail" not in reply, reply["fail"]
    if "throws" in call:
        assert ("throw" in reply) == call["throws"], reply.get("throw", "nothing is thrown")
    state = {"objects": {}, **sent} if begins else state
    state = {**state, **told(state, reply).get("post", {})}
    if "ends" in call:
        assert end(call, state, reply) in call["ends"], call["op"]
    return state


def end(call, state, reply):
    """The state and the result, as far as they are seen, whatever new objects are called."""
    seen, unordered, shown = call["seen"], call.get("unordered", []), {}
    for name, of in state["objects"].items():
        if of["$type"] in seen:
            shown[name] = {field: value for field, value in of.items() if field in seen[of["$type"]]}
    answer = shown["$end"] = {"$type": "$answer"}
    for part in ("sets", "relations"):
        answer.update((name, value) for name, value in state.get(part, {}).items() if name in seen["$answer"])
    if "result" in seen["$answer"]:
        answer["result"] = reply.get("result")
    roots = [*call["known"], "$end"]
    met = normal(shown, roots, unordered)[1]
    return normal(shown, roots + met + sorted(shown), unordered)[0]


def request(call, state, root):
    roots = {call["receiver"]: root} if "receiver" in call else {}
    for sig in call.get("sigs", []):
        roots[sig] = one_of(state["objects"], sig)
    objects = {**state["objects"], **call.get("objects", {})}
    beside = {name: call[name] for name in ("sets", "relations") if name in call}
    return {**state, "roots": {**call["roots"], **roots}, "objects": objects, **beside}


def told(sent, reply):
    """A reply with the whole state, if it tells what has changed."""
    if "changed" not in reply:
        return reply
    before, changed, objects = sent["objects"], reply["changed"], {}
    for name in [*before, *changed]:
        now = changed.get(name, {})
        if now is not None:
            objects[name] = now if "$type" in now else {**before[name], **now}
    gone = before.keys() - objects.keys()
    post = {"objects": objects, **({"roots": reply["roots"]} if "roots" in reply else {})}
    for part in ("sets", "relations"):
        if part in sent or part in reply:
            members = sent.get(part, {}).items()
            left = {name: [item for item in items if not is_gone(item, gone)] for name, items in members}
            post[part] = {**left, **reply.get(part, {})}
    return {**reply, "post": post}


def is_gone(item, gone):
    return any(name in gone for name in (item if isinstance(item, list) else [item]))


def check(call, sent, reply, state, root):
    """The state and its root afterwards."""
    assert "fail" not in reply, reply["fail"]
    assert ("throw" in reply) == call["throws"], reply.get("throw", "nothing is thrown")
    if "throw" in call:
        assert reply["throw"]["type"] == call["throw"]
    post, unordered = reply.get("post", sent), call.get("unordered", [])
    if "result" in call:
        found, wanted = reply.get("result"), call["result"]
        if "result" in unordered:
            found, wanted = sorted(found, key=str), sorted(wanted, key=str)
        assert found == wanted
    if "eval" in call:
        result = {"result": reply["result"]} if "result" in reply else {}
        record = json.dumps({**sent, "post": post, **result})
        judged = subprocess.run(call["eval"], input=record, capture_output=True, text=True)
        assert judged.returncode == 0, judged.stdout + judged.stderr
    if "state" not in call:
        return state, root
    changed = post.get("roots", {}) if "post" in reply else {}
    if "makes" in call:
        root = next(iter(changed.values()), reply.get("result"))
    elif "receiver" in call:
        root = changed.get(call["receiver"], root)
    objects = post["objects"]
    found, kept = normal(objects, entries(call, objects, root), unordered)
    assert found == call["state"], call["op"]
    state = {name: post[name] for name in ("sets", "relations") if name in post}
    return {"objects": {name: objects[name] for name in kept}, **state}, root


def one_of(objects, sig):
    return next(name for name, of in objects.items() if of["$type"] == sig)


def entries(call, objects, root):
    if "entries" in call:
        return call["entries"] + sorted(objects)  # an object that nothing leads to counts, too
    own = [] if "rootless" in call else [root]
    return own + [one_of(objects, sig) for sig in call.get("allSigs", [])] or sorted(objects)


def normal(objects, roots, unordered):
    """Objects in the order in which they are met, by their numbers, and their names."""
    met = list(dict.fromkeys(roots))

    def renamed(value):
        if isinstance(value, list):
            return [renamed(item) for item in value]
        if isinstance(value, dict):
            return {renamed(key): renamed(item) for key, item in sorted(value.items())}
        if not isinstance(value, str) or value not in objects:
            return value
        if value not in met:
            met.append(value)
        return f"#{met.index(value)}"

    written = []
    for name in met:
        if name not in objects:
            written.append(None)
            continue
        fields = {}
        for field, value in sorted(objects[name].items()):
            is_set = objects[name]["$type"] + "." + field in unordered
            fields[field] = renamed(sorted(value, key=str) if is_set else value)
            if is_set:
                fields[field].sort(key=str)
        written.append(fields)
    return written, [name for name in met if name in objects]
