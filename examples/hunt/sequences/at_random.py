"""Sequences of calls at random, by Hypothesis' rules, each beside a model of a few lines. `any` has keys as one draws them and
rooms of up to ten; `small` has three keys, and the rooms of the specs."""

import datetime

import cachetools
import pybreaker
from boltons.cacheutils import LRU
from by_hypothesis import Shown, limits, tell
from hypothesis import seed
from hypothesis import strategies as st
from hypothesis.errors import Flaky
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test


class Calls(RuleBasedStateMachine):
    """The calls so far; `shown` has the calls of each failure, the last one after shrinking."""

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


def least_recently_used(keys, rooms):
    class Machine(Calls):
        @initialize(room=rooms)
        def make(self, room):
            self.cache, self.room, self.model = LRU(max_size=room), room, []  # the model: least recent first

        @rule(k=keys)
        def put(self, k):
            self.called("put", k)
            self.model = ([key for key in self.model if key != k] + [k])[-self.room :]
            self.hold(lambda: self.cache.__setitem__(k, k) or set(self.cache) == set(self.model))

        @precondition(lambda self: self.model)
        @rule(place=st.integers(0, 100))
        def get(self, place):
            k = self.model[place % len(self.model)]
            self.called("get", k)
            self.model.remove(k)
            self.model.append(k)
            self.hold(lambda: self.cache[k] == k)

    return Machine


def sized(keys, rooms, sizes):
    class Machine(Calls):
        @initialize(room=rooms)
        def make(self, room):
            self.room = room
            self.cache = cachetools.LRUCache(maxsize=room, getsizeof=lambda size: size)

        @rule(k=keys, size=sizes)
        def put(self, k, size):
            size = min(size, self.room)
            self.called("put", k, size)
            expected = {**dict(self.cache.items()), k: size}

            def is_right():
                self.cache[k] = size
                held = dict(self.cache.items())
                return held == expected if sum(expected.values()) <= self.room else held.items() <= expected.items()

            self.hold(is_right)

        @precondition(lambda self: self.cache)
        @rule(place=st.integers(0, 100))
        def delete(self, place):
            k = sorted(self.cache)[place % len(self.cache)]
            self.called("delete", k)
            del self.cache[k]

    return Machine


def breaker(failures):
    class Clock(datetime.datetime):
        time = datetime.datetime(2017, 1, 25)

        @classmethod
        def now(cls, tz=None):
            return cls.time

    class Machine(Calls):
        @initialize(most=failures)
        def make(self, most):
            pybreaker.datetime = Clock
            self.breaker = pybreaker.CircuitBreaker(fail_max=most, reset_timeout=60)

        def tried(self, function):
            self.reached = 0
            try:
                self.breaker.call(function)
            except (ValueError, pybreaker.CircuitBreakerError):
                pass
            self.hold(lambda: self.reached <= 1)

        @rule()
        def success(self):
            def works():
                self.reached += 1

            self.called("success")
            self.tried(works)

        @rule()
        def failure(self):
            def fails():
                self.reached += 1
                raise ValueError

            self.called("failure")
            self.tried(fails)

        @rule()
        def tick(self):
            self.called("tick")
            Clock.time += datetime.timedelta(seconds=61)

    return Machine


def machine(made):
    def run(examples, number):
        @seed(number)
        class Machine(made):
            shown = []

        try:
            run_state_machine_as_test(Machine, settings=limits(examples))
        except (Shown, Flaky):
            return Machine.shown[-1]

    return run


ANY, FEW = st.integers(), st.sampled_from("abc")
tell(
    [
        ("boltons 15.1.1, LRU", "any", machine(least_recently_used(ANY, st.integers(1, 10)))),
        ("boltons 15.1.1, LRU", "small", machine(least_recently_used(FEW, st.integers(1, 2)))),
        ("cachetools 7.1.6, a value that grows", "any", machine(sized(ANY, st.integers(1, 10), st.integers(1, 10)))),
        ("cachetools 7.1.6, a value that grows", "small", machine(sized(st.sampled_from("ab"), st.just(4), st.integers(1, 4)))),
        ("pybreaker 0.3.0, called twice", "any", machine(breaker(st.integers(1, 10)))),
        ("pybreaker 0.3.0, called twice", "small", machine(breaker(st.just(2)))),
    ],
    size=len,
)
