"""The part of kubectl that `run` uses, for `test`: no cluster, but folders below $CLUSTER.

What is applied must fit the schemas of Kubernetes, and an object's template cannot be changed, as in a cluster. A job is over
once the command of each of its pods was run here, with /queue and /instances as folders.
"""

import base64
import json
import os
import pathlib
import subprocess
import sys

import kubernetes_validate
import yaml

cluster = pathlib.Path(os.environ["CLUSTER"])


def file(kind, name):
    return cluster / f"{kind.lower()}-{name}.json"


def apply(text):
    for wanted in yaml.safe_load_all(text):
        kubernetes_validate.validate(wanted, "1.37", strict=True)
        place = file(wanted["kind"], wanted["metadata"]["name"])
        if place.exists():
            if wanted["kind"] == "Job" and json.loads(place.read_text()) != wanted:
                sys.exit(f"{place.stem}: field is immutable")
        place.write_text(json.dumps(wanted))


def create_config_map(name, *flags):
    entries = {}
    for flag in flags:
        if flag.startswith("--from-file="):
            key, path = flag.removeprefix("--from-file=").split("=", 1)
            entries[key] = base64.b64encode(pathlib.Path(path).read_bytes()).decode()
    print(yaml.safe_dump({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}, "binaryData": entries}))


def config_map(name):
    return json.loads(file("ConfigMap", name).read_text())["binaryData"]


def run_pod(job):
    pod = job["spec"]["template"]["spec"]
    container = pod["containers"][0]
    script = container["args"][0].replace("/instances", str(cluster / "instances"))
    for volume in pod["volumes"]:
        if "configMap" in volume:
            folder = cluster / "queue"
            folder.mkdir(exist_ok=True)
            for key, content in config_map(volume["configMap"]["name"]).items():
                place, content = folder / key, base64.b64decode(content)
                # A pod that runs already may be reading it.
                if not place.exists() or place.read_bytes() != content:
                    place.write_bytes(content)
            script = script.replace("/queue/", f"{folder}/")
    return subprocess.Popen([*container["command"], script])


def get_job(name):
    job = json.loads(file("Job", name).read_text())
    done = file("done", name)
    if not done.exists():
        pods = [run_pod(job) for _ in range(job["spec"].get("completions", 1))]
        codes = [pod.wait() for pod in pods]
        done.write_text("Failed" if any(codes) else "Complete")
    print(done.read_text())


match sys.argv[1:]:
    case ["apply", "-f", "-"]:
        apply(sys.stdin.read())
    case ["apply", "-f", path]:
        apply(pathlib.Path(path).read_text())
    case ["create", "configmap", name, *flags]:
        create_config_map(name, *flags)
    case ["get", job, "--ignore-not-found", "-o", _]:
        if file("done", job.removeprefix("job/")).exists():
            get_job(job.removeprefix("job/"))
    case ["delete", job]:
        for kind in ("Job", "done"):
            file(kind, job.removeprefix("job/")).unlink()
    case ["get", job, "-o", _]:
        get_job(job.removeprefix("job/"))
    case other:
        sys.exit(f"not known here: {other}")
