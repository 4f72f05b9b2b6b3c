"""Pictures in a notebook. What needs a kernel is left out where nbclient and ipykernel are not installed."""

import base64
import os
import re
import xml.etree.ElementTree as ElementTree

import pytest

import pykorrel

TRACES = "sig P { next: P } one sig Ring { var at: P } fact { always Ring.at' = Ring.at.next } run {} for exactly 2 P"


@pytest.fixture
def tree(library):
    return library / "red_black_tree.als"


def images(html):
    """The classes of the images, the names of the nodes in each, and what is said in place of them."""
    found = re.findall(
        r'<img class="([\w-]+)"[^>]* alt="([^"]*)" src="data:image/svg\+xml;base64,([^"]*)">', html
    )
    texts = [ElementTree.fromstring(base64.b64decode(data)).itertext() for _, _, data in found]
    return [(name, " ".join(text), alt) for (name, alt, _), text in zip(found, texts)]


def test_a_heap_is_a_picture(tree, tmp_path):
    # If this failed, a cell would show one line of text, or another heap.
    traces = tmp_path / "traces.als"
    traces.write_text(TRACES)
    for found in (pykorrel.find(tree, "two_nodes"), pykorrel.find(traces)):
        heap = next(found)
        names = heap.objects if isinstance(heap, pykorrel.Heap) else heap.states[0].objects
        pictures = images(heap._repr_html_())
        assert [name for name, *_ in pictures] == ["korrel-light", "korrel-dark"]
        for name in names:
            assert all(name in text and name in alt for _, text, alt in pictures), name
        assert heap._repr_svg_().startswith("<svg")


def test_a_heap_without_the_program_is_a_text(tree, monkeypatch):
    heap = next(pykorrel.find(tree, "two_nodes"))
    monkeypatch.setenv("KORREL", "/nowhere/korrel")
    assert heap._repr_svg_() is None
    assert re.search(r"<pre>t: Tree\$0\n└─ root: Node\$0", heap._repr_html_())


def test_a_text_of_the_spec_is_no_part_of_the_page(tmp_path):
    spec = tmp_path / "text.als"
    spec.write_text('one sig A { t: String } run { A.t = "<script>\\"x\\"</script>" }')
    assert "<script" not in next(pykorrel.find(spec))._repr_html_()


def test_a_stream_shows_what_comes_next(tree):
    # If this failed, to look at a stream would lose instances of it.
    for many in ({}, {"scope": "exactly 1 Tree, 9 Node, 1..9 Int"}):
        stream = pykorrel.find(tree, keys=True, **many)
        first = next(stream)
        told = stream._repr_html_()
        assert told == stream._repr_html_(), "the same again"
        captions = re.findall("<figcaption>instance (\\d+) · (\\w+)</figcaption>", told)
        assert len(images(told)) == 24 and "… and more" in told
        assert [int(id) for id, _ in captions] == list(range(1, 13))
        if not many:
            rest = list(stream)
            assert len([first, *rest]) == 16
            assert [heap.key for heap in rest[:12]] == [key for _, key in captions]
            assert stream.status == "complete"
            assert "No instance is left" in stream._repr_html_()
        stream.close()
    few = pykorrel.find(tree, "two_nodes")
    assert "and more" not in few._repr_html_() and len(list(few)) == 2


def test_a_stream_that_is_not_whole_says_so(tree):
    # If this failed, a cell would show a part as if it were all.
    lines = list(pykorrel.find(tree, "two_nodes")._run())
    assert "not whole" not in pykorrel.read(lines)._repr_html_()
    assert "not whole: truncated" in pykorrel.read(lines[:-1])._repr_html_()
    stopped = lines[-1].replace(b'"complete"', b'"timeout"')
    assert "not whole: timeout" in pykorrel.read([*lines[:-1], stopped])._repr_html_()


def test_a_look_ahead_swallows_nothing(tree):
    # If this failed, a fault of the source would be found later, as a stream that was cut off, or never.
    lines = list(pykorrel.find(tree, "two_nodes")._run())

    def failing():
        yield from lines[:2]
        raise ValueError("the source is gone")

    with pytest.raises(ValueError, match="the source is gone"):
        pykorrel.read(failing())._repr_html_()
    stream = pykorrel.read([*lines[:2], b"no JSON\n", *lines[2:]])
    assert len(images(stream._repr_html_())) == 4
    with pytest.raises(pykorrel.StreamError, match="line 3"):
        list(stream)


def test_a_kernel_shows_them(tree, tmp_path, monkeypatch):
    # If this failed, a notebook would show text, or `%%korrel` would not write what stands in the cell.
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    source = os.path.dirname(os.path.dirname(pykorrel.__file__))
    monkeypatch.setenv("PYTHONPATH", source)
    spec = (
        "sig Node { next: lone Node }\nrun one_node { one Node } for 2\nrun two_nodes { #Node = 2 } for 2\n"
    )
    cells = [
        f"import pykorrel\nnext(pykorrel.find({str(tree)!r}))",
        f"stream = pykorrel.find({str(tree)!r})\nstream",
        "print(len(list(stream)))",
        "%load_ext pykorrel",
        f"%%korrel nodes.als two_nodes\n{spec}",
        "print(len(list(_)))",
        "%%korrel wrong.als\nsig A { r: B }",
        "%%korrel nodes.txt\nsig A {}",
    ]
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    nbclient.NotebookClient(
        book, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}
    ).execute()
    heap, stream, count, _, found, of_found, wrong, usage = [cell["outputs"] for cell in book.cells]
    assert {"text/html", "image/svg+xml", "text/plain"} <= set(heap[0]["data"])
    assert len(images(heap[0]["data"]["text/html"])) == 2
    assert len(images(stream[0]["data"]["text/html"])) == 24
    assert count[0]["text"] == "16\n"
    assert (tmp_path / "nodes.als").read_text() == spec
    assert of_found[0]["text"] == f"{len(images(found[0]['data']['text/html'])) // 2}\n" == "6\n"
    assert wrong[0]["name"] == "stderr" and "there is no name `B`" in wrong[0]["text"]
    assert "usage: %%korrel FILE.als" in usage[0]["text"] and not (tmp_path / "nodes.txt").exists()


def test_a_count_has_bars(tree):
    # If this failed, a bar would be of another size than its number, or a number be lost.
    counted = pykorrel.count(tree, by="#Node")
    assert counted == 16 == pykorrel.count(tree) and counted.rows == {"1": 6, "2": 6, "3": 3, None: 1}
    told = counted._repr_html_()
    assert re.findall("width:([0-9.]+)%", told) == ["100.00", "100.00", "50.00", "16.67"]
    assert [row for row in re.findall(r">([^<]+)</td>", told) if row != "instances"] == [
        *["#Node", "1", "6", "2", "6", "3", "3", "?", "1"]
    ]
    assert pykorrel.count(tree)._repr_html_() == "<p>16 instances</p>"
    with pytest.raises(pykorrel.SpecError):
        pykorrel.count(tree, by="#None")
    with pytest.raises(pykorrel.Incomplete):
        pykorrel.count(tree, scope="exactly 1 Tree, 9 Node, 1..9 Int", method="list", timeout=0.001)


def test_a_failure_is_two_pictures(tree):
    # If this failed, one would look at another input, or take what the test has done to it for the input.
    @pykorrel.inputs(tree, "two_nodes")
    def keeps(heap):
        heap.roots.t.root = None
        assert heap.roots.t.root is not None, "<it is gone>"

    with pytest.raises(pykorrel.InputFailed) as raised:
        keeps()
    failed = raised.value
    told = failed._repr_html_()
    assert re.findall("<figcaption>(.*?)</figcaption>", told) == ["before", "after"]
    assert failed.key in told and "&lt;it is gone&gt;" in told
    before, _, after, _ = images(told)
    assert before[2] == images(failed.before._repr_html_())[0][2] and "root: Node$0" in before[2]
    assert "root: Node$0" not in after[2]

    @pykorrel.inputs(tree, "two_nodes")
    def only_looks(heap):
        raise ValueError

    with pytest.raises(pykorrel.InputFailed) as raised:
        only_looks()
    assert re.findall("<figcaption>(.*?)</figcaption>", raised.value._repr_html_()) == ["the input"]
    assert pykorrel.InputFailed("", "", ValueError(), 1, 1)._repr_html_() is None
