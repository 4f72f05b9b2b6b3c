"""A test that does not come to an end on an input."""

import pytest

HEAD = "import asyncio, unittest\nimport pykorrel\n"
LOOP = """
def endless():
    while True:
        try:
            pass
        except Exception:
            pass
"""


def limited(run, text, *words):
    return run(HEAD + LOOP + text, "--korrel-input-timeout", "0.3", *words)


def test_it_fails_on_the_smallest_input_and_stops(run):
    # If this failed, a loop in the code under test would stop the whole run of tests, and nobody would know on which input.
    result = limited(
        run,
        """
@pykorrel.inputs("tree.als", "repOk")
def test_it(heap):
    if heap.id >= 5:
        endless()
""",
    )
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "*InputFailed: 3 of the first 8 inputs fail, the smallest: ????????????????",
            "*the test stops there: on 3 inputs it did not come to an end",
            "*to try all inputs: --korrel-go-on",
            "*TimeoutError: it did not come to an end within 0.3 s (--korrel-input-timeout, KORREL_INPUT_TIMEOUT)",
            "*again: pytest test_it.py::test_it --korrel-key ????????????????",
        ]
    )


@pytest.mark.parametrize(
    "test, says",
    [
        ("@pykorrel.inputs('tree.als', 'repOk', each=True)\ndef test_it(heap):\n    heap.id == 7 and endless()", "1 failed, 14 passed"),
        ("@pykorrel.inputs('tree.als', 'repOk')\ndef test_it(heap, subtests):\n    with subtests.test():\n        heap.id == 7 and endless()", "1 of 15 inputs fail"),
        ("@pykorrel.inputs('tree.als', 'repOk')\nasync def of(heap):\n    heap.id == 7 and endless()\ndef test_it():\n    asyncio.run(of())", "1 of 15 inputs fail"),
        ("class T(unittest.TestCase):\n    @pykorrel.inputs('tree.als', 'repOk')\n    def test_it(self, heap):\n        heap.id == 7 and endless()", "1 of 15 inputs fail"),
        ("class A:\n    x: int\n@pykorrel.every(A, int=range(4))\ndef test_it(a):\n    a.x == 2 and endless()", "1 of 4 inputs fail"),
    ],
    ids=["items", "subtests", "async", "unittest", "every"],
)
def test_so_it_does_however_it_is_written(run, test, says):
    # If this failed, one way to write a test would have no limit.
    result = limited(run, test)
    result.stdout.fnmatch_lines([f"*{says}*"])
    assert "did not come to an end within 0.3 s" in result.stdout.str()


def test_the_limit_is_set_in_several_places(run, pytester):
    # If this failed, a test that may take long would fail, or one that may not go on.
    slow = "import time\n@pykorrel.inputs('tree.als', 'repOk', limit=2{})\ndef test_it(heap):\n    time.sleep(0.25)\n    sum(range(9))\n"
    run(HEAD + slow.format(""), "--korrel-input-timeout", "0.1").assert_outcomes(failed=1)
    run(HEAD + slow.format(", input_timeout=5"), "--korrel-input-timeout", "0.1").assert_outcomes(passed=1)
    run(HEAD + slow.format(""), "--korrel-input-timeout", "0").assert_outcomes(passed=1)
    pytester.makeini("[pytest]\nkorrel_input_timeout = 0.1\n")
    run(HEAD + slow.format("")).assert_outcomes(failed=1)
    run(HEAD + slow.format(""), "--korrel-input-timeout", "5").assert_outcomes(passed=1)
    pytester.makeini("[pytest]\nkorrel_input_timeout = soon\n")
    run(HEAD + slow.format("")).stderr.fnmatch_lines(["*korrel_input_timeout = soon: this is no number of seconds"])


def test_an_error_of_its_own_is_no_end_of_time(run):
    # If this failed, a test that raises TimeoutError by itself would be told that it ran too long.
    result = limited(run, "@pykorrel.inputs('tree.als', 'repOk')\ndef test_it(heap):\n    raise TimeoutError('mine')")
    result.stdout.fnmatch_lines(["*10 of the first 10 inputs fail*", "*TimeoutError: mine"])
