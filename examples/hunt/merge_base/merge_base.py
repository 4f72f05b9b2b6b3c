"""What dulwich, libgit2 and git say of two commits of a history.

A commit's hash may be any. Here hashes are in the order of the names that the input gives, so that
other labellings are other orders."""

import hashlib
import itertools
import subprocess
import sys
import tempfile

from pykorrel import driver


@driver.type
class Commit:
    @property
    def number(self):
        return int(driver.name(self).split("$")[1])


def history(*heads):
    """The commits that these lead to, each after its parents."""
    found = []

    def visit(commit):
        if commit not in found:
            for parent in commit.parents:
                visit(parent)
            found.append(commit)

    for head in heads:
        visit(head)
    return found


def with_dulwich():
    from dulwich import graph, objects
    from dulwich.repo import ParentsProvider

    class Repository:
        """All that the two functions ask of a repository; it is on no disk."""

        def __init__(self, *heads):
            self.object_store = self
            self.commits = {b"%040d" % commit.number: commit for commit in history(*heads)}
            self.hashes = {commit: hash for hash, commit in self.commits.items()}

        def __getitem__(self, hash):
            made = objects.Commit()
            made.parents = [self.hashes[parent] for parent in self.commits[hash].parents]
            made.commit_time = self.commits[hash].date
            return made

        def get_commit_graph(self):
            return None

        def parents_provider(self):
            return ParentsProvider(self)

    @driver.operation
    def mergeBase(a, b):
        made = Repository(a, b)
        return [made.commits[hash] for hash in graph.find_merge_base(made, [made.hashes[a], made.hashes[b]])]

    @driver.operation
    def fastForward(a, b):
        made = Repository(a, b)
        return graph.can_fast_forward(made, made.hashes[a], made.hashes[b])


class Stored:
    """A history in a repository on disk: `hashes` has those of its commits."""

    tree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"  # without a file

    def __init__(self, *heads):
        self.hashes = {}
        for commit in history(*heads):
            self.hashes[commit] = self.write(commit)

    def write(self, commit):
        who = f"a <a> {commit.date} +0000"
        parents = "".join(f"parent {self.hashes[parent]}\n" for parent in commit.parents)
        for salt in itertools.count():
            text = f"tree {self.tree}\n{parents}author {who}\ncommitter {who}\n\n{salt}\n".encode()
            hash = hashlib.sha1(b"commit %d\0" % len(text) + text)
            if hash.digest()[0] // 32 == commit.number:
                return str(repository.write(pygit2.enums.ObjectType.COMMIT, text))


def with_libgit2():
    @driver.operation
    def oneMergeBase(a, b):
        hashes = Stored(a, b).hashes
        found = repository.merge_base(hashes[a], hashes[b])
        return next((commit for commit, hash in hashes.items() if hash == str(found)), None)

    @driver.operation
    def fastForward(a, b):
        hashes = Stored(a, b).hashes
        return a is b or repository.descendant_of(hashes[b], hashes[a])


def with_git():
    def git(*words):
        told = subprocess.run(["git", "-C", folder.name, *words], capture_output=True, text=True)
        if told.returncode > 1:  # 1 is "none", or "no"
            raise RuntimeError(told.stderr)
        return told

    @driver.operation
    def mergeBase(a, b):
        hashes = Stored(a, b).hashes
        found = git("merge-base", "--all", hashes[a], hashes[b]).stdout.split()
        return [commit for commit, hash in hashes.items() if hash in found]

    @driver.operation
    def fastForward(a, b):
        hashes = Stored(a, b).hashes
        return git("merge-base", "--is-ancestor", hashes[a], hashes[b]).returncode == 0


library = sys.argv[1]
if library != "dulwich":
    import pygit2

    folder = tempfile.TemporaryDirectory()
    repository = pygit2.init_repository(folder.name, bare=True)
globals()[f"with_{library}"]()
driver.serve()
