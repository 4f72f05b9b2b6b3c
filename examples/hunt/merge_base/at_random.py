"""Histories at random, judged by sets of ancestors. `stored` makes commits in dulwich's MemoryRepo, with their real hashes;
`labelled` has the bounds of the spec, and hashes in any order."""

from by_hypothesis import of_strategy, tell
from dulwich import graph, objects
from dulwich.repo import MemoryRepo, ParentsProvider
from hypothesis import strategies as st


@st.composite
def histories(draw, commits, seconds):
    """For each commit its parents, of those before it, and its date; and two commits."""
    history = []
    for number in range(draw(commits)):
        parents = draw(st.sets(st.integers(0, number - 1), max_size=2)) if number else set()
        history.append((sorted(parents), draw(seconds)))
    one = st.integers(0, len(history) - 1)
    return history, draw(one), draw(one), draw(st.permutations(range(len(history))))


def with_clocks(history):
    """No commit is older than its parents: dates are seconds after the newest parent."""
    dates = []
    for parents, later in history:
        dates.append(max((dates[parent] for parent in parents), default=0) + later)
    return [(parents, date) for (parents, _), date in zip(history, dates)]


def commit(parents, date, message=b""):
    made = objects.Commit()
    made.tree, made.parents, made.message = objects.Tree().id, parents, message
    made.author = made.committer = b"a <a@example.org>"
    made.author_time = made.commit_time = date
    made.author_timezone = made.commit_timezone = 0
    return made


def stored(history, order):
    repository, hashes = MemoryRepo(), []
    for number, (parents, date) in enumerate(history):
        made = commit([hashes[parent] for parent in parents], 1_000_000_000 + date, b"commit %d" % number)
        repository.object_store.add_object(made)
        hashes.append(made.id)
    return repository, hashes


def labelled(history, order):
    return Labelled(history, order), [b"%040d" % place for place in order]


class Labelled:
    """All that the two functions ask of a repository."""

    def __init__(self, history, order):
        self.object_store = self
        hashes = [b"%040d" % place for place in order]
        self.commits = {h: commit([hashes[p] for p in parents], date) for h, (parents, date) in zip(hashes, history)}

    def __getitem__(self, name):
        return self.commits[name]

    def get_commit_graph(self):
        return None

    def parents_provider(self):
        return ParentsProvider(self)


def ancestors(history, start):
    found = [start]
    for one in found:
        found += [parent for parent in history[one][0] if parent not in found]
    return set(found)


def base_is_wrong(made):
    def is_wrong(drawn):
        history, a, b, order = drawn
        history = with_clocks(history)
        repository, hashes = made(history, order)
        common = ancestors(history, a) & ancestors(history, b)
        bases = common - {one for other in common for one in ancestors(history, other) - {other}}
        found = graph.find_merge_base(repository, [hashes[a], hashes[b]])
        return sorted(found) != sorted(hashes[base] for base in bases)

    return is_wrong


def forward_is_wrong(made):
    def is_wrong(drawn):
        history, a, b, order = drawn
        repository, hashes = made(history, order)
        return graph.can_fast_forward(repository, hashes[a], hashes[b]) != (a in ancestors(history, b))

    return is_wrong


STRATEGIES = {
    "stored": (histories(st.integers(1, 20), st.integers(0, 100)), stored),
    "labelled": (histories(st.integers(2, 6), st.integers(0, 2)), labelled),
}
FAULTS = {"dulwich, find_merge_base": base_is_wrong, "dulwich, can_fast_forward": forward_is_wrong}
tell(
    [
        (fault, name, of_strategy(strategy, is_wrong(made)))
        for fault, is_wrong in FAULTS.items()
        for name, (strategy, made) in STRATEGIES.items()
    ],
    size=lambda drawn: len(drawn[0]),
)
