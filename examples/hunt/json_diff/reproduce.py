"""The smallest inputs, by the library alone."""

import deepdiff
import dictdiffer
import jsondiff

old, new = [{}, {}, []], []
print("dictdiffer, reverted:", dictdiffer.revert(list(dictdiffer.diff(old, new)), []), "in place of", old)
old, new = {"b": 1}, {"b": True}
print("dictdiffer, patched:", dictdiffer.patch(dictdiffer.diff(old, new), old), "in place of", new)
print("jsondiff, patched:", jsondiff.patch(old, jsondiff.diff(old, new)), "in place of", new)
old, new = [1], [True]
print("deepdiff, added:", old + deepdiff.Delta(deepdiff.DeepDiff(old, new)), "in place of", new)
