"""Reads what `korrel find --format parquet` and arrow write, by pyarrow, polars, DuckDB and pandas, and makes records of it again, which
must be the JSON lines. Nothing here is shared with the program: the types are read in the header.

    tables.py KORREL SPEC…          instances of these specs
    tables.py KORREL --random N     of N random specs, 70 of each
    tables.py KORREL --lines N      the JSON lines of these, by pandas, polars, DuckDB and jq
"""

import io
import json
import os
import random
import subprocess
import sys
import tempfile

import duckdb
import pandas
import polars
import pyarrow.ipc
import pyarrow.parquet


class Records:
    """Rows of a table as records of heapgraph/1."""

    def __init__(self, header):
        self.types, self.enums = header["types"], header["enums"]
        self.sets, self.relations = header.get("sets"), header.get("relations")
        self.roots, self.extends = header["roots"], header.get("extends", {})

    def top(self, name):
        return self.top(self.extends[name]) if name in self.extends else name

    def column(self, text):
        """What a value may be, and the sig among whose objects a reference is an index."""
        sorts = text.split("|")
        is_text = lambda sort: sort == "string" or sort in self.enums
        is_other = lambda s: s not in self.types and not is_text(s) and s not in ("int", "bool")
        tops = {self.top(sort) for sort in sorts if sort in self.types}
        is_any = any(map(is_other, sorts))
        kinds = {"object": bool(tops), "int": "int" in sorts, "bool": "bool" in sorts,
                 "text": any(map(is_text, sorts))}
        kinds = [kind for kind, may_be in kinds.items() if may_be or is_any]
        return kinds, tops.pop() if len(tops) == 1 and not is_any else None

    def scalar(self, text, value):
        kinds, top = self.column(text)
        if len(kinds) > 1:
            there = [(kind, one) for kind, one in value.items() if one is not None]
            if not there:
                return None
            ((kind, value),) = there
        else:
            (kind,) = kinds
        if kind == "object" and top is not None and value is not None:
            return self.ids[top][value]
        return value

    def value(self, shape, value):
        word, *columns = shape.split(" ")
        if not columns:
            return self.scalar(word.removesuffix("?"), value)
        if word in ("set", "seq"):
            return [self.scalar(columns[0], item) for item in value]
        if word == "rel":
            return [[self.scalar(text, row[f"c{at}"]) for at, text in enumerate(columns)] for row in value]
        name = lambda key: key if isinstance(key, str) else json.dumps(key)
        return {name(self.scalar(columns[0], one["key"])): self.scalar(columns[1], one["value"]) for one in value}

    def record(self, row):
        objects = row.get("objects") or {}
        self.ids = {sig: [one["$id"] for one in all] for sig, all in objects.items()}
        members = lambda part, shapes: {name: self.value(shape, row[part][name]) for name, shape in shapes.items()}
        record = {"kind": "instance", "id": int(row["id"])}
        if row["key"] is not None:
            record["key"] = row["key"]
        record["roots"] = members("roots", self.roots)
        sets = members("sets", {name: f"set {one['of']}" for name, one in (self.sets or {}).items()})
        record["objects"] = {}
        for sig, all in objects.items():
            for one in all:
                name = one.get("$type", sig)
                fields = dict(self.types[name])
                for subset, declared in (self.sets or {}).items():
                    if one["$id"] in sets[subset]:
                        fields |= declared["fields"]
                told = {"$type": name}
                for field, shape in fields.items():
                    if field not in one:
                        # Another sig has a field of this name, of another shape.
                        (owner,) = {of for of in self.types if f"{of}.{field}" in one and self.types[of].get(field) == shape}
                        told[field] = self.value(shape, one[f"{owner}.{field}"])
                    else:
                        told[field] = self.value(shape, one[field])
                record["objects"][one["$id"]] = told
        if self.sets:
            record["sets"] = sets
        if self.relations:
            record["relations"] = members("relations", self.relations)
        return record


def text(rows):
    return json.dumps(rows, default=str, sort_keys=True)


def plain(value):
    """A value of pandas without numpy's arrays."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, dict):
        return {name: plain(one) for name, one in value.items()}
    return [plain(one) for one in value] if isinstance(value, (list, tuple)) else value


def compare(korrel, spec, *flags):
    run = lambda *more: subprocess.run([korrel, "find", spec, *flags, *more], capture_output=True, check=False)
    stream = run()
    if stream.returncode == 2 or b'"traces"' in stream.stdout.split(b"\n", 1)[0]:
        return 0
    header, *lines, end = stream.stdout.decode().splitlines()
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "heaps.parquet")
        written = run("--format", "parquet", "-o", file)
        assert written.returncode == stream.returncode, written.stderr
        metadata = pyarrow.parquet.read_metadata(file).metadata
        assert metadata[b"heapgraph"].decode() == header
        assert metadata[b"heapgraph.end"].decode() == end
        table = pyarrow.parquet.read_table(file)
        table.validate(full=True)
        arrow = pyarrow.ipc.open_stream(io.BytesIO(run("--format", "arrow").stdout)).read_all()
        arrow.validate(full=True)
        rows = table.to_pylist()
        assert rows == arrow.to_pylist()
        assert table.schema.equals(arrow.schema), (table.schema, arrow.schema)
        records = Records(json.loads(header))
        for line, row in zip(lines, rows, strict=True):
            want = json.loads(line)
            want.pop("witness", None)
            found = records.record(row)
            assert text(found) == text(want), (found, want)
            assert list(found["objects"]) == list(want["objects"])
        readers = {
            "polars, parquet": polars.read_parquet(file).to_dicts(),
            "polars, arrow": polars.from_arrow(arrow).to_dicts(),
            "duckdb, parquet": duckdb.read_parquet(file).to_arrow_table().to_pylist(),
            "duckdb, arrow": duckdb.from_arrow(arrow).to_arrow_table().to_pylist(),
            "pandas": [plain(row) for row in pandas.read_parquet(file).to_dict("records")],
        }
        for reader, found in readers.items():
            if reader == "pandas":
                # A column of integers that has a missing value is one of floats, where it is not within a struct.
                assert [row.get("objects") for row in found] == [row.get("objects") for row in rows], reader
            else:
                assert text(found) == text(rows), (reader, spec)
    return len(lines)


def without_nulls(value):
    """A column of structs has a missing member for each that another row has."""
    if isinstance(value, dict):
        return {name: without_nulls(one) for name, one in value.items() if one is not None}
    return [without_nulls(one) for one in value] if isinstance(value, list) else value


def as_texts(value):
    if isinstance(value, dict):
        return {name: as_texts(one) for name, one in value.items()}
    if isinstance(value, list):
        return [as_texts(one) for one in value]
    return value if isinstance(value, str) else json.dumps(value)


def is_mixed(header):
    """Whether a place holds texts in one row and numbers or truth values in another, as far as the header says."""
    def of(shape):
        word, *columns = shape.split(" ")
        columns = {"rel": columns, "map": columns[1:]}.get(word, columns or [word.removesuffix("?")])
        sorts = {sort for column in columns for sort in column.split("|")}
        plain = sorts & {"int", "bool", "univ"}
        return bool(plain) and sorts != {"int"} and sorts != {"bool"}
    fields = [*header["types"].values(), header["roots"], header.get("relations", {})]
    fields += [one["fields"] for one in header.get("sets", {}).values()]
    return any(of(shape) for shapes in fields for shape in shapes.values())


def compare_lines(korrel, spec, *flags):
    """Reads JSON lines as docs/howto/tables.md says."""
    stream = subprocess.run([korrel, "find", spec, *flags], capture_output=True, check=False)
    if stream.returncode == 2:
        return 0
    header, *lines, _ = stream.stdout.decode().splitlines()
    header, want = json.loads(header), [json.loads(line) for line in lines]
    if not lines:
        return 0
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "heaps.jsonl")
        with open(file, "w") as out:
            out.writelines(line + "\n" for line in lines)
        frame = pandas.read_json(file, lines=True, dtype=False)
        assert [{name: plain(one) for name, one in row.items()} for row in frame.to_dict("records")] == want
        found = without_nulls(polars.read_ndjson(file, infer_schema_length=None).to_dicts())
        assert as_texts(found) == as_texts(without_nulls(want))
        # Only the types of values that stand beside others are lost.
        assert is_mixed(header) or found == without_nulls(want)
        parts = [name for name in want[0] if name not in ("kind", "id")]
        columns = {"kind": "VARCHAR", "id": "HUGEINT"} | dict.fromkeys(parts, "JSON")
        rows = duckdb.read_json(file, format="newline_delimited", columns=columns).fetchall()
        read = [{"kind": kind, "id": id} | dict(zip(parts, map(json.loads, rest))) for kind, id, *rest in rows]
        assert read == want
        jq = subprocess.run(["jq", "-c", ".", file], capture_output=True, check=True)
        assert [json.loads(line) for line in jq.stdout.splitlines()] == want
    return len(lines)


def random_spec(draw):
    names = [f"S{at}" for at in range(draw.randint(1, 4))]
    sigs, fields = [], 0
    for at, name in enumerate(names):
        over = draw.choice(["", "", f" extends {draw.choice(names[:at])}", f" in {draw.choice(names[:at])}"]) if at else ""
        one = "one " if not over and draw.random() < 0.15 else ""
        told = []
        for _ in range(draw.randint(0, 3)):
            to = draw.choice([*names[: at + 1], "Int", "E", "String", f"({names[0]} + Int)", f"({names[0]} + {name})", "univ"])
            shape = draw.choice(["one {}", "lone {}", "set {}", "seq {}", "E -> one {}", "E -> lone {}", "Int -> {}", "{0} -> {0}"])
            if to.startswith("(") or to == "univ":
                shape = draw.choice(["one {}", "lone {}", "set {}"])
            fields += 1
            told.append(f"f{fields}: {shape.format(to)}")
        sigs.append(f"{one}sig {name}{over} {{ {', '.join(told)} }}")
    return "enum E { x, y }\n" + "\n".join(sigs) + '\nfact { some "a" or no "b" }\nrun {} for 2 but 0..1 Int, 2 seq\n'


def main(korrel, *asked):
    count = 0
    if asked[0] not in ("--random", "--lines"):
        for spec in asked:
            count += compare(korrel, spec, "-n", "2000", "--keys")
        assert count > 1000, "most specs are refused"
        print(f"{count} instances of {len(asked)} specs")
        return
    draw, specs, seen = random.Random(1), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        while specs < int(asked[1]):
            seen += 1
            assert seen < 20 * int(asked[1]), "most specs are refused"
            file = os.path.join(folder, f"random{seen}.als")
            with open(file, "w") as out:
                out.write(random_spec(draw))
            of = compare if asked[0] == "--random" else compare_lines
            found = of(korrel, file, "-n", "70", "--timeout", "20s")
            specs += found > 0
            count += found
    print(f"{count} instances of {specs} random specs")


main(*sys.argv[1:])
