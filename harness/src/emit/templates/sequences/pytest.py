"""Calls that build the states of @SPEC@. Written by korrel explore --emit-test pytest."""

import json
import subprocess

DRIVER = [@DRIVER@]


def follow(header, calls):
    driver = subprocess.Popen(DRIVER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(line):
        driver.stdin.write(line + "\n")
        driver.stdin.flush()
        answer = driver.stdout.readline()
        assert answer, "the driver did not answer"
        return json.loads(answer)

    try:
        ask(header)
        state, root = {"objects": {}}, None
        for number, call in enumerate(json.loads(calls)):
            roots = {**call["roots"], **own_roots(call, state, root)}
            objects = {**state["objects"], **call.get("objects", {})}
            sent = {**state, "roots": roots, "objects": objects}
            record = {"kind": "input", "id": number, "op": call["op"], **sent}
            reply = ask(json.dumps(record, separators=(",", ":")))
            assert "fail" not in reply, reply["fail"]
            assert ("throw" in reply) == call["throws"], reply.get("throw", "nothing is thrown")
            if call["throws"]:
                continue
            post = reply.get("post", sent)
            changed = post.get("roots", {}) if "post" in reply else {}
            if "makes" in call:
                root = next(iter(changed.values()), reply.get("result"))
            elif "receiver" in call:
                root = changed.get(call["receiver"], root)
            state = {name: post[name] for name in ("objects", "sets", "relations") if name in post}
            found, kept = normal(state["objects"], entries(call, state, root), call["unordered"])
            state["objects"] = {name: state["objects"][name] for name in kept}
            assert found == call["state"], call["op"]
    finally:
        driver.kill()
        driver.communicate()


def own_roots(call, state, root):
    given = {call["receiver"]: root} if "receiver" in call else {}
    return {**given, **{name: one_of(state, name) for name in call["sigs"]}}


def one_of(state, sig):
    return next(name for name, of in state["objects"].items() if of["$type"] == sig)


def entries(call, state, root):
    own = [] if call["rootless"] else [root]
    found = own + [one_of(state, name) for name in call["allSigs"]]
    return found or sorted(state["objects"])


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
        fields = {}
        for field, value in sorted(objects[name].items()):
            is_set = objects[name]["$type"] + "." + field in unordered
            fields[field] = renamed(sorted(value, key=str) if is_set else value)
            if is_set:
                fields[field].sort(key=str)
        written.append(fields)
    return written, met
