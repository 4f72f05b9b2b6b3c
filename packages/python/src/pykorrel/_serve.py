"""The process of a test of behaviours: `python -m pykorrel._serve FILE FUNCTION` serves the machine that it declares."""

import importlib.util
import sys
from pathlib import Path

from . import driver


def main(file: str, function: str) -> None:
    path = Path(file)
    if str(path.parent) not in sys.path:
        sys.path.insert(0, str(path.parent))
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    driver.keep_replies_apart()
    spec.loader.exec_module(module)
    getattr(module, function).korrel_declares()
    driver.serve()


if __name__ == "__main__":
    main(*sys.argv[1:])
