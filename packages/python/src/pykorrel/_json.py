"""JSON as the program writes it, byte for byte."""

from __future__ import annotations

import json
import re
from typing import Any

# Characters that a terminal obeys, that hide, or that turn text around: `lang::visible` of the program.
_DECEPTIVE = re.compile(
    "[\x7f-\x9f\xad\u034f\u061c\u115f-\u1160\u17b4-\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_dumps = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def encode(value: Any) -> str:
    text = _dumps(value)
    return text if text.isascii() and "\x7f" not in text else _DECEPTIVE.sub(_escaped, text)


def visible(text: str) -> str:
    """A text as it may reach a terminal."""
    return text if text.isprintable() else encode(text)[1:-1]


def _escaped(found: re.Match[str]) -> str:
    return json.dumps(found.group())[1:-1]


def parse(text: bytes) -> Any:
    """JSON, and nothing else that Python takes for it; raises ValueError. Of equal names in an object the last one counts."""
    return _read(_parser, text)


def parse_once(text: bytes) -> Any:
    """The same where names that stand twice in an object are an error: Twice."""
    return _read(_strict_parser, text)


class Twice(Exception):
    """A name stands twice in an object, which is at this path."""


def _read(parser: json.JSONDecoder, text: bytes) -> Any:
    try:
        return parser.decode(text.decode())
    except _Repeated:
        raise Twice(_twice(_pairs_parser.decode(text.decode()), "")) from None
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


class _Repeated(Exception):
    pass


class _Pairs(list[Any]):
    """An object, with all of its members."""


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise _Repeated
    return members


def _twice(value: Any, path: str) -> str:
    """The path of the first name that stands twice; nothing if there is none."""
    names = set()
    named = value if value.__class__ is _Pairs else enumerate(value if value.__class__ is list else [])
    for name, item in named:
        there = f"{path}[{name}]" if value.__class__ is list else f"{path}.{name}".lstrip(".")
        found = there if name in names else _twice(item, there)
        if found:
            return found
        names.add(name)
    return ""


def _no_number(text: str) -> Any:
    raise ValueError(f"{text} is no number")


_parser = json.JSONDecoder(parse_constant=_no_number)
_strict_parser = json.JSONDecoder(parse_constant=_no_number, object_pairs_hook=_members)
_pairs_parser = json.JSONDecoder(object_pairs_hook=_Pairs)
