"""Replicas of a text of pycrdt: a driver that needs nothing but harness/1."""
import json, sys

from pycrdt import Doc, Text


class Texts:
    def __init__(self, names):
        self.docs = {name: Doc({"text": Text()}, client_id=number) for number, name in enumerate(names, 1)}
        self.gone = {name: set() for name in names}  # pycrdt does not tell who deleted a character
        self.written = 0

    def text(self, r):
        return [f"Char${ord(letter) - ord('a')}" for letter in str(self.docs[r]["text"])]

    def insert(self, r, behind):
        at = self.text(r).index(behind) + 1 if behind else 0
        self.docs[r]["text"].insert(at, chr(ord("a") + self.written))
        self.written += 1

    def delete(self, r, c):
        at = self.text(r).index(c)
        del self.docs[r]["text"][at : at + 1]
        self.gone[r].add((c, r))

    def sync(self, r, **args):
        other = args["from"]
        self.docs[r].apply_update(self.docs[other].get_update(self.docs[r].get_state()))
        self.gone[r] |= self.gone[other]

    def state(self):
        replicas = {r: {"$type": "Replica", "text": self.text(r), "gone": sorted(self.gone[r])} for r in self.docs}
        return {"objects": replicas | {f"Char${n}": {"$type": "Char"} for n in range(self.written)}}


sys.stdin.readline()  # the header: what types and actions there are
print('{"ready":true}', flush=True)
for line in sys.stdin:
    request = json.loads(line)
    reply = {"id": request["id"]}
    if request["kind"] == "reset":
        texts = Texts(sorted(request["objects"]))
    else:
        getattr(texts, request["op"])(**request["args"])
        reply["post"] = texts.state()
    print(json.dumps(reply), flush=True)
