"""The program `korrel`: $KORREL, else the one that was installed with this package, else one on the path."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from ._errors import ProgramError
from ._version import VERSION

_NAME = "korrel" + (sysconfig.get_config_var("EXE") or "")


def program() -> str:
    """The path of the program. Raises ProgramError if there is none, or one of another version."""
    chosen = os.environ.get("KORREL")
    found = chosen or _inside() or shutil.which("korrel")
    if not found:
        raise ProgramError(
            "there is no program korrel, which all that reads a spec needs (`all`, `every`, `generate` do not): "
            "`pip install --force-reinstall pykorrel` brings one; $KORREL names another, and it may be on the path"
        )
    _check(found, "$KORREL" if chosen else "found")
    return found


def _inside() -> str | None:
    return next((str(place) for place in _places() if place.is_file()), None)


def _places() -> Iterator[Path]:
    """Where installers put a package's programs."""
    here = Path(__file__).resolve().parent
    yield Path(sysconfig.get_path("scripts")) / _NAME
    if sys.version_info >= (3, 10):
        user = sysconfig.get_preferred_scheme("user")
    else:
        user = "nt_user" if os.name == "nt" else "posix_user"
    yield Path(sysconfig.get_path("scripts", scheme=user)) / _NAME
    yield here.parent / "bin" / _NAME  # pip install --target
    yield here.parents[2] / "bin" / _NAME if len(here.parents) > 2 else here / _NAME  # --prefix


@cache
def _check(found: str, whence: str) -> None:
    """The program and the package are of one 0.x: what the one asks, the other knows."""
    try:
        run = subprocess.run([found, "--version"], stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
    except (OSError, subprocess.SubprocessError) as error:
        raise ProgramError(f"{found} ({whence}) cannot be started: {error}") from None
    name, _, version = run.stdout.decode("utf-8", "replace").strip().partition(" ")
    if name != "korrel":
        raise ProgramError(f"{found} ({whence}) is not the program of this package{_other_project()}")
    if version.split(".")[:2] != VERSION.split(".")[:2]:
        raise ProgramError(
            f"{found} ({whence}) is korrel {version}, this package needs {VERSION}: install one that fits, or set $KORREL"
        )


def _other_project() -> str:
    """PyPI's project korrel has a command of the same name: whichever was installed last is there."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        other = version("korrel")
    except PackageNotFoundError:
        return ""
    return (
        f": PyPI's project korrel {other}, which is another one, is installed here and has a command of this name; "
        "`pip uninstall korrel` and then `pip install --force-reinstall pykorrel`, or set $KORREL"
    )
