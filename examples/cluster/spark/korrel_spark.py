#!/usr/bin/env python3
"""Korrel's shards as partitions of an RDD: instances, counts, and tests, by `RDD.pipe`.

Usage: spark-submit korrel_spark.py find|count SPEC COMMAND SHARDS OUTPUT
       spark-submit korrel_spark.py test SPEC OPERATION SHARDS OUTPUT -- DRIVER ...

OUTPUT is a folder that does not exist. Each partition becomes one file of it, and each file is what one shard
writes; `korrel merge OUTPUT/part-*` joins them, and says what is missing. Spark runs a partition again whose
worker is lost; a file appears when its partition is done, so nothing is there twice.
"""

import os
import shlex
import sys

from pyspark.sql import SparkSession

KORREL = os.environ.get("KORREL", "korrel")

# What a shard is asked, and with which exit codes it has done its work: a count that is 0 and a test that
# fails are answers, too.
QUESTIONS = {
    "find": (["find", "--quiet"], (0,)),
    "count": (["count", "--quiet", "--format", "json"], (0, 1)),
    "test": (["test", "--quiet", "--format", "json"], (0, 1)),
}


def shard_command(question: str, spec: str, command: str, shards: int, driver: list[str]) -> str:
    """A shell command that reads numbers of shards, one a line, and writes what each of these shards writes."""
    words, answers = QUESTIONS[question]
    asked = [KORREL, *words, spec, *(["--op", command] if question == "test" else [command])]
    run = f'{shlex.join(asked)} --shard "$1/{shards}"'
    if driver:
        run += f" -- {shlex.join(driver)}"
    accepted = "|".join(str(code) for code in answers)
    one = f'{run} </dev/null; case $? in {accepted}) ;; *) exit 255 ;; esac'
    return shlex.join(["xargs", "-n", "1", "sh", "-c", one, "shard"])


def main(arguments: list[str]) -> None:
    split = arguments.index("--") if "--" in arguments else len(arguments)
    question, spec, command, shards, output = arguments[:split]
    driver = arguments[split + 1 :]
    shards = int(shards)
    piped = shard_command(question, os.path.abspath(spec), command, shards, driver)

    spark = SparkSession.builder.appName(f"korrel {question} {spec} {command}").getOrCreate()
    numbers = spark.sparkContext.parallelize(range(1, shards + 1), shards)
    # checkCode: a shard that fails fails its task, and Spark tries it again.
    numbers.pipe(piped, checkCode=True).saveAsTextFile(output)
    spark.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
