#!/usr/bin/env bash
# PySAT (python-sat 1.9.dev4): CNF(from_file=…) takes the number of variables from the clauses, and not from the line `p cnf`. So a variable
# above the last one that stands in a clause is forgotten: models that differ in it are enumerated once.
#
# Seen, of "p cnf 4 1 / 1 -2 0" (12 models over four variables):
#   nv 2, 3 models
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check python-sat==1.9.dev4
printf 'p cnf 4 1\n1 -2 0\n' > "$work/free.cnf"
"$work/venv/bin/python" - "$work/free.cnf" <<'PY'
import sys

from pysat.formula import CNF
from pysat.solvers import Solver

formula = CNF(from_file=sys.argv[1])
with Solver(bootstrap_with=formula) as solver:
    models = len(list(solver.enum_models()))
print(f"nv {formula.nv}, {models} models")
assert (formula.nv, models) == (2, 3)
PY
