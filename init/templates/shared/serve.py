"""The lines that `korrel test` and a driver exchange. Nothing here is about your library: leave it as it is.

The package pykorrel does the same, and more: your own classes, pytest, recorders.
"""

import json
import os
import sys


class Fail(Exception):
    """A driver that judges raises it. Failures are grouped by their cause."""

    def __init__(self, cause, message=""):
        super().__init__(cause, message)
        self.cause, self.message = cause, message


class Object:
    """An object of the spec: its fields are attributes, `name` is `Node$0`, `sig` is `Node`, unless a field is called so."""

    def __init__(self, name):
        self.name, self.sig = name, name.split("$")[0]
        vars(self)["$name"] = name  # no field can be called so

    def __repr__(self):
        return vars(self)["$name"]


def serve(*operations, judges=False, calls=None):
    """Answers until there is no more input.

    `operations` are functions that are called like the spec's, with its parameters. With `judges` they judge for
    themselves: an input passes unless they raise Fail; else the spec judges what they return. For behaviours, `calls` is a class
    that is made with the first state, with a method for each call, and with `state()`.
    """
    replies = os.fdopen(os.dup(1), "w")  # what the library prints is no reply
    os.dup2(2, 1)
    known = {function.__name__: function for function in operations}
    program, objects = None, {}
    sys.stdin.readline()  # the header: which types there are
    print('{"ready":true}', file=replies, flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        reply = {"id": request["id"]}
        if request["kind"] != "call":
            objects = read(request["objects"])
        try:
            if request["kind"] == "reset":
                program = calls(given(request["roots"], objects))
            elif request["kind"] == "call":
                result = getattr(program, request["op"])(**given(request["args"], objects))
                reply |= {"result": told(result), "changed": told(program.state())}
            else:
                result = known[request["op"]](**given(request["roots"], objects))
                reply |= {"pass": True} if judges else {"result": told(result)}
        except Fail as fail:
            reply["fail"] = {"cause": fail.cause, "message": fail.message}
        except Exception as error:
            reply["throw"] = {"type": type(error).__name__, "message": str(error)}
        print(json.dumps(reply), file=replies, flush=True)


def read(heap):
    """The objects of a heap, by name."""
    objects = {name: Object(name) for name in heap}
    for name, fields in heap.items():
        vars(objects[name]).update(given({field: fields[field] for field in fields if field != "$type"}, objects))
    return objects


def given(arguments, objects):
    return {name: value_of(value, objects) for name, value in arguments.items()}


def value_of(value, objects):
    if isinstance(value, list):
        return [value_of(part, objects) for part in value]
    if isinstance(value, dict):
        return {value_of(key, objects): value_of(part, objects) for key, part in value.items()}
    return objects.get(value, value) if isinstance(value, str) else value


def told(value):
    """A value as a reply has it."""
    if isinstance(value, Object):
        return repr(value)
    if isinstance(value, dict):
        return {told(key): told(part) for key, part in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [told(part) for part in value]
    return value
