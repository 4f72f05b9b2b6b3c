"""A small library, to be replaced by yours: differences of JSON documents as a list of steps."""


def diff(old, new, path=()):
    if isinstance(old, dict) and isinstance(new, dict):
        steps = [("remove", (*path, key), None) for key in old if key not in new]
        both = [(key, new[key]) for key in new if key in old]
        added = [("add", (*path, key), new[key]) for key in new if key not in old]
    elif isinstance(old, list) and isinstance(new, list):
        # From the right, so that the places of those that stay are right.
        steps = [("remove", (*path, at), None) for at in reversed(range(len(new), len(old)))]
        both = list(enumerate(new[: len(old)]))
        added = [("add", (*path, at), new[at]) for at in range(len(old), len(new))]
    else:
        # True and 1 are equal in Python, and not in JSON.
        return [] if (type(old), old) == (type(new), new) else [("replace", path, new)]
    for key, value in both:
        steps += diff(old[key], value, (*path, key))
    return steps + added


def patch(document, steps):
    for step, path, value in steps:
        holder = document
        for key in path[:-1]:
            holder = holder[key]
        if step == "remove":
            del holder[path[-1]]
        elif step == "add" and isinstance(holder, list):
            holder.insert(path[-1], value)
        else:
            holder[path[-1]] = value
    return document
