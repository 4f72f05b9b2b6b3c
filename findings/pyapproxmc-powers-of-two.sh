#!/usr/bin/env bash
# pyapproxmc 4.4.0 (PyPI) counts too few models where simplification finds that variables are equal: each such class that is left alone loses
# its factor of two. 4.1.24 counts these formulas exactly.
#
# Seen:
#   x1 = x2                     4.4.0: 1   4.1.24: 2   models: 2
#   x1 = x2, x3 = x4            4.4.0: 1   4.1.24: 4   models: 4
#   x1 = x2, x3 or x4           4.4.0: 3   4.1.24: 6   models: 6
#   x1 or x2                    4.4.0: 3   4.1.24: 3   models: 3
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat > "$work/count.py" <<'PY'
from pyapproxmc import Counter

for clauses in [[1, -2], [-1, 2]], [[1, -2], [-1, 2], [3, -4], [-3, 4]], [[1, -2], [-1, 2], [3, 4]], [[1, 2]]:
    counter = Counter(seed=1)
    counter.add_clauses(clauses)
    cells, hashes = counter.count()
    print(cells * 2**hashes, end=" ")
PY
for version in 4.4.0 4.1.24; do
    python3 -m venv "$work/$version"
    "$work/$version/bin/pip" install --quiet --disable-pip-version-check "pyapproxmc==$version"
done
new=$("$work/4.4.0/bin/python" "$work/count.py")
old=$("$work/4.1.24/bin/python" "$work/count.py")
echo "4.4.0: $new  4.1.24: $old"
[ "$new" = "1 1 3 3 " ] && [ "$old" = "2 4 6 3 " ]
