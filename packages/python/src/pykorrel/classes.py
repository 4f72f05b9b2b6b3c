"""`python -m pykorrel.classes tree.py:Tree --where rep_ok --scope "4 Node, 1..4 int"`: a stream of heapgraph/1.

`korrel find --classes` starts it. The exit codes are those of `korrel find`. With `--skeleton`, the classes as a spec.
"""

from __future__ import annotations

import argparse
import copy
import hashlib
import importlib
import inspect
import os
import re
import sys
import traceback

import zlib
from pathlib import Path
from typing import IO, Any

from . import _notes
from ._code.annotations import is_generator
from ._code.canonical import key
from ._code.enumeration import Enumeration
from ._code.skeleton import skeleton
from ._errors import Error, Incomplete
from ._json import encode

_SUCCESS, _NOTHING, _USAGE, _INCOMPLETE, _INTERNAL, _INTERRUPTED = 0, 1, 2, 3, 4, 130
_UNITS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}


class Mistake(Exception):
    """In what was asked."""


def main(words: list[str] | None = None) -> int:
    asked, out = _asked(words), sys.stdout.buffer
    sys.stdout = sys.stderr  # what the file prints when it is imported is no record
    if asked.quiet:
        _notes.on_note = lambda _: None
    try:
        named, module = _roots(asked.classes)
        roots = [root for _, root in named]
        where = None if asked.where is None else _predicate(asked.where, roots, module)
        bounds, length = _bounds(asked.scope)
        names = [name for name, _ in named]
        search = Enumeration(
            tuple(roots),
            where,
            bounds,
            names=None if None in names else names,
            length=length,
            limit=asked.limit or None,
            timeout=asked.timeout,
            run_timeout=asked.run_timeout,
        )
        question = _question(asked, [*roots, where])
        if asked.skeleton:
            name = "valid" if asked.where is None else asked.where.rpartition(".")[2]
            source = Path(asked.classes.rpartition(":")[0]).name
            out.write(skeleton(search.description, list(search.header["roots"]), name, source).encode())
            out.flush()
            search.close()
            return _SUCCESS
    except (Mistake, Error, TypeError) as error:
        print(f"error: {error}", file=sys.stderr)
        return _USAGE
    stream = _Stream(out, search, asked, question)
    try:
        return stream.written()
    except BrokenPipeError:  # whoever reads has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno())
        return _SUCCESS
    except Exception:
        traceback.print_exc()
        return _INTERNAL


def _asked(words: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m pykorrel.classes", description=__doc__, allow_abbrev=False)
    parser.add_argument("classes", metavar="FILE:CLASS", help="a file or a module, and in it the class of each root: tree.py:Tree,Tree, or tree.py:t=Tree with the root's name")
    parser.add_argument("--where", metavar="NAME", help="the predicate: a method of the root's class, or a function of the file")
    parser.add_argument("--scope", metavar="SCOPE", default="", help="4 Node, 1..4 int, 0..1 Node.color, 3 seq")
    parser.add_argument("-n", "--limit", metavar="N", type=int, default=0, help="stop after N heaps (0: all)")
    parser.add_argument("--timeout", metavar="TIME", type=_seconds, help="stop after 500ms, 30s, 5m")
    parser.add_argument("--run-timeout", metavar="TIME", type=_seconds, default=5.0, help="for one run of the predicate")
    parser.add_argument("--keys", action="store_true", help="write each heap's key")
    parser.add_argument("--skeleton", action="store_true", help="write the classes as a spec instead, its predicate to be filled in")
    parser.add_argument("-q", "--quiet", action="store_true", help="no notes, and no last line")
    parser.add_argument("--bare", action="store_true", help="write the heaps only")
    return parser.parse_args(words)


def _seconds(text: str) -> float:
    parts = re.fullmatch(r"(\d+(?:\.\d+)?)(ms|s|m|h|)", text)
    if parts is None:
        raise argparse.ArgumentTypeError(f"{text}: expected a time such as 500ms, 30s, 5m")
    return float(parts[1]) * _UNITS.get(parts[2], 1.0)


def _roots(text: str) -> tuple[list[tuple[Any, Any]], Any]:
    """Each root with its name, if it has one, and the module in which they stand."""
    place, colon, names = text.rpartition(":")
    if not colon or not names:
        raise Mistake(f"{text}: expected a file and a class in it, such as tree.py:Tree")
    module = _module(place)
    found = []
    for word in names.split(","):
        label, _, name = word.rpartition("=")
        root = getattr(module, name, None)
        if not (isinstance(root, type) or is_generator(root)):
            there = [of for of, one in vars(module).items() if isinstance(one, type) and one.__module__ == module.__name__]
            raise Mistake(f"{place} has no class {name}; it has {', '.join(there) or 'none'}")
        found.append((label or None, root))
    return found, module


def _module(place: str) -> Any:
    """By its name, so that another process can import it, too."""
    name = place
    if place.endswith(".py") or "/" in place or os.sep in place:
        path = Path(place)
        if not path.is_file():
            raise Mistake(f"{place}: there is no such file")
        name = path.stem
        sys.path.insert(0, str(path.resolve().parent))
    try:
        module = importlib.import_module(name)
    except Exception as error:
        raise Mistake(f"{place} cannot be imported: {type(error).__name__}: {error}") from None
    if name != place and Path(getattr(module, "__file__", None) or "/").resolve() != Path(place).resolve():
        raise Mistake(f"{place}: Python has another module of the name {name}; rename the file")
    return module


def _predicate(name: str, roots: list[Any], module: Any) -> Any:
    for owner in (*(root for root in roots if isinstance(root, type)), module):
        found: Any = owner
        for part in name.split("."):
            found = getattr(found, part, None)
        if callable(found):
            return found
    raise Mistake(f"--where {name}: neither {roots[0].__name__} nor its file has a function of this name")


def _bounds(scope: str) -> tuple[dict[str, Any], int]:
    bounds: dict[str, Any] = {}
    length = 3
    for part in filter(None, map(str.strip, scope.split(","))):
        words = re.fullmatch(r"(-?\d+)(?:\.\.(-?\d+))?\s+([\w.]+)", part)
        if words is None or words[2] is None and words[1].startswith("-"):
            raise Mistake(f"--scope: `{part}` is none of `4 Node`, `1..4 int`, `0..1 Node.color`, `3 seq`")
        low, high, name = int(words[1]), words[2], words[3]
        if name == "seq" and high is None:
            length = low
        else:
            bounds["int" if name == "Int" else name] = low if high is None else range(low, int(high) + 1)
    return bounds, length


def _question(asked: argparse.Namespace, of: list[Any]) -> str:
    """A digest of the texts that decide which heaps there are."""
    files = sorted({file for one in of if one is not None for file in [inspect.getsourcefile(inspect.unwrap(one))] if file})
    texts = [Path(file).read_bytes() for file in files]
    words = [asked.classes.rpartition(":")[2], asked.where or "", asked.scope]
    return hashlib.sha256(b"\0".join([*texts, *(word.encode() for word in words)])).hexdigest()[:16]


class _Stream:
    """Header, instances and end record, as `korrel find` writes them."""

    def __init__(self, out: IO[bytes], search: Enumeration, asked: argparse.Namespace, question: str) -> None:
        self._out, self._search, self._asked = out, search, asked
        self._question, self._crc, self._count = question, 0, 0
        self._header: dict[str, Any] | None = None

    def written(self) -> int:
        code = _SUCCESS
        try:
            for _ in self._search.arguments():
                self._instance(self._search.heap())
            status = str(self._search.status)
        except Incomplete as error:
            status, code = error.status, _INCOMPLETE
        except KeyboardInterrupt:
            status, code = "interrupted", _INTERRUPTED
        except Error as error:
            self._out.flush()
            print(f"error: {error}", file=sys.stderr)
            return _USAGE
        self._begin()
        if not self._asked.bare:
            self._line({"kind": "end", "status": status, "count": self._count, "digest": f"crc32:{self._crc:08x}"})
        self._out.flush()
        if not self._asked.quiet:
            print(self._search, file=sys.stderr)
        return _NOTHING if self._count == 0 and code == _SUCCESS else code

    def _instance(self, heap: dict[str, Any]) -> None:
        self._begin()
        if self._header != self._search.header:
            raise Error("a class or field comes that the stream's header has not: make objects by c.new, and annotate their fields")
        keys = {"key": key(self._search.header, heap)} if self._asked.keys else {}
        self._line({"kind": "instance", "id": self._count, **keys, **{name: heap[name] for name in ("roots", "objects")}})
        self._count += 1

    def _begin(self) -> None:
        if self._header is not None:
            return
        self._header = copy.deepcopy(self._search.header)
        if not self._asked.bare:
            first = dict(list(self._header.items())[:3])
            told = {
                "spec": self._asked.classes.rpartition(":")[0],
                "command": " for ".join(filter(None, [self._header["command"], self._asked.scope])),
                "question": self._question,
            }
            self._line({**first, **told, **{name: of for name, of in self._header.items() if name not in told}})

    def _line(self, record: dict[str, Any]) -> None:
        line = encode(record).encode() + b"\n"
        self._out.write(line)
        self._out.flush()
        if record["kind"] == "instance":
            self._crc = zlib.crc32(line[line.index(b",", len(b'{"kind":"instance",')) + 1 :], self._crc)


if __name__ == "__main__":
    sys.exit(main())
