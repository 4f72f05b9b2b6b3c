"""A bank, and its driver for the behaviours of bank.qnt."""
import json, sys


class Bank:  # the code under test: withdrawals above 2 cost 1
    def __init__(self):
        self.balances = {"alice": 0, "bob": 0}

    def deposit(self, account, amount):
        self.balances[account] += amount

    def withdraw(self, account, amount):
        self.balances[account] -= amount + (1 if amount > 2 else 0)


def plain(value):  # a number of ITF
    return int(value["#bigint"]) if isinstance(value, dict) else value


bank = None
sys.stdin.readline()  # the header: which actions there are
print('{"ready":true}', flush=True)
for line in sys.stdin:
    request = json.loads(line)
    reply = {"id": request["id"]}
    if request["kind"] == "call":
        args = {name: plain(value) for name, value in request["args"].items()}
        if request["op"] == "init":
            bank = Bank()
        else:
            getattr(bank, request["op"])(**args)
        reply["state"] = {"balances": bank.balances}
    print(json.dumps(reply), flush=True)
