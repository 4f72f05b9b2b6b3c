"""SCXML's rules once more, in Python, transition after transition. The spec judges it, as a library."""

HISTORIES = ("Shallow", "Deep")


class Machine:
    def __init__(self, root, log):
        self.log, self.order = log, list(root.below())
        self.states = {state.name: state for state in self.order}
        self.now, self.kept = set(), {}
        self.enter(completed({root}))

    def active(self):
        return [state.name for state in self.now]

    def send(self, event):
        taken = self.chosen(event)
        left = {x for t in taken for x in self.leaves(t, event)}
        goes_to = [self.goes_to(t, event, left) for t in taken]
        for state in self.order:
            if state.kind in HISTORIES and state.parent in left:
                at = below(state.parent) if state.kind == "Deep" else state.parent.children
                deep = state.kind == "Deep"
                self.kept[state] = {x for x in self.now if x in at and not (deep and x.children)}
        for state in reversed(self.order):
            if state in left:
                self.now.remove(state)
                self.log.exit(state.name)
        self.enter(set().union(*goes_to))

    def enter(self, states):
        for state in self.order:
            if state in states:
                self.now.add(state)
                if state.parent:
                    self.log.enter(state.name)

    def chosen(self, event):
        """The innermost transitions; of two that leave the same state, the inner one, else the earlier one."""
        enabled = []
        for atom in (x for x in self.order if x in self.now and not x.children):
            at = next((a for a in [atom, *outside(atom)] if event in a.on), None)
            if at and at not in enabled:
                enabled.append(at)
        taken = []
        for t in enabled:
            rivals = [u for u in taken if self.leaves(t, event) & self.leaves(u, event)]
            if all(t in below(u) for u in rivals):
                taken = [u for u in taken if u not in rivals] + [t]
        return taken

    def leaves(self, t, event):
        return self.now & below(self.domain(t, event))

    def domain(self, t, event):
        states = {t} | self.targets(t, event, {})
        some = next(iter(states))
        return next(a for a in outside(some) if a.kind in ("Compound", "Root") and states <= below(a))

    def targets(self, t, event, left):
        to = self.states[t.on[event]]
        if to.kind not in HISTORIES:
            return {to}
        kept = self.kept.get(to, set())
        if to.parent in left:
            at = below(to.parent) if to.kind == "Deep" else to.parent.children
            kept = {x for x in self.now if x in at and not (to.kind == "Deep" and x.children)}
        return kept or {self.states[name] for name in to.default}

    def goes_to(self, t, event, left):
        targets, outer = self.targets(t, event, left), below(self.domain(t, event))
        return completed(targets | {x for x in outer if below(x) & targets})


def completed(core):
    """These, and what is entered with them because nothing else is said."""
    found, new = set(core), list(core)
    while new:
        state = new.pop()
        if state.kind == "Parallel":
            more = {c for c in state.children if c.kind not in HISTORIES}
        elif state.children and not core & set(state.children):
            more = {state.children[0]}
        else:
            continue
        new += more - found
        found |= more
    return found


def outside(state):
    while state := state.parent:
        yield state


def below(state):
    return {x for x in state.below() if x is not state}
