"""The vectors that all readers share: heapgraph/vectors/README.md."""

import json
import re
import warnings
from pathlib import Path

import pytest

import pykorrel

VECTORS = Path(__file__).parents[3] / "heapgraph" / "vectors" / "streams.jsonl"
TRACES = VECTORS.with_name("traces.jsonl")

# What a reader raises for each error, and what its message says.
ERRORS = {
    "not JSON": (pykorrel.StreamError, "line [0-9]+: this is not JSON"),
    "format": (pykorrel.StreamError, "no stream of heapgraph/1|no record of heapgraph/1|a second header"),
    "truncated": (pykorrel.Incomplete, "incomplete .truncated.: "),
    "count": (
        pykorrel.StreamError,
        "the end record (counts .* instances|does not count).*korrel explain E0046",
    ),
    "digest": (pykorrel.StreamError, "the digest of the instances is crc32:.*korrel explain E0046"),
    "after end": (pykorrel.StreamError, "stands after the end record"),
}


def vectors(file=VECTORS):
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def read(vector):
    """What a reader makes of a stream, in the form of the vectors."""
    lines = [f"{line}\n".encode() for line in vector["lines"]]
    if vector.get("last_line_feed") is False:
        lines[-1] = lines[-1][:-1]
    stream, heaps, status = pykorrel.read(lines), [], None
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        try:
            heaps.extend(stream)
            status = stream.status
        except pykorrel.Incomplete as incomplete:
            if incomplete.status == "truncated":
                return {"error": "truncated"}
            status = incomplete.status
        except pykorrel.HeapError as error:
            record, path = re.match(r"instance (\d+): (.*?): ", str(error)).groups()
            return {"error": "schema", "record": int(record), "path": path}
        except pykorrel.StreamError as error:
            part = re.match(r"no stream of heapgraph/1: `(\w+)", str(error))
            if part:
                return {"error": "header", "part": part[1]}
            (kind,) = [kind for kind, (_, message) in ERRORS.items() if re.search(message, str(error))]
            assert error.code == ("E0046" if kind in ("count", "digest") else None)
            return {"error": kind}
    notes = [str(warning.message) for warning in warned if warning.category is pykorrel.StreamWarning]
    assert len(notes) == len(warned) and all(
        "the digest of the stream says nothing" in note for note in notes
    )
    return {"heaps": heaps, "complete": status == "complete", **({"note": "digest"} if notes else {})}


@pytest.mark.parametrize("vector", vectors() + vectors(TRACES), ids=lambda vector: vector["name"])
def test_every_vector_is_read_as_it_is_to_be(vector):
    # If this failed, a test could pass on a stream that is not the one that was written.
    expect, found = vector["expect"], read(vector)
    expected = [expect, *([expect["or"]] if "or" in expect else [])]
    if "error" in found:
        assert found in expected
        return
    heaps = found.pop("heaps")
    instances = expect["instances"]
    assert found == {name: expect[name] for name in ("complete", "note") if name in expect}
    if isinstance(instances, int):
        assert len(heaps) == instances
    else:
        assert [json.loads(heap.to_json()) for heap in heaps] == instances


def test_no_name_reaches_a_terminal_as_it_is():
    # If this failed, a file could clear the screen, or turn a message around.
    lines = vectors()[0]["lines"]
    with pytest.raises(
        pykorrel.HeapError, match=r"roots\.\\u001b\[2J\\n\\u202e: the spec declares nothing"
    ) as error:
        list(
            pykorrel.read(
                [
                    f"{line}\n".encode()
                    for line in [lines[0], lines[1].replace('"n"', HOSTILE + ":0," + '"n"')]
                ]
            )
        )
    assert str(error.value).isprintable()


HOSTILE = r'"\u001b[2J\n\u202e"'


def test_the_decoder_of_the_documents_sees_what_it_says(monkeypatch):
    # If this failed, who copies the example would test with a part of the inputs, and not know.
    monkeypatch.syspath_prepend(VECTORS.parents[2] / "examples" / "python")
    from heapgraph import heaps

    for vector in vectors():
        expect, seen = vector["expect"], []
        try:
            seen.extend(heaps(line + "\n" for line in vector["lines"]))
            kind = "none"
        except EOFError:
            kind = "truncated"
        except ValueError as error:
            kind = (
                "not JSON"
                if isinstance(error, json.JSONDecodeError)
                else re.findall("count|after", str(error))[0]
            )
        except (KeyError, TypeError):
            kind = "format"
        instances = expect.get("instances")
        if instances is not None:
            count = instances if isinstance(instances, int) else len(instances)
            assert (kind, len(seen)) == ("none", count), vector["name"]
        elif expect["error"] in ("truncated", "count", "after end"):
            assert kind in (expect["error"].split()[0], "not JSON"), vector["name"]
