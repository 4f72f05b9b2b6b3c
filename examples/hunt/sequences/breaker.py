"""Circuit breakers of pybreaker, whose clock the driver sets."""
import datetime

import pybreaker

from serve import serve


class Clock(datetime.datetime):
    @classmethod
    def now(cls, tz=None):
        return time


time = datetime.datetime(2017, 1, 25)
pybreaker.datetime = Clock


class Breaker:
    def __init__(self, _):
        self.breaker, self.reached, self.rest = pybreaker.CircuitBreaker(fail_max=2, reset_timeout=60), 0, None

    def called(self, function):
        self.reached = 0
        try:
            self.breaker.call(function)
        except (ValueError, pybreaker.CircuitBreakerError):
            pass
        if self.breaker.current_state != "open" or self.reached:
            self.rest = None

    def success(self):
        def works():
            self.reached += 1

        self.called(works)

    def failure(self):
        def fails():
            self.reached += 1
            raise ValueError

        self.called(fails)

    def tick(self):
        global time
        time += datetime.timedelta(seconds=61)
        self.reached, self.rest = 0, "Rested$0"

    def state(self):
        states = {"closed": "Closed$0", "open": "Open$1", "half-open": "HalfOpen$2"}
        breaker = self.breaker
        return {
            "Breaker$0": {
                "state": states[breaker.current_state],
                "failures": breaker.fail_counter,
                "rest": self.rest,
                "reached": self.reached,
            }
        }


serve(Breaker)
