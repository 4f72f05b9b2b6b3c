"""A driver for the traces of examples/quint. Its arguments say how it behaves."""

import copy
import sys

from pykorrel import driver

HOW = sys.argv[1:]


class Bank:
    def __init__(self):
        self.balances = {"alice": 0, "bob": 0}
        self._calls = 0

    def deposit(self, account, amount):
        driver.cover("deposit")
        print("what a program prints is no reply")
        self.balances[account] += amount
        return self  # no value of a trace

    def withdraw(self, account, amount):
        if amount > 2 and "throws" in HOW:
            raise ValueError("too much")
        if amount > 2 and "skips" in HOW:
            raise driver.Skip("closed")
        self.balances[account] -= amount + (1 if amount > 2 and "costs" in HOW else 0)


class Misnamed(Bank):
    def deposit(self, account, sum):
        self.balances[account] += sum


class Lacking:
    def deposit(self, account, amount):
        pass


CLASSES = {"misnamed": Misnamed, "lacking": Lacking}
driver.machine(
    next((of for how, of in CLASSES.items() if how in HOW), Bank),
    state=(lambda bank: {"balances": {1.5}}) if "unsayable" in HOW else None,
    snapshots=copy.deepcopy if "snapshots" in HOW else None,
)
driver.serve()
