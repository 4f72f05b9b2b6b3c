"""Inputs that failed under @SPEC@. Written by korrel test --emit-test pytest."""

import json
import subprocess

DRIVER = [@DRIVER@]


def check(header, sent, expected):
    answers = subprocess.run(
        DRIVER, input=header + "\n" + sent + "\n", capture_output=True, text=True, timeout=60
    )
    lines = answers.stdout.splitlines()
    assert len(lines) >= 2, "the driver did not answer: " + answers.stderr
    reply, sent, expected = json.loads(lines[1]), json.loads(sent), json.loads(expected)
    assert reply["id"] == sent["id"]
    assert "fail" not in reply, reply["fail"]
    assert ("throw" in reply) == expected["throws"], reply.get("throw", "nothing is thrown")
    if "throw" in expected:
        assert reply["throw"]["type"] == expected["throw"]
    unordered = expected["unordered"]
    post = reply.get("post", {"objects": sent["objects"]})
    if "post" in expected:
        assert normal(post["objects"], unordered) == normal(expected["post"], unordered)
    if "result" in expected:
        found, wanted = reply.get("result"), expected["result"]
        if "result" in unordered:
            found, wanted = sorted(found, key=str), sorted(wanted, key=str)
        assert found == wanted
    if "eval" in expected:
        names = ("roots", "objects", "sets", "relations")
        record = {name: sent[name] for name in names if name in sent}
        record["post"] = post
        if "result" in reply:
            record["result"] = reply["result"]
        judged = subprocess.run(
            expected["eval"], input=json.dumps(record), capture_output=True, text=True
        )
        assert judged.returncode == 0, judged.stdout + judged.stderr


def normal(objects, unordered):
    def value(of, field, found):
        is_set = of["$type"] + "." + field in unordered
        return sorted(found, key=str) if is_set else found

    return {
        id: {field: value(of, field, found) for field, found in of.items()}
        for id, of in objects.items()
    }
