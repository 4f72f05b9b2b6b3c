"""What copies Python's values, or writes and reads them: each graph must come back as it was."""

import copy
import io
import pickle
import sys

from pykorrel import driver


class Node:
    """An instance of a class: it is equal only to itself."""

    __module__ = "trip"  # not `__main__`, whose classes dill and cloudpickle write along


sys.modules["trip"] = sys.modules[__name__]


def built(it, dict_or_node, made):
    """The value that a heap of the spec stands for. `made` has the objects of the spec that are there already."""
    kind = sig_of(it)
    if kind == "Null":
        return None
    if it not in made:
        fill(it, kind, dict_or_node, made)
    return made[it]


def fill(it, kind, dict_or_node, made):
    def of(part):
        return built(part, dict_or_node, made)

    value = made[it] = {"Object": dict_or_node, "Array": list, "Map": dict, "Set": set}[kind]()
    if kind == "Object":
        fields = value
        if dict_or_node is Node:
            fields = vars(value)
            fields["name"] = str(len(made))  # by which the members of a set are told apart
        fields.update((str(key), of(it.at[key])) for key in it.keys)
    elif kind == "Array":
        value.extend(of(item) for item in it.items)
    elif kind == "Map":
        value.update((of(key), of(it.to[key])) for key in it.order)
    else:
        value.update(of(item) for item in it.members)


def parts(value):
    """What lies in an object: names, and values, in their order. Members of a set and attributes are sorted by name."""
    if isinstance(value, dict):
        return [part for key, item in value.items() for part in (("key", key), ("value", item))]
    if isinstance(value, list):
        return [("item", item) for item in value]
    if isinstance(value, set):
        return [("member", item) for item in sorted(value, key=lambda item: item.name)]
    return sorted(vars(value).items())


def is_leaf(value):
    return value is None or isinstance(value, str)


def shown(value, met=None):
    """A graph as text: an object that is met again is called by its number."""
    met = {} if met is None else met
    if is_leaf(value):
        return repr(value)
    if id(value) in met:
        return f"#{met[id(value)]}"
    met[id(value)] = len(met) + 1
    number = f"#{len(met)}"
    if isinstance(value, dict):
        return number + "{" + ", ".join(f"{shown(key, met)}: {shown(part, met)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return f"{number}[{', '.join(shown(part, met) for _, part in parts(value))}]"
    fields = (f"{key}={shown(part, met)}" for key, part in parts(value) if key != "name")
    return f"{number}{type(value).__name__}({', '.join(fields)})"


def difference(value, found, copies, originals):
    """How a copy differs from its original: nothing if it has the same form, and no object of it."""
    if is_leaf(value) or is_leaf(found):
        return None if value == found else f"{kind_of(found)} in place of {kind_of(value)}"
    if id(value) in copies or id(found) in originals:
        if copies.get(id(value)) is found:
            return None
        return "one object became two" if id(value) in copies else "two objects became one"
    if value is found:
        return "a part is not copied"
    if type(value) is not type(found):
        return f"{kind_of(found)} in place of {kind_of(value)}"
    copies[id(value)] = found
    originals[id(found)] = value
    old, new = parts(value), parts(found)
    if [name for name, _ in old] != [name for name, _ in new]:
        return "another order" if {name for name, _ in old} == {name for name, _ in new} else "other parts"
    for (_, part), (_, other) in zip(old, new):
        different = difference(part, other, copies, originals)
        if different:
            return different
    return None


def kind_of(value):
    return type(value).__name__


def with_jsonpickle():
    import jsonpickle

    return lambda value: jsonpickle.decode(jsonpickle.encode(value, keys=True), keys=True)


def with_yaml():
    import yaml

    return lambda value: yaml.load(yaml.dump(value, sort_keys=False), Loader=yaml.UnsafeLoader)


def with_ruamel():
    from ruamel.yaml import YAML

    yaml = YAML(typ="unsafe", pure=True)
    yaml.sort_base_mapping_type_on_output = False

    def trip(value):
        file = io.StringIO()
        yaml.dump(value, file)
        return yaml.load(file.getvalue())

    return trip


def with_cbor2():
    import cbor2

    return lambda value: cbor2.loads(cbor2.dumps(value, value_sharing=True))


def with_pyfory():
    import pyfory

    fory = pyfory.Fory(xlang=False, ref=True, strict=False)  # registered, a class without annotations loses its attributes
    return lambda value: fory.loads(fory.dumps(value))


def with_msgspec():
    import msgspec

    return lambda value: msgspec.msgpack.decode(msgspec.msgpack.encode(value))


def with_dill():
    import dill

    return lambda value: dill.loads(dill.dumps(value))


def with_cloudpickle():
    import cloudpickle

    return lambda value: cloudpickle.loads(cloudpickle.dumps(value))


LIBRARIES = {
    "deepcopy": lambda: copy.deepcopy,
    "pickle": lambda: lambda value: pickle.loads(pickle.dumps(value)),
    "dill": with_dill,
    "cloudpickle": with_cloudpickle,
    "jsonpickle": with_jsonpickle,
    "PyYAML": with_yaml,
    "ruamel.yaml": with_ruamel,
    "cbor2": with_cbor2,
    "pyfory": with_pyfory,
    "msgspec": with_msgspec,
}


def sig_of(it):
    for kind, field in ("Object", "at"), ("Array", "items"), ("Map", "to"), ("Set", "members"):
        if hasattr(it, field):
            return kind
    return "Null"


if __name__ == "__main__":
    trip = LIBRARIES[sys.argv[1]]()

    def tried(dict_or_node, top):
        value = built(top, dict_or_node, {})
        try:
            found = trip(value)
        except Exception as error:
            raise driver.Skip(f"{kind_of(error)}: {error}".split("\n")[0].split("(")[0][:60])
        different = difference(value, found, {}, {})
        if different:
            raise driver.Fail(different, f"{shown(value)} comes back as {shown(found)}")

    for name, dict_or_node in ("plain", dict), ("hashed", Node), ("classes", Node):
        driver.operation(lambda top, made=dict_or_node: tried(made, top), name=name, judges=True)
    driver.serve()
