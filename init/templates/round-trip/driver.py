"""Gives a library each object graph of spec.als: it must come back as it was, and none of its objects be an old one."""

from serve import Fail, serve

# ── your library ── import it here in place of the example, and call it in `trip`.
import example as library


def round_trip(value):
    """The value, written and read, or copied."""
    return library.loads(library.dumps(value))


REFUSALS = ()  # the exceptions by which it says that it cannot: they pass
# ────────────────────


# Keys and the leaf of the spec stand for these: take those that are awkward for your library, such as "" or 1.0.
KEYS = {"a": "a", "b": "b"}
LEAF = None


def built(thing, made):
    """The value of an object of the spec. `made` has those that are there already."""
    if thing.sig == "Null":
        return LEAF
    if thing not in made:
        value = made[thing] = {} if thing.sig == "Object" else []  # before its parts, which may lead back
        if thing.sig == "Object":
            value.update((KEYS[key], built(thing.at[key], made)) for key in thing.keys)
        else:
            value.extend(built(item, made) for item in thing.items)
    return made[thing]


def shown(value, met):
    """A graph as text: an object that is met again is called by its number."""
    if not isinstance(value, (dict, list)):
        return repr(value)
    if id(value) in met:
        return f"#{met[id(value)]}"
    met[id(value)] = len(met) + 1
    number = f"#{len(met)}"
    if isinstance(value, list):
        return f"{number}[{', '.join(shown(part, met) for part in value)}]"
    return f"{number}{{{', '.join(f'{key}: {shown(part, met)}' for key, part in value.items())}}}"


def difference(old, new, copies, originals):
    """How a copy differs: None if it has the same form, and no object of the original."""
    if type(old) is not type(new):
        return f"{type(new).__name__} in place of {type(old).__name__}"
    if not isinstance(old, (dict, list)):
        return None if old == new else "another value"
    if id(old) in copies or id(new) in originals:
        if copies.get(id(old)) is new:
            return None
        return "one object became two" if id(old) in copies else "two objects became one"
    if old is new:
        return "a part is not copied"
    copies[id(old)], originals[id(new)] = new, old
    if isinstance(old, dict):
        if old.keys() != new.keys():
            return "other keys"
        if list(old) != list(new):
            return "another order"
        pairs = [(old[key], new[key]) for key in old]
    else:
        if len(old) != len(new):
            return "another length"
        pairs = list(zip(old, new))
    found = (difference(one, other, copies, originals) for one, other in pairs)
    return next((different for different in found if different), None)


def trip(top):
    value = built(top, {})
    before = shown(value, {})
    try:
        copy = round_trip(value)
    except REFUSALS:
        return
    except Exception as error:
        raise Fail(type(error).__name__, f"{before}: {error}")
    different = difference(value, copy, {}, {})
    if different:
        raise Fail(different, f"{before} comes back as {shown(copy, {})}")
    if shown(value, {}) != before:
        raise Fail("the original was changed", f"{before} is now {shown(value, {})}")


serve(trip, judges=True)
