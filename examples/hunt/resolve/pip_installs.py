"""pip on two universes of wheels in a folder, without Korrel: `pip_installs.py` prints what it makes of each."""

import pathlib
import subprocess
import sys
import tempfile
import zipfile

UNIVERSES = {  # what each version needs; `pip install a`, in any version, is asked
    "a broken set": {
        "a1": ["b==0", "c"], "a0": ["c"], "b0": ["a==0", "c==0"], "b1": ["a==1", "c==1"], "c0": ["b==1"], "c1": []
    },
    "RecursionError": {"a1": ["b==0"], "a0": [], "b0": ["a==0", "c==0"], "c0": ["b==0"]},
}  # fmt: skip


def wheel(folder, name, version, needs):
    info = f"{name}-{version}.dist-info"
    with zipfile.ZipFile(folder / f"{name}-{version}-py3-none-any.whl", "w") as file:
        requires = "".join(f"Requires-Dist: {requirement}\n" for requirement in needs)
        file.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{requires}")
        file.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        file.writestr(f"{info}/RECORD", "")


def pip(environment, *words):
    command = [sys.executable, "-m", "pip", "--python", environment, "--disable-pip-version-check", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


for title, versions in UNIVERSES.items():
    with tempfile.TemporaryDirectory() as place:
        folder, environment = pathlib.Path(place), f"{place}/environment"
        for version, needs in versions.items():
            wheel(folder, version[0], version[1:], needs)
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
        said = pip(environment, "install", "--no-index", "--find-links", place, "a")
        installed = pip(environment, "list", "--format", "freeze").stdout.split()
        last = said.stderr.strip().splitlines()[-1] if said.returncode else f"installs {' '.join(installed)}"
        print(f"{title}: {last}; pip check: {pip(environment, 'check').stdout.strip()}")
