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


def _escaped(found: re.Match[str]) -> str:
    return json.dumps(found.group())[1:-1]
