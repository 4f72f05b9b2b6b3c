"""One structure searched in Python: what the search costs beside its predicate alone. Prints a line of JSON.

    PYTHONPATH=packages/python/src:packages/python/tests python3 bench/code/measure.py RedBlackTree 6

With `once` behind it, the heaps are listed once. Seconds of this process' CPU: `alone` is the predicate on plain objects of the same candidates, `search` the search without
what it hands out, `whole` a loop over `pykorrel.all`."""

import json
import sys
from time import process_time

import pykorrel
from pykorrel._code.audit import Predicate
from test_code_structures import STRUCTURES

ROUNDS = 3
CHUNK, SAMPLE = 500, 40_000

NAME, SIZE, ONCE = sys.argv[1], int(sys.argv[2]), "once" in sys.argv[3:]
of, bounds, _ = next(row for row in STRUCTURES if row[0].__name__ == NAME)


def asked(where=of.rep_ok):
    return pykorrel.all(of, where=where, **bounds(SIZE))


def least(measure):
    return min(measure() for _ in range(ROUNDS))


def whole():
    found, start = asked(), process_time()
    for _ in found:
        pass
    seconds = process_time() - start
    assert found.status == "complete"
    whole.heaps, whole.candidates, whole.doubles = found.count, found.candidates, found.doubles
    return seconds


def search():
    """Neither an audit nor copies."""
    found = asked()
    predicate = Predicate(of.rep_ok, found._search, found._copies, is_trusted=True)
    start = process_time()
    for _ in found._search.heaps(predicate):
        pass
    return process_time() - start


def alone(candidates):
    """A sample of the candidates, as many runs."""
    every, ran, seconds, chunk = max(1, candidates // SAMPLE), 0, 0.0, []

    def watched(root):
        nonlocal ran
        ran += 1
        try:
            return of.rep_ok(root)
        finally:
            if ran % every == 0:
                chunk.append(found._copies.partial()[0])
                if len(chunk) == CHUNK:
                    timed()

    def timed():
        nonlocal seconds
        seconds += min(run(chunk) for _ in range(5))
        chunk.clear()

    found = asked(watched)
    for _ in found._search.heaps(Predicate(watched, found._search, found._copies, is_trusted=True)):
        pass
    timed()
    return seconds * ran / (ran // every)


def run(roots):
    where, start = of.rep_ok, process_time()
    for root in roots:
        try:
            where(root)
        except Exception:
            pass
    return process_time() - start


took = {"whole": whole()} if ONCE else {"whole": least(whole), "search": least(search)}
told = {"heaps": whole.heaps, "candidates": whole.candidates, "doubles": whole.doubles}
if not ONCE:
    took["alone"] = alone(whole.candidates)
print(json.dumps({**told, **took}))
