"""The ten protocols, each from its description in words. `fault` names what is broken in it."""

from itertools import permutations, product
from math import comb

from graphs import System, steps_of


def changed(values, index, value):
    return values[:index] + (value,) + values[index + 1:]


class Peterson(System):
    """Two processes: raise the flag, give the turn away, wait until the other's flag is down or the turn is back."""

    def __init__(self, fault=None):
        self.fault = fault

    def starts(self):
        return [(("idle", "idle"), (False, False), turn) for turn in (0, 1)]

    def may_enter(self, state, p):
        at, flags, turn = state
        if at[p] != "waiting":
            return False
        return not flags[1 - p] if self.fault == "no turn" else not flags[1 - p] or turn == p

    def step(self, state, p):
        """What the process does next, if it can do anything."""
        at, flags, turn = state
        if self.fault == "turn first":
            doing = {"idle": (flags, 1 - p), "raised": (changed(flags, p, True), turn)}
        else:
            doing = {"idle": (changed(flags, p, True), turn), "raised": (flags, 1 - p)}
        if at[p] in doing:
            return (changed(at, p, {"idle": "raised", "raised": "waiting"}[at[p]]),) + doing[at[p]]
        if self.may_enter(state, p):
            return changed(at, p, "critical"), flags, turn
        if at[p] == "critical":
            return changed(at, p, "idle"), changed(flags, p, False), turn

    def moves(self, state):
        return [after for p in (0, 1) if (after := self.step(state, p))]

    def renamings(self):
        return [lambda state: state, lambda state: (state[0][::-1], state[1][::-1], 1 - state[2])]

    def both_critical(self, _, state):
        return state[0] == ("critical", "critical")

    def starves(self, before, loop):
        """Everybody who can go on and is not idle does so, and somebody waits for ever."""
        for p in (0, 1):
            can = [state[0][p] != "idle" and self.step(state, p) for state in loop]
            does = [s[0][p] != "idle" and self.step(s, p) == t for s, t in steps_of(loop)]
            if all(can) and not any(does):
                return False
        places = [[state[0][p] for state in loop] for p in (0, 1)]
        return any("critical" not in at and set(at) <= {"raised", "waiting"} for at in places)


class Ring(System):
    """Chang and Roberts: each process passes on what is greater than itself, drops what is smaller; its own id back
    elects it. A state is the ring as the process after each, the ids that each is about to pass on, the elected."""

    def __init__(self, size, fault=None):
        self.size, self.fault = size, fault

    def starts(self):
        own = tuple(frozenset([p]) for p in range(self.size))
        for order in permutations(range(1, self.size)):
            ring = (0,) + order
            after = tuple(ring[(ring.index(p) + 1) % self.size] for p in range(self.size))
            yield after, own, frozenset()

    def moves(self, state):
        after, waiting, elected = state
        for p in range(self.size):
            for token in waiting[p]:
                q = after[p]
                left = changed(waiting, p, waiting[p] - {token})
                if token > q or token < q and self.fault == "nothing dropped":
                    left = changed(left, q, left[q] | {token})
                yield after, left, elected | ({q} & {token})

    def wrong_leader(self, _, state):
        return not state[2] <= {self.size - 1}


class Commit(System):
    """Gray and Lamport's two-phase commit. A state is the managers' phases, whose `prepared` was sent, of whom the
    coordinator has heard, and what it has decided."""

    def __init__(self, size, fault=None):
        self.size, self.fault = size, fault

    def starts(self):
        return [(("working",) * self.size, frozenset(), frozenset(), None)]

    def moves(self, state):
        phases, sent, heard, outcome = state
        for m in range(self.size):
            if phases[m] == "working":
                yield changed(phases, m, "prepared"), sent | {m}, heard, outcome
                yield changed(phases, m, "aborted"), sent, heard, outcome
            if m in sent - heard and outcome is None:
                yield phases, sent, heard | {m}, outcome
            if outcome is not None and phases[m] != outcome:
                yield changed(phases, m, outcome), sent, heard, outcome
        if outcome is None:
            yield phases, sent, heard, "aborted"
            enough = len(heard) > 0 if self.fault == "one is enough" else len(heard) == self.size
            if enough:
                yield phases, sent, heard, "committed"

    def renamings(self):
        def by(order):
            def renamed(state):
                phases, sent, heard, outcome = state
                moved = [None] * self.size
                for m, phase in enumerate(phases):
                    moved[order[m]] = phase
                return tuple(moved), frozenset(order[m] for m in sent), frozenset(order[m] for m in heard), outcome
            return renamed
        return [by(order) for order in permutations(range(self.size))]

    def contradicts(self, _, state):
        return {"committed", "aborted"} <= set(state[0])

    def blocks(self, before, loop):
        """The managers do all that they can, and somebody never comes to an end."""
        if len(loop) > 1:
            return False  # every other step is made once at the most, so a loop is one state
        phases, _, _, outcome = loop[0]
        return "working" not in phases and outcome is None and "prepared" in phases


class Bits(System):
    """The alternating bit: items 0, 1, … over a wire with room for one packet and one acknowledgement; what is sent
    takes the place of what is there; both may be lost. A state is the sender's item and bit, the receiver's last item
    and the bit that it expects, and what is on the wire."""

    def __init__(self, items, fault=None):
        self.items, self.fault = items, fault

    def starts(self):
        return [(0, 0, None, 0, None, None)]

    def moves(self, state):
        item, bit, got, expected, packet, ack = state
        if item < self.items:
            yield item, bit, got, expected, (item, bit), ack
        if packet:
            if packet[1] == expected or self.fault == "every packet":
                yield item, bit, packet[0], 1 - expected, None, packet[1]
            else:
                yield item, bit, got, expected, None, packet[1]
            yield item, bit, got, expected, None, ack
        if ack is not None:
            if (ack == bit or self.fault == "every acknowledgement") and item < self.items:
                yield item + 1, 1 - bit, got, expected, packet, None
            elif ack == bit or self.fault == "every acknowledgement":
                yield item, 1 - bit, got, expected, packet, None
            else:
                yield item, bit, got, expected, packet, None
            yield item, bit, got, expected, packet, None

    def out_of_order(self, before, state):
        if before is None or before[3] == state[3]:
            return False
        return state[2] != (0 if before[2] is None else before[2] + 1)


class Tokens(System):
    """Dijkstra's ring: machine 0 counts up, modulo the number of values, if its left neighbour shows the same; each
    other one copies its left neighbour if that shows something else. Any state may be the first."""

    is_idle = False

    def __init__(self, machines, values):
        self.machines, self.values = machines, values

    def starts(self):
        return product(range(self.values), repeat=self.machines)

    def privileged(self, state):
        return [m for m in range(self.machines) if (state[m] == state[m - 1]) == (m == 0)]

    def moves(self, state):
        for m in self.privileged(state):
            yield changed(state, m, state[m - 1] if m else (state[0] + 1) % self.values)

    def renamings(self):
        def by(turn):
            return lambda state: tuple((value + turn) % self.values for value in state)
        return [by(turn) for turn in range(self.values)]

    def never_one(self, before, loop):
        return all(len(self.privileged(state)) != 1 for state in before + loop)


class Readers(System):
    """Readers share, a writer is alone, and no reader begins while a writer waits. Each client is idle, reads, waits to
    write, or writes."""

    def __init__(self, clients, fault=None):
        self.clients, self.fault = clients, fault

    def starts(self):
        return [("idle",) * self.clients]

    def moves(self, state):
        for c, doing in enumerate(state):
            if doing == "idle":
                yield changed(state, c, "waits")
                is_barred = "waits" in state and self.fault != "readers first"
                if not is_barred and ("writes" not in state or self.fault == "no look"):
                    yield changed(state, c, "reads")
            if doing == "waits" and not {"reads", "writes"} & set(state):
                yield changed(state, c, "writes")
            if doing in ("reads", "writes"):
                yield changed(state, c, "idle")

    def renamings(self):
        def by(order):
            return lambda state: tuple(state[c] for c in order)
        return [by(order) for order in permutations(range(self.clients))]

    def crowded(self, _, state):
        return state.count("writes") > 1 or {"reads", "writes"} <= set(state)

    def writer_starves(self, before, loop):
        steps = steps_of(loop)
        for c in range(self.clients):
            for doing in ("reads", "writes"):
                if all(s[c] == doing for s in loop) and not any(s[c] == doing != t[c] for s, t in steps):
                    return False
        begins = any(s[c] == "waits" and t[c] == "writes" for s, t in steps for c in range(self.clients))
        could = all("waits" in s and not {"reads", "writes"} & set(s) for s in loop)
        if could and not begins:
            return False
        if any("writes" in s for s in loop):
            return False
        path = before + loop
        return any("waits" in s and not any("writes" in t for t in path[i:]) for i, s in enumerate(path))


class Philosophers(System):
    """A ring of philosophers and forks: fork p lies left of p, and fork p + 1 right of him. Each takes the left one
    first, philosopher 0 the right one. He who has both eats, and then puts both down. A state is the holder of each
    fork."""

    def __init__(self, size, fault=None):
        self.size, self.fault = size, fault

    def starts(self):
        return [(None,) * self.size]

    def step(self, state, p):
        forks = [p, (p + 1) % self.size]
        if p == 0 and self.fault != "all alike":
            forks.reverse()
        mine = [f for f in forks if state[f] == p]
        if len(mine) == 2:
            return tuple(None if holder == p else holder for holder in state)
        wanted = forks[len(mine)]
        return changed(state, wanted, p) if state[wanted] is None else None

    def moves(self, state):
        return [after for p in range(self.size) if (after := self.step(state, p))]

    def stuck(self, _, state):
        return not any(self.step(state, p) for p in range(self.size))

    def one_starves(self, before, loop):
        for p in range(self.size):
            if all(self.step(s, p) for s in loop) and not any(self.step(s, p) == t for s, t in steps_of(loop)):
                return False
        return any(all(s.count(p) < 2 for s in before + loop) for p in range(self.size))


class Caches(System):
    """MESI on one line. A state is the mode of each cache, and whose value is the newest: caches, and the memory."""

    def __init__(self, caches, fault=None):
        self.caches, self.fault = caches, fault

    def starts(self):
        return [(("I",) * self.caches, frozenset(["memory"]))]

    def moves(self, state):
        modes, fresh = state
        owners = {c for c in range(self.caches) if modes[c] == "M"} or {"memory"}
        for c in range(self.caches):
            if modes[c] == "I":
                if set(modes) == {"I"}:
                    read = changed(modes, c, "E")
                else:
                    read = changed(tuple("I" if mode == "I" else "S" for mode in modes), c, "S")
                yield read, fresh - {c, "memory"} | ({c, "memory"} if owners <= fresh else set())
            else:
                dropped = fresh - {c}
                if modes[c] == "M" and self.fault != "not written back":
                    dropped = dropped - {"memory"} | ({"memory"} if c in fresh else set())
                yield changed(modes, c, "I"), dropped
            others = modes if self.fault == "others stay" else ("I",) * self.caches
            yield changed(others, c, "M"), frozenset([c])

    def renamings(self):
        def by(order):
            def renamed(state):
                modes, fresh = state
                return (tuple(modes[order.index(c)] for c in range(self.caches)),
                        frozenset(c if c == "memory" else order[c] for c in fresh))
            return renamed
        return [by(order) for order in permutations(range(self.caches))]

    def two_masters(self, _, state):
        alone = any(mode in "ME" for mode in state[0])
        return alone and sum(mode != "I" for mode in state[0]) > 1

    def stale(self, _, state):
        modes, fresh = state
        return any(mode != "I" and c not in fresh for c, mode in enumerate(modes)) or (
            "M" not in modes and "memory" not in fresh)


class Hotel(System):
    """Recodable locks. A card has two keys, the room's last one and a new one. A lock opens to a card whose new key it
    has; to a card whose old key it has, and then takes the new one. A state is each room's lock, the desk's last key
    and guest of each room, the cards of each guest, the keys that were issued, and who must go to which room now, with
    which key."""

    def __init__(self, rooms, guests, keys, at_once=False):
        self.rooms, self.guests, self.keys, self.at_once = rooms, guests, keys, at_once

    def starts(self):
        for locks in permutations(range(self.keys), self.rooms):
            yield locks, locks, (None,) * self.rooms, (frozenset(),) * self.guests, frozenset(locks), None

    def moves(self, state):
        return [after for after, _ in self.deeds(state)]

    def deeds(self, state):
        locks, last, occupants, cards, issued, due = state
        for g, r in product(range(self.guests), range(self.rooms)):
            for old, new in cards[g]:
                if locks[r] in (old, new) and due in (None, (g, r, new)):
                    is_bad = occupants[r] not in (None, g)
                    yield (changed(locks, r, new), last, occupants, cards, issued, None), is_bad
            if due:
                continue
            if occupants[r] is None:
                for k in range(self.keys):
                    if k not in issued:
                        card = changed(cards, g, cards[g] | {(last[r], k)})
                        due_now = (g, r, k) if self.at_once else None
                        yield (locks, changed(last, r, k), changed(occupants, r, g), card, issued | {k}, due_now), False
            if occupants[r] == g:
                yield (locks, last, changed(occupants, r, None), cards, issued, None), False

    def renamings(self):
        def by(rooms, guests, keys):
            def renamed(state):
                locks, last, occupants, cards, issued, due = state
                assert due is None
                moved = [0] * self.rooms, [0] * self.rooms, [None] * self.rooms
                for r in range(self.rooms):
                    moved[0][rooms[r]], moved[1][rooms[r]] = keys[locks[r]], keys[last[r]]
                    moved[2][rooms[r]] = None if occupants[r] is None else guests[occupants[r]]
                hands = [frozenset()] * self.guests
                for g in range(self.guests):
                    hands[guests[g]] = frozenset((keys[old], keys[new]) for old, new in cards[g])
                return (*map(tuple, moved), tuple(hands), frozenset(keys[k] for k in issued), None)
            return renamed
        groups = (permutations(range(size)) for size in (self.rooms, self.guests, self.keys))
        return [by(*orders) for orders in product(*groups)]

    def bad_entry(self, before, state):
        return before is not None and any(after == state and is_bad for after, is_bad in self.deeds(before))


class Text:
    """A replicated list (Roh et al., RGA): a replica inserts after a visible character or at the beginning, deletes a
    visible one, or takes all operations of another replica that it lacks. A state is, for each replica, the operations
    in the order in which they came to it; an operation is ("insert", number, left) or ("delete", number, character)."""

    def __init__(self, replicas, fault=None):
        self.replicas, self.fault = replicas, fault

    def calls(self, known, made, used):
        """What each call leads to. Replicas are named in the order of their first call."""
        for r in range(min(used + 1, self.replicas)):
            shown = [c for c in self.document(known[r]) if c not in {o[2] for o in known[r] if o[0] == "delete"}]
            after = max(used, r + 1)
            for left in [None] + shown:
                yield changed(known, r, known[r] + (("insert", made, left),)), made + 1, after
            for c in shown:
                yield changed(known, r, known[r] + (("delete", made, c),)), made + 1, after
            for s in range(used):
                news = tuple(o for o in known[s] if o not in known[r])
                if news:
                    yield changed(known, r, known[r] + news), made, after

    def sequences(self, calls, state=None):
        state = state or (((),) * self.replicas, 0, 0)
        return sum(self.sequences(calls - 1, after) for after in self.calls(*state)) if calls else 1

    def lassos(self, most):
        """Calls and idle steps, until a last call after which nothing happens."""
        of = [self.sequences(calls) for calls in range(most)]
        later = range(2, most + 1)
        return 1 + sum(comb(states - 2, calls - 1) * of[calls] for states in later for calls in range(1, states))

    def document(self, operations):
        """Each insertion goes behind its left neighbour, and on behind what is younger than itself."""
        text = []
        for kind, number, left in operations:
            if kind == "insert":
                at = 0 if left is None else text.index(left) + 1
                while self.fault != "by arrival" and at < len(text) and text[at] > number:
                    at += 1
                text.insert(at, number)
        return text

    def first_disagreement(self, most):
        """The number of states of the shortest behaviour after which two replicas show two characters in two orders."""
        states = {(((),) * self.replicas, 0, 0)}
        for length in range(1, most + 1):
            for known, _, _ in states:
                shown = [{pair for pair in in_order(self.document(mine))} for mine in known]
                if any((b, a) in other for one in shown for (a, b) in one for other in shown):
                    return length
            states = {after for state in states for after in self.calls(*state)}
        return None


def in_order(text):
    return [(a, b) for i, a in enumerate(text) for b in text[i + 1:]]
