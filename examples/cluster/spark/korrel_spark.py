#!/usr/bin/env python3
"""Korrel's shards as tasks of a Spark job: instances, counts, and tests.

Usage: spark-submit --files $KORREL,SPEC korrel_spark.py find|count SPEC COMMAND SHARDS OUTPUT
       spark-submit --files $KORREL,SPEC korrel_spark.py test SPEC OPERATION SHARDS OUTPUT -- DRIVER ...

The environment's KORREL is the path of the program; it and the spec travel with the job. OUTPUT is a folder that all
nodes see. Each shard makes one file of it, which appears when the shard is done; `korrel merge OUTPUT/part-*` joins
them, and says what is missing. The same command again asks only for the shards that are missing.
"""

import os
import subprocess
import sys
import threading
import uuid
from pathlib import Path

# How each question is asked, and with which exit codes it is answered: a count that is 0 and a test that fails are
# answers, too. Code 2 is a mistake in the spec or the flags: no second try makes an answer of it.
QUESTIONS = {
    "find": (["find"], (0,)),
    "count": (["count", "--format", "json"], (0, 1)),
    "test": (["test", "--format", "json"], (0, 1)),
}
REFUSED = 2


def words(korrel: str, question: str, spec: str, command: str) -> list[str]:
    subject = ["--op", command] if question == "test" else [command]
    return [korrel, *QUESTIONS[question][0], spec, *subject, "--quiet"]


def task(korrel: str, question: str, spec: str, command: str, shards: int, output: str, driver: list[str]):
    """A function for one shard. It returns Korrel's message where the shard is refused, and else nothing."""

    def shard(number: int) -> str | None:
        from pyspark import SparkFiles

        asked = words(SparkFiles.get(Path(korrel).name), question, Path(spec).name, command)
        asked += ["--shard", f"{number}/{shards}", *(["--", *driver] if driver else [])]
        # A task that is lost leaves its file behind, and is no hindrance to the next try.
        part = Path(output, f".part-{number:05}-{uuid.uuid4().hex}")
        with part.open("wb") as answer:
            # There the spec has the same path on each node, so that each shard writes the same header.
            folder = SparkFiles.getRootDirectory()
            ran = subprocess.run(asked, cwd=folder, stdin=subprocess.DEVNULL, stdout=answer, stderr=subprocess.PIPE)
        if ran.returncode in QUESTIONS[question][1]:
            part.rename(Path(output, f"part-{number:05}"))
            return None
        part.unlink()
        told = ran.stderr.decode(errors="replace")
        if ran.returncode == REFUSED:
            return told
        raise RuntimeError(f"shard {number}/{shards} ended with {ran.returncode}: {told}")  # Spark tries it again

    return shard


def check(korrel: str, question: str, spec: str, command: str) -> None:
    """Ends with Korrel's own message if the spec or the command is wrong, before anything is started."""
    asked = words(korrel, question, spec, command) + ["--timeout", "1s", *(["-n", "1"] if question == "find" else [])]
    if question == "test":
        asked = [korrel, "list", spec]
    if subprocess.run(asked, stdout=subprocess.DEVNULL).returncode == REFUSED:
        sys.exit(REFUSED)


def count_ended(output: str, shards: int, over: threading.Event) -> None:
    """Says on standard error how many shards have ended, each time that it is another number."""
    told = None
    while True:
        is_over = over.wait(0.5)
        ended = len(list(Path(output).glob("part-*")))
        if ended != told:
            print(f"korrel: {ended} of {shards} shards", file=sys.stderr, flush=True)
            told = ended
        if is_over:
            return


def main(arguments: list[str]) -> None:
    split = arguments.index("--") if "--" in arguments else len(arguments)
    question, spec, command, shards, output = arguments[:split]
    shards, output = int(shards), os.path.abspath(output)
    korrel = os.environ["KORREL"]
    check(korrel, question, spec, command)

    from pyspark.sql import SparkSession

    os.makedirs(output, exist_ok=True)
    missing = [n for n in range(1, shards + 1) if not Path(output, f"part-{n:05}").exists()]
    context = SparkSession.builder.appName(f"korrel {question} {spec} {command}").getOrCreate().sparkContext
    over = threading.Event()
    counter = threading.Thread(target=count_ended, args=(output, shards, over))
    counter.start()
    try:
        shard = task(korrel, question, spec, command, shards, output, arguments[split + 1 :])
        refused = [told for told in context.parallelize(missing, len(missing) or 1).map(shard).collect() if told]
    finally:
        over.set()
        counter.join()
        context.stop()
        for left in Path(output).glob(".part-*"):
            left.unlink()
    if refused:
        print(refused[0], file=sys.stderr)
        sys.exit(REFUSED)


if __name__ == "__main__":
    main(sys.argv[1:])
