"""How many seeds of Hypothesis find a fault of a hunt: what its at_random.py prints."""

import os
import re
import resource
import sys
import time

from hypothesis import HealthCheck, Verbosity, given, seed, settings
from hypothesis.errors import Flaky
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test

ROUND = 1000  # the examples of a round, if seconds are asked for


class Shown(Exception):
    """An input shows the fault."""


def limits(examples):
    """All else is as Hypothesis has it, but that nothing is kept or printed."""
    quiet = {"database": None, "verbosity": Verbosity.quiet, "report_multiple_bugs": False}
    return settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck), **quiet)


def of_strategy(strategy, shows):
    """A run of Hypothesis: from a number of examples and a seed to the input that shows the fault, after shrinking."""

    def run(examples, number):
        shown = []

        @seed(number)
        @limits(examples)
        @given(strategy)
        def test(value):
            if shows(value):
                shown.append(value)
                raise Shown

        try:
            test()
        except (Shown, Flaky):
            return shown[-1]

    return run


class Calls(RuleBasedStateMachine):
    """Sequences of calls by rules: the calls so far; `shown` has those of each failure, the last one after shrinking."""

    shown = []

    def called(self, *call):
        self.calls = [*getattr(self, "calls", []), call]

    def hold(self, check):
        """A call must do the right thing, and must not throw."""
        try:
            is_right = check()
        except Exception:
            is_right = False
        if not is_right:
            self.shown.append(self.calls)
            raise Shown


def machine(made):
    """A run of Hypothesis (see `of_strategy`) by the rules of a class of `Calls`; what it shows are the calls."""

    def run(examples, number):
        @seed(number)
        class Machine(made):
            shown = []

        try:
            run_state_machine_as_test(Machine, settings=limits(examples))
        except (Shown, Flaky):
            return Machine.shown[-1]

    return run


def length(calls):
    """How many calls there are; a list that is put in counts as many as it has items."""
    return sum(next((len(part) for part in call if isinstance(part, list)), 1) for call in calls)


def tell(faults, size, done=lambda: None):
    """Prints a line for each fault and budget. `faults`: its name, that of a strategy, and a run (see `of_strategy`)."""
    seeds = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    wanted = os.environ.get("ONLY", "").split(";")
    faults = [fault for fault in faults if any(part in " | ".join(fault[:2]) for part in wanted)]
    for budget in sys.argv[2:] or ["100", "1000"]:
        for fault, strategy, run in faults:
            began = spent()
            found = [searched(run, budget, number) for number in range(seeds)]
            done()
            found = [value for value in found if value is not None]
            smallest = min(found, key=size, default=None)
            print(line(fault, strategy, budget, len(found), seeds, map(size, found), spent() - began), flush=True)
            if found:
                print(f"  {smallest}", file=sys.stderr)


def searched(run, budget, number):
    """A budget is a number of examples, or of seconds of processor time: then rounds with other seeds follow."""
    if not (seconds := re.fullmatch(r"(\d+)s", budget)):
        return run(int(budget), number)
    began, found, rounds = time.process_time(), None, 0
    while found is None and time.process_time() - began < int(seconds[1]):
        found = run(ROUND, number + 1000 * rounds)
        rounds += 1
    return found


def spent():
    """Processor time, of this program and of what it has started and ended."""
    used = [resource.getrusage(whose) for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def line(fault, strategy, budget, found, seeds, sizes, seconds):
    sizes = sorted(sizes)
    shown = "–" if not sizes else str(sizes[0]) if sizes[0] == sizes[-1] else f"{sizes[0]} to {sizes[-1]}"
    return f"{fault} | {strategy} | {budget} | {found} of {seeds} | {shown} | {seconds:.0f} s"
