from typing import Optional
class Account:
    name: str
    parent: Optional["Account"]
    children: list["Account"]
