"""A driver whose every tenth input is trouble, of the kind that the first argument names.

The second argument is its window. An input's `n` says what to do with it."""
import json, os, subprocess, sys, time

trouble, window = sys.argv[1], int(sys.argv[2])
say = lambda record: (sys.stdout.write(json.dumps(record) + "\n"), sys.stdout.flush())
header = json.loads(sys.stdin.readline())
if trouble == "late":
    time.sleep(60)
if trouble == "refuses":
    sys.stderr.write("no such module\n")
    sys.exit(3)
if trouble in ("unended", "unended_late"):
    sys.stdout.write('{"ready":true}')
    sys.stdout.flush()
    time.sleep(60 if trouble == "unended_late" else 0)
    sys.exit(0)
if trouble == "banner":
    print("Welcome!", flush=True)
say({"ready": True, "window": window, "ops": ["f"]})
asked = 0
for line in sys.stdin:
    given = json.loads(line)
    n, id = given["roots"]["n"], given["id"]
    asked += 1
    if n % 10 == 7:
        sys.stderr.write("about to be trouble\n")
        sys.stderr.flush()
        if trouble == "crashes":
            os._exit(3)
        if trouble == "aborts":
            os.abort()
        if trouble == "hangs":
            time.sleep(60)
        if trouble == "deaf":  # hangs, but goes on reading
            for line in sys.stdin:
                pass
        if trouble == "babbles":
            print("garbage", flush=True)
            continue
        if trouble == "half":  # ends within a line
            sys.stdout.write('{"id":')
            sys.stdout.flush()
            os._exit(0)
        if trouble == "endless":  # writes without a line break
            while True:
                sys.stdout.write("x" * 65536)
        if trouble == "closes":
            os.close(1)
            time.sleep(60)
        if trouble == "other":
            say({"id": id + 1, "pass": True})
            continue
        if trouble == "malformed":
            say({"id": id, "results": 3})
            continue
        if trouble == "eats":
            eaten = bytearray(300 << 20)
            eaten[::4096] = b"x" * len(eaten[::4096])
            time.sleep(60)
        if trouble == "forks":  # children hold the pipes; they must not outlive the run
            subprocess.Popen(["sleep", "1234"], stdin=subprocess.DEVNULL)
            os._exit(4)
        if trouble == "throws":
            say({"id": id, "throw": {"type": "KeyError", "message": str(n)}})
            continue
        if trouble == "skips":
            say({"id": id, "skip": "odd"})
            continue
        if trouble == "tires" and (n > 7 or asked > 1):
            say({"id": id, "fail": {"cause": "not a tree"}})
            continue
        if trouble == "fails":
            say({"id": id, "fail": {"cause": "not a tree", "message": "no"}})
            continue
        if trouble == "paints":  # characters that obey no reader
            say({"id": id, "fail": {"cause": "not\x1b[31m\ta\ntree", "message": "one\n\ttwo\x9b\x7f\ufffe\r"}})
            continue
    if trouble == "floods":  # of standard error
        sys.stderr.write("x" * 100000)
    if trouble == "company" and asked > 3:
        os._exit(5)
    if trouble == "after" and asked > 3:
        say({"id": id, "fail": {"cause": "worn out", "message": ""}})
        continue
    if trouble in ("covers", "covers_new"):
        say({"id": id, "pass": True, trouble.replace("covers", "cov"): ["start", n % 3]})
        continue
    say({"id": id, "pass": True})
    if trouble == "chats":
        print("debug", flush=True)
