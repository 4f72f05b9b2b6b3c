"""Python's tools that compare JSON: what they make of a pair must lead from one document to the other."""

import copy
import json
import sys

from pykorrel import driver


@driver.type
class One:
    plain = 1


@driver.type
class Yes:
    plain = True


def plain(value):
    """A document as Python's own lists and dicts."""
    if hasattr(value, "members"):
        return {key: plain(part) for key, part in value.members.items()}
    if hasattr(value, "items"):
        return [plain(part) for part in value.items]
    return getattr(value, "plain", None)


def with_dictdiffer(old, new):
    import dictdiffer

    difference = list(dictdiffer.diff(old, new))
    yield "patch", dictdiffer.patch(difference, copy.deepcopy(old)), new
    yield "revert", dictdiffer.revert(difference, copy.deepcopy(new)), old


def with_deepdiff(old, new):
    from deepdiff import DeepDiff, Delta

    delta = Delta(DeepDiff(old, new), bidirectional=True, raise_errors=True)
    yield "add", copy.deepcopy(old) + delta, new
    yield "subtract", copy.deepcopy(new) - delta, old


def with_jsonpatch(old, new):
    import jsonpatch

    yield "apply", jsonpatch.make_patch(old, new).apply(copy.deepcopy(old)), new


def with_jsondiff(old, new):
    import jsondiff

    for syntax in "compact", "symmetric":
        library = jsondiff.JsonDiffer(syntax=syntax, marshal=True)
        difference = json.loads(json.dumps(library.diff(old, new)))
        yield f"{syntax}, patch", library.patch(copy.deepcopy(old), difference), new
    yield "symmetric, unpatch", library.unpatch(copy.deepcopy(new), difference), old


def judge(compare, old, new):
    for step, found, expected in compare(copy.deepcopy(old), copy.deepcopy(new)):
        if json.dumps(found, sort_keys=True) != json.dumps(expected, sort_keys=True):
            raise driver.Fail(f"{step}: another document", f"{old} to {new}: {found}")


if __name__ == "__main__":
    library = globals()[f"with_{sys.argv[1]}"]
    for name in "diff", "leaves":
        driver.operation(lambda old, new: judge(library, plain(old), plain(new)), name=name, judges=True)
    driver.serve()
