"""Subtests within a test that loops: pytest's fixture `subtests`, and `subTest` of unittest.

Both keep what a subtest raises to themselves, so that a test would pass on an input on which it fails. Here an input
ends with its first subtest that fails, as it ends with any other failure.
"""

from __future__ import annotations

from typing import Any

from . import _notes


class Subtest:
    """One subtest's turn; a skip ends the subtest only."""

    def __init__(self, message: Any = None, /, **parameters: Any) -> None:
        named = [f"{name}={value!r}" for name, value in parameters.items()]
        self.text = " ".join([*([f"[{message}]"] if message is not None else []), *([f"({', '.join(named)})"] if named else [])])

    def __enter__(self) -> None: ...

    def __exit__(self, _: Any, error: BaseException | None, __: Any) -> bool:
        if error is None:
            return False
        if _notes.is_skip(error):
            return True
        if _notes.is_failure(error) and not hasattr(error, "korrel_subtest"):
            error.korrel_subtest = self.text  # type: ignore[attr-defined]
        return False


class Subtests:
    """In place of pytest's fixture."""

    def test(self, msg: str | None = None, **parameters: Any) -> Subtest:
        return Subtest(msg, **parameters)


class Replaced:
    """The arguments of a test with such subtests in them, for as long as it runs."""

    def __init__(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        self.args, self.kwargs = args, kwargs

    def __enter__(self) -> dict[str, Any]:
        if self.args and hasattr(self.args[0], "subTest"):
            self.args[0].subTest = _of_unittest
        return {**self.kwargs, "subtests": Subtests()} if "subtests" in self.kwargs else self.kwargs

    def __exit__(self, *_: Any) -> None:
        if self.args:
            getattr(self.args[0], "__dict__", {}).pop("subTest", None)


def _of_unittest(msg: Any = None, **parameters: Any) -> Subtest:
    return Subtest(msg, **parameters)
