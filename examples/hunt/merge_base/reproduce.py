"""A repository on disk with commits of one second, and what dulwich and git say of it. Messages give other hashes."""

import subprocess
import tempfile

from dulwich import graph, porcelain
from dulwich.objects import Commit, Tree
from dulwich.repo import Repo

folder = tempfile.mkdtemp()
repository = Repo.init_bare(folder)
tree = Tree()
repository.object_store.add_object(tree)


def commit(message, *parents, date=1_000_000_000):
    made = Commit()
    made.tree, made.parents, made.message = tree.id, list(parents), message.encode()
    made.author = made.committer = b"a <a@example.org>"
    made.author_time = made.commit_time = date
    made.author_timezone = made.commit_timezone = 0
    repository.object_store.add_object(made)
    return made.id


def git(*words):
    return subprocess.run(["git", "-C", folder, *words], capture_output=True, text=True)


wrong, ancestors = 0, []
for number in range(300):  # a ← b ← c ← d → e → a
    a = commit(f"a {number}")
    c = commit(f"c {number}", commit(f"b {number}", a))
    d = commit(f"d {number}", c, commit(f"e {number}", a))
    wrong += graph.find_merge_base(repository, [c, d]) != [c]
    if porcelain.merge_base(folder, committishes=[c.decode(), d.decode()]) == [a]:
        ancestors.append((c, d))
print(f"dulwich: of 300 merge bases of c and d, {wrong} are not c alone; porcelain.merge_base names a {len(ancestors)} times")
by_git = [git("merge-base", "--all", c.decode(), d.decode()).stdout.strip() == c.decode() for c, d in ancestors]
print(f"git: c alone for {sum(by_git)} of these {len(by_git)}")

old = commit("old", date=12 * 3600)
new = commit("new", commit("between", old, date=11 * 3600), date=11 * 3600)
is_ancestor = git("merge-base", "--is-ancestor", old.decode(), new.decode()).returncode == 0
print("fast-forward: dulwich", graph.can_fast_forward(repository, old, new), "git", is_ancestor)
