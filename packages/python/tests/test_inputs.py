"""`@pykorrel.inputs`, under pytest and under unittest."""

import subprocess
import sys

HEAD = "import pykorrel\n"


def test_one_item_that_passes(run):
    result = run(
        HEAD
        + """
seen = []

@pykorrel.inputs("tree.als", "repOk")
def test_all(heap, tmp_path):
    seen.append(heap.key)

def test_there_were_some():
    assert len(seen) == len(set(seen)) == 15
"""
    )
    result.assert_outcomes(passed=2)
    # If this failed, a test of all inputs would look as one of a single example does.
    result.stdout.fnmatch_lines(["*= korrel =*", "test_it.py::test_all: COMPLETE: 15 inputs of tree.als repOk"])


FAULT = """
@pykorrel.inputs("tree.als", "repOk")
def test_fault(heap):
    root = heap.roots.t.root
    assert root is None or root.left is None, "a left child"
"""


def test_the_smallest_failure_is_reported(run):
    result = run(HEAD + FAULT)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "*pykorrel.InputFailed: 6 of 15 inputs fail, the smallest: ????????????????",
            "*AssertionError: a left child",
            "*t: Tree$0",
            "*└─ root: Node$0  key 2",
            "*   └─ left: Node$1  key 1",
            '*{"kind":"instance","id":*"objects":*',
            "*again: pytest test_it.py::test_fault --korrel-key ????????????????",
            "*page: korrel show *tree.als * --key ???????????????? --format html > ????????????????.html",
            "test_it.py:*: InputFailed",
        ]
    )


def test_a_failure_is_tried_again_by_its_key(run):
    words = run(HEAD + FAULT).stdout.str().partition("again: pytest ")[2].split()[:3]
    result = run(HEAD + FAULT, *words)
    result.assert_outcomes(failed=1)
    assert f"1 of 1 inputs fail, the smallest: {words[2]}" in result.stdout.str()
    mended = run(HEAD + FAULT.replace("root.left is None", "True"), *words)
    mended.assert_outcomes(passed=1)
    unknown = run(HEAD + FAULT, "--korrel-key", "0123456789abcdef")
    unknown.assert_outcomes(failed=1)
    unknown.stdout.fnmatch_lines(["*NoInput: tree.als repOk has no input*", "*no instance has the key*"])


def test_a_test_that_raises_the_same_by_itself_stops(run):
    # If this failed, a name that is misspelt in the test would be found again on every input, for minutes.
    test = """
@pykorrel.inputs("tree.als", "repOk")
def test_typo(heap):
    assert all(node.kye for node in [heap.roots.t])
"""
    result = run(HEAD + test)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "*10 of the first 10 inputs fail, the smallest: *",
            "*the test stops there: it raises AttributeError by itself on each of the first 10 inputs (test_it.py:5)",
            "*to try all inputs: --korrel-go-on",
            "*AttributeError: *kye*",
        ]
    )
    result = run(HEAD + test, "--korrel-go-on")
    result.stdout.fnmatch_lines(["*15 of 15 inputs fail*"])


def test_what_the_code_under_test_raises_stops_nothing(run):
    # If this failed, a fault that shows on the first inputs would hide on how many more it does.
    for body in (
        "helper(heap)",
        "assert heap.id < 0",
        "pytest.fail('no')",
        "raise KeyError if heap.id < 9 else ValueError",
        "heap.id == 0 or heap.kye",
    ):
        result = run(
            HEAD
            + f"""
import pytest

def helper(heap):
    return heap.kye

@pykorrel.inputs("tree.als", "repOk")
def test_it(heap):
    {body}
"""
        )
        of = "14" if "or" in body.partition("raise")[0] else "15"
        result.stdout.fnmatch_lines([f"*{of} of 15 inputs fail*"])


SUBTESTS = """
import unittest

@pykorrel.inputs("tree.als", "repOk")
def test_all(heap, subtests):
    for part in ["sorted", "balanced"]:
        with subtests.test("it is", part=part):
            assert part == "sorted" or heap.roots.t.root is None or heap.roots.t.root.left is None

@pykorrel.inputs("tree.als", "repOk")
def test_skip(heap, subtests):
    with subtests.test():
        raise unittest.SkipTest("not here")

class Trees(unittest.TestCase):
    @pykorrel.inputs("tree.als", "repOk")
    def test_unit(self, heap):
        with self.subTest(heap.id, n=1):
            self.assertIsNone(heap.roots.t.root)
        with self.subTest("never reached"):
            assert not heap.roots.t.root

    def test_its_own_stay(self):
        with self.subTest(i=1):
            self.fail("a subtest of its own")
        raise KeyError
"""


def test_subtests_fail_with_their_input(run):
    # If this failed, an input on which a subtest fails would have neither a key nor a drawing.
    result = run(HEAD + SUBTESTS)
    told = result.stdout.str()
    assert "6 of 15 inputs fail" in told and "in the subtest [it is] (part='balanced')" in told
    assert "14 of 15 inputs fail" in told and "in the subtest [1] (n=1)" in told
    assert "again: pytest test_it.py::test_all --korrel-key" in told and "never reached" not in told.partition("E  ")[2]
    assert "test_it.py::test_skip: COMPLETE: 15 inputs of tree.als repOk" in told
    assert "a subtest of its own" in told and "KeyError" in told


def test_labellings_have_names_of_their_own(run, pytester):
    # If this failed, pytest would append a digit to the key, and no flag would know the name.
    pytester.makefile(".als", pair="sig A { r: set A }\nrun {} for exactly 2 A")
    test = "\n@pykorrel.inputs('pair.als', symmetry='none', each=True)\ndef test_each(heap):\n    assert heap.id != 2\n"
    result = run(HEAD + test, "-v")
    told = result.stdout.str()
    ids = [line.partition("[")[2].partition("]")[0] for line in told.splitlines() if "::test_each[" in line and "%]" in line]
    assert len(set(ids)) == len(ids) == 16 and all(len(one) in (16, 18) for one in ids), ids
    assert {one[17:] for one in ids} == {"", "0", "1"} and f"{ids[2][:16]}-0" in ids
    assert "test_it.py::test_each: 15 of 16 items pass, of 16 inputs of pair.als" in told
    run(HEAD + test, "--korrel-key", ids[2]).assert_outcomes(failed=1)
    together = test.replace(", each=True", "")
    run(HEAD + together, "--korrel-key", ids[2]).assert_outcomes(failed=1)
    other = ids[2][:17] + str(1 - int(ids[2][17:]))
    run(HEAD + together, "--korrel-key", other).assert_outcomes(passed=1)
    run(HEAD + test, "--korrel-key", other).assert_outcomes(passed=1)
    unknown = run(HEAD + together, "--korrel-key", other[:17] + "7")
    unknown.stdout.fnmatch_lines([f"*NoInput: *no input has the key {other[:17]}7"])


def test_items_that_all_pass_are_complete(run):
    # If this failed, a choice of items (`-k`) would be taken for all inputs.
    test = HEAD + EACH.replace("assert", "pass  #")
    result = run(test)
    result.stdout.fnmatch_lines(["test_it.py::test_each: COMPLETE: 15 inputs of tree.als repOk, an item each"])
    key = run(test, "-v").stdout.str().partition("::test_each[")[2][:16]
    some = run(test, "-k", key)
    some.stdout.fnmatch_lines(["test_it.py::test_each: 1 of 1 items pass, of 15 inputs of tree.als repOk"])


def test_a_test_that_fails_very_often_stops(run, pytester):
    # If this failed, a spec that says too little would keep a test busy for minutes, and a mistake in the test as well.
    pytester.makefile(".als", bag="sig Bag { numbers: set Int }\nrun {} for exactly 1 Bag, 0..10 Int")
    test = '\n@pykorrel.inputs("bag.als")\ndef test_bag(heap):\n    assert len(heap.of("Bag")[0].numbers) < 1'
    result = run(HEAD + test)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*1,000 of the first 1,001 inputs fail*", "*the test stops there*"])
    result = run(HEAD + test.replace("< 1", "> 8"))
    result.stdout.fnmatch_lines(["*1,000 of the first 1,0?? inputs fail*"])


def test_values_are_told(run):
    result = run(
        HEAD
        + """
@pykorrel.inputs("keys.als", values={"Key": ["", "é", "a b"], "Int": [0, 1, 255]})
def test_values(heap):
    assert not heap.of("Entry") or heap.of("Entry")[0].value < 200
"""
    )
    result.stdout.fnmatch_lines(["*t: Table$0*", "*k is Key$*", "*Key$1 is 'é'", "*2 is 255"])
    told = result.stdout.str()
    assert "t is Table$0" not in told, "the drawing names it"
    # If this failed, who reads the drawing would have to look up what stands for what.
    drawn = told.partition("k: ")[2].partition(" is Key$")[0]
    assert "value 255" in drawn and "'a b'" in drawn and "Key$" not in drawn, drawn


def test_a_limit_is_a_note(run):
    # If this failed, a test of the first inputs would pass for one of all, or fail though it is what was asked.
    result = run(
        HEAD
        + """
@pykorrel.inputs("tree.als", "repOk", limit=4)
def test_some(heap): pass
""",
        "-W",
        "error",
    )
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["*test_some: only the first 4 of the inputs of tree.als repOk*"])


def test_incomplete_and_empty_streams_fail(run):
    # If this failed, a test that has seen nothing, or a part, would have passed.
    result = run(
        HEAD
        + """
@pykorrel.inputs("tree.als", "repOk", scope="exactly 1 Tree, 9 Node, 1..9 Int", timeout=0.001)
def test_incomplete(heap): pass

@pykorrel.inputs("tree.als", "repOk", scope="exactly 1 Tree, exactly 2 Node, 1..1 Int")
def test_empty(heap): pass

@pykorrel.inputs("tree.als", "nope")
def test_mistake(heap): pass

@pykorrel.inputs("nowhere.als")
def test_no_spec(heap): pass

@pykorrel.inputs("tree.als", values={"Kye": []})
def test_values(heap): pass
"""
    )
    result.assert_outcomes(failed=5)
    result.stdout.fnmatch_lines(
        [
            "*pykorrel.Incomplete: incomplete (timeout)*",
            "*pykorrel.NoInput: tree.als repOk has no input: nothing was tested",
            "*pykorrel.SpecError: error?E0019?: *",
            "*pykorrel.SpecError: error?E0020?: *",
            "*pykorrel.ValuesError: values: there is no sig Kye*",
        ]
    )


EACH = """
@pykorrel.inputs("tree.als", "repOk", each=True)
def test_each(heap):
    assert heap.roots.t.root is None or heap.roots.t.root.left is None
"""


def test_items_of_their_own(run):
    result = run(HEAD + EACH)
    result.assert_outcomes(passed=9, failed=6)
    result.stdout.fnmatch_lines(
        ["*korrel input ????????????????*", "t: Tree$0", "FAILED test_it.py::test_each?*?*"]
    )


def test_items_are_not_too_many(run):
    text = HEAD + EACH.replace("each=True", 'each=True, scope="exactly 1 Tree, 7 Node, 1..7 Int"')
    result = run(text)
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*more than 1,000 inputs*leave out each=True*"])
    limited = run(text.replace("each=True", "each=True, limit=1000").replace("assert", "pass  #"))
    limited.assert_outcomes(passed=1000)
    limited.stdout.fnmatch_lines(["*: only the first 1,000 of the inputs*"])


def test_no_items_are_an_error(run):
    # If this failed, pytest would take a test without items for one that was skipped.
    result = run(
        HEAD + EACH.replace("each=True", 'each=True, scope="exactly 1 Tree, exactly 2 Node, 1..1 Int"')
    )
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*has no input: nothing was tested*"])


def test_skips_and_other_outcomes(run):
    result = run(
        HEAD
        + """
import pytest

@pykorrel.inputs("tree.als")
def test_some_are_skipped(heap):
    if heap.id % 2:
        pytest.skip("odd")

@pykorrel.inputs("tree.als")
def test_all_are_skipped(heap):
    pytest.skip("no wish")

@pykorrel.inputs("tree.als")
def test_fail(heap):
    pytest.fail("by hand")

@pykorrel.inputs("tree.als")
def test_raises(heap):
    heap.roots.t.root.key
"""
    )
    result.assert_outcomes(passed=1, skipped=1, failed=2)
    result.stdout.fnmatch_lines(["*15 of 15 inputs fail*", "*Failed: by hand", "*AttributeError: *"])


def test_methods_fixtures_and_parameters(run):
    result = run(
        HEAD
        + """
import pytest

class TestTree:
    @pytest.mark.parametrize("n", [1, 2])
    @pykorrel.inputs("tree.als")
    def test_all(self, heap, n, tmp_path):
        assert n and tmp_path.exists() and heap.roots.t

    @pytest.mark.parametrize("n", [1, 2])
    @pykorrel.inputs("tree.als", each=True)
    def test_each(self, heap, n):
        assert n and heap.roots.t
"""
    )
    result.assert_outcomes(passed=2 + 30)


def test_what_would_never_run_is_refused(run):
    for line in ("yield heap", "pass"):
        parameters = "heap" if "yield" in line else ""
        result = run(HEAD + f"\n@pykorrel.inputs('tree.als')\ndef test_it({parameters}):\n    {line}\n")
        result.assert_outcomes(errors=1)


def test_async_tests_are_awaited(pytester, specs):
    # If this failed, a coroutine that nobody awaits would pass.
    import asyncio

    import pykorrel

    seen = []

    @pykorrel.inputs(specs / "keys.als")
    async def test(heap):
        await asyncio.sleep(0)
        seen.append(heap)
        assert heap.id < 3

    try:
        asyncio.run(test())
    except pykorrel.InputFailed as failure:
        assert (failure.tried, failure.failed, len(seen)) == (len(seen), len(seen) - 3, len(seen))
    else:
        raise AssertionError("it fails")


UNIT = """
import unittest, pykorrel

class Trees(unittest.TestCase):
    @pykorrel.inputs("tree.als", "repOk")
    def test_fault(self, heap):
        self.assertTrue(heap.roots.t.root is None or heap.roots.t.root.left is None)

    @pykorrel.inputs("tree.als", "repOk", limit=3)
    def test_limit(self, heap):
        pass

    @pykorrel.inputs("tree.als", "repOk", each=True)
    def test_each(self, heap):
        self.assertTrue(heap.roots.t.root is None or heap.roots.t.root.left is None)
"""


def test_under_unittest(run, pytester):
    run("")
    pytester.makepyfile(test_it=UNIT)
    told = subprocess.run(
        [sys.executable, "-m", "unittest", "test_it"], stderr=subprocess.PIPE, text=True
    ).stderr
    assert "FAILED (failures=7)" in told, "six subtests, and one test that loops"
    assert "note: only the first 3 of the inputs of tree.als repOk" in told
    assert "6 of 15 inputs fail" in told and "(key='" in told
    again = told.partition("again: KORREL_REPLAY=")[2].splitlines()[0]
    assert again.endswith("python -m unittest test_it.Trees.test_fault")
