"""Reads a stream as a table, in seven ways, none of which loses anything. docs/howto/tables.md quotes it.

It needs pandas, polars, duckdb, pyarrow, and in the working folder what these commands write:

    korrel find relations.als --keys --bare -o relations.jsonl
    korrel find relations.als --keys --format parquet -o relations.parquet
    korrel find relations.als --keys --format arrow -o relations.arrows
"""

import json

with open("relations.jsonl") as lines:
    instances = [json.loads(line) for line in lines]
objects = sum(len(one["objects"]) for one in instances)
keys = [one["key"] for one in instances]

# pandas, JSON lines
import pandas

frame = pandas.read_json("relations.jsonl", lines=True, dtype=False)
assert frame["objects"].map(len).sum() == objects and list(frame["key"]) == keys

# polars, JSON lines
import polars

frame = polars.read_ndjson("relations.jsonl", infer_schema_length=None)
assert sum(one is not None for row in frame["objects"] for one in row.values()) == objects
assert frame["key"].to_list() == keys

# DuckDB, JSON lines
import duckdb

rows = duckdb.sql("""
    SELECT id, key, objects FROM read_json('relations.jsonl', format = 'newline_delimited', columns = {
        id: 'HUGEINT', key: 'VARCHAR', objects: 'MAP(VARCHAR, STRUCT("$type" VARCHAR, r VARCHAR[]))'})
    ORDER BY id
""").fetchall()
assert [row[2] for row in rows] == [one["objects"] for one in instances]

# Parquet
import pyarrow.parquet

table = pyarrow.parquet.read_table("relations.parquet")
for frame in [table.to_pandas(), pandas.read_parquet("relations.parquet"), polars.read_parquet("relations.parquet")]:
    assert sum(len(row["A"]) for row in frame["objects"]) == objects and list(frame["key"]) == keys
edges = duckdb.sql("""
    SELECT sum(len(node.r)) FROM (SELECT unnest(objects.A) AS node FROM 'relations.parquet')
""").fetchall()
assert edges == [(sum(len(one["r"]) for row in instances for one in row["objects"].values()),)]

# Parquet, some of its columns
frame = pandas.read_parquet("relations.parquet", columns=["objects.A"])
assert sum(len(row) for row in frame["A"]) == objects
fields = pyarrow.parquet.ParquetFile("relations.parquet").read(columns=["objects.A.list.element.r"])
assert sum(len(one["r"]) for row in fields.to_pandas()["objects"] for one in row["A"]) == edges[0][0]

# Arrow
import pyarrow.ipc

with pyarrow.ipc.open_stream("relations.arrows") as stream:
    assert stream.read_all() == table
header = json.loads(table.schema.metadata[b"heapgraph"])
assert header["types"] == {"A": {"r": "set A"}}
