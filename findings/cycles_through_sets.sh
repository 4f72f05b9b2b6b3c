#!/bin/sh
# What Python's copiers and serialisers make of a set whose member holds it (November 2026, Python 3.11):
#   pickle, dill 0.4.1, PyYAML 6.0.4, pyfory 1.7.7: one set, as it was;
#   copy.deepcopy, jsonpickle 4.1.4: two sets, and no error: the member holds another one than the set that is returned;
#   pyfory 1.7.7, if the class is registered and has no annotations: the member loses its attributes, and no error.
set -e
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install -q --disable-pip-version-check dill==0.4.1 jsonpickle==4.1.4 PyYAML==6.0.4 pyfory==1.7.7
cd "$place"
cat >cycle.py <<'EOF'
import copy, pickle
import dill, jsonpickle, pyfory, yaml

class Node:
    pass

def fory(registers):
    library = pyfory.Fory(xlang=False, ref=True, strict=False)
    if registers:
        library.register_type(Node)
    return lambda value: library.loads(library.dumps(value))

for name, trip in {
    "pickle": lambda value: pickle.loads(pickle.dumps(value)),
    "dill": lambda value: dill.loads(dill.dumps(value)),
    "yaml": lambda value: yaml.unsafe_load(yaml.dump(value)),
    "pyfory": fory(False),
    "pyfory, registered": fory(True),
    "deepcopy": copy.deepcopy,
    "jsonpickle": lambda value: jsonpickle.decode(jsonpickle.encode(value, keys=True), keys=True),
}.items():
    node = Node()
    node.whole = {node}
    found = trip(node.whole)
    (member,) = found
    print(name, getattr(member, "whole", None) is found, hasattr(member, "whole"))
EOF
venv/bin/python cycle.py >found
cat found
cat >expected <<'EOF'
pickle True True
dill True True
yaml True True
pyfory True True
pyfory, registered False False
deepcopy False True
jsonpickle False True
EOF
diff expected found
