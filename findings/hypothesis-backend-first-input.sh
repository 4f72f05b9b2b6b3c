#!/usr/bin/env bash
# Hypothesis 6.170.17: a test under an alternative backend runs Hypothesis' own simplest input first, from its own provider, before the
# backend is asked for anything. It counts: with max_examples=2 the backend makes one input. A backend whose first input is the simplest one,
# too, makes the test see it twice.
#
# Seen (a backend that says True to every boolean, max_examples=3):
#   inputs [False, True, True], backend asked 2 times
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check hypothesis==6.170.17
cat > "$work/backend.py" <<'PY'
from hypothesis import given, settings, strategies as st
from hypothesis.internal.conjecture.providers import AVAILABLE_PROVIDERS, HypothesisProvider

asked, inputs = [], []

class AlwaysTrue(HypothesisProvider):
    def draw_boolean(self, p=0.5):
        asked.append(p)
        return True

AVAILABLE_PROVIDERS["always-true"] = "backend.AlwaysTrue"

if __name__ == "__main__":
    import backend

    @settings(backend="always-true", max_examples=3, database=None)
    @given(st.booleans())
    def test(value):
        inputs.append(value)

    test()
    print(f"inputs {inputs}, backend asked {len(backend.asked)} times")
    assert inputs == [False, True, True] and len(backend.asked) == 2
PY
cd "$work" && "$work/venv/bin/python" backend.py
