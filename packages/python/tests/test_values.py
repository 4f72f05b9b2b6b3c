"""The caller's own values for atoms and integers."""

import pytest

import pykorrel

NUMBERS = "sig Box { n: Int, all_of: set Int, by: Int -> lone Int } run { some n and #all_of > 1 } for exactly 1 Box, 0..2 Int"
TWO = "sig Key {} sig Name {} one sig Root { k: Key, either: Key + Name, any: univ } run {} for exactly 2 Key, exactly 2 Name, 0..1 Int"
KINDS = "abstract sig Value {} sig Text extends Value {} sig Number extends Value {} one sig Root { v: Value } run {} for exactly 2 Text, exactly 1 Number"


@pytest.fixture
def find(tmp_path):
    def find(text, **given):
        spec = tmp_path / "spec.als"
        spec.write_text(text)
        return pykorrel.find(spec, **given)

    return find


def test_atoms_and_integers_become_values(specs):
    values = {"Key": ["", "é", "a b"], "Int": [0, 1, 255]}
    heaps = list(pykorrel.find(specs / "keys.als", values=values))
    entries = [entry for heap in heaps for entry in heap.of("Entry")]
    assert {entry.key for entry in entries} == {"", "é", "a b"}
    assert {entry.value for entry in entries} == {0, 1, 255}
    assert all(heap.roots.k == values["Key"][int(heap._record["roots"]["k"][-1])] for heap in heaps)
    table = heaps[-1].roots.t
    assert table.seen == {entry.key for entry in heaps[-1].of("Entry")} and all(
        table.index[entry.key] is entry for entry in heaps[-1].of("Entry")
    )
    assert heaps[-1].objects["Key$1"] == "é" and heaps[-1].sets["Spare"] <= {"", "é", "a b"}


@pytest.mark.parametrize(
    "values, message",
    [
        ({"Kye": [""]}, "there is no sig Kye; there are Int, Key, Table, Entry"),
        ({"Entry": [1, 2]}, "Entry has the field key"),
        ({"Spare": [1]}, "Spare is a subset sig"),
        ({"Key": ["a", "b", "a"]}, "'a' stands there twice"),
        ({"Key": [True, 1, 1]}, "1 stands there twice"),
        ({"Key": "abc"}, "a list is needed"),
        ({"Key": {"Name$0": 1}}, "'Name$0' names nothing of Key; a name is like Key$0"),
        ({"Int": {"Int$0": 1}}, "a name is like -1"),
        ({"Key": ["a"]}, "Key$1 has no value: Key has 1"),
        ({"Int": [5]}, "the integer 1 has no value: Int has 1"),
    ],
)
def test_values_that_do_not_fit_are_refused(specs, values, message):
    # If this failed, a test would go on with values other than those that its author meant.
    with pytest.raises(pykorrel.ValuesError) as error:
        list(pykorrel.find(specs / "keys.als", values=values))
    assert message in str(error.value)


def test_a_mapping_names_atoms_singly(find):
    values = {"Text": {"Text$1": "b", "Text$0": "a"}, "Number": {2: 7}}
    found = {heap.roots.Root.v for heap in find(KINDS, values=values)}
    assert found == {"a", 7}, "one of the two texts stands for both"


def test_values_of_a_sig_are_those_of_what_extends_it(find):
    for record in find(KINDS, values={"Value": ["a", "b", "c"]}).records():
        heap = record.decode()
        assert heap.roots.Root.v in ("a", "c")
        assert heap.to_json() == record.line.decode().strip()


def test_an_enum_has_no_values(library):
    with pytest.raises(pykorrel.ValuesError, match="Color is an enum"):
        next(pykorrel.find(library / "red_black_tree.als", values={"Color": [1, 2]}))


def test_equal_values_of_different_types_stay_apart(find):
    # If this failed, 1.0 would come back as the atom of 1.
    values = {"Int": [1, 1.0, True]}
    text = "one sig Root { n: Int } run {} for 0..2 Int"
    heaps = list(find(text, values=values))
    assert [(heap.roots.Root.n, type(heap.roots.Root.n)) for heap in heaps] == [
        (1, int),
        (1.0, float),
        (True, bool),
    ]
    for number, heap in enumerate(heaps):
        assert f'"n":{number}' in heap.to_json()
    with pytest.raises(pykorrel.HeapError, match="two of these are equal"):
        list(find(NUMBERS, values=values))


def test_an_unknown_value_is_no_atom(specs):
    # If this failed, a wrong answer of the program under test would be taken for some atom.
    values = {"Key": ["", "é", "a b"], "Int": [0, 1, 255]}
    heap = next(heap for heap in pykorrel.find(specs / "keys.als", values=values) if heap.of("Entry"))
    (entry, *_) = heap.of("Entry")
    for field, wrong, message in [
        ("key", "e", "'e' is no value of Key"),
        ("key", 255, "255 is no value of Key"),
        ("value", 2, "2 is no value of Int"),
        ("value", 1.0, "1.0 is no value of Int"),
        ("value", True, "True is no value of Int"),
    ]:
        right = getattr(entry, field)
        setattr(entry, field, wrong)
        with pytest.raises(pykorrel.ValuesError) as error:
            heap.to_json()
        assert message in str(error.value) and f".{field}: " in str(error.value)
        setattr(entry, field, right)
    assert heap.to_json()


def test_a_value_of_two_sigs_is_the_one_that_fits_there(find):
    values = {"Key": ["a", "b"], "Name": ["a", "c"], "Int": ["d", "e"]}
    heap = next(find(TWO, values=values))
    root = heap.roots.Root
    root.k, root.either, root.any = "a", "c", "e"
    assert '"k":"Key$0","either":"Name$1","any":1' in heap.to_json()
    root.either = "a"
    with pytest.raises(pykorrel.ValuesError, match="a value of Key and Name: which one is meant"):
        heap.to_json()


def test_unhashable_values_are_in_lists(find):
    values = {"Int": [[], [1], {"x": 2}]}
    for heap in find("one sig Root { s: set Int } run {} for 0..2 Int", values=values):
        assert type(heap.roots.Root.s) is list
        assert heap.to_json()
