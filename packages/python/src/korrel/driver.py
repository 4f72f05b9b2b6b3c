"""The driver's side of `korrel test`: calls functions on the inputs that it sends (harness/1).

    from korrel import driver

    @driver.type                    # objects of `sig Node` are made of this class
    class Node: ...

    @driver.operation               # named as in the spec, with the parameters of its predicate
    def remove(t, k):
        t.remove(k)

    driver.serve()

Objects are made without calling `__init__`; each field of the sig becomes an attribute. A `lone` field
that is empty is None; `set`, `seq` and `rel` fields are lists, `map` fields dicts. Types without a
class become `Object`s. What a function returns is its result, what it raises is reported. What it
prints goes to standard error.
"""

import json
import os
import sys

WINDOW = 64
PLAIN = {int, str, bool, type(None), float}


class Fail(Exception):
    """Raised by an operation that judges for itself: it is not content. Failures are grouped by cause."""

    def __init__(self, cause, message=""):
        super().__init__(cause, message)
        self.cause, self.message = cause, message


class Skip(Exception):
    """Raised by an operation that is not applicable to its input."""


class Object:
    """An object of a type without a class of its own."""

    def __init__(self, type, **fields):
        self._type = type
        self.__dict__.update(fields)


_classes = {}     # name of a type -> class
_operations = {}  # name -> (function, whether it judges for itself)
_covered = set()  # by the input at hand
_covers = False   # whether the program has ever said what it covers


def type_named(name):
    """Decorates the class of the objects of a type of another name."""
    def register(cls):
        _classes[name] = cls
        return cls
    return register


def type(cls):  # noqa: A001, read as driver.type
    """Decorates the class of the objects of the type of its name."""
    return type_named(cls.__name__)(cls)


def operation(function=None, *, name=None, judges=False):
    """Decorates a function that is an operation.

    With `judges` it judges for itself: it passes unless it raises Fail."""
    if function is None:
        return lambda function: operation(function, name=name, judges=judges)
    _operations[name or function.__name__] = (function, judges)
    return function


def cover(what):
    """Says that the input at hand covers something: a branch, a state."""
    global _covers
    _covers = True
    _covered.add(what)


def name(made):
    """The name of an object in the input at hand, `Node$0`; None if the input does not have it."""
    return _Heap.current.names.get(id(made))


def serve():
    """Answers until there are no more inputs."""
    replies = os.dup(1)
    os.dup2(2, 1)  # what the program prints is no reply
    session, answers = None, []
    for line in _lines(lambda: _write(replies, answers)):
        record = json.loads(line)
        if session is None:
            session = _Session(record)
            answers.append({"ready": True, "window": WINDOW, "ops": list(_operations)})
        else:
            answers.append(session.answer(record))


def _lines(before_waiting):
    """The lines of standard input. What is to be done before waiting for more is called each time."""
    rest = b""
    while True:
        before_waiting()
        read = os.read(0, 1 << 16)
        if not read:
            return
        *lines, rest = (rest + read).split(b"\n")
        yield from lines


_encode = json.JSONEncoder(separators=(",", ":")).encode


def _write(replies, answers):
    text = "".join([_encode(answer) + "\n" for answer in answers]).encode()
    answers.clear()
    while text:
        text = text[os.write(replies, text):]


class _Session:
    def __init__(self, header):
        self.fields = header["types"]  # inherited ones, too
        self.parameters = {name: list(op["parameters"]) for name, op in header["ops"].items()}
        self.names = {cls: name for name, cls in _classes.items()}

    def answer(self, record):
        reply = {"id": record["id"]}
        function, judges = _operations[record["op"]]
        _covered.clear()
        heap = _Heap(self, record)
        try:
            roots = heap.roots
            result = function(*[roots[name] for name in self.parameters[record["op"]]])
            reply.update(heap.abstracted(result))
            if judges:
                reply["pass"] = True
        except Fail as fail:
            reply.update(heap.abstracted(None))
            reply["fail"] = {"cause": fail.cause, "message": fail.message}
        except Skip as skip:
            reply["skip"] = str(skip)
        except (Exception, RecursionError) as thrown:
            reply["throw"] = {"type": thrown.__class__.__name__, "message": str(thrown)}
        if _covers:
            reply["cov"] = sorted(_covered)
        return reply


class _Heap:
    """The objects of an input, and their names: they keep them, and new ones get new ones."""

    current = None

    def __init__(self, session, record):
        _Heap.current = self
        self.session, self.record = session, record
        given = record["objects"]
        self.objects = objects = {}
        for name, fields in given.items():
            cls = _classes.get(fields["$type"], Object)
            objects[name] = made = cls.__new__(cls)
            if cls is Object:
                made._type = fields["$type"]
        for name, fields in given.items():
            made = objects[name]
            for field, value in fields.items():
                if field != "$type":
                    setattr(made, field, self.value(value))
        self.roots = {name: self.value(value) for name, value in record["roots"].items()}
        self.names = {id(made): name for name, made in objects.items()}

    def value(self, value):
        kind = value.__class__
        if kind is str:
            return self.objects.get(value, value)
        if kind is list:
            return [self.value(element) for element in value]
        if kind is dict:
            return {self.value(key): self.value(element) for key, element in value.items()}
        return value

    def abstracted(self, result):
        """The state afterwards as a part of a reply; nothing of what has not changed."""
        given = self.record["objects"]
        self.post, self.waiting, self.new = {}, [], []
        for root in self.roots.values():
            self.json(root)
        result = self.json(result)
        self.drain()
        if len(self.post) < len(given):
            for name in self.apart():
                self.json(self.objects[name])
            self.drain()
        reply = {}
        if self.post != given:
            reply["post"] = {"objects": self.post, **self.sets()}
        reply["result"] = result
        return reply

    def json(self, value):
        """A value of a reply. Objects that it is the first to lead to are left waiting."""
        kind = value.__class__
        if kind in PLAIN:
            return value
        if kind in (list, tuple, set, frozenset):
            return [self.json(element) for element in value]
        if kind is dict:
            return {self.json(key): self.json(element) for key, element in value.items()}
        name = self.names.get(id(value)) or self.named(value)
        if name not in self.post:
            self.post[name] = None
            self.waiting.append((name, value))
        return name

    def drain(self):
        while self.waiting:
            name, made = self.waiting.pop()
            known = self.record["objects"].get(name)
            if known is None:
                of = self.type_of(made)
                fields = self.session.fields[of]
            else:
                of, fields = known["$type"], known
            written = {"$type": of}
            for field in fields:
                if field != "$type":
                    value = getattr(made, field)
                    written[field] = value if value.__class__ in PLAIN else self.json(value)
            self.post[name] = written

    def type_of(self, made):
        cls = made.__class__
        return made._type if cls is Object else self.session.names[cls]

    def named(self, made):
        """The name of an object that the input did not have."""
        of = self.type_of(made)
        number = len(self.names)
        while f"{of}${number}" in self.objects:
            number += 1
        self.names[id(made)] = name = f"{of}${number}"
        self.objects[name] = made  # also keeps it alive: nothing else gets its id()
        return name

    def apart(self):
        """Objects that the roots did not lead to in the input, either: they are no garbage."""
        given = self.record["objects"]
        seen, waiting = set(), list(self.record["roots"].values())
        while waiting:
            value = waiting.pop()
            if value.__class__ is list:
                waiting += value
            elif value.__class__ is dict:
                waiting += [*value.keys(), *value.values()]
            elif value.__class__ is str and value in given and value not in seen:
                seen.add(value)
                waiting += given[value].values()
        return [name for name in given if name not in seen]

    def sets(self):
        """Subset sigs and relations as they were, of what is left."""
        kept = {}
        if "sets" in self.record:
            sets = self.record["sets"].items()
            kept["sets"] = {s: [name for name in names if name in self.post] for s, names in sets}
        if "relations" in self.record:
            kept["relations"] = self.record["relations"]
        return kept
