"""The persistent deque of pyrsistent: a call makes a new one, and leaves the old one as it is."""

from pyrsistent import pdeque

from serve import serve


class Calls:
    def __init__(self, objects):
        self.deque = pdeque(maxlen=objects["Deque$0"]["room"])

    def __getattr__(self, call):
        def make(**arguments):
            self.deque = getattr(self.deque, call)(*arguments.values(), *([1] if call == "rotate" else []))

        return make

    def state(self):
        return {"Deque$0": {"items": list(self.deque)}}


serve(Calls)
