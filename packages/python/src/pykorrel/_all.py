"""Inputs from classes and a predicate in ordinary code: no spec, and no program."""

from __future__ import annotations

from typing import Any, Callable

from ._code.enumeration import Enumeration
from ._code.examples import Like, resolved


def all(
    *roots: Any,
    where: Callable[..., Any] | None = None,
    bounds: dict[Any, Any] | None = None,
    length: int = 3,
    size: int | None = None,
    limit: int | None = None,
    timeout: float | None = None,
    run_timeout: float = 5.0,
    fields: dict[type, dict[str, Any]] | None = None,
    **named: Any,
) -> Enumeration:
    """Every heap from these roots that a predicate accepts, smallest first, one of each isomorphism class.

    `pykorrel.all(Tree, where=Tree.rep_ok, Node=4, int=range(1, 5))`: a root is a class whose annotations say
    what its fields hold. A bound is a number of objects of a class, or the values of a type: those of `int`, of an
    enum, of one field (`bounds={"Node.key": range(3)}`), or given objects of a class. Without a bound there are up to
    three objects of each class, and integers from 0 to 2.

    `length` bounds lists, sets and maps, `size` the objects and entries in all. `limit` is the number of heaps,
    `timeout` seconds for all of them, `run_timeout` for one run of the predicate. `fields` says what fields hold
    where annotations do not. A predicate returns a truth value, or nothing and raises on a bad heap."""
    types, found = resolved(roots, fields)
    return Enumeration(
        types,
        where,
        {**(bounds or {}), **named},
        length=length,
        size=size,
        limit=limit,
        timeout=timeout,
        run_timeout=run_timeout,
        fields=found,
    )


def generate(make: Callable[[Any], Any], **options: Any) -> Enumeration:
    """Every input that a function makes by choices, smallest first, one of each isomorphism class.

    `pykorrel.generate(trees, Tree=1, Node=4, int=range(5))`: `trees(c)` makes one input of what `c` chooses, see
    `Choices`. A bound is given for each class of which `c.new` makes objects. All else is as in `all`, also `where`; and
    in `all`, `every` and `generate` such a function may stand in place of the first root."""
    return all(make, **options)


def like(*examples: Any) -> Like:
    """In place of a root class: what the fields of its objects hold is read off examples, and said.

    `pykorrel.all(pykorrel.like(SortedList([1, 2]), SortedList()), where=SortedList._check)`: the root is of the class of
    the first example. `fields` says what the examples do not show."""
    return Like(*examples)
