"""Drives `korrel mcp` by the official client of the Model Context Protocol for Python. KORREL is the program; the last line is
`N passed, N failed`."""

import asyncio
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import traceback

import jsonschema
from mcp import Client, MCPError, StdioServerParameters

KORREL = os.environ["KORREL"]
HERE = pathlib.Path(__file__).parent
DRIVER = f"{sys.executable} {HERE / 'driver.py'}"

# One list of each length.
LIST = """sig Node { next: lone Node }
pred list[head: Node] { Node = head.*next
  no n: Node | n in n.^next }
run list for 4
"""
CIRCLE = {"roots": {"head": "a"}, "objects": {"a": {"$type": "Node", "next": "a"}}}
# Graphs of 18 without four that are all joined or all apart: there is none (Greenwood and Gleason 1955), and no search refutes
# them soon.
ENDLESS = """sig V { e: set V } sig B {}
fact { e = ~e and no e & iden }
fact { all disj a, b, c, d: V | not (b + c + d in a.e and c + d in b.e and d in c.e) }
fact { all disj a, b, c, d: V | some (b + c + d) & a.e or some (c + d) & b.e or d in c.e }
run {} for exactly 18 V, 1 B"""
REMOVE = """sig Node { next: lone Node }
pred remove_pre[l: Node] { Node = l.*next and no n: Node | n in n.^next }
pred remove_post[l: Node, result: lone Node] { result = l.next }
"""


# Variables of which there are too many values to be tried, even in a small heap.
NO_SEVEN = "no disj a, b, c, d, e, f, n: Node | n in a.next"


def heap_of(nodes):
    return {"roots": {"head": "n0"}, "objects": {f"n{at}": {"$type": "Node", "next": None} for at in range(nodes)}}


def server(*flags):
    return StdioServerParameters(command=KORREL, args=["mcp", *flags])


def fields_of(pid):
    """The fields of a process in /proc, behind its name: its state, its parent, …"""
    return pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()


def processes(parent, word):
    """The processes below one whose command lines have the word."""
    parents, found = {}, []
    for pid in (int(one) for one in os.listdir("/proc") if one.isdigit()):
        try:
            parents[pid] = int(fields_of(pid)[1])
            line = pathlib.Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if word in line:
            found.append(pid)

    def is_below(pid):
        while pid in parents:
            pid = parents[pid]
            if pid == parent:
                return True
        return False

    return [pid for pid in found if is_below(pid)]


def seconds_of(pid):
    """The processor time of a process."""
    fields = fields_of(pid)
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def call(client, tool, **asked):
    answer = await client.call_tool(tool, asked)
    assert not answer.is_error, answer.content[0].text
    return answer.structured_content


async def refusal(client, tool, **asked):
    answer = await client.call_tool(tool, asked)
    assert answer.is_error, answer.structured_content
    return answer.content[0].text


async def each_tool():
    """Each tool answers, and as its schema says: the client refuses what does not fit, and so does jsonschema here."""
    async with Client(server("--allow", f"right={DRIVER} right", "--allow", f"wrong={DRIVER} wrong")) as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        expected = "check count find eval near_misses diff choose explain learn test"
        assert list(tools) == expected.split(), list(tools)
        asked = {
            "check": {"spec": LIST, "run": True},
            "count": {"spec": LIST, "by": "#Node"},
            "find": {"spec": LIST, "show": "both"},
            "eval": {"spec": LIST, "heap": CIRCLE, "expressions": ["#Node", "head.next"]},
            "near_misses": {"spec": LIST, "predicate": "list"},
            "diff": {"spec": LIST, "left": "list", "right": "Node = head.*next"},
            "choose": {"spec": LIST, "mutants_of": "list"},
            "explain": {"code": "E0006"},
            "learn": {"spec": LIST.replace("no n: Node | n in n.^next", ""), "predicate": "list", "bad": [CIRCLE]},
            "test": {"spec": REMOVE, "driver": "wrong", "scope": "4"},
        }
        answers = {}
        for name, arguments in asked.items():
            jsonschema.validate(arguments, tools[name].input_schema)
            answers[name] = await call(client, name, **arguments)
            jsonschema.validate(answers[name], tools[name].output_schema)
        assert answers["check"]["commands"][0]["ran"]["verdict"] == "ok"
        assert answers["count"]["count"] == 4
        assert [one["id"] for one in answers["find"]["instances"]] == [0, 1, 2, 3]
        assert [one["holds"] for one in answers["eval"]["conjuncts"]] == [True, False]
        assert len(answers["near_misses"]["conjuncts"]) == 2
        assert [side["count"] for side in answers["diff"]["sides"]] == [0, 10]
        assert answers["choose"]["instances"]
        assert "E0006" in answers["explain"]["explanation"]
        assert answers["learn"]["conjuncts"][0]["text"] == "no n: Node | n in n.^next"
        remove = answers["test"]["operations"][0]
        assert (answers["test"]["status"], remove["inputs"], remove["failed"]) == ("complete", 4, 1), remove
        assert remove["failures"][0]["size"] == 3, remove
        right = await call(client, "test", spec=REMOVE, driver="right", scope="4")
        assert right["operations"][0]["passed"] == 4, right
        assert tools["test"].annotations.read_only_hint is False and tools["count"].annotations.read_only_hint
        assert "right, wrong" in tools["test"].description


async def a_mistake_is_mended():
    """The way of an agent: check, mend by the edit, check again, look."""
    async with Client(server()) as client:
        spec = LIST.replace("^next", "^nxt")
        told = await client.call_tool("count", {"spec": spec})
        assert told.is_error and "did you mean `next`?" in told.content[0].text
        said = await call(client, "check", spec=spec)
        [edit] = said["messages"][0]["fixes"][0]["edits"]
        lines = spec.split("\n")
        line = lines[edit["line"] - 1]
        lines[edit["line"] - 1] = line[: edit["column"] - 1] + edit["text"] + line[edit["end_column"] - 1 :]
        assert (await call(client, "count", spec="\n".join(lines)))["count"] == 4


async def pages_are_read():
    async with Client(server()) as client:
        listed = [str(one.uri) for one in (await client.list_resources()).resources]
        assert listed == ["korrel://language", "korrel://traps", "korrel://harness"], listed
        texts = [(await client.read_resource(uri)).contents[0].text for uri in listed]
        assert "Thirty examples" in texts[0] and "# Pitfalls" in texts[1] and "harness/1" in texts[2]
        # Its examples are specs of which the tools say the same.
        examples = [block.split("```")[0] for block in texts[0].split("```alloy\n")[1:]]
        assert len(examples) >= 10, len(examples)
        for example in examples:
            said = await call(client, "check", spec=example, run=True)
            assert said["good"], (example, said["messages"])
            verdicts = {one["ran"]["verdict"] for one in said["commands"]}
            assert verdicts <= {"ok"}, (example, said["commands"])
        for uri in ["korrel://other", "file:///etc/passwd", "korrel://../language"]:
            try:
                await client.read_resource(uri)
                raise AssertionError(uri)
            except MCPError as error:
                assert "no such page" in str(error), error


async def hostile_arguments():
    """Each is refused or bounded, none of them ends the server, and none takes long."""
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        root = scratch / "root"
        (root / "below").mkdir(parents=True)
        (root / "main.als").write_text("open below/nodes\nrun { some Node } for 3")
        (root / "below" / "nodes.als").write_text("module below/nodes\nsig Node {}")
        (root / "notes.txt").write_text("sig A {}")
        (scratch / "secret.als").write_text("sig Secret {} run {}")
        (root / "link.als").symlink_to(scratch / "secret.als")
        (root / "opens.als").write_text("open link\nrun { some Secret }")
        os.mkfifo(root / "pipe.als")
        async with Client(server("--root", str(root), "--timeout", "10s")) as client:
            assert (await call(client, "count", path="main.als"))["count"] == 3
            assert (await call(client, "count", path=str(root / "main.als")))["count"] == 3
            assert (await call(client, "count", path="below/../main.als"))["count"] == 3
            outside = ["../secret.als", str(scratch / "secret.als"), "link.als", "pipe.als", "notes.txt", "below", "", "/dev/stdin", "-"]
            for path in outside + ["x\0.als", "a" * 9000 + ".als", "\x1b[2J.als", "missing.als"]:
                why = await refusal(client, "count", path=path)
                assert "no .als file below a folder" in why and "Secret" not in why and "\x1b" not in why, (path[:40], why[:200])
            opens = await refusal(client, "count", spec="open below/nodes\nrun { some Node }")
            assert "E0024" in opens, opens
            # The link leads out.
            assert "E0024" in await refusal(client, "count", path="opens.als")

            long = "some " + "Node." * 200_000 + "next"
            assert "at most 10000" in await refusal(client, "diff", spec=LIST, left=long, right="list")
            assert "at most 10000" in await refusal(client, "eval", spec=LIST, heap=CIRCLE, expressions=[long])
            assert "at most 64" in await refusal(client, "count", spec=LIST + "\n//" + "x" * (1 << 20))
            assert "at most 64" in await refusal(client, "count", spec=LIST, modules={"m": "x" * (1 << 20)})
            assert "E0022" in await refusal(client, "count", spec="sig A { r: A -> A -> A } run {} for 60000")
            assert "E0022" in await refusal(client, "count", spec="sig A {} run {} for 999999999")
            assert "E0003" in await refusal(client, "count", spec="sig A {} run {} for 999999999999")
            nested = "run { " + "(" * 30_000 + "some univ" + ")" * 30_000 + " }"
            assert "E0002" in await refusal(client, "count", spec=nested)
            odd = 'sig A { "\x1b[2J\u202e": A }'
            text = (await client.call_tool("check", {"spec": odd})).content[0].text
            assert "\x1b" not in text and "\u202e" not in text, repr(text)
            for wrong in [{"spec": 3}, {"spec": LIST, "scop": "3"}, {"spec": LIST, "limit": -1}, {"spec": LIST, "limit": 1e30}, {}]:
                await refusal(client, "find", **wrong)
            many = await call(client, "find", spec="sig A { r: set A } run {} for 6", limit=100_000)
            assert len(many["instances"]) == 200 and many["next"] == "200" and many["cut"], many["cut"]
            deep = CIRCLE
            for _ in range(100):
                deep = {"objects": deep}
            said = await call(client, "eval", spec=LIST, heap=deep)
            assert said["holds"] is False
            begun = time.monotonic()
            await client.call_tool("eval", {"spec": LIST, "heap": heap_of(20_000)})
            assert time.monotonic() - begun < 20
            try:
                await client.call_tool("no such tool", {})
                raise AssertionError("there is none")
            except MCPError as error:
                assert "no such tool" in str(error)
            # It is there still.
            assert (await call(client, "count", spec=LIST))["count"] == 4


async def time_and_memory_end_an_answer():
    async with Client(server("--timeout", "2s")) as client:
        begun = time.monotonic()
        said = await call(client, "count", spec=ENDLESS)
        assert "count" not in said and said["cut"]["why"] == "time" and said["cut"]["go_on"], said
        said = await call(client, "find", spec=ENDLESS, seconds=1)
        assert said["cut"]["why"] == "time", said
        why = await refusal(client, "diff", spec=ENDLESS, left="some B", right="no e", seconds=1)
        assert "1 s are over" in why, why
        # Nobody gets more than the server allows.
        said = await call(client, "count", spec=ENDLESS, seconds=3600)
        assert said["cut"]["why"] == "time", said
        assert time.monotonic() - begun < 30, time.monotonic() - begun
    async with Client(server("--timeout", "5m")) as client:
        begun = time.monotonic()
        why = await refusal(client, "eval", spec=LIST, heap=heap_of(100), expressions=[NO_SEVEN], seconds=1)
        assert "1 s are over" in why, why
        assert time.monotonic() - begun < 30
    async with Client(server("--memory", "60M", "--timeout", "1m")) as client:
        begun = time.monotonic()
        answer = await client.call_tool("count", {"spec": "sig A { r: A -> A, s: A -> A } run { r.s in s.r } for 24"})
        text = answer.content[0].text
        assert "memory" in text, text
        assert time.monotonic() - begun < 45
        assert (await call(client, "count", spec=LIST))["count"] == 4


async def cancelled():
    """A question that is cancelled stops at once: the processor rests, and the one place is free for the next question."""
    async with Client(server("--jobs", "1", "--timeout", "10m", "--allow", f"hang={DRIVER} hang")) as client:
        [pid] = processes(os.getpid(), " mcp --jobs 1")
        for tool, asked in [
            ("count", {"spec": ENDLESS}),
            ("find", {"spec": ENDLESS}),
            ("near_misses", {"spec": ENDLESS, "predicate": "some B"}),
            ("diff", {"spec": ENDLESS, "left": "some B", "right": "no e"}),
            ("eval", {"spec": LIST, "heap": heap_of(100), "expressions": [NO_SEVEN]}),
            ("test", {"spec": REMOVE, "driver": "hang", "scope": "4"}),
        ]:
            before = seconds_of(pid)
            asking = asyncio.create_task(client.call_tool(tool, asked, read_timeout_seconds=2))
            await asyncio.sleep(1.5)
            assert tool == "test" or seconds_of(pid) > before, (tool, seconds_of(pid) - before)
            assert (tool == "test") == bool(processes(pid, "driver.py")), tool
            try:
                await asking
                raise AssertionError(tool)
            except MCPError:
                pass
            begun = time.monotonic()
            assert (await call(client, "count", spec=LIST))["count"] == 4
            assert time.monotonic() - begun < 5, (tool, time.monotonic() - begun)
            assert not processes(pid, "driver.py"), tool
            before = seconds_of(pid)
            await asyncio.sleep(1)
            assert seconds_of(pid) - before < 0.3, (tool, seconds_of(pid) - before)
        # Others wait for the one place, and may be cancelled there.
        asking = asyncio.create_task(client.call_tool("count", {"spec": ENDLESS}))
        await asyncio.sleep(0.5)
        waiting = asyncio.create_task(client.call_tool("count", {"spec": LIST}))
        await asyncio.sleep(0.5)
        assert not waiting.done()
        asking.cancel()
        assert (await asyncio.wait_for(waiting, 10)).structured_content["count"] == 4


async def ten_clients():
    """Ten clients at once, each with a server of its own, and ten questions at once of each: no answer is another's."""

    async def one(number):
        async with Client(server()) as client:
            scopes = range(1, 11)
            answers = await asyncio.gather(*(call(client, "count", spec=LIST, scope=str(scope)) for scope in scopes))
            assert [one["count"] for one in answers] == list(scopes), answers
            said = await call(client, "find", spec=LIST, **{"from": str(number % 4)}, limit=1)
            assert said["instances"][0]["id"] == number % 4

    await asyncio.gather(*(one(number) for number in range(10)))
    await asyncio.sleep(0.5)
    assert not processes(os.getpid(), " mcp"), "a server outlives its client"


async def the_older_handshake():
    """Clients of the protocol before 2026-07-28 begin with `initialize`."""
    async with Client(server(), mode="legacy") as client:
        assert client.server_info.name == "korrel" and "korrel://language" in client.instructions
        assert (await call(client, "count", spec=LIST))["count"] == 4


async def drivers_are_named():
    async with Client(server("--allow", f"list={DRIVER} right")) as client:
        assert "there is list" in await refusal(client, "test", spec=REMOVE, driver="python3 -c 'import os'")
        assert "E0" in await refusal(client, "test", spec="sig A {} run {}", driver="list")
    async with Client(server()) as client:
        assert "--allow NAME=COMMAND" in await refusal(client, "test", spec=REMOVE, driver="list")
    async with Client(server("--allow", "list=/no/such/program")) as client:
        assert "/no/such/program" in await refusal(client, "test", spec=REMOVE, driver="list", scope="3")
    for wrong in ["list", "=python3", "a b=python3", "list=", "list='python3"]:
        ended = subprocess.run([KORREL, "mcp", "--allow", wrong], stdin=subprocess.DEVNULL, capture_output=True, text=True)
        assert ended.returncode == 2 and "names no driver" in ended.stderr, (wrong, ended)
    ended = subprocess.run([KORREL, "mcp", "--root", "/no/such/folder"], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert ended.returncode == 2 and "/no/such/folder" in ended.stderr, ended
    ended = subprocess.run([KORREL, "mcp"], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", ""), ended


def lines_that_are_no_messages():
    """Whatever stands on a line, the next message is answered."""
    first = {"jsonrpc": "2.0", "id": 1, "method": "initialize"}
    first["params"] = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    wrong = ["", "{", "[]", "null", "\x00\xff", '{"jsonrpc": "2.0"}', "x" * 100_000, '{"a":' * 10_000]
    ping = {"jsonrpc": "2.0", "id": 7, "method": "ping"}
    lines = [json.dumps(first), json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"})]
    program = subprocess.Popen([KORREL, "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    for line in lines + wrong + [json.dumps(ping)]:
        program.stdin.write(line + "\n")
    program.stdin.flush()
    while json.loads(program.stdout.readline()).get("id") != 7:
        pass
    program.stdin.close()
    assert program.wait(10) == 0


CHECKS = [
    each_tool,
    a_mistake_is_mended,
    pages_are_read,
    hostile_arguments,
    time_and_memory_end_an_answer,
    cancelled,
    ten_clients,
    the_older_handshake,
    drivers_are_named,
    lines_that_are_no_messages,
]


def main():
    passed = failed = 0
    for check in CHECKS:
        if sys.argv[1:] and check.__name__ not in sys.argv[1:]:
            continue
        begun = time.monotonic()
        try:
            if asyncio.iscoroutinefunction(check):
                asyncio.run(asyncio.wait_for(check(), 300))
            else:
                check()
            passed += 1
            print(f"{check.__name__}: {time.monotonic() - begun:.1f} s")
        except BaseException:
            failed += 1
            print(f"FAILED: {check.__name__}\n{traceback.format_exc()}")
    print(f"{passed} passed, {failed} failed")


main()
