"""The smallest inputs, by the libraries alone."""

import copy
import io

import jsonpickle
from ruamel.yaml import YAML


class Node:
    pass


node = Node()
node.a = {node}
copied = copy.deepcopy(node.a)
print("deepcopy, the set that a member holds:", next(iter(copied)).a is copied, "in place of True")
read = jsonpickle.decode(jsonpickle.encode(node.a, keys=True), keys=True)
print("jsonpickle, the set that a member holds:", next(iter(read)).a is read, "in place of True")

key, inner = Node(), {}
key.a = inner
inner[key] = inner
yaml, file = YAML(typ="unsafe", pure=True), io.StringIO()
yaml.dump({key: inner}, file)
read = yaml.load(file.getvalue())
print("ruamel.yaml, a dict that is its own value:", next(iter(read.values())).popitem()[1], "in place of a dict")
