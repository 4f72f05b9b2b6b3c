"""`python -m pykorrel.classes`: heaps of classes as a stream."""

import json
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
    code, stream, _ = asked("tree.py:Tree", "--where", "rep_ok", "--scope", "4 Node, 1..4 int", "--keys")
    assert stream.endswith(b'"count":51,"digest":"crc32:5fee6934"}\n')  # as in JavaScript and Java
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
    assert run.returncode == 2 and b"`--runtime PROGRAM` names another one" in run.stderr
    killed = tmp_path / "killed"
    killed.write_text("#!/bin/sh\nkill -9 $$\n")
    killed.chmod(0o755)
    run = subprocess.run([*program[:3], "--python", str(killed), *words], cwd=tmp_path, capture_output=True, timeout=100)
    assert run.returncode == 3 and b"was ended before it had written all heaps" in run.stderr


@pytest.fixture
def program(tmp_path):
    def program(*words):
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "PYTHONDONTWRITEBYTECODE": "1"}
        command = [pykorrel.program(), *words]
        run = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, timeout=200)
        return run.returncode, run.stdout.decode(), run.stderr.decode()

    return program


PYTHON = ["--classes", "--python", sys.executable]

KINDS = """
from __future__ import annotations
import enum
from typing import *

class Color(enum.Enum):
    RED = 1
    BLACK = 2

class Circle:
    radius: Literal[1, 2]
    next: Optional[Circle]

class Square:
    flag: bool
    next: Optional[Square]

class Root:
    shapes: List[Union[Circle, Square]]
    color: Optional[Color]
    either: Union[Circle, Square, None]

class Holder:
    by: Dict[int, Circle]
    names: Dict[Square, Literal["x", "y"]]

class Members:
    members: Set[Union[Circle, Square]]
    number: Optional[int]
    name: Annotated[str, ["a", "c"]]
"""


def records(stream):
    return {json.loads(line).get("key"): line for line in stream.splitlines() if '"kind":"instance"' in line}


@pytest.mark.parametrize(
    "root, scope",
    [
        ("Root", "1 Circle, 1 Square, 2 seq"),
        ("Root", "2 Circle, 2 Square, 1 seq"),
        ("holder=Holder", "1 Circle, 1 Square, 2..3 int, 2 seq"),
        ("Members", "2 Circle, 1 Square, 3 seq"),
        ("first=Circle,other=Circle", "2 Circle"),
    ],
)
def test_the_skeleton_has_the_same_heaps(asked, program, tmp_path, root, scope):
    # If this failed, a spec that begins with the skeleton would speak of other heaps than the classes, or name them otherwise.
    (tmp_path / "kinds.py").write_text(KINDS)
    code, stream, told = asked(f"kinds.py:{root}", "--scope", scope, "--keys")
    assert code == 0, told
    code, spec, told = program("init", *PYTHON, f"kinds.py:{root}", "--scope", scope)
    assert code == 0, told
    (tmp_path / "kinds.als").write_text(spec)
    code, listed, told = program("find", "kinds.als", "--keys")
    assert code == 0, told
    of_code, of_spec = records(stream.decode()), records(listed)
    assert len(of_code) > 10 and of_code.keys() == of_spec.keys(), (len(of_code), len(of_spec), spec)


def test_what_a_spec_cannot_say(asked, tmp_path):
    (tmp_path / "odd.py").write_text(
        "from __future__ import annotations\nfrom typing import *\n"
        "class Ring:\n    next: Optional[Ring]\n"
        "class Words:\n    set: int\n"
        "class Pair:\n    both: Tuple[Optional[Ring], int]\n"
        "class Some:\n    few: Set[int]\n"
    )
    for root, told in [
        ("Ring", "Ring: there may be 3, so the root needs a name of its own"),
        ("one=Ring", "the root `one` has a name that a spec cannot have"),
        ("Words", "the field `set` has a name that a spec cannot have"),
        ("Pair", "Pair.both: a spec has no counterpart of what this field holds"),
        ("Some", "Some.few: up to 3 of 4 members; a spec has no such bound, so give `4 seq`"),
    ]:
        code, _, said = asked(f"odd.py:{root}", "--skeleton", "--scope", "0..3 int")
        assert code == 2 and told in said, said


@pytest.mark.parametrize(
    "root, scope, heaps",
    [
        ("SinglyLinked", "3 Link, 0..1 int", 15),
        ("SearchTree", "3 TreeNode, 1..3 int", 15),
        ("AvlTree", "3 AvlNode, 1..3 int", 11),
        ("RedBlackTree", "3 RedBlackNode, 1..3 int", 16),
        ("first=Dag", "3 Dag", 20),
        ("Graph", "3 Vertex, 3 seq", 8),
    ],
)
def test_a_spec_is_learnt_that_says_the_same(program, tmp_path, root, scope, heaps):
    # If this failed, `learn` would propose a spec that has other heaps than the code accepts, and say that it has the same.
    file = f"{Path(__file__).with_name('code_structures.py')}:{root}"
    words = [*PYTHON, file, "--where", "rep_ok", "--scope", scope]
    code, spec, told = program("learn", *words)
    assert code == 0 and f"the spec and `rep_ok` accept the same {heaps} heaps" in told, told
    (tmp_path / "learnt.als").write_text(spec)
    _, stream, _ = program("find", *words, "--keys")
    _, listed, _ = program("find", "learnt.als", "--keys")
    assert len(records(stream)) == heaps and records(stream).keys() == records(listed).keys(), spec
    body = spec.partition("\npred ")[2].partition("\n}")[0].splitlines()[1:]
    _, lines, _ = program("learn", *words, "--format", "json")
    assert [f"  {json.loads(line)['text']}" for line in lines.splitlines()] == body[1:]  # the first says what is reached


def test_where_the_spec_differs(program, tmp_path):
    # If this failed, a spec that accepts too much would be taken for what the code says.
    (tmp_path / "odd.py").write_text(
        "from __future__ import annotations\nfrom typing import Optional\n"
        "class Link:\n    next: Optional[Link]\n"
        "class Chain:\n    first: Optional[Link]\n"
        "    def rep_ok(self):\n"
        "        links, link = [], self.first\n"
        "        while link is not None:\n"
        "            if link in links:\n                return False\n"
        "            links.append(link)\n            link = link.next\n"
        "        return len(links) != 2\n"
        "    def never(self):\n        return False\n"
    )
    words = [*PYTHON, "odd.py:Chain", "--scope", "4 Link", "--where"]
    code, spec, told = program("learn", *words, "rep_ok")
    assert code == 1 and "no n: Link | n in n.^next" in spec, spec
    assert "`rep_ok` accepts 4 heaps, and the spec accepts 1 more, " in told and "Link$1" in told and "Link$2" not in told, told
    code, _, told = program("learn", *words, "never")
    assert code == 2 and "the predicate accepts nothing within these bounds" in told
    code, _, told = program("learn", *words, "rep_ok", "--good", "heaps.jsonl")
    assert code == 2 and "--good is about a spec" in told, told
