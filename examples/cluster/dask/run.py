"""Usage: python3 examples/cluster/dask/run.py FOLDER [PROCESSES | SCHEDULER]: the parts of a queue that `korrel plan` has made, each a
task of Dask, in processes of its own or by a scheduler (tcp://…).

A task that crashes is an outcome, and is tried once: Dask tries it four times by itself. What is left, `korrel work FOLDER` does."""
import json
import os
import re
import socket
import subprocess
import sys

import dask
from dask.distributed import Client, LocalCluster, as_completed


def do(folder: str, part: int) -> int:
    # A process of the engine has one name, so that all parts of one that lies are known.
    name = re.sub("[^A-Za-z0-9_-]", "-", f"{socket.gethostname()}-{os.getpid()}")
    work = [os.environ.get("KORREL", "korrel"), "work", folder, "--part", str(part), "--as", name]
    return subprocess.run(work).returncode


def main() -> int:
    folder = os.path.abspath(sys.argv[1])
    with open(os.path.join(folder, "plan.jsonl"), encoding="utf-8") as plan:
        parts = json.loads(plan.readline())["parts"]
    where = sys.argv[2] if len(sys.argv) > 2 else str(os.cpu_count())
    # It looks at what its workers do every 10 milliseconds by itself, which is an eighth of a processor.
    quiet = {"distributed.worker.profile.enabled": False, "distributed.admin.tick.interval": "1s"}
    dask.config.set({"distributed.scheduler.allowed-failures": 0, **quiet})
    cluster = LocalCluster(int(where), threads_per_worker=1, dashboard_address=None) if where.isdigit() else where
    left = {}
    with Client(cluster) as client:
        # The same part again is another task: what one run has lost, the next one does.
        tasks = {client.submit(do, folder, part, pure=False, retries=0): part for part in range(1, parts + 1)}
        for task in as_completed(tasks):
            code = task.result() if task.status == "finished" else type(task.exception()).__name__
            if code != 0:
                left[tasks[task]] = code
    for part, how in sorted(left.items()):
        print(f"part {part}: {how}", file=sys.stderr)
    print(f"{parts - len(left)} of {parts} parts")
    return 3 if left else 0


if __name__ == "__main__":
    sys.exit(main())
