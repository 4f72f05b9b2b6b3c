"""Sequences of calls at random, by Hypothesis' rules, each beside a model of a few lines. `any` has keys as one draws them and
rooms of up to ten; `small` has three keys, and the rooms of the specs."""

import collections
import datetime

import cachetools
import pybreaker
import pyrsistent
from boltons.cacheutils import LRU
from by_hypothesis import Calls, length, machine, tell
from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule


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


def bounded_deque(made, values, several):
    """Beside Python's own `deque`. `made`: the values and the bound that it begins with."""

    class Machine(Calls):
        @initialize(made=made)
        def make(self, made):
            self.called("pdeque", *made)
            self.deque, self.model = pyrsistent.pdeque(*made), collections.deque(*made)
            self.hold(lambda: list(self.deque) == list(self.model))

        def change(self, name, *arguments):
            self.called(name, *arguments)

            def is_right():
                self.deque = getattr(self.deque, name)(*arguments)
                getattr(self.model, name)(*arguments)
                return list(self.deque) == list(self.model)

            self.hold(is_right)

        @rule(name=st.sampled_from(["append", "appendleft"]), x=values)
        def add(self, name, x):
            self.change(name, x)

        @rule(name=st.sampled_from(["extend", "extendleft"]), xs=several)
        def add_several(self, name, xs):
            self.change(name, xs)

        @precondition(lambda self: self.model)
        @rule(name=st.sampled_from(["pop", "popleft"]))
        def take(self, name):
            self.change(name)

        @precondition(lambda self: self.model)
        @rule(place=st.integers(0, 100))
        def remove(self, place):
            self.change("remove", self.model[place % len(self.model)])

        @rule()
        def reverse(self):
            self.change("reverse")

        @rule(steps=st.integers(-10, 10))
        def rotate(self, steps):
            self.change("rotate", steps)

    return Machine


ANY, FEW, LIST = st.integers(), st.sampled_from("abc"), st.lists(st.integers())
tell(
    [
        ("boltons 15.1.1, LRU", "any", machine(least_recently_used(ANY, st.integers(1, 10)))),
        ("boltons 15.1.1, LRU", "small", machine(least_recently_used(FEW, st.integers(1, 2)))),
        ("cachetools 7.1.6, a value that grows", "any", machine(sized(ANY, st.integers(1, 10), st.integers(1, 10)))),
        ("cachetools 7.1.6, a value that grows", "small", machine(sized(st.sampled_from("ab"), st.just(4), st.integers(1, 4)))),
        ("pybreaker 0.3.0, called twice", "any", machine(breaker(st.integers(1, 10)))),
        ("pybreaker 0.3.0, called twice", "small", machine(breaker(st.just(2)))),
        ("pyrsistent, a bound of 0", "any", machine(bounded_deque(st.tuples(LIST, st.just(0)), ANY, LIST))),
        ("pyrsistent, a bound", "any", machine(bounded_deque(st.tuples(LIST, st.none() | st.integers(1, 10)), ANY, LIST))),
        ("pyrsistent, a bound", "small", machine(bounded_deque(st.tuples(st.just([]), st.integers(1, 3)), st.sampled_from("ab"), st.just([])))),
    ],
    size=length,
)
