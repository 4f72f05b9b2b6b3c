"""The smallest inputs, by the library alone."""

import dictdiffer

old, new = [{}, {}, []], []
print("dictdiffer, reverted:", dictdiffer.revert(list(dictdiffer.diff(old, new)), []), "in place of", old)
