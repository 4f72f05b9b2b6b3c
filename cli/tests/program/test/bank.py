"""A driver for the traces of examples/quint. Its arguments say how it behaves."""
import json, os, random, sys, time

how, log = sys.argv[1].split("+"), sys.argv[2] if len(sys.argv) > 2 else None
balances, kept, calls = {}, {}, 0
is_again = bool(log) and os.path.exists(log + ".once")
sys.stdin.readline()
print(json.dumps({"ready": True, "snapshots": "snapshots" in how}), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    kind, reply = request["kind"], {"id": request["id"]}
    if log:
        with open(log, "a") as out:
            out.write(kind + "\n")
    if kind == "reset":
        balances = {}
        state = request.get("state")
        if state:
            balances = {name: int(value["#bigint"]) for name, value in state["balances"]["#map"]}
        calls = 0
    elif kind == "snapshot":
        kept[request["as"]] = dict(balances)
    elif kind == "restore":
        balances = dict(kept[request["from"]])
    else:
        calls += 1
        op, args = request["op"], request["args"]
        amount = int(args["amount"]["#bigint"]) if "amount" in args else 0
        if op == "init":
            balances = {"alice": 0, "bob": 0}
        elif op == "deposit":
            balances[args["account"]] += amount
        elif "costs" in how and amount > 2:
            balances[args["account"]] -= amount + 1
        elif "throws" in how:
            reply["throw"] = {"type": "Closed", "message": f"by {amount}"}
        elif "crashes" in how:
            os._exit(3)
        elif "hangs" in how:
            time.sleep(60)
        elif "skips" in how:
            reply["skip"] = "closed"
        elif "stuck" in how and is_again:
            time.sleep(60)
        elif "random" in how and random.SystemRandom().random() < 0.5 or "once" in how and not os.path.exists(log + ".once"):
            if "once" in how:
                open(log + ".once", "w").close()
            balances[args["account"]] = 99
        else:
            balances[args["account"]] -= amount
        if "objects" in how:
            reply["post"] = {"objects": {}}
        elif "silent" not in how:
            reply["state"] = {"balances": balances, **({"other": 1} if "other" in how else {})}
    print(json.dumps(reply), flush=True)
