"""The number of models of a DIMACS file over the variables of its `c p show`, by the package pyganak."""

import sys

try:
    from pyganak import Counter
except ImportError:
    sys.exit(127)

counter = Counter()
with open(sys.argv[1]) as clauses:
    for line in clauses:
        if line.startswith("c p show "):
            counter.set_sampling_set([int(word) for word in line.split()[3:-1]])
        elif line[0] not in "cp":
            counter.add_clause([int(word) for word in line.split()[:-1]])
print(counter.count())
