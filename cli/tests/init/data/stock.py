from __future__ import annotations
from abc import ABC
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, ClassVar, Optional, Union

raise SystemExit("whoever imports this runs it")

class Colour(Enum):
    RED = 1
    BLACK = 2

class Shape(ABC):
    count: ClassVar[int] = 0
    colour: Colour

@dataclass
class Box(Shape):
    inside: list[Shape] = field(default_factory=list)
    names: dict[str, Optional["Box"]] = field(default_factory=dict)
    around: Box | None = None
    all: set[int] = field(default_factory=set)

Content = Union[Box, int, None]

class Store:
    boxes: dict[str, list[Box]]
    what: Content
    rest: Any

    def __init__(self, owner: str, size: tuple[int, ...]) -> None:
        self.owner = owner
        self.size = size
        self.open: bool = True
