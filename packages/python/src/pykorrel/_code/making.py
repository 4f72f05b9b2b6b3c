"""Functions that copy the heap at which a search stands, written for its classes: an object takes a tenth of the time of a loop
over descriptions of fields.

For a class `Node` with a key and one that comes next, the text of the one whose heaps are handed out is

    def make(args, used):
        n0 = list(map(new_of, repeat(C0, used[C0])))
        for made, held in zip(n0, H0):
            made.key = held["key"]
            value = held["next"]
            made.next = value if value is None else n0[value.korrel_place]
        return (args[0] if args[0] is None else n0[args[0].korrel_place],)

where `C0` is the class, and `H0` has the dicts of its watched objects. Where other values may stand, or containers, `new` leads from
the identity of a watched object to its copy. The other function, for candidates, is given the new objects, and what gives some value
for a field that was not read.
"""

from __future__ import annotations

import keyword
from itertools import repeat
from typing import TYPE_CHECKING, Any, Callable

from .kinds import Kind, Reference, Scalar
from .pool import text_of

if TYPE_CHECKING:
    from .search import Search

#: What makes a value of a kind.
Copier = Callable[[Kind], Any]


def maker(search: Search, copier: Copier) -> Callable[..., tuple[Any, ...]]:
    """`make(args, used)` makes the roots of a whole heap, of the choices of roots and the numbers of objects."""
    return _Writer(search, copier).written(is_whole=True)


def partial_maker(search: Search, copier: Copier, is_first: bool) -> Callable[..., tuple[Any, ...]]:
    """`make(args, objects, some)` makes the judged roots, of new objects by class; what was not read is its first value, if there is one
    and `is_first`, or else `some(kind)`."""
    return _Writer(search, copier).written(is_whole=False, is_first=is_first)


class _Writer:
    def __init__(self, search: Search, copier: Copier) -> None:
        self.search, self.copier = search, copier
        self.classes = {of: at for at, of in enumerate(search.pool)}
        self.names: dict[str, Any] = {
            "new_of": object.__new__,
            "repeat": repeat,
            "put": object.__setattr__,
            "UNREAD": search.unread,
        }
        for of, at in self.classes.items():
            pool = search.pool[of]
            self.names[f"C{at}"], self.names[f"I{at}"] = of, [id(one) for one in pool]
            self.names[f"H{at}"] = [search.dict_of[of](one) for one in pool]
        self.needs_new = False

    def written(self, is_whole: bool, is_first: bool = False) -> Callable[..., tuple[Any, ...]]:
        description = self.search.description
        fields = [line for of in self.classes for line in self._fields(of, is_whole, is_first)]
        kinds = description.root_kinds if is_whole else description.root_kinds[: self.search.judged]
        roots = [self._value(kind, f"args[{at}]") for at, kind in enumerate(kinds)]
        new = (
            (lambda at: f"list(map(new_of, repeat(C{at}, used[C{at}])))")
            if is_whole
            else "objects[C{}]".format
        )
        lines = [f"n{at} = {new(at)}" for at in self.classes.values()]
        if self.needs_new:
            lines += ["new = {}", *(f"new.update(zip(I{at}, n{at}))" for at in self.classes.values())]
            lines += ["of_id = new.get"]
        head = "def make(args, used):" if is_whole else "def make(args, objects, some):"
        exec(
            "\n    ".join([head, *lines, *fields, f"return ({''.join(f'{root}, ' for root in roots)})"]),
            self.names,
        )
        return self.names["make"]  # type: ignore[no-any-return]

    def _fields(self, of: type, is_whole: bool, is_first: bool) -> list[str]:
        at = self.classes[of]
        is_plain = is_whole and of.__setattr__ is object.__setattr__  # type: ignore[comparison-overlap]
        lines = []
        for name, kind in self.search.description.kinds[of].items():
            value = self._value(kind, "value")
            named = f"K{len(self.names)}"
            if is_whole:
                lines.append(f"    value = held[{name!r}]")
            elif is_first and isinstance(kind, (Scalar, Reference)) and kind.values:
                self.names[named] = kind.values[0]
                lines.append(f"    value = held.get({name!r}, {named})")
            else:
                self.names[named] = kind
                value = f"some({named}) if value is UNREAD else {value}"
                lines.append(f"    value = held.get({name!r}, UNREAD)")
            if is_plain and name.isidentifier() and not keyword.iskeyword(name):
                lines.append(f"    made.{name} = {value}")
            else:
                lines.append(f"    put(made, {name!r}, {value})")
        return [f"for made, held in zip(n{at}, H{at}):", *lines] if lines else []

    def _value(self, kind: Kind, value: str) -> str:
        """An expression for the copy of a value."""
        if isinstance(kind, Reference):
            is_one = len(kind.classes) == 1 and all(one is None for one in kind.values)
            if is_one and kind.classes[0].__getattribute__ is object.__getattribute__:  # type: ignore[comparison-overlap]
                found = f"n{self.classes[kind.classes[0]]}[{value}.korrel_place]"
                return f"({value} if {value} is None else {found})" if kind.values else found
            self.needs_new = True
            if all(text_of(one) is None for one in kind.values):
                return f"of_id(id({value}), {value})"
        copied = self.copier(kind)
        if copied is None:
            return value
        self.needs_new = True
        name = f"copied{len(self.names)}"
        self.names[name] = copied
        return f"{name}({value}, new)"
