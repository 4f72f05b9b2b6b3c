"""`python -m pykorrel.classes`: heaps of classes as a stream."""

import os
import subprocess
import sys
from pathlib import Path

import pykorrel
import pytest
from test_code_every import TREE


@pytest.fixture
def asked(tmp_path):
    (tmp_path / "tree.py").write_text(TREE)

    def asked(*words, module="pykorrel.classes"):
        path = os.pathsep.join(filter(None, sys.path))
        environment = {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
        run = subprocess.run(
            [sys.executable, "-m", module, *words], cwd=tmp_path, env=environment, capture_output=True, timeout=100
        )
        return run.returncode, run.stdout, run.stderr.decode()

    return asked


def test_a_stream_as_korrel_find_writes_it(asked):
    # If this failed, the readers of streams would refuse it, or name its heaps otherwise than those of a spec.
    code, stream, told = asked("tree.py:t=Tree", "--where", "rep_ok", "--scope", "3 Node, 1..3 int", "--keys")
    assert code == 0 and told.startswith("COMPLETE: 15 heaps of Tree where Tree.rep_ok")
    read = pykorrel.read(stream.splitlines(keepends=True))
    heaps = list(read)
    assert read.status == "complete" and len({heap.key for heap in heaps}) == 15
    assert read.header.command == "Tree where Tree.rep_ok for 3 Node, 1..3 int" and heaps[1].roots.t.root.key == 1
    code, stream, _ = asked("tree.py:Tree", "--where", "rep_ok", "-n2", "--bare", "--quiet")
    assert code == 0 and stream.count(b'{"kind":"instance"') == len(stream.splitlines()) == 2


@pytest.mark.parametrize(
    "words, code, told",
    [
        (["tree.py:Tre"], 2, "tree.py has no class Tre; it has Node, Tree"),
        (["tree.py:Tree", "--where", "good"], 2, "--where good: neither Tree nor its file has a function"),
        (["tree.py:Tree", "--scope", "4"], 2, "--scope: `4` is none of `4 Node`, `1..4 int`"),
        (["tree.py:Tree", "--where", "rep_ok", "--scope", "9 Node, 1..9 int", "--timeout", "1ms"], 3, "INCOMPLETE (timeout)"),
    ],
)
def test_mistakes_and_ends(asked, words, code, told):
    found, _, said = asked(*words)
    assert found == code and told in said, said


def test_a_module_that_searches_when_it_is_imported(asked, tmp_path):
    # If this failed, the process that tries the predicate again would start the next one, and so on without end.
    (tmp_path / "searches.py").write_text(
        "import pykorrel, tree\nopen('runs', 'a').write('x')\n"
        "def is_good(tree):\n    return tree.rep_ok()\n"
        "print(len(list(pykorrel.all(tree.Tree, where=is_good, Node=2))))\n"
    )
    (tmp_path / "script.py").write_text("import searches\n")
    code, out, told = asked(module="script")
    assert code == 0 and out.split() == [b"10"] and not told, told
    assert Path(tmp_path / "runs").read_text() == "xx"


def test_korrel_find_starts_it(asked, tmp_path):
    # If this failed, whoever asks the program would get another stream than the module writes.
    words = ["tree.py:t=Tree", "--where", "rep_ok", "--scope", "3 Node, 1..3 int", "--keys"]
    code, stream, _ = asked(*words)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "PYTHONDONTWRITEBYTECODE": "1"}
    program = [pykorrel.program(), "find", "--classes", "--python", sys.executable]
    run = subprocess.run([*program, *words], cwd=tmp_path, env=environment, capture_output=True, timeout=100)
    assert (run.returncode, run.stdout) == (code, stream), run.stderr
    run = subprocess.run([*program[:3], "--python", "nowhere", *words], cwd=tmp_path, capture_output=True, timeout=100)
    assert run.returncode == 2 and b"`--python PROGRAM` names another Python" in run.stderr
    killed = tmp_path / "killed"
    killed.write_text("#!/bin/sh\nkill -9 $$\n")
    killed.chmod(0o755)
    run = subprocess.run([*program[:3], "--python", str(killed), *words], cwd=tmp_path, capture_output=True, timeout=100)
    assert run.returncode == 3 and b"was ended before it had written all heaps" in run.stderr
