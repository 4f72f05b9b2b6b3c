"""Heaps, traces, streams, counts and failures as pictures in a notebook, and `%%korrel`, which writes a spec in a cell."""

from __future__ import annotations

import shlex
import sys
from base64 import b64encode
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ._errors import Error, ProgramError
from ._heap import Heap
from ._report import drawing, picture
from ._trace import Trace

if TYPE_CHECKING:
    from ._count import Count
    from ._errors import InputFailed
    from ._stream import Stream

#: A stream shows so many instances, those that come next.
_SHOWN = 12
#: The light picture, unless the notebook is dark. Where styles are taken out, the dark one stays hidden.
_STYLE = (
    "<style>[data-jp-theme-light=false] .korrel-light,.vscode-dark .korrel-light{display:none!important}"
    "[data-jp-theme-light=false] .korrel-dark,.vscode-dark .korrel-dark{display:inline!important}</style>"
)


def svg(heap: Heap | Trace) -> str | None:
    """The picture; None without the program."""
    try:
        return picture(heap, "--format", "svg") or None
    except ProgramError:
        return None


def html(heap: Heap | Trace) -> str:
    """A picture for light notebooks and one for dark ones, or the drawing as text without the program."""
    return _STYLE + _card(heap)


def _card(heap: Heap | Trace) -> str:
    light, text = svg(heap), escape(drawing(heap))
    if light is None:
        return f"<pre>{text}</pre>"
    images = [("korrel-light", "", light)]
    dark = picture(heap, "--format", "svg", "--theme", "dark")
    if dark:
        images.append(("korrel-dark", ' style="display:none"', dark))
    # As images, so that nothing in one picture has a name that another one has.
    return "".join(
        f'<img class="{name}"{style} alt="{text}" src="data:image/svg+xml;base64,{b64encode(one.encode()).decode()}">'
        for name, style, one in images
    )


def bars(count: Count) -> str:
    """The number, and a bar for each value of its expression."""
    told = f"<p>{count:,} instance{'' if count == 1 else 's'}</p>"
    if not count.rows:
        return told
    most = max(count.rows.values(), default=0) or 1
    cell = '<td style="text-align:right;padding:1px .6em">'
    rows = "".join(
        f'<tr style="background:none">{cell}{escape("?" if value is None else value)}</td>'
        '<td style="width:24em;padding:1px 0">'
        f'<div style="background:#4a90c4;height:1em;min-width:1px;width:{100 * number / most:.2f}%"></div></td>'
        f"{cell}{number:,}</td></tr>"
        for value, number in count.rows.items()
    )
    head = f'<tr style="background:none">{cell}{escape(count.by or "")}</td><td></td>{cell}instances</td></tr>'
    return f'<table style="border-collapse:collapse">{head}{rows}</table>{told}'


def failure(failed: InputFailed) -> str | None:
    """What the test raised, and its input before and after."""
    if failed.before is None:
        return None
    error = f"{type(failed.error).__name__}: {failed.error}".rstrip(": ")
    states = [("the input" if failed.after is None else "before", failed.before)]
    if failed.after is not None:
        states.append(("after", failed.after))
    pictures = "".join(_figure(title, state) for title, state in states)
    first = f"{failed.failed:,} of {failed.tried:,} inputs fail, the smallest: {failed.key}"
    return f"{_STYLE}<p>{escape(first)}</p><pre>{escape(error)}</pre>{pictures}"


def _figure(title: str, heap: Heap | Trace) -> str:
    style = "display:inline-block;margin:0 1em 1em 0;vertical-align:top"
    return f'<figure style="{style}"><figcaption>{escape(title)}</figcaption>{_card(heap)}</figure>'


def gallery(stream: Stream) -> str:
    """The instances that come next, as cards. They stay to be read."""
    heaps, status = stream.ahead(_SHOWN)
    cards = [_figure(_name(heap), heap) for heap in heaps]
    if not cards:
        cards = [f"<p>{escape(stream.why_empty() or 'No instance is left.')}</p>"]
    if status is None:
        cards.append("<p>… and more</p>")
    elif status not in ("complete", "limit"):
        cards.append(f"<p>The stream is not whole: {escape(status)}.</p>")
    return _STYLE + "".join(cards)


def _name(heap: Heap | Trace) -> str:
    name = "instance" if heap.id is None else f"instance {heap.id}"
    return name if heap.key is None else f"{name} · {heap.key}"


def load_ipython_extension(ipython: Any) -> None:
    """`%load_ext pykorrel`."""
    ipython.register_magic_function(korrel, "cell", "korrel")


def korrel(line: str, cell: str) -> Stream | None:
    """`%%korrel FILE.als [COMMAND]`: writes the cell into the file, and shows the instances of its command.

    The value is the stream, as of `pykorrel.find`."""
    from ._find import find

    words = shlex.split(line)
    if len(words) not in (1, 2) or not words[0].endswith(".als"):
        _told("usage: %%korrel FILE.als [COMMAND]")
        return None
    Path(words[0]).write_text(cell, encoding="utf-8")
    found = find(*words)
    try:
        found.header
    except Error as error:
        _told(str(error))
        return None
    return found


def _told(message: str) -> None:
    """A mistake in the cell needs no traceback."""
    print(message, file=sys.stderr)
