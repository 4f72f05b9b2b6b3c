"""Usage: python3 examples/cluster/bucket/run.py put|work|fetch FOLDER BUCKET [NAME]: a queue of `korrel plan` in a bucket of S3, or of a
server that speaks like it (AWS_ENDPOINT_URL).

`put` lays the queue down, `work` is a worker, whose folder is its own, and `fetch` brings all to where `korrel merge FOLDER` is typed.
Whoever makes an object first has it (`If-None-Match: *`): the lease of a part, and the record that it is done. A worker that lives
writes its lease again (`If-Match`), and beside it what it has found so far, from which another one goes on. LEASE: so many
seconds without that are the end of a lease, 60. A part is not split, and not audited."""
import os
import subprocess
import sys
import time
from email.utils import parsedate_to_datetime
from pathlib import Path

import boto3
from botocore.exceptions import ClientError

task, folder, bucket = sys.argv[1], Path(sys.argv[2]), sys.argv[3]
name = sys.argv[4] if len(sys.argv) > 4 else f"{os.uname().nodename.replace('.', '-')}-{os.getpid()}"
korrel, lease = os.environ.get("KORREL", "korrel"), float(os.environ.get("LEASE", "60"))
s3 = boto3.client("s3")


def put(key: str, body: bytes, **when: str):
    """The tag of the new object; None if the condition does not hold."""
    try:
        return s3.put_object(Bucket=bucket, Key=key, Body=body, **when)["ETag"]
    except ClientError as error:
        if error.response["Error"]["Code"] in ("PreconditionFailed", "ConditionalRequestConflict", "NoSuchKey"):
            return None
        raise


def names(prefix: str):
    pages = s3.get_paginator("list_objects_v2").paginate(Bucket=bucket, Prefix=prefix)
    return [one["Key"] for page in pages for one in page.get("Contents", ())]


def fetch(key: str) -> None:
    place = folder / key
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(s3.get_object(Bucket=bucket, Key=key)["Body"].read())


def take(part: str):
    """The tag of our lease; None if another worker is at the part."""
    key, text = f"leases/{part}", f"{name} {time.time_ns()}\n".encode()
    tag = put(key, text, IfNoneMatch="*")
    if tag:
        return tag
    try:
        found = s3.head_object(Bucket=bucket, Key=key)
    except ClientError:  # it has ended in this moment
        return None
    # By the bucket's clock, whatever ours says.
    now = parsedate_to_datetime(found["ResponseMetadata"]["HTTPHeaders"]["date"])
    is_over = (now - found["LastModified"]).total_seconds() > lease
    return put(key, text, IfMatch=found["ETag"]) if is_over else None


def do(part: str, tag: str) -> str:
    """Does a part, and says how it ended: done, lost, or the exit code."""
    for key in names(f"results/{part}."):
        if key.endswith(".part"):
            fetch(key)
    words = [korrel, "work", str(folder), "--part", part, "--as", name, "--lease", f"{lease}s", "--quiet"]
    run = subprocess.Popen(words)
    while True:
        try:
            code = run.wait(lease / 4)
            break
        except subprocess.TimeoutExpired:
            tag = put(f"leases/{part}", f"{name} {time.time_ns()}\n".encode(), IfMatch=tag)
            if tag is None:
                run.kill()
                run.wait()
                return "lost"
            for rest in folder.glob(f"results/{part}.{name}.*.part"):
                s3.upload_file(str(rest), bucket, f"results/{rest.name}")
    if code != 0:
        return f"exit code {code}"
    result = f"results/{part}.{name}.jsonl"
    s3.upload_file(str(folder / result), bucket, result)
    put(f"done/{part}", (folder / "done" / part).read_bytes(), IfNoneMatch="*")
    for key in names(f"results/{part}."):
        if key.endswith(".part"):
            s3.delete_object(Bucket=bucket, Key=key)
    s3.delete_object(Bucket=bucket, Key=f"leases/{part}")
    return "done"


def work() -> int:
    for key in [*names("spec/"), *names("cubes/"), "plan.jsonl"]:
        fetch(key)
    parts = [str(at) for at in range(1, len((folder / "plan.jsonl").read_text().splitlines()))]
    failed: dict[str, str] = {}
    while True:
        done = {key.partition("/")[2] for key in names("done/")}
        left = [part for part in parts if part not in done and part not in failed]
        if not left:
            break
        taken = next(((part, tag) for part in left if (tag := take(part))), None)
        if taken is None:
            time.sleep(lease / 8)
            continue
        how = do(*taken)
        if how.startswith("exit"):
            failed[taken[0]] = how
    for part, how in failed.items():
        print(f"part {part}: {how}", file=sys.stderr)
    return 3 if failed else 0


if task == "put":
    files = sorted(path for of in ("spec", "cubes") for path in (folder / of).rglob("*") if path.is_file())
    for path in [*files, folder / "plan.jsonl"]:
        if not put(str(path.relative_to(folder)), path.read_bytes(), IfNoneMatch="*"):
            sys.exit(f"{bucket}: a queue is there")
elif task == "work":
    sys.exit(work())
else:
    for key in names(""):
        if not key.startswith("leases/"):
            fetch(key)
