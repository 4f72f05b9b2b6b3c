"""Values that are made anew each time that they are drawn, and that know how they are written.

A pool is a sequence, and so stands wherever a list of values does. Each of its values is made of its text, so what a reader types is what
was tried, and no test changes the value of the next one.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Sequence
from typing import Any, NamedTuple, Union, overload

from .._errors import BoundsError


class Origin(NamedTuple):
    """The text of a value, and the names that occur in it."""

    text: str
    names: dict[str, Any]

    def make(self) -> Any:
        return eval(self.text, {**self.names})


class Pool(Sequence[Any]):
    """Values, each made anew when it is looked at. `str` says how many there are, and which."""

    def __init__(self, origins: list[Origin]) -> None:
        # What is written twice is there once.
        self._origins = list({origin.text: origin for origin in origins}.values())
        self._kept: tuple[Any, ...] | None = None

    @property
    def texts(self) -> tuple[str, ...]:
        """The values as a reader types them."""
        return tuple([origin.text for origin in self._origins])

    def kept(self) -> tuple[Any, ...]:
        """The values, made once, for a search that hands out copies."""
        if self._kept is None:
            self._kept = tuple(self)
            _KEPT.append(self)
            made = zip(self._kept, self._origins)
            _ORIGINS.update({id(value): origin for value, origin in made if not _is_plain(value)})
        return self._kept

    def __len__(self) -> int:
        return len(self._origins)

    @overload
    def __getitem__(self, at: int) -> Any: ...
    @overload
    def __getitem__(self, at: slice) -> Pool: ...
    def __getitem__(self, at: int | slice) -> Any:
        return Pool(self._origins[at]) if isinstance(at, slice) else self._origins[at].make()

    def __str__(self) -> str:
        return f"{len(self)} values: {', '.join(self.texts)}"

    __repr__ = __str__


#: Where the values come from that pools keep, by identity; these pools live on, so that no other value has theirs.
_ORIGINS: dict[int, Origin] = {}
_KEPT: list[Pool] = []


def pool(*parts: Union[str, Pool], **names: Any) -> Pool:
    """A pool of what these texts say, with the names that occur in them: `pool("[]", "Point(0, 0)", Point=Point)`.

    A pool among them stands for its values."""
    origins: list[Origin] = []
    for part in parts:
        if isinstance(part, Pool):
            origins += part._origins
            continue
        if not isinstance(part, str):
            raise BoundsError(f"pool: {part!r}: expected the text of a value, such as '[1, 2]'")
        try:
            origin = Origin(part, names)
            origin.make()
        except Exception as error:
            raise BoundsError(f"pool: {part}: {type(error).__name__}: {error}") from error
        origins.append(origin)
    return Pool(origins)


def kept(values: Any) -> tuple[Any, ...]:
    """Values that a caller lists, for a search."""
    return values.kept() if isinstance(values, Pool) else tuple(values)


def text_of(value: Any) -> str | None:
    """How a value of a pool that a search holds is written."""
    origin = _ORIGINS.get(id(value))
    return origin and origin.text


def fresh(value: Any) -> Any:
    """Such a value made anew; any other value copied."""
    origin = _ORIGINS.get(id(value))
    return copy.deepcopy(value) if origin is None else origin.make()


def written(value: Any) -> str:
    """A value on one line, as code where its `repr` is code; without addresses."""
    if value.__class__ is float and (value != value or value in (float("inf"), float("-inf"))):
        return f"float({str(value)!r})"
    try:
        text = repr(value)
    except Exception as error:
        return f"<{type(value).__name__} whose repr raises {type(error).__name__}>"
    return re.sub(r" at 0x[0-9a-fA-F]+", "", text).replace("\n", " ")


def _is_plain(value: Any) -> bool:
    return value is None or value.__class__ in (bool, int, float, str)
