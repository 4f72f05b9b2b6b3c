"""The same model as a rule-based machine of Hypothesis. Prints how many behaviours were different, and how many calls made."""

import sys

from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule, run_state_machine_as_test
from hypothesis import strategies as st

LENGTH = 11
seen, calls = set(), 0


class Queues(RuleBasedStateMachine):
    def __init__(self):
        super().__init__()
        self.jobs, self.model, self.made = [], [], []

    @precondition(lambda self: len(self.model) < 2)
    @rule(data=st.data())
    def put(self, data):
        job = data.draw(st.sampled_from([job for job in range(3) if job not in self.model]))
        self.call(("put", job))
        self.jobs.append(job)
        self.model.append(job)
        assert self.jobs == self.model

    @precondition(lambda self: self.model)
    @rule()
    def take(self):
        self.call(("take",))
        assert self.jobs.pop(0) == self.model.pop(0) and self.jobs == self.model

    def call(self, call):
        global calls
        calls += 1
        self.made.append(call)

    def teardown(self):
        names = {}
        seen.add(tuple((of, *[names.setdefault(job, len(names)) for job in jobs]) for of, *jobs in self.made))


run_state_machine_as_test(
    Queues,
    settings=settings(
        max_examples=int(sys.argv[1]),
        stateful_step_count=LENGTH,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    ),
)
print(len(seen), calls)
