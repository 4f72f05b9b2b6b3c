"""Three replicas of a set, a map or a counter of some libraries: a driver that needs nothing but harness/1."""
import json
import sys

import crdts
import nexus
from crdt_merge import core
from py3crdt import gcounter, lww, orset, pncounter, twopset
from xotl.crdt import base, counter, sets

NODES = ["Replica$0", "Replica$1", "Replica$2"]
LIBRARIES = {}


def library(name):
    return lambda made: LIBRARIES.setdefault(name, made)


class CrdtMerge:
    """`merge` makes a new one."""

    def __init__(self, node):
        self.node, self.its = node, self.kind()

    def merge(self, other):
        self.its = self.its.merge(other.its)


@library("crdt-merge-orset")
class CrdtMergeSet(CrdtMerge):
    kind = core.ORSet

    def add(self, e):
        self.its.add(e)

    def remove(self, e):
        self.its.remove(e)

    def value(self):
        return sorted(self.its.value)


@library("crdt-merge-pncounter")
class CrdtMergeCounter(CrdtMerge):
    kind = core.PNCounter

    def up(self):
        self.its.increment(self.node)

    def down(self):
        self.its.decrement(self.node)

    def value(self):
        return self.its.value


@library("crdt-merge-lwwmap")
class CrdtMergeMap(CrdtMerge):
    kind = core.LWWMap

    def put(self, key, time):
        self.its.set(key, "value", time, self.node)

    def delete(self, key, time):
        self.its.delete(key, time)

    def value(self):
        return sorted(self.its.value)

    def gets(self, key):
        return self.its.get(key) is not None


class Crdts:
    """A replica applies the history of another one; they share the name of a clock."""

    def __init__(self, node):
        self.its = self.kind(clock=crdts.ScalarClock(uuid=b"one"))

    def merge(self, other):
        for update in other.its.history():
            self.its.update(update)


@library("crdts-orset")
class CrdtsSet(Crdts):
    kind = crdts.ORSet

    def add(self, e):
        self.its.observe(e)

    def remove(self, e):
        self.its.remove(e)

    def value(self):
        return sorted(self.its.read())


@library("nexus-crdt-orset")
class Nexus:
    def __init__(self, node):
        self.map = nexus.NexusMap(node)
        self.its = self.map.or_set("set")
        self.add, self.remove = self.its.add, self.its.remove

    def merge(self, other):
        self.map.merge(other.map.encode())

    def value(self):
        return sorted(self.its.values())


@library("python3-crdt-orset")
class Python3Set:
    tags = 0

    def __init__(self, node):
        self.its = orset.ORSet(node)

    def add(self, e):
        Python3Set.tags += 1
        self.its.add(e, Python3Set.tags)

    def remove(self, e):
        self.its.remove(e)

    def merge(self, other):
        self.its.merge(other.its)

    def value(self):
        return [e for e in ("Element$0", "Element$1") if self.its.query(e)]


@library("python3-crdt-twopset")
class Python3TwoPhase(Python3Set):
    def __init__(self, node):
        self.its = twopset.TwoPSet(node)

    def add(self, e):
        self.its.add(e)


@library("python3-crdt-gcounter")
class Python3Growing:
    kind = gcounter.GCounter

    def __init__(self, node):
        self.node, self.its = node, self.kind(node)
        for name in NODES:
            self.its.add_new_node(name)

    def up(self):
        self.its.inc(self.node)

    def merge(self, other):
        self.its.merge(other.its)

    def value(self):
        return self.its.query()


@library("python3-crdt-pncounter")
class Python3Counter(Python3Growing):
    kind = pncounter.PNCounter

    def down(self):
        self.its.dec(self.node)


@library("python3-crdt-lwwmap")
class Python3Last:
    """A set as a map; its times are those of the clock."""

    def __init__(self, node):
        self.its = lww.LWWElementSet(node)

    def put(self, key, time):
        self.its.add(key)

    def delete(self, key, time):
        self.its.remove(key)

    def merge(self, other):
        self.its.merge(other.its)

    def gets(self, key):
        return self.its.query(key)

    def value(self):
        return [key for key in ["Key$0"] if self.gets(key)]


class Xotl:
    """A replica gets the state of another one as bytes."""

    def __init__(self, node):
        self.its = self.kind(process=base.Process(node, NODES.index(node)))

    def merge(self, other):
        self.its.merge(base.from_state(base.get_state(other.its)))


class XotlSet(Xotl):
    def add(self, e):
        self.its.add(e)

    def remove(self, e):
        self.its.remove(e)

    def value(self):
        return sorted(self.its.value)


@library("xotl.crdt-orset")
class XotlObserved(XotlSet):
    kind = sets.ORSet


@library("xotl.crdt-twophaseset")
class XotlTwoPhase(XotlSet):
    kind = sets.TwoPhaseSet


@library("xotl.crdt-pncounter")
class XotlCounter(Xotl):
    kind = counter.PNCounter

    def up(self):
        self.its.incr()

    def down(self):
        self.its.decr()

    def value(self):
        return self.its.value


class Replicas:
    """The library's replicas, with the changes that each has seen."""

    def __init__(self, names):
        self.its = {name: LIBRARIES[sys.argv[1]](name) for name in names}
        self.told = {name: {field: set() for field in self.fields} for name in names}
        self.changes = 0

    def change(self):
        self.changes += 1
        return f"{self.sig}${self.changes - 1}"

    def sync(self, r, **args):
        other = args["from"]
        self.its[r].merge(self.its[other])
        for field in self.fields:
            self.told[r][field] |= self.told[other][field]

    def state(self):
        told = {r: {field: sorted(changes) for field, changes in fields.items()} for r, fields in self.told.items()}
        replicas = {r: {"$type": "Replica", self.shown: its.value(), **told[r]} for r, its in self.its.items()}
        return {"objects": replicas | {f"{self.sig}${n}": {"$type": self.sig} for n in range(self.changes)}}


class Sets(Replicas):
    sig, shown, fields = "Add", "has", ("seen", "gone")

    def add(self, r, e):
        self.its[r].add(e)
        self.told[r]["seen"].add((e, self.change()))

    def remove(self, r, e):
        self.its[r].remove(e)
        self.told[r]["gone"] |= {seen for seen in self.told[r]["seen"] if seen[0] == e}

    def discard(self, r, e):
        self.its[r].remove(e)

    def state(self):
        state = super().state()
        state["objects"] |= {name: {"$type": "Element"} for name in objects if name.startswith("Element")}
        return state


class Counters(Replicas):
    sig, shown, fields = "Step", "value", ("ups", "downs")

    def up(self, r):
        self.its[r].up()
        self.told[r]["ups"].add(self.change())

    def down(self, r):
        self.its[r].down()
        self.told[r]["downs"].add(self.change())


class Maps(Replicas):
    sig, shown, fields = "Write", "has", ("sets", "deletes")

    def put(self, r, k):
        self.changes += 1
        self.its[r].put(k, self.changes)
        self.told[r]["sets"].add((self.changes, k))

    def delete(self, r, k):
        self.changes += 1
        self.its[r].delete(k, self.changes)
        self.told[r]["deletes"].add((self.changes, k))

    def state(self):
        replicas = {r: object_ for r, object_ in super().state()["objects"].items() if r in self.its}
        for r, its in self.its.items():
            replicas[r]["gets"] = [key for key in ["Key$0"] if its.gets(key)]
        return {"objects": replicas | {"Key$0": {"$type": "Key"}}}


KINDS = {"set": Sets, "map": Maps, "counter": Counters}
kind = next(KINDS[end] for end in KINDS if sys.argv[1].endswith(end))

sys.stdin.readline()  # the header: what types and actions there are
print('{"ready":true}', flush=True)
for line in sys.stdin:
    request = json.loads(line)
    reply = {"id": request["id"]}
    try:
        if request["kind"] == "reset":
            objects = request["objects"]
            replicas = kind([name for name in NODES if name in objects])
        else:
            getattr(replicas, request["op"])(**request["args"])
            reply["post"] = replicas.state()
    except Exception as error:
        reply = {"id": request["id"], "throw": {"type": type(error).__name__, "message": str(error)}}
    print(json.dumps(reply), flush=True)
