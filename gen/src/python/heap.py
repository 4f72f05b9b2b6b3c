

@dataclass(eq=False, repr=False, kw_only=True)
class Heap:
    """An instance. What `roots` lead to is written, whether it is in `objects` or not."""

    roots: Any
    # By name, in order; for whoever makes a heap: what no root leads to.
    objects: dict[str, Any] = field(default_factory=dict)
    # fields
    id: int | None = None
    key: str | None = None
    values: Values = field(default_factory=lambda: Values())
    _reached: frozenset[str] = frozenset()

    @classmethod
    def decode(cls, record: Any, values: Any = None, roots: Any = Roots) -> Heap:
        """A record as objects; `values` is what atoms and integers stand for, see Values."""
        record = json.loads(record) if isinstance(record, (str, bytes)) else record
        table = values if isinstance(values, Values) else Values(values)
        heap = _Reader(record, table)
        return cls(
            id=record.get("id"),
            key=record.get("key"),
            roots=heap.group(roots, "roots"),
            objects=heap.objects,
            # read
            values=table,
            _reached=heap.reached(),
        )

    def encode(self) -> dict[str, Any]:
        """The record. Objects that were read keep their names; those that nothing leads to any more are gone."""
        return _Writer(self).record()

    def to_json(self) -> str:
        return json.dumps(self.encode(), ensure_ascii=False, separators=(",", ":"))
