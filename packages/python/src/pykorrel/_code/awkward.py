"""Values that programs treat wrongly more often than others: a catalogue, by kinds, the simplest of each kind first.

Most of what a public list of bugs had and Korrel missed was missed for a value that nobody had put into a pool
(docs/yardstick.md). What could do harm in a program that is not tested is not in it.
"""

from __future__ import annotations

import collections
import datetime
import decimal
import fractions
import http
import re
import time
import types

from .pool import Pool, pool

_MODULES = {
    module.__name__: module for module in (collections, datetime, decimal, fractions, http, re, time, types)
}


def _of(*texts: str) -> Pool:
    """The values that stand in these texts, with `|` between them."""
    return pool(*"|".join(texts).split("|"), **_MODULES)


class Awkward:
    """The pools, by kinds."""

    nothing = _of("None")
    booleans = _of("False", "True")
    #: Around 0, 1, 2^31, 2^53 and 2^63; of several types that are equal; and those that are no quantity.
    numbers = _of(
        "0|1|-1|2|0.0|1.0|-0.0|0.5|float('nan')|float('inf')|float('-inf')",
        "2**31 - 1|2**31|-2**31 - 1|2**32|2**53|2**53 + 1|2.0**53|2**63 - 1|2**63|-2**63 - 1|2**64",
        "5e-324|1.7976931348623157e308|0j|complex(-0.0, 1)",
        "decimal.Decimal('-0')|decimal.Decimal('1.10')|decimal.Decimal('NaN')|fractions.Fraction(1, 2)",
        "http.HTTPStatus.OK",
    )
    #: Empty, blank, like another type, of composed characters, with ends of lines.
    strings = _of(
        r"''|'a'|'b'|'A'|' '|'a b'|' a '|'0'|'-0'|'01'|'1e3'|'nan'|'None'|'True'|'\n'|'a\r\n'|'a.b'|'[0]'",
        r"'\u00e9'|'e\u0301'|'\U0001f600'|'\ud83d'|'\0'|'\u00df'",
    )
    #: Of attributes and keys: with spaces and dots, like indices, keywords, and those of members that dicts and lists have.
    names = _of("'a'|''|'a b'|'a.b'|'0'|'-1'|'_a'|'class'|'None'|'self'|'items'|'keys'|'get'|'pop'|'copy'")
    bytes = _of(r"b''", r"b'a'", r"b'\xff'", "bytearray(b'a')", "memoryview(b'ab')[1:]")
    #: Empty, with equal and with awkward elements, with shared parts, in a ring, and others that are like lists.
    lists = _of(
        "[]|[0]|[None]|[-0.0]|[float('nan')]|[1, 1]|[1, 1.0, True]|[[]]|[[0], [0]]|[[]] * 2",
        "(lambda ring: ring.append(ring) or ring)([])",
        "range(0)|range(3)|range(2, 0, -1)|collections.deque([1], maxlen=1)|collections.UserList([1])",
    )
    tuples = _of("()", "(0,)", "(None, None)", "([],)", "time.gmtime(0)")
    dicts = _of(
        "{}|{'a': 1}|{'a': None}|{None: 1}|{'': 1}|{1: 'a', '1': 'b'}|{-0.0: 1}|{float('nan'): 1}|{(): []}",
        "(lambda part: {'a': part, 'b': part})({})",
        "(lambda ring: ring.update(a=ring) or ring)({})",
        "collections.OrderedDict(a=1)|collections.defaultdict(list)|collections.Counter('aa')",
        "types.MappingProxyType({'a': 1})",
    )
    sets = _of("set()|{None}|{0, ''}|{float('nan')}|{()}|frozenset()|frozenset({1})|{}.keys()")
    dates = _of(
        "datetime.date(1, 1, 1)",
        "datetime.datetime(2000, 2, 29)",
        "datetime.datetime(2000, 1, 1, tzinfo=datetime.timezone.utc)",
        "datetime.datetime(2000, 1, 1, fold=1)",
        "datetime.datetime(9999, 12, 31, 23, 59, 59, 999999)",
        "datetime.time()",
        "datetime.timedelta(-1)",
    )
    regexps = _of(
        "re.compile('a')",
        "re.compile('a', re.I)",
        "re.compile(b'a')",
        "re.compile('(?P<a>a)?')",
        "re.compile('')",
    )
    #: With no class of their own, with attributes, and a class itself.
    objects = _of(
        "object()",
        "types.SimpleNamespace()",
        "types.SimpleNamespace(a=1)",
        "int",
        "NotImplemented",
        "...",
        "slice(1)",
    )
    functions = _of("lambda: None", "lambda a, b=1: a", "len", "'a'.upper")
    errors = _of("ValueError()", "KeyError('a')", "StopIteration(1)")
    iterators = _of("iter([])", "iter([1, 2])", "reversed([1, 2])", "enumerate('a')", "zip([1], [2])")

    #: The simplest of each kind that has nothing in it.
    empty = _of(
        "None|''|b''|[]|()|{}|set()|frozenset()|range(0)|collections.deque()|collections.OrderedDict()"
    )

    #: All but `empty`, each once.
    all = pool(
        *(
            nothing,
            booleans,
            numbers,
            strings,
            names,
            bytes,
            lists,
            tuples,
            dicts,
            sets,
            dates,
            regexps,
            objects,
        ),
        *(functions, errors, iterators),
    )

    def indices(self, length: int) -> Pool:
        """Those about a length, each once: first, last, behind the last one, from the end, beyond, and what is no index."""
        places = [0, length - 1, length, -1, -length, -length - 1, length + 1]
        return _of(*map(str, places), "True", "0.0", "2**63")


awkward = Awkward()
