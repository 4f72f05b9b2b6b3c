"""For pytest: items of their own, notes at the end, `--korrel-key`."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from . import _notes
from ._errors import Error
from ._question import Question
from ._report import shown
from ._stream import Record

_NOTE, _COUNT, _KIND = "korrel note", "korrel inputs", "korrel enumeration"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("korrel")
    group.addoption(
        "--korrel-key", metavar="KEY", help="try only the input of this key in tests with pykorrel.inputs"
    )


def pytest_configure(config: pytest.Config) -> None:
    _notes.only_key = config.getoption("--korrel-key")


def pytest_unconfigure() -> None:
    _notes.only_key = None


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """An item for each input: the item gets the record, which it decodes when it runs."""
    question = getattr(metafunc.function, "korrel_question", None)
    if question is None:
        return
    records = _records(question)
    if isinstance(records, str):
        pytest.fail(records, pytrace=False)
    metafunc.parametrize(
        metafunc.function.korrel_parameter, records, ids=[record.decode().key for record in records]
    )


def _records(question: Question) -> list[Record] | str:
    """All inputs, of which the first tells what is to be noted of them all; or why there are none."""
    notes: list[str] = []
    with _Sinks(notes.append, lambda _: None):
        try:
            records = question.records()
        except (Error, AssertionError, ValueError) as error:
            return f"{error.__class__.__name__}: {error}"
    records[0].notes = notes
    return records


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    properties = item.user_properties
    record = _record(item)
    properties += [(_NOTE, note) for note in (record.notes if record else [])]
    before = len(_enumerations())
    with _Sinks(
        lambda note: properties.append((_NOTE, note)), lambda count: properties.append((_COUNT, count))
    ):
        yield
    for outcome in _enumerations()[before:]:
        properties += [(_NOTE, str(outcome)), (_KIND, outcome.kind)]


def _enumerations() -> list[Any]:
    """What Hypothesis' backend has done, if it is in use."""
    return getattr(sys.modules.get("pykorrel._exhaustion"), "outcomes", [])


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """An item of its own that fails shows its input."""
    outcome: Any = yield
    report, record = outcome.get_result(), _record(item)
    if report.when == "call" and report.failed and record is not None:
        heap = record.decode()
        report.sections.append((f"korrel input {heap.key}", shown(heap)))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    properties = [
        (report.nodeid, name, value)
        for reports in terminalreporter.stats.values()
        for report in reports
        for name, value in getattr(report, "user_properties", ())
        if getattr(report, "when", None) == "call"
    ]
    told = [f"{test}: {value}" for test, name, value in properties if name == _NOTE]
    kinds = Counter(value for _, name, value in properties if name == _KIND)
    if kinds:
        told.append(", ".join(f"{number} {kind}" for kind, number in sorted(kinds.items())))
    if told:
        terminalreporter.section("korrel")
        for line in told:
            terminalreporter.line(line)


def _record(item: pytest.Item) -> Record | None:
    parameters = getattr(getattr(item, "callspec", None), "params", {})
    return next((value for value in parameters.values() if isinstance(value, Record)), None)


class _Sinks:
    """Where notes and counts go meanwhile."""

    def __init__(self, on_note: Any, on_count: Any) -> None:
        self.sinks = on_note, on_count

    def __enter__(self) -> None:
        self.before = _notes.on_note, _notes.on_count
        _notes.on_note, _notes.on_count = self.sinks

    def __exit__(self, *_: Any) -> None:
        _notes.on_note, _notes.on_count = self.before
