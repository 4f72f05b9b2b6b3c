"""An exhaustive backend for Hypothesis: `@settings(backend="korrel")`, or the profile `korrel` for all tests.

    import pykorrel.hypothesis
    from hypothesis import settings

    settings.load_profile("korrel")

Each test then gets all inputs of its strategies, smallest first, each once, until they end or its time does.
`outcome()` says how far the last test came, `outcomes()` how far each did.
"""

from __future__ import annotations

from . import _exhaustion
from ._exhaustion import Outcome

__all__ = ["Outcome", "budget", "outcome", "outcomes", "register"]


def register() -> None:
    """Tells Hypothesis of the backend, which is imported with the first test. Hypothesis calls this when it is imported."""
    try:
        from hypothesis import settings
        from hypothesis.internal.conjecture.providers import AVAILABLE_PROVIDERS
    except ImportError:
        return  # no Hypothesis, or one that is older than backends of this form: it will say that there is no "korrel"
    if "korrel" not in AVAILABLE_PROVIDERS:
        AVAILABLE_PROVIDERS["korrel"] = "pykorrel._backend.Exhaustive"
        # Of so many inputs one is slow by chance.
        settings.register_profile("korrel", settings.get_profile("default"), backend="korrel", deadline=None)
        _exhaustion.from_environment()


def budget(
    *,
    seconds: float | None = None,
    size: int | None = None,
    afterwards: int | None = None,
    renaming: bool | None = None,
) -> None:
    """Where an enumeration ends that does not end by itself, for all tests from here on.

    `seconds` for each test (5), the largest `size` of an input (any), examples that Hypothesis generates `afterwards`
    in its own way (100), and whether a `renaming` of integers that a test only compares makes no new input (True)."""
    given = {"seconds": seconds, "size": size, "afterwards": afterwards, "renaming": renaming}
    _exhaustion.budget.change(given)


def outcome() -> Outcome:
    """How far the test that ran last was enumerated."""
    if not _exhaustion.outcomes:
        raise LookupError('no test ran with the backend "korrel"')
    return _exhaustion.outcomes[-1]


def outcomes() -> list[Outcome]:
    """How far each test was enumerated, in their order."""
    return list(_exhaustion.outcomes)


register()
