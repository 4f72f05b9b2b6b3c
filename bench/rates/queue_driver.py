"""A queue of jobs, and its driver for the behaviours of examples/queue. `snapshots`: it keeps states."""

import copy
import sys

from pykorrel import driver


class Jobs:
    def __init__(self):
        self.jobs = []

    def put(self, j):
        self.jobs.append(j)

    def take(self):
        return self.jobs.pop(0)


def told(queue):
    first, second = (queue.jobs + [None, None])[:2]
    return {"Queue": {"first": first, "second": second}}


driver.machine(Jobs, state=told, snapshots=copy.deepcopy if "snapshots" in sys.argv else None)
driver.serve()
