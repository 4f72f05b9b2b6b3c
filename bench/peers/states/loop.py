"""The states of seven systems by a loop: python3 loop.py SYSTEM SIZE. Each is the spec of that name, labelled."""

import sys
from itertools import permutations


def bits(n):
    return [0], lambda s: (s ^ 1 << i for i in range(n))


def readers_writers(n):
    """Three sets of clients: who reads, waits, writes."""
    def moves(s):
        reading, waiting, writing = s
        for c in range(n):
            bit = 1 << c
            if not bit & (reading | waiting | writing):
                if not writing and not waiting:
                    yield reading | bit, waiting, writing
                yield reading, waiting | bit, writing
            if bit & reading:
                yield reading & ~bit, waiting, writing
            if bit & waiting and not reading and not writing:
                yield reading, waiting & ~bit, writing | bit
            if bit & writing:
                yield reading, waiting, writing & ~bit
        yield s
    return [(0, 0, 0)], moves


def two_phase_commit(n):
    """The managers' phases, who is ready, of whom the coordinator has heard, and what it has decided."""
    working, prepared, committed, aborted = range(4)

    def moves(s):
        phase, ready, heard, outcome = s
        for m in range(n):
            bit = 1 << m
            if phase[m] == working:
                yield phase[:m] + (prepared,) + phase[m + 1:], ready | bit, heard, outcome
                yield phase[:m] + (aborted,) + phase[m + 1:], ready, heard, outcome
            if ready & ~heard & bit and not outcome:
                yield phase, ready, heard | bit, outcome
            if outcome and phase[m] != outcome:
                yield phase[:m] + (outcome,) + phase[m + 1:], ready, heard, outcome
        if not outcome:
            if heard == (1 << n) - 1:
                yield phase, ready, heard, committed
            yield phase, ready, heard, aborted
        yield s
    return [((working,) * n, 0, 0, 0)], moves


def filter_lock(n):
    """Levels 1 to n - 1, who came to each last, and who waits there."""
    def moves(s):
        level, waiting, latest = s
        for p in range(n):
            at, bit = level[p], 1 << p
            free = not at or waiting & bit and (
                latest[at] != p or not any(level[q] >= at for q in range(n) if q != p))
            if free and at < n - 1:
                yield level[:p] + (at + 1,) + level[p + 1:], waiting & ~bit, latest
            if at and not waiting & bit:
                yield level, waiting | bit, latest[:at] + (p,) + latest[at + 1:]
            if free and at == n - 1:
                yield level[:p] + (0,) + level[p + 1:], waiting & ~bit, latest
    return [((0,) * n, 0, (None,) * n)], moves


def leader_election(n):
    """The ring, what each process has yet to pass on, and who is elected. Any ring may be the first one."""
    def starts():
        for order in permutations(range(1, n)):
            ring = (0,) + order
            yield tuple(ring[(ring.index(p) + 1) % n] for p in range(n)), tuple(1 << p for p in range(n)), 0

    def moves(s):
        succ, pending, elected = s
        for p in range(n):
            for i in range(n):
                if pending[p] >> i & 1:
                    q, after = succ[p], list(pending)
                    after[p] &= ~(1 << i)
                    if i > q:
                        after[q] |= 1 << i
                    yield succ, tuple(after), elected | (1 << i if i == q else 0)
        yield s
    return list(starts()), moves


def alternating_bit(n):
    """The sender's item and bit, the receiver's item and bit, the packet and the acknowledgement."""
    def moves(s):
        item, bit, got, expected, packet, ack = s
        if item < n:
            yield item, bit, got, expected, (item, bit), ack
        if packet:
            if packet[1] == expected:
                yield item, bit, packet[0], 1 - expected, None, packet[1]
            else:
                yield item, bit, got, expected, None, packet[1]
            yield item, bit, got, expected, None, ack
        if ack is not None:
            if ack == bit:
                yield min(item + 1, n), 1 - bit, got, expected, packet, None
            else:
                yield item, bit, got, expected, packet, None
            yield item, bit, got, expected, packet, None
        yield s
    return [(0, 0, None, 0, None, None)], moves


def main():
    first, moves = globals()[sys.argv[1]](int(sys.argv[2]))
    seen, front = set(first), first
    while front:
        after = []
        for state in front:
            for follower in moves(state):
                if follower not in seen:
                    seen.add(follower)
                    after.append(follower)
        front = after
    print(len(seen))


main()
