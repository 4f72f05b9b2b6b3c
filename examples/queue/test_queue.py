"""A queue, and a test of all its behaviours: `pytest examples/queue`."""
import copy

import pykorrel
from pykorrel import driver


class Jobs:  # the code under test
    def __init__(self):
        self.jobs = []

    def put(self, j):
        self.jobs.append(j)

    def take(self):
        return self.jobs.pop(0)


def told(queue):  # how the spec sees it
    first, second = (queue.jobs + [None, None])[:2]
    return {"Queue": {"first": first, "second": second}}


@pykorrel.behaviours("queue.als", "behaviours", steps=6)
def test_queue():
    driver.machine(Jobs, state=told, snapshots=copy.deepcopy)
