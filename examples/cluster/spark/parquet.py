"""Usage: spark-submit parquet.py SPEC COMMAND SHARDS PARQUET: instances as a DataFrame, without headers and ends."""
import json, os, subprocess, sys
from pyspark.sql import SparkSession

def rows(shard):  # one task: a part of the instances, each with its key and its objects
    words = ["korrel", "find", spec, command, "--shard", f"{shard}/{shards}", "--keys", "--quiet"]
    lines = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    last = {}
    for last in map(json.loads, lines.stdout):
        if last["kind"] == "instance":
            yield last["key"], {name: json.dumps(fields) for name, fields in last["objects"].items()}
    assert lines.wait() == 0 and last["status"] == "complete", f"shard {shard} is cut off"

spec, command, shards, parquet = os.path.abspath(sys.argv[1]), sys.argv[2], int(sys.argv[3]), sys.argv[4]
spark = SparkSession.builder.getOrCreate()
numbers = spark.sparkContext.parallelize(range(1, shards + 1), shards)
frame = spark.createDataFrame(numbers.flatMap(rows), "key string, objects map<string, string>")
frame.write.parquet(parquet)
found = spark.read.parquet(parquet)
print(found.count(), "instances,", found.select("key").distinct().count(), "keys")
