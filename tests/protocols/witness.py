"""Counts and shortest counterexamples of the protocols in specs/, by brute force: python3 tests/protocols/witness.py

It shares nothing with Korrel and reads no spec: `systems.py` has each protocol from its description in words,
`graphs.py` the search. It compares what it finds with `counts.tsv` (spec, command, what is counted, scope, count) and
`mutants.tsv` (spec, fault, check, states of the shortest counterexample, what is changed in the spec), to which
cli/tests holds Korrel.
"""

import re
from pathlib import Path

from graphs import lassos, prefixes, reached, shortest, shortest_lasso
from systems import Bits, Caches, Commit, Hotel, Peterson, Philosophers, Readers, Ring, Text, Tokens

SYSTEMS = {
    "peterson": lambda of, fault: Peterson(fault),
    "leader_election": lambda of, fault: Ring(of["Process"], fault),
    "two_phase_commit": lambda of, fault: Commit(of["Manager"], fault),
    "alternating_bit": lambda of, fault: Bits(of["Item"], fault),
    "token_ring": lambda of, fault: Tokens(of["Machine"], of["Value"]),
    "readers_writers": lambda of, fault: Readers(of["Client"], fault),
    "dining_philosophers": lambda of, fault: Philosophers(of["Philosopher"], fault),
    "cache_coherence": lambda of, fault: Caches(of["Cache"], fault),
    "hotel_locking": lambda of, fault: Hotel(of["Room"], of["Guest"], of["Key"]),
}

# What the checks of the mutants forbid, in the sizes of their scopes: a step, or a lasso of at most so many states.
CHECKS = {
    ("peterson", "exclusion"): lambda fault: of_step(Peterson(fault), Peterson.both_critical),
    ("peterson", "gets_in"): lambda fault: shortest_lasso(system := Peterson(fault), system.starves, 7),
    ("leader_election", "leader"): lambda fault: of_step(Ring(3, fault), Ring.wrong_leader),
    ("two_phase_commit", "consistent"): lambda fault: of_step(Commit(3, fault), Commit.contradicts),
    ("alternating_bit", "in_order"): lambda fault: of_step(Bits(4, fault), Bits.out_of_order),
    ("readers_writers", "exclusion"): lambda fault: of_step(Readers(3, fault), Readers.crowded),
    ("readers_writers", "writers_get_in"):
        lambda fault: shortest_lasso(system := Readers(3, fault), system.writer_starves, 6),
    ("dining_philosophers", "no_deadlock"): lambda fault: of_step(Philosophers(3, fault), Philosophers.stuck),
    ("cache_coherence", "single_writer"): lambda fault: of_step(Caches(3, fault), Caches.two_masters),
    ("cache_coherence", "newest"): lambda fault: of_step(Caches(3, fault), Caches.stale),
    ("hotel_locking", "safe"): lambda fault: of_step(Hotel(1, 2, 4, at_once=not fault), Hotel.bad_entry),
    ("text_crdt", "converge"): lambda fault: Text(2, fault).first_disagreement(5),
}


def of_step(system, is_bad):
    return shortest(system, lambda before, state: is_bad(system, before, state))


def rows(name):
    text = (Path(__file__).parent / name).read_text()
    return [line.split("\t") for line in text.splitlines()]


def counted(spec, command, what, scope):
    of = {name: int(number) for number, name in re.findall(r"(\d+) (\w+)", scope)}
    if spec == "text_crdt":
        text = Text(of["Replica"])
        return text.lassos(of["steps"]) if what == "lassos" else text.sequences(of["steps"] - 1)
    system = SYSTEMS[spec](of, None)
    return lassos(system, of["steps"]) if what == "lassos" else prefixes(system, of["steps"], command == "runs")


def compare(found, expected, *about):
    assert found == expected, f"{about}: {found}, not {expected}"


def main():
    compared = 0
    for spec, command, what, scope, count in rows("counts.tsv"):
        compare(counted(spec, command, what, scope), int(count), spec, command, what, scope)
        compared += 1
    for spec, fault, check, states, *_ in rows("mutants.tsv"):
        compare(CHECKS[spec, check](fault), int(states), spec, fault)
        compare(CHECKS[spec, check](None), None, spec, check)
        compared += 1
    # What the specs say of themselves beside.
    compare(len(reached(Commit(3))), 288, "TLC's number of states")
    compare(shortest_lasso(commit := Commit(3), commit.blocks, 5), 4, "blocks")
    compare(shortest_lasso(few := Tokens(4, 2), few.never_one, 8), 8, "too_few")
    compare(shortest_lasso(table := Philosophers(3), table.one_starves, 5), 3, "starves")
    print(f"{compared} rows compared")


if __name__ == "__main__":
    main()
