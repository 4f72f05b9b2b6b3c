"""The program, its streams, and how they end."""

import gc
import os
import subprocess
import sys
from pathlib import Path

import pytest

import pykorrel
from pykorrel import _program

MANY = {"scope": "exactly 1 Tree, 9 Node, 1..9 Int"}


@pytest.fixture
def tree(library):
    return library / "red_black_tree.als"


def test_a_command_and_a_scope(tree):
    assert len(list(pykorrel.find(tree))) == 16
    assert len(list(pykorrel.find(tree, "two_nodes"))) == 2
    heaps = list(
        pykorrel.find(tree, "repOk", scope="exactly 1 Tree, 7 Node, 1..7 Int", threads=2, symmetry="full")
    )
    assert [heap.id for heap in heaps] == list(range(len(heaps)))
    assert heaps[0].roots.t.root is None, "smallest first"


def test_what_a_stream_says(tree):
    with pykorrel.find(tree, limit=3, keys=True) as stream:
        assert stream.header.enums == {"Color": ["RED", "BLACK"]}
        keys = [heap.key for heap in stream]
    assert (stream.count, stream.status) == (3, "limit")
    (again,) = pykorrel.find(tree, key=keys[1])
    assert (again.id, again.key) == (1, keys[1])
    assert list(stream) == [], "it has ended"


def test_a_loop_that_is_left_ends_the_program(tree):
    # If this failed, each test that stops at its first failure would leave a process behind.
    stream = pykorrel.find(tree, **MANY)
    process = next(stream) and stream._process
    assert process.poll() is None
    del stream
    gc.collect()
    assert process.returncode is not None
    for _ in pykorrel.find(tree, **MANY):
        break
    with pykorrel.find(tree, **MANY) as stream:
        process = next(stream) and stream._process
    assert process.returncode is not None


def test_a_stream_that_nobody_reads_starts_nothing(tree):
    assert pykorrel.find(tree, **MANY)._process is None


def test_an_incomplete_stream_is_no_whole_one(tree):
    # If this failed, a loop would have seen a part of the inputs and have passed for all.
    stream = pykorrel.find(tree, timeout=0.001, **MANY)
    with pytest.raises(pykorrel.Incomplete) as error:
        list(stream)
    assert (error.value.status, error.value.count) == ("timeout", stream.count)


def test_nothing_is_no_error(tree):
    stream = pykorrel.find(tree, scope="exactly 1 Tree, exactly 2 Node, 1..1 Int")
    assert list(stream) == [] and stream.status == "complete"
    assert "no instance exists" in stream.why_empty()


def test_mistakes_of_the_spec(tmp_path, library):
    spec = tmp_path / "spec.als"
    spec.write_text("sig A { f: lone B }")
    with pytest.raises(pykorrel.SpecError, match="there is no name `B`") as error:
        pykorrel.find(spec).header
    assert error.value.code == "E0006" and f"{spec}:1:17" in str(error.value)
    (message,) = error.value.messages
    (place,) = message.places
    assert (place.file, place.line, place.column, place.end_column) == (str(spec), 1, 17, 18) and place.primary
    assert "there is no name `B`" in message.message and message.text.strip() == str(error.value)
    with pytest.raises(pykorrel.SpecError, match="cannot read"):
        list(pykorrel.find(tmp_path / "none.als"))
    with pytest.raises(pykorrel.SpecError, match="there is no command, predicate or assertion `nope`"):
        list(pykorrel.find(library / "group.als", "nope"))


def test_mistakes_of_the_call(tree):
    with pytest.raises(pykorrel.ProgramError, match="--symetry"):
        list(pykorrel.find(tree, symetry="none"))
    with pytest.raises(TypeError, match="format"):
        pykorrel.find(tree, format="text")


def test_warnings_are_warnings(tmp_path):
    spec = tmp_path / "spec.als"
    spec.write_text("sig A { f: set A } run { #f > 2 } for 3")
    with pytest.warns(pykorrel.SpecWarning, match="this cardinality can overflow") as warned:
        assert list(pykorrel.find(spec))
    (message,) = warned[0].message.messages
    assert message.severity == "warning" and message.places[0].line == 1


def test_saved_streams(tree, tmp_path):
    saved = tmp_path / "heaps.jsonl"
    lines = subprocess.run([pykorrel.program(), "find", str(tree)], stdout=subprocess.PIPE).stdout.splitlines(
        True
    )
    saved.write_bytes(b"".join(lines))
    assert len(list(pykorrel.read(saved))) == 16
    assert len(list(pykorrel.read(lines, values={"Int": {1: "a", 2: "b", 3: "c"}}))) == 16
    for cut in (lines[:-1], lines[:5], [*lines[:5], lines[5][:20]]):
        stream = pykorrel.read(cut)
        with pytest.raises(pykorrel.Incomplete) as error:
            list(stream)
        assert error.value.status == "truncated"
    with pytest.raises(pykorrel.StreamError, match="no stream of heapgraph/1"):
        list(pykorrel.read([b'{"kind":"header"}\n']))


def fake(folder, version):
    folder.mkdir(exist_ok=True)
    script = folder / "korrel"
    script.write_text(f"#!/bin/sh\necho {version}\n")
    script.chmod(0o755)
    return str(script)


@pytest.mark.skipif(os.name == "nt", reason="a script stands for the program")
class TestProgram:
    def test_the_environment_says_which(self, monkeypatch, tmp_path):
        chosen = fake(tmp_path / "chosen", f"korrel {pykorrel.__version__}")
        monkeypatch.setenv("KORREL", chosen)
        assert pykorrel.program() == chosen

    def test_the_packages_own_comes_before_the_path(self, monkeypatch, tmp_path):
        inside = fake(tmp_path / "inside", f"korrel {pykorrel.__version__}")
        path = fake(tmp_path / "path", f"korrel {pykorrel.__version__}")
        monkeypatch.delenv("KORREL", raising=False)
        monkeypatch.setenv("PATH", str(Path(path).parent))
        monkeypatch.setattr(_program, "_places", lambda: iter([Path(inside)]))
        assert pykorrel.program() == inside
        Path(inside).unlink()
        assert pykorrel.program() == path
        Path(path).unlink()
        with pytest.raises(pykorrel.ProgramError, match="there is no program korrel"):
            pykorrel.program()

    @pytest.mark.parametrize(
        "says, message",
        [
            ("korrel 0.7.0", r"is korrel 0.7.0, this package needs 0.1.0"),
            ("ripgrep 14", "is not the program of this package$"),
        ],
    )
    def test_another_version_is_said(self, monkeypatch, tmp_path, says, message):
        monkeypatch.setenv("KORREL", fake(tmp_path / says.replace(" ", "-"), says))
        with pytest.raises(pykorrel.ProgramError, match=message):
            list(pykorrel.find("tree.als"))

    def test_the_command_of_another_project_is_not_run(self, monkeypatch, tmp_path):
        # If this failed, PyPI's korrel, installed after this package, would be asked for inputs.
        inside = tmp_path / "korrel"
        inside.write_text("#!/bin/sh\necho 'unrecognized arguments: --version' >&2\nexit 2\n")
        inside.chmod(0o755)
        monkeypatch.delenv("KORREL", raising=False)
        monkeypatch.setattr(_program, "_places", lambda: iter([inside]))
        about = tmp_path / "korrel-0.1.3.dist-info"
        about.mkdir()
        (about / "METADATA").write_text("Metadata-Version: 2.1\nName: korrel\nVersion: 0.1.3\n")
        monkeypatch.syspath_prepend(tmp_path)
        with pytest.raises(pykorrel.ProgramError, match="project korrel 0.1.3.*`pip uninstall korrel`"):
            pykorrel.program()

    def test_one_that_is_not_there(self, monkeypatch):
        monkeypatch.setenv("KORREL", "/nowhere/korrel")
        with pytest.raises(pykorrel.ProgramError, match=r"/nowhere/korrel \(\$KORREL\) cannot be started"):
            pykorrel.program()


def test_as_a_module():
    run = subprocess.run([sys.executable, "-m", "pykorrel", "--version"], stdout=subprocess.PIPE, text=True)
    assert run.stdout == f"korrel {pykorrel.__version__}\n"


def test_the_version_is_the_programs():
    # If this failed, a release would refuse its own program, or miss that another one does not fit.
    cargo = Path(__file__).parents[3] / "Cargo.toml"
    assert f'\nversion = "{pykorrel.__version__}"\n' in cargo.read_text()
