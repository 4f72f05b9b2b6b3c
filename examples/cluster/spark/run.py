"""Usage: examples/cluster/spark/run FOLDER: the parts of a queue that `korrel plan` has made, each a task of Spark.

The program travels with the job. A part that crashes is an outcome, and is tried once; if Spark has lost an executor, it tries
its tasks again. What is left, `korrel work FOLDER` does."""
import json
import os
import re
import socket
import subprocess
import sys

from pyspark import SparkFiles
from pyspark.sql import SparkSession

folder, korrel = os.path.abspath(sys.argv[1]), os.path.basename(os.environ["KORREL"])


def do(part: int) -> tuple[int, int]:
    # A process of Spark has one name, so that all parts of one that lies are known.
    name = re.sub("[^A-Za-z0-9_-]", "-", f"{socket.gethostname()}-{os.getpid()}")
    work = [SparkFiles.get(korrel), "work", folder, "--part", str(part), "--as", name]
    return part, subprocess.run(work).returncode


with open(os.path.join(folder, "plan.jsonl"), encoding="utf-8") as plan:
    parts = json.loads(plan.readline())["parts"]
context = SparkSession.builder.appName(f"korrel {folder}").getOrCreate().sparkContext
done = context.parallelize(range(1, parts + 1), parts).map(do).collect()
context.stop()
left = [(part, code) for part, code in done if code != 0]
for part, code in left:
    print(f"part {part}: exit code {code}", file=sys.stderr)
print(f"{parts - len(left)} of {parts} parts")
sys.exit(3 if left else 0)
