class HeapError(ValueError):
    """A record or a heap that does not fit the spec, or values that do not fit either."""


class Values:
    """What atoms and integers stand for: `Values({"Key": ["", "é"], "Int": {-1: -100, 0: 0}})`.

    The atom Key$n is the n-th value of "Key", the integer n >= 0 the n-th of "Int"; a mapping names
    them singly. The values of a sig are distinct, by equality and type."""

    def __init__(self, given: Mapping[str, Any] | None = None) -> None:
        self.tables: dict[str, dict[int, Any]] = {}
        for sig, values in (given or {}).items():
            _check_has_values(sig)
            self.tables[sig] = table = _numbered(sig, values)
            listed = list(table.values())
            for at, value in enumerate(listed):
                if any(_same(value, other) for other in listed[:at]):
                    raise HeapError(f"values: {sig}: {value!r} stands there twice, and could not be told apart")

    def sig_of(self, type: str) -> str | None:
        """The nearest of a type and those that it extends that has values."""
        return next((sig for sig in _LINES[type] if sig in self.tables), None)

    def value(self, sig: str, number: int, name: str) -> Any:
        table = self.tables[sig]
        if number not in table:
            raise HeapError(f"values: {name} has no value: {sig} has {len(table)}")
        return table[number]

    def numbers(self, column: str, value: Any) -> list[tuple[str, int]]:
        """What a value may stand for in a column: atoms by sig and number, or an integer."""
        types = column.split("|")

        def is_in(sig: str) -> bool:
            of = ["int"] if sig == "Int" else [type for type in _LINES if sig in _LINES[type] or type in _LINES[sig]]
            return "univ" in types or any(type in of for type in types)

        tables = [(sig, table) for sig, table in self.tables.items() if is_in(sig)]
        return [(sig, number) for sig, table in tables for number, known in table.items() if _same(known, value)]


def _check_has_values(sig: str) -> None:
    if sig == "Int":
        return
    if sig not in _LINES:
        raise HeapError(f"values: there is no sig {sig} of objects; there are {', '.join(['Int', *_LINES])}")
    for type, line in _LINES.items():
        if sig in line and type not in _WITHOUT_FIELDS:
            raise HeapError(f"values: {type} has fields: its atoms are objects, and no values")


def _numbered(sig: str, values: Any) -> dict[int, Any]:
    if isinstance(values, Mapping):
        return {_number_of(sig, name): value for name, value in values.items()}
    if isinstance(values, (str, bytes)):
        raise HeapError(f"values: {sig} needs a list, or values by name; {values!r} is one value")
    return dict(enumerate(values))


def _number_of(sig: str, name: Any) -> int:
    if type(name) is int:
        return name
    of, _, digits = str(name).rpartition("$")
    if digits.isdigit() and sig in _LINES.get(of, ()):
        return int(digits)
    raise HeapError(f"values: {sig}: {name!r} names nothing of it; a name is like {-1 if sig == 'Int' else sig + '$0'}")


def _same(one: Any, other: Any) -> bool:
    return one is other or (type(one) is type(other) and bool(one == other))


def _number(name: str) -> int:
    return int(name.rpartition("$")[2])


def _type_of(made: Any, name: str) -> str:
    """That of an object; of an atom with a value, by its name."""
    return next((_TYPES[of] for of in type(made).__mro__ if of in _TYPES), name.rpartition("$")[0])


class _Reader:
    """Reads a record. A column is what may stand at a place, as the header writes it: `Node`, `Dir|File`."""

    def __init__(self, record: dict[str, Any], values: Values) -> None:
        self.record, self.values = record, values
        self.objects: dict[str, Any] = {}
        self.types: dict[str, str] = {}
        if "states" in record and "objects" not in record:
            raise HeapError("states: this is the record of a trace, not of a heap")
        given = self.section(record, "objects")
        for name, fields in given.items():
            self.types[name] = _at(f"objects.{name}", lambda: str(fields["$type"]))
            self.objects[name] = _at(f"objects.{name}", lambda: self.made(name, self.types[name]))
        for name, fields in given.items():
            if values.sig_of(self.types[name]) is None:
                _at(f"objects.{name}", lambda: self.objects[name]._read(fields, self))

    @staticmethod
    def section(record: dict[str, Any], name: str) -> dict[str, Any]:
        found = record.get(name, {} if name != "objects" else None)
        if not isinstance(found, dict):
            raise HeapError(f"{name}: {found!r} is no object")
        return found

    def made(self, name: str, type: str) -> Any:
        if type not in _CLASSES:
            raise HeapError(f"the spec has no objects of type {type!r}")
        sig = self.values.sig_of(type)
        if sig is not None:
            return self.values.value(sig, _number(name), name)
        return object.__new__(_CLASSES[type])

    def group(self, of: Any, name: str) -> Any:
        group = object.__new__(of)
        if name in self.record or name == "roots":
            _at(name, lambda: group._read(self.section(self.record, name), self))
            return group
        return of()

    def reached(self) -> frozenset[str]:
        """The objects that the roots lead to."""
        found: set[str] = set()
        waiting: list[Any] = [self.record.get("roots")]
        while waiting:
            json = waiting.pop()
            if isinstance(json, dict):
                waiting.extend(json.keys())
                waiting.extend(json.values())
            elif isinstance(json, list):
                waiting.extend(json)
            elif isinstance(json, str) and json in self.objects and json not in found:
                found.add(json)
                waiting.append(self.record["objects"][json])
        return frozenset(found)

    def one(self, column: str, json: Any) -> Any:
        sorts = column.split("|")
        is_any = "univ" in sorts
        if isinstance(json, str) and column != "string":
            if json in self.objects:
                if is_any or any(sort in _LINES[self.types[json]] for sort in sorts):
                    return self.objects[json]
            elif json in _ENUM_VALUES:
                if is_any or any(_ENUM_NAMES.get(sort) is type(_ENUM_VALUES[json]) for sort in sorts):
                    return _ENUM_VALUES[json]
            elif is_any or "string" in sorts:
                return json
            raise HeapError(f"{json!r} is no {column}: there is no such object")
        plain = {int: "int", bool: "bool", str: "string"}.get(type(json))
        if plain is None or not (is_any or plain in sorts):
            raise HeapError(f"{json!r} is no {column}")
        if plain == "int" and "Int" in self.values.tables:
            return self.values.value("Int", json, f"the integer {json}")
        return json

    def lone(self, column: str, json: Any) -> Any:
        return None if json is None else self.one(column, json)

    def set(self, column: str, json: Any) -> Any:
        return {self.one(column, item) for item in _of(list, json)}

    def seq(self, column: str, json: Any) -> Any:
        return [self.one(column, item) for item in _of(list, json)]

    def map(self, key: str, value: str, json: Any) -> Any:
        return {self.key(key, name): self.one(value, item) for name, item in _of(dict, json).items()}

    def key(self, column: str, name: str) -> Any:
        return self.one(column, json.loads(name) if column in ("int", "bool") else name)

    def rel(self, columns: list[str], json: Any) -> Any:
        rows = [_of(list, row) for row in _of(list, json)]
        return {tuple(self.one(column, item) for column, item in zip(columns, row, strict=True)) for row in rows}


def _at(path: str, read: Any) -> Any:
    """Says of what does not fit where it stands."""
    try:
        return read()
    except KeyError as missing:
        raise HeapError(f"{path}: there is no {missing}") from None
    except (HeapError, TypeError, ValueError) as wrong:
        raise HeapError(f"{path}: {wrong}") from None


def _of(kind: Any, json: Any) -> Any:
    if not isinstance(json, kind):
        raise HeapError(f"{json!r} has the wrong form")
    return json


class _Writer:
    """Writes a heap. Objects keep their names; new ones get new names."""

    def __init__(self, heap: Heap) -> None:
        self.heap, self.values = heap, heap.values
        self.names: dict[int, str] = {}
        self.atoms: dict[tuple[str, int], str] = {}
        self.objects: dict[str, Any] = {}
        self.types: dict[str, str] = {}
        self.waiting: list[tuple[str, Any]] = []
        for name, made in heap.objects.items():
            self.types[name] = _type_of(made, name)
            sig = self.values.sig_of(self.types[name])
            if sig is None:
                self.names[id(made)] = name
            else:
                self.atoms[sig, _number(name)] = name
                self.objects[name] = {"$type": self.types[name]}

    def record(self) -> dict[str, Any]:
        """What the roots lead to is written, and what they did not lead to before either."""
        heap = self.heap
        record: dict[str, Any] = {}
        if heap.id is not None:
            record |= {"kind": "instance", "id": heap.id}
        if heap.key is not None:
            record["key"] = heap.key
        record["roots"] = heap.roots._write(self)
        for name, made in heap.objects.items():
            if name not in heap._reached and name not in self.objects:
                self.one("univ", made)
        self.write_waiting()
        groups = {name: group._write(self) for name, group in _groups(heap).items() if group is not None}
        self.write_waiting()
        known = [name for name in heap.objects if name in self.objects]
        new = [name for name in self.objects if name not in heap.objects]
        record["objects"] = {name: self.objects[name] for name in [*known, *new]}
        return record | groups

    def write_waiting(self) -> None:
        while self.waiting:
            name, made = self.waiting.pop(0)
            self.objects[name] = {"$type": self.types[name], **made._write(self)}

    def is_gone(self, item: Any) -> bool:
        """Whether it was there when the heap was read, and nothing leads to it any more."""
        name = self.names.get(id(item))
        return name in self.heap.objects and name not in self.objects

    def one(self, column: str, value: Any) -> Any:
        if isinstance(value, Enum):
            return value.value
        found = self.values.numbers(column, value)
        if len(found) > 1:
            stands_for = " and for ".join(f"{sig} {number}" for sig, number in found)
            raise HeapError(f"{value!r} stands for {stands_for}")
        for sig, number in found:
            return number if sig == "Int" else self.atom(sig, number)
        if any(of in _TYPES for of in type(value).__mro__):
            return self.reference(value)
        if column == "int" and "Int" in self.values.tables:
            raise HeapError(f"{value!r} is none of the values of Int")
        is_plain = {"int": int, "bool": bool, "string": str}.get(column, (int, str, bool))
        if not isinstance(value, is_plain) or (column == "int" and isinstance(value, bool)):
            raise HeapError(f"{value!r} is no {column}, and none of the values given")
        if isinstance(value, str) and column not in ("string", "univ") and "string" not in column.split("|"):
            raise HeapError(f"{value!r} is no {column}, and none of the values given")
        return value

    def atom(self, sig: str, number: int) -> str:
        name = self.atoms.setdefault((sig, number), f"{sig}${number}")
        self.types.setdefault(name, name.rpartition("$")[0])
        self.objects.setdefault(name, {"$type": self.types[name]})
        return name

    def reference(self, made: Any) -> str:
        name = self.names.get(id(made))
        if name is None:
            of = _type_of(made, "")
            name = self.names[id(made)] = self.new_name(of)
            self.types[name] = of
        if name not in self.objects:
            self.objects[name] = None
            self.waiting.append((name, made))
        return name

    def new_name(self, type: str) -> str:
        top = _LINES[type][-1]
        taken = [name.rpartition("$") for name in [*self.names.values(), *self.objects, *self.heap.objects]]
        numbers = [int(digits) for of, _, digits in taken if digits.isdigit() and top in _LINES.get(of, ())]
        return f"{type}${max(numbers, default=-1) + 1}"

    def lone(self, column: str, value: Any) -> Any:
        return None if value is None else self.one(column, value)

    def set(self, column: str, items: Any) -> Any:
        return sorted((self.one(column, item) for item in items), key=self.order)

    def seq(self, column: str, items: Any) -> Any:
        return [self.one(column, item) for item in items]

    def map(self, key: str, value: str, items: Any) -> Any:
        return {self.key(self.one(key, name)): self.one(value, item) for name, item in items.items()}

    def key(self, scalar: Any) -> str:
        return scalar if isinstance(scalar, str) else json.dumps(scalar)

    def rel(self, columns: list[str], rows: Any) -> Any:
        written = [[self.one(column, item) for column, item in zip(columns, row, strict=True)] for row in rows]
        return sorted(written, key=lambda row: [self.order(item) for item in row])

    def members(self, column: str, items: Any) -> Any:
        """A subset sig, without what is gone."""
        return self.set(column, [item for item in items if not self.is_gone(item)])

    def order(self, scalar: Any) -> Any:
        """As in any record: objects, enum values, truth values, numbers, texts."""
        if isinstance(scalar, str) and scalar in self.objects:
            top, digits = _LINES[self.types[scalar]][-1], scalar.rpartition("$")[2]
            # Names of somebody else's stand in the order in which they were read.
            is_own = "$" in scalar and digits.isdigit()
            place = int(digits) if is_own else list(self.heap.objects).index(scalar)
            return (0, list(_LINES).index(top), is_own, place)
        if isinstance(scalar, str):
            return (1, list(_ENUM_VALUES).index(scalar)) if scalar in _ENUM_VALUES else (4, scalar)
        return (2, not scalar) if isinstance(scalar, bool) else (3, scalar)


def heaps(lines: Iterable[str], values: Mapping[str, Any] | None = None) -> Iterator[Heap]:
    """The instances of a stream that `korrel find` wrote. One that breaks off is an EOFError, one whose lines were
    lost, added or changed a HeapError; of lines that another program wrote anew, only their number is compared, and a
    note says so."""
    table = Values(values)
    count, crc, is_as_written, end = 0, 0, True, None
    for at, line in enumerate(lines):
        line = line.removeprefix("\ufeff") if at == 0 else line  # a byte order mark
        if not line.strip():
            continue
        if end is not None:
            raise HeapError("the stream goes on after its end record")
        record = _record(line)
        if record["kind"] == "instance":
            line = line.rstrip("\n")
            rest = line[len(_INSTANCE) :]
            rest = rest[rest.find(",") + 1 :] if rest.startswith('"id":') else rest
            is_as_written = is_as_written and line.startswith(_INSTANCE)
            crc = zlib.crc32((rest + "\n").encode(), crc)
            yield _at(f"instance {record.get('id', count)}", lambda: Heap.decode(record, table))
            count += 1
        elif record["kind"] == "end":
            end = record
    if end is None:
        raise EOFError("the stream has no end record: these are not all instances")
    if end.get("count") != count:
        raise HeapError(f"the end record counts {end.get('count')} instances, but {count} were read")
    digest = end.get("digest")
    is_known = str(digest).startswith("crc32:")
    if digest is not None and not (is_as_written and is_known):
        why = f"{digest!r} is of no known kind" if is_as_written else "another program has written the instances anew"
        print(f"note: the digest of the stream says nothing: {why}", file=sys.stderr)
    elif digest is not None and digest != f"crc32:{crc:08x}":
        raise HeapError("the instances do not have the digest of the end record: lines were changed")


# How an instance begins that no other program has written anew.
_INSTANCE = '{"kind":"instance",'


def _record(line: str) -> Any:
    try:
        record = json.loads(line, parse_constant=_no_json, object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        if line.endswith("\n"):
            raise HeapError(f"this is no JSON: {error}") from None
        raise EOFError("the stream breaks off: these are not all instances") from None
    if not isinstance(record, dict) or not isinstance(record.get("kind"), str):
        raise HeapError(f"no record of a stream: {line[:80]!r}")
    return record


def _no_json(word: str) -> Any:
    raise HeapError(f"this is no JSON: {word}")


def _once(members: Any) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in members:
        if name in found:
            raise HeapError(f"{name!r} stands twice in one object")
        found[name] = value
    return found
