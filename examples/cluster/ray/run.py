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
def do(folder: str, part: int) -> int:
    # A process of the engine has one name, so that all parts of one that lies are known.
    name = re.sub("[^A-Za-z0-9_-]", "-", f"{socket.gethostname()}-{os.getpid()}")
    work = [os.environ.get("KORREL", "korrel"), "work", folder, "--part", str(part), "--as", name]
    return subprocess.run(work).returncode


folder = os.path.abspath(sys.argv[1])
with open(os.path.join(folder, "plan.jsonl"), encoding="utf-8") as plan:
    parts = json.loads(plan.readline())["parts"]
ray.init(num_cpus=int(sys.argv[2]) if len(sys.argv) > 2 else None, log_to_driver=False)
tasks = {do.remote(folder, part): part for part in range(1, parts + 1)}
left = {}
waiting = list(tasks)
while waiting:
    [task], waiting = ray.wait(waiting)
    try:
        code = ray.get(task)
        how = "" if code == 0 else f"exit code {code}"
    except ray.exceptions.RayError as error:
        how = type(error).__name__
    if how:
        left[tasks[task]] = how
for part, how in sorted(left.items()):
    print(f"part {part}: {how}", file=sys.stderr)
print(f"{parts - len(left)} of {parts} parts")
sys.exit(3 if left else 0)
