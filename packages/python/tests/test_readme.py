"""What README.md shows does what it says."""

import re
from pathlib import Path

import pykorrel

TEXT = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


def block(start):
    return next(text for _, text in BLOCKS if text.startswith(start))


def test_the_first_test(run, pytester):
    # If this failed, the first thing that a user tries would not do what README.md says.
    pytester.makepyfile(tree=block("# tree.py"))
    run("")
    pytester.makefile(".als", tree=block("-- tree.als"))
    assert len(list(pykorrel.find(pytester.path / "tree.als", "repOk"))) == 51 and "all 51 trees" in TEXT
    first = block("# test_tree.py")
    second = block("from hypothesis import given")
    run(first + "\n" + second).assert_outcomes(passed=2)
    assert len([line for line in first.splitlines()[1:] if line]) == 5, "five lines, says README.md"


def test_the_failure_is_that_of_the_example():
    # If this failed, README.md would show the failure of another version.
    script = (Path(__file__).parents[1] / "test").read_text(encoding="utf-8")
    for line in ("11 of 310 inputs fail, the smallest: 0f030ab977db6b73", "out of balance at 'ä'"):
        assert line in block(">  ") and line in script


def test_classes_of_ones_own(library):
    class Node:
        pass

    class Tree:
        pass

    scope = {"pykorrel": pykorrel, "Node": Node, "Tree": Tree}
    exec(block("classes = pykorrel.Classes"), scope)
    heap = next(pykorrel.find(library / "search_tree.als", classes={"SearchTree": Tree}))
    assert type(heap.roots.SearchTree) is Tree
    assert scope["classes"].by_name == {"Node": Node, "Tree": Tree}


def test_sequences_find_the_fault_of_the_stack(run, pytester):
    stack = block("# test_stack.py")
    result = run(stack)
    result.assert_outcomes(failed=1)
    told = [line.rstrip() for line in result.outlines]
    for line in block("E       AssertionError: pop").splitlines():
        assert line.rstrip() in told
    scope = {}
    exec(stack.replace(" or None", "").replace("    pykorrel.seq", "    return pykorrel.seq"), scope)
    assert f"`{scope['test_a_stack_is_a_list']()}`" in TEXT


def test_awkward_values_are_those_that_it_shows():
    code, told = block(">>> pykorrel.awkward").splitlines()
    assert repr(eval(code[4:], {"pykorrel": pykorrel})) == told


def test_the_test_without_a_spec(run, pytester):
    tree = block("# tree.py").replace("class Node:\n    pass", CLASSES).replace("class Tree:\n", "class Tree:\n    root: Optional[Node]\n    rep_ok = rep_ok\n")
    pytester.makepyfile(tree=tree)
    result = run("import pykorrel\nfrom tree import Tree\n" + block("@pykorrel.every(Tree"))
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["*: COMPLETE: 51 inputs of Tree where rep_ok; *"])


CLASSES = """from typing import Optional

class Node:
    key: int
    left: "Optional[Node]"
    right: "Optional[Node]"

def rep_ok(tree):
    met = []
    def ok(node, low, high):
        if node is None:
            return True
        if any(node is other for other in met) or not low < node.key < high:
            return False
        met.append(node)
        return ok(node.left, low, node.key) and ok(node.right, node.key, high)
    return ok(tree.root, -1, 9)
"""
