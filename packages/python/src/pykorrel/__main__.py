"""`python -m pykorrel`: the program."""

import subprocess
import sys

from ._program import program

if __name__ == "__main__":
    sys.exit(subprocess.call([program(), *sys.argv[1:]]))
