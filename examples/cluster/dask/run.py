"""Usage: python3 examples/cluster/dask/run.py FOLDER [PROCESSES | SCHEDULER]: the parts of a queue that `korrel plan` has made, each a
task of Dask, in processes of its own or by a scheduler (tcp://…).

A task that crashes is an outcome, and is tried once: Dask tries it four times by itself. What is left, `korrel work FOLDER` does."""
import functools
import json
import os
import re
import socket
import subprocess
import sys

import dask
from dask.distributed import Client, LocalCluster, as_completed


def do(folder: str, part: int | None) -> int:
    # Without a part it helps with those that others are at. A process of the engine has one name, so that all parts of one that lies are known.
    name = re.sub("[^A-Za-z0-9_-]", "-", f"{socket.gethostname()}-{os.getpid()}")
    work = [os.environ.get("KORREL", "korrel"), "work", folder, "--as", name]
    return subprocess.run(work + (["--part", str(part)] if part else ["--quiet"])).returncode


def main() -> int:
    folder = os.path.abspath(sys.argv[1])
    with open(os.path.join(folder, "plan.jsonl"), encoding="utf-8") as plan:
        lines = [json.loads(line) for line in plan][1:]
    longest_first = sorted(lines, key=lambda line: -line.get("estimate", 0))
    where = sys.argv[2] if len(sys.argv) > 2 else str(os.cpu_count())
    # It looks at what its workers do every 10 milliseconds by itself, which is an eighth of a processor.
    quiet = {"distributed.worker.profile.enabled": False, "distributed.admin.tick.interval": "1s"}
    dask.config.set({"distributed.scheduler.allowed-failures": 0, **quiet})
    cluster = where if not where.isdigit() else LocalCluster(n_workers=int(where), threads_per_worker=1, dashboard_address=None)
    left, done = {}, 0
    with Client(cluster) as client:
        client.wait_for_workers(int(where) if where.isdigit() else 1)
        processes = sum(client.nthreads().values())
        # The same part again is another task: what one run has lost, the next one does.
        submit = functools.partial(client.submit, do, folder, pure=False, retries=0)
        parts = {submit(line["part"]): line["part"] for line in longest_first}
        # Those for which there is no part help with the others.
        ended = as_completed(list(parts) + [submit(None) for _ in range(len(parts), processes)])
        for task in ended:
            part = parts.pop(task, None)
            code = task.result() if task.status == "finished" else type(task.exception()).__name__
            # 1: somebody else is at the part.
            done += part is not None and code in (0, 1)
            if code not in (0, 1):
                left[f"part {part}" if part else "a half"] = code
            elif part and (code == 1 or 0 < len(parts) < processes) and not left:
                # No part is free: this process helps with one that takes long, until all are done.
                ended.add(submit(None))
        # A half may be left that a lost process had.
        if not left and (code := submit(None).result()) != 0:
            left["a half"] = code
    for part, how in left.items():
        print(f"{part}: {how}", file=sys.stderr)
    print(f"{done} of {len(lines)} parts, {processes} processes")
    return 3 if left else 0


if __name__ == "__main__":
    sys.exit(main())
