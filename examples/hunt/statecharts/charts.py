"""Gives each chart to python-statemachine, as a document of SCXML."""
import json, sys

from statemachine.io import load


def element(objects, name):
    o = objects[name]
    kind, at = o["$type"], o.get("first")
    if kind in ("Shallow", "Deep"):
        parent = next(p for p in objects if name in children(objects, p))
        inside = [c for c in children(objects, parent) if "Deep" not in c and "Shallow" not in c]
        target = " ".join(inside if objects[parent]["$type"] == "Parallel" else inside[:1])
        return f'<history id="{name}" type="{kind.lower()}"><transition target="{target}"/></history>'
    tag = {"Root": "scxml", "Parallel": "parallel"}.get(kind, "state")
    head = 'version="1.0" xmlns="http://www.w3.org/2005/07/scxml"' if kind == "Root" else f'id="{name}"'
    if kind in ("Root", "Compound"):
        head += f' initial="{at}"'
    body = "".join(f'<transition event="{e}" target="{to}"/>' for e, to in o["on"].items())
    return f"<{tag} {head}>{body}{''.join(element(objects, c) for c in children(objects, name))}</{tag}>"


def children(objects, name):
    at = objects[name].get("first")
    while at:
        yield at
        at = objects[at]["next"]


class Log:
    def __init__(self):
        self.entered, self.exited = [], []

    def on_enter_state(self, state):
        self.entered.append(state.id)

    def on_exit_state(self, state):
        self.exited.append(state.id)


def run(objects):
    # No `$` in the names of states.
    text = element(objects, "Root$0").replace("$", "_")
    chart, changed, machine = load(text, format="scxml"), {}, None
    name = lambda names: [n.replace("_", "$") for n in names]
    log, step = Log(), objects["Root$0"]["begin"]
    while step:
        log.entered, log.exited = [], []
        if machine is None:
            machine = chart(listeners=[log])
        else:
            machine.send(objects[step]["event"].replace("$", "_"))
        active = [s.id for s in machine.configuration]
        changed[step] = {"active": name(active), "entered": name(log.entered), "exited": name(log.exited)}
        step = objects[step]["then"]
    return {"changed": changed}


sys.stdin.readline()
print('{"ready":true,"window":16}', flush=True)
for line in sys.stdin:
    request = json.loads(line)
    try:
        reply = run(request["objects"])
    except Exception as e:
        reply = {"throw": {"type": type(e).__name__, "message": str(e)}}
    print(json.dumps({"id": request["id"], **reply}), flush=True)
