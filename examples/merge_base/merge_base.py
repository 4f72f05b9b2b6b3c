"""`find_merge_base` and `can_fast_forward` of dulwich, on histories that are on no disk."""

from dulwich import graph, objects
from dulwich.repo import ParentsProvider
from korrel import driver


@driver.type
class Commit:
    @property
    def hash(self):
        """A hash may be any; these are in the order of the names that the input gives."""
        return b"%040d" % int(driver.name(self).split("$")[1])


class Repository:
    """All that the two functions ask of a repository."""

    def __init__(self, *heads):
        self.object_store, self.commits, self.stored = self, {}, {}
        waiting = list(heads)
        while waiting:
            commit = waiting.pop()
            if commit.hash not in self.commits:
                self.commits[commit.hash] = commit
                self.stored[commit.hash] = stored(commit)
                waiting += commit.parents

    def __getitem__(self, hash):
        return self.stored[hash]

    def get_commit_graph(self):
        return None

    def parents_provider(self):
        return ParentsProvider(self)


def stored(commit):
    made = objects.Commit()
    made.parents = [parent.hash for parent in commit.parents]
    made.commit_time = commit.date
    return made


@driver.operation
def mergeBase(a, b):
    repository = Repository(a, b)
    return [repository.commits[h] for h in graph.find_merge_base(repository, [a.hash, b.hash])]


@driver.operation
def fastForward(a, b):
    return graph.can_fast_forward(Repository(a, b), a.hash, b.hash)


driver.serve()
