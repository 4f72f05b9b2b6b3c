"""Usage: python3 examples/cluster/ray/run.py FOLDER [PROCESSES]: the parts of a queue that `korrel plan` has made, each a task of Ray.

A task that crashes is an outcome, and is tried once: Ray tries it four times by itself. What is left, `korrel work FOLDER` does."""
import json
import os
import re
import socket
import subprocess
import sys

import ray


@ray.remote(max_retries=0)
def do(folder: str, part: int | None) -> int:
    # Without a part it helps with those that others are at. A process of the engine has one name, so that all parts of one that lies are known.
    name = re.sub("[^A-Za-z0-9_-]", "-", f"{socket.gethostname()}-{os.getpid()}")
    work = [os.environ.get("KORREL", "korrel"), "work", folder, "--as", name]
    return subprocess.run(work + (["--part", str(part)] if part else ["--quiet"])).returncode


folder = os.path.abspath(sys.argv[1])
with open(os.path.join(folder, "plan.jsonl"), encoding="utf-8") as plan:
    lines = [json.loads(line) for line in plan][1:]
longest_first = sorted(lines, key=lambda line: -line.get("estimate", 0))
ray.init(num_cpus=int(sys.argv[2]) if len(sys.argv) > 2 else None, log_to_driver=False)
parts = {do.remote(folder, line["part"]): line["part"] for line in longest_first}
left, done = {}, 0
processes = int(ray.cluster_resources()["CPU"])
# Those for which there is no part help with the others.
waiting = list(parts) + [do.remote(folder, None) for _ in range(len(parts), processes)]
while waiting:
    [task], waiting = ray.wait(waiting)
    try:
        code = ray.get(task)
        # 1: somebody else is at the part.
        how = "" if code in (0, 1) else f"exit code {code}"
    except ray.exceptions.RayError as error:
        how = type(error).__name__
    part = parts.pop(task, None)
    done += part is not None and not how
    if how:
        left[f"part {part}" if part else "a half"] = how
    elif part and (code == 1 or 0 < len(parts) < processes) and not left:
        # No part is free: this process helps with one that takes long, until all are done.
        waiting.append(do.remote(folder, None))
# A half may be left that a lost process had.
if not left and (code := ray.get(do.remote(folder, None))) != 0:
    left["a half"] = f"exit code {code}"
for part, how in left.items():
    print(f"{part}: {how}", file=sys.stderr)
print(f"{done} of {len(lines)} parts, {processes} processes")
sys.exit(3 if left else 0)
