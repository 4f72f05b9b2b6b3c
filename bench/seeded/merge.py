"""JSON Merge Patch (RFC 7386), and a patch that leads from one document to another. No document contains null."""


def patched(document, patch):
    """The document after the patch. Neither of them is changed."""
    if not isinstance(patch, dict):
        return patch
    result = dict(document) if isinstance(document, dict) else {}
    for name, value in patch.items():
        if value is None:
            result.pop(name, None)
        else:
            result[name] = patched(result.get(name), value)
    return result


def difference(old, new):
    """The smallest patch that makes `new` of `old`."""
    if not isinstance(old, dict) or not isinstance(new, dict):
        return new
    patch = {}
    for name in old:
        if name not in new:
            patch[name] = None
    for name in new:
        if name not in old:
            patch[name] = new[name]
        elif old[name] != new[name]:
            patch[name] = difference(old[name], new[name])
    return patch
