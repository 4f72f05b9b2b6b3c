"""For pytest: items of their own, notes at the end, `--korrel-key`."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from . import _notes
from ._errors import Error
from ._question import Question, names
from ._report import shown
from ._stream import Record

_NOTE, _COUNT, _KIND, _ITEM = "korrel note", "korrel inputs", "korrel enumeration", "korrel item"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("korrel")
    group.addoption(
        "--korrel-key", metavar="KEY", help="try only the input of this key in tests with pykorrel.inputs"
    )
    group.addoption(
        "--korrel-go-on",
        action="store_true",
        help="try all inputs, also where a test raises the same by itself on each of the first ten",
    )
    limit = "seconds that a test may take on one input (5; 0 for no limit)"
    group.addoption("--korrel-input-timeout", metavar="SECONDS", type=float, help=limit)
    parser.addini("korrel_input_timeout", limit)


def pytest_configure(config: pytest.Config) -> None:
    _notes.only_key = config.getoption("--korrel-key")
    _notes.goes_on = config.getoption("--korrel-go-on")
    _notes.input_timeout = _seconds(config)


def pytest_unconfigure() -> None:
    _notes.only_key, _notes.goes_on, _notes.input_timeout = None, False, None


def _seconds(config: pytest.Config) -> float | None:
    """None if neither the command line nor the configuration says it."""
    given, written = config.getoption("--korrel-input-timeout"), config.getini("korrel_input_timeout")
    try:
        return given if given is not None or not written else float(written)  # type: ignore[no-any-return]
    except ValueError:
        raise pytest.UsageError(f"korrel_input_timeout = {written}: this is no number of seconds") from None


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """An item for each input: the item gets the record, which it decodes when it runs."""
    question = getattr(metafunc.function, "korrel_question", None)
    if question is None:
        return
    records = _records(question)
    if isinstance(records, str):
        pytest.fail(records, pytrace=False)
    named: list[Any] = [pytest.param(record, id=name) for record, name in zip(records, names(records))]
    key = _notes.only_key
    if key:
        named = [one for one in named if key in (one.id, one.id.partition("-")[0])]
        named = named or [pytest.param(None, id=key, marks=pytest.mark.skip(reason=f"no input has the key {key}"))]
    metafunc.parametrize(metafunc.function.korrel_parameter, named)


def _records(question: Question) -> list[Record] | str:
    """All inputs, of which the first tells what is to be noted of them all; or why there are none."""
    notes: list[str] = []
    with _Sinks(notes.append, lambda _: None):
        try:
            records = question.records()
        except (Error, AssertionError, ValueError) as error:
            return f"{error.__class__.__name__}: {error}"
    records[0].notes = notes
    for record in records:
        record.of = len(records), str(question), question.is_complete
    return records


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    properties = item.user_properties
    record = _record(item)
    properties += [(_NOTE, note) for note in (record.notes if record else [])]
    if record is not None and record.of is not None:
        properties.append((_ITEM, (record.place, *record.of)))
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
    reports = [
        report
        for reports in terminalreporter.stats.values()
        for report in reports
        if getattr(report, "when", None) == "call" and not hasattr(report, "context")  # that of a subtest
    ]
    properties = [
        (report.nodeid, name, value) for report in reports for name, value in getattr(report, "user_properties", ())
    ]
    told = [f"{test}: {value}" for test, name, value in properties if name == _NOTE]
    told += _items(reports)
    kinds = Counter(value for _, name, value in properties if name == _KIND)
    if kinds:
        told.append(", ".join(f"{number} {kind}" for kind, number in sorted(kinds.items())))
    if told:
        terminalreporter.section("korrel")
        for line in told:
            terminalreporter.line(line)


def _items(reports: list[Any]) -> list[str]:
    """A line for each test whose inputs have items of their own."""
    tests: dict[tuple[str, int, str, bool], list[tuple[int, bool]]] = {}
    for report in reports:
        for name, value in getattr(report, "user_properties", ()):
            if name == _ITEM:
                place, inputs, question, is_complete = value
                test = report.nodeid.partition("[")[0], inputs, question, is_complete
                tests.setdefault(test, []).append((place, report.passed))
    return [_verdict(*test, tried) for test, tried in tests.items()]


def _verdict(test: str, inputs: int, question: str, is_complete: bool, tried: list[tuple[int, bool]]) -> str:
    all_tried = len({place for place, _ in tried}) == inputs
    passed = sum(is_passed for _, is_passed in tried)
    if all_tried and is_complete and passed == len(tried):
        return f"{test}: COMPLETE: {inputs:,} input{'' if inputs == 1 else 's'} of {question}, an item each"
    return f"{test}: {passed:,} of {len(tried):,} items pass, of {inputs:,} inputs of {question}"


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
