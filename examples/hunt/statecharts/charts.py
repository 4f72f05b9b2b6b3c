"""Gives each chart to a library; the argument is the module with its `Machine`. A state is told by its number in document order."""
import importlib, json, sys


def children(objects, name):
    at = objects[name].get("first")
    while at:
        yield at
        at = objects[at]["next"]


class State:
    """A state of the chart, with all that a library must know of it. The children of a state are in document order."""

    def __init__(self, objects, object, numbers, parent=None):
        self.object, self.kind, self.parent = object, objects[object]["$type"], parent
        self.name = "root" if parent is None else f"s{len(numbers)}"
        numbers[object] = self.name
        self.children = [State(objects, child, numbers, self) for child in children(objects, object)]
        self.on = {event.replace("$", ""): target for event, target in objects[object]["on"].items()}

    @property
    def initial(self):
        return self.children[0].name

    @property
    def default(self):
        """Where a history leads to if nothing was kept."""
        real = [c.name for c in self.parent.children if c.kind not in ("Shallow", "Deep")]
        return real if self.parent.kind == "Parallel" else real[:1]

    def below(self):
        """This state and all inside of it, in document order."""
        yield self
        for child in self.children:
            yield from child.below()


def chart(objects):
    numbers = {}
    root = State(objects, "Root$0", numbers)
    for state in root.below():
        state.on = {event: numbers[target] for event, target in state.on.items()}
    return root


class Log:
    """What a library does in a step."""

    def __init__(self):
        self.begin()

    def begin(self):
        self.entered, self.exited = [], []

    def enter(self, name):
        self.entered.append(name)

    def exit(self, name):
        self.exited.append(name)


def run(objects, machine):
    root, log = chart(objects), Log()
    named, changed, started = {s.name: s.object for s in root.below()}, {}, None
    objects_of = lambda names: [named[n] for n in names if n != "root"]
    step = objects["Root$0"]["begin"]
    while step:
        log.begin()
        if started is None:
            started = machine(root, log)
        else:
            started.send(objects[step]["event"].replace("$", ""))
        changed[step] = {
            "active": objects_of(started.active()),
            "entered": objects_of(log.entered),
            "exited": objects_of(log.exited),
        }
        step = objects[step]["then"]
    return {"changed": changed}


if __name__ == "__main__":
    machine = importlib.import_module(sys.argv[1]).Machine
    sys.stdin.readline()
    print('{"ready":true,"window":16}', flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        try:
            reply = run(request["objects"], machine)
        except getattr(machine, "refused", ()) as e:
            reply = {"skip": type(e).__name__}
        except Exception as e:
            reply = {"throw": {"type": type(e).__name__, "message": str(e)}}
        print(json.dumps({"id": request["id"], **reply}), flush=True)
