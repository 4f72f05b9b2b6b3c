"""The key of a heap, as docs/heapgraph.md defines it: a digest of the least text that any numbering of its objects gives.

docs/key.py tries all permutations. Here numbers are given while the text is written, from its beginning. A *cell* is
a set of objects with as many numbers, of which it is open which has which; at first there is one for each type. An
object that is mentioned takes the least number of its cell, and the members of a set the least ones of theirs, since
any others make a greater text. So only the object of the next line is a choice, and of all ways to go on those with the
least text are kept.
"""

from __future__ import annotations

import hashlib
import itertools
import json
from collections.abc import Iterable, Iterator
from typing import Any

Record = dict[str, Any]
#: The numbers of each object's cell; objects of one type with the same numbers are in one cell.
_Cells = dict[str, tuple[int, ...]]


def key(header: Record, record: Record) -> str:
    return hashlib.sha256(least_text(header, record).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def least_text(header: Record, record: Record) -> str:
    """The text of which the key is the digest."""
    numbering = _Numbering(header, record)
    return numbering.least(numbering.one_cell_each())


def same_text(header: Record, record: Record) -> str:
    """A text that isomorphic heaps share, too, and which is found faster: objects with other surroundings are told apart first."""
    numbering = _Numbering(header, record)
    return numbering.least(numbering.cells_by_surroundings())


class Unordered(list):  # type: ignore[type-arg]
    """A set, also where no shape says so: in a list or a tuple."""


class _Numbering:
    def __init__(self, header: Record, record: Record) -> None:
        self.types, self.roots, self.record = header["types"], header["roots"], record
        self.tops = {type: place for place, type in enumerate(self.types)}
        self.enums = [value for values in header["enums"].values() for value in values]
        self.objects: dict[str, Record] = record["objects"]
        self.type_of: dict[str, str] = {}
        self.of_type: dict[str, list[str]] = {}
        for name, fields in self.objects.items():
            self.type_of[name] = fields["$type"]
            self.of_type.setdefault(fields["$type"], []).append(name)

    def one_cell_each(self) -> _Cells:
        return {name: tuple(range(len(names))) for names in self.of_type.values() for name in names}

    def cells_by_surroundings(self) -> _Cells:
        """Refines colours until they stay: an object's own, and those of what it holds."""
        colours: dict[str, Any] = dict(self.type_of)
        for _ in self.objects:
            seen = {
                name: str([colours[name], self._shade(fields, colours)])
                for name, fields in self.objects.items()
            }
            order = {text: place for place, text in enumerate(sorted(set(seen.values())))}
            refined = {name: order[text] for name, text in seen.items()}
            if len(order) == len(set(colours.values())):
                break
            colours = refined
        cells: _Cells = {}
        for names in self.of_type.values():
            taken = 0
            for colour in sorted({colours[name] for name in names}):
                same = [name for name in names if colours[name] == colour]
                cells.update(dict.fromkeys(same, tuple(range(taken, taken + len(same)))))
                taken += len(same)
        return cells

    def _shade(self, value: Any, colours: dict[str, Any]) -> Any:
        if isinstance(value, str):
            return (colours[value],) if value in colours else value
        if isinstance(value, dict):
            entries = [[self._shade(at, colours), self._shade(one, colours)] for at, one in value.items()]
            return entries if "$type" in value else sorted(entries, key=str)
        if isinstance(value, list):
            shades = [self._shade(one, colours) for one in value]
            return sorted(shades, key=str) if value.__class__ is Unordered else shades
        return value

    def least(self, cells: _Cells) -> str:
        states, parts = [cells], []
        lines = sorted(
            f"{type}${number}" for type, names in self.of_type.items() for number in range(len(names))
        )
        for name in lines:
            type, _, number = name.rpartition("$")
            text, states = _least([way for state in states for way in self._line(state, type, int(number))])
            parts.append(f"{json.dumps(name, ensure_ascii=False)}:{text}")
        roots, _ = _least(
            [way for state in states for way in self._members(state, self.record["roots"], self.roots)]
        )
        return f'{{"objects":{{{",".join(parts)}}},"roots":{roots}}}'

    def _line(self, cells: _Cells, type: str, number: int) -> Iterator[tuple[str, _Cells]]:
        for name in self.of_type[type]:
            if number in cells[name]:
                yield from self._members(
                    self._given(cells, name, number), self.objects[name], self.types[type]
                )

    def _members(self, cells: _Cells, values: Record, shapes: dict[str, str]) -> Iterator[tuple[str, _Cells]]:
        ways: list[tuple[Record, _Cells]] = [({}, cells)]
        for name in sorted(values):
            shape = shapes.get(name, "")
            ways = [
                ({**made, name: value}, after)
                for made, at in ways
                for value, after in self._value(at, values[name], shape)
            ]
        for made, after in ways:
            yield json.dumps(made, sort_keys=True, separators=(",", ":"), ensure_ascii=False), after

    def _value(self, cells: _Cells, value: Any, shape: str = "") -> Iterable[tuple[Any, _Cells]]:
        if isinstance(value, str) and value in self.type_of:
            number = min(cells[value], key=str)
            return [(f"{self.type_of[value]}${number}", self._given(cells, value, number))]
        if isinstance(value, list):
            return (
                self._set(cells, value)
                if shape.startswith("set ") or value.__class__ is Unordered
                else self._sequence(cells, value)
            )
        return self._map(cells, value) if isinstance(value, dict) else [(value, cells)]

    def _sequence(self, cells: _Cells, values: list[Any]) -> list[tuple[list[Any], _Cells]]:
        ways: list[tuple[list[Any], _Cells]] = [([], cells)]
        for one in values:
            ways = [([*made, value], after) for made, at in ways for value, after in self._value(at, one)]
        return ways

    def _set(self, cells: _Cells, values: list[Any]) -> Iterator[tuple[list[Any], _Cells]]:
        others = [one for one in values if not (isinstance(one, str) and one in self.type_of)]
        objects = [one for one in values if isinstance(one, str) and one in self.type_of]
        for after in self._split(cells, objects):
            found = {(self.tops[self.type_of[one]], number) for one in objects for number in after[one]}
            types = list(self.types)
            yield (
                [
                    *(f"{types[top]}${number}" for top, number in sorted(found)),
                    *sorted(others, key=self._rank),
                ],
                after,
            )

    def _map(self, cells: _Cells, value: Record) -> Iterator[tuple[Record, _Cells]]:
        objects = [name for name in value if name in self.type_of]
        for split in self._split(cells, objects):
            for after in self._each(split, objects):
                named = {
                    f"{self.type_of[name]}${after[name][0]}" if name in self.type_of else name: value[name]
                    for name in value
                }
                keys = sorted(named)
                for values, last in self._sequence(after, [named[name] for name in keys]):
                    yield dict(zip(keys, values)), last

    def _split(self, cells: _Cells, members: list[str]) -> list[_Cells]:
        """The members of each cell take its least numbers; all ways, where texts and numbers are ordered differently."""
        states, split = [cells], dict[tuple[str, tuple[int, ...]], list[str]]()
        for name in members:
            split.setdefault((self.type_of[name], cells[name]), []).append(name)
        for (type, numbers), names in split.items():
            cell = [name for name in self.of_type[type] if cells[name] == numbers]
            if len(cell) == len(names):
                continue
            ways = itertools.combinations(numbers, len(names)) if numbers[-1] > 9 else [numbers[: len(names)]]
            chosen = [(way, tuple([number for number in numbers if number not in way])) for way in ways]
            states = [
                {**at, **{name: taken if name in names else left for name in cell}}
                for at in states
                for taken, left in chosen
            ]
        return states

    def _each(self, cells: _Cells, names: list[str]) -> Iterator[_Cells]:
        """Each way to give each of these objects one number of its cell, which they fill."""
        open_ = [name for name in names if len(cells[name]) > 1]
        if not open_:
            yield cells
            return
        for number in cells[open_[0]]:
            yield from self._each(self._given(cells, open_[0], number), open_[1:])

    def _given(self, cells: _Cells, name: str, number: int) -> _Cells:
        numbers = cells[name]
        if len(numbers) == 1:
            return cells
        left = tuple([other for other in numbers if other != number])
        changed = {other: left for other in self.of_type[self.type_of[name]] if cells[other] == numbers}
        return {**cells, **changed, name: (number,)}

    def _rank(self, value: Any) -> Any:
        return rank(value, self.enums, self.type_of, self.tops, {})


def rank(
    value: Any, enums: list[str], type_of: dict[str, str], tops: dict[str, int], numbers: dict[str, int]
) -> tuple[int, Any]:
    """The order of sets: objects, values of enums, true, false, numbers, texts."""
    if isinstance(value, str):
        if value in type_of:
            return 0, (tops[type_of[value]], numbers[value])
        return (1, enums.index(value)) if value in enums else (4, value)
    if isinstance(value, list):
        return 5, [rank(one, enums, type_of, tops, numbers) for one in value]
    return (3, value) if not isinstance(value, bool) and value is not None else (2, not value)


def _least(ways: list[tuple[str, _Cells]]) -> tuple[str, list[_Cells]]:
    least = min(text for text, _ in ways)
    return least, [state for text, state in ways if text == least]
