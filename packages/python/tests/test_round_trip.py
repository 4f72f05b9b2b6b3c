"""What was read is written back to the same bytes, whatever the objects are made of."""

import warnings
from pathlib import Path

import pytest

import pykorrel
from pykorrel._values import Values

HERE = Path(__file__).parent
SPECS = [*sorted(HERE.glob("specs/*.als")), *sorted(HERE.parents[2].glob("specs/*.als"))]
MOST = 3_000  # of a spec's instances
assert len(SPECS) > 30

each_spec = pytest.mark.parametrize("spec", SPECS, ids=lambda path: path.stem)


def header_of(spec):
    with pykorrel.find(spec, limit=1) as stream:
        return stream.header


def same_bytes(spec, **given):
    """How many instances came back as they were."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", pykorrel.SpecWarning)
        stream = pykorrel.find(spec, limit=MOST, keys=True, **given)
        for record in stream.records():
            heap = record.decode()
            assert (heap.to_json() + "\n").encode() == record.line
        return stream.count


@each_spec
def test_every_instance(spec):
    # If this failed, a heap would lose or turn something on its way to Python or back.
    assert same_bytes(spec) > 0


@each_spec
def test_every_instance_with_values(spec):
    # If this failed, a value would be another atom's on its way back.
    header = header_of(spec)
    given = values_for(header)
    assert same_bytes(spec, values=given) > 0
    assert "Int" in given
    for instance in pykorrel.find(spec, limit=1, values=given):
        for heap in getattr(instance, "states", [instance]):
            for name, made in heap.objects.items():
                sig = Values(given, header).sig_of(name.partition("$")[0])
                assert sig is None or made == f"{sig} {name.partition('$')[2]} é"


@each_spec
def test_every_instance_in_lists_and_classes_of_the_callers(spec):
    # If this failed, the order of a caller's own collection would reach the output.
    header = header_of(spec)
    shapes = [shape for fields in header.types.values() for shape in fields.values()]
    keys = {type for shape in shapes if shape.kind == "map" for type in shape.columns[0]}
    keys = {below for type in keys if type in header.types for below in header.below(type)}
    classes = {name: own_class(name, fields, name in keys) for name, fields in header.types.items()}
    assert same_bytes(spec, classes=classes) > 0


@pytest.mark.parametrize(
    "question",
    [{"cover": "n = t.root, n.color = RED"}, {"any": True, "limit": 1}, {"near_miss": "repOk", "n": 5}],
)
def test_every_record_of_other_questions(library, question):
    # If this failed, what a record says beside its heap would be lost, or a record without an id refused.
    stream = pykorrel.find(
        library / "red_black_tree.als", "deletion", scope="exactly 1 Tree, 3 Node, 1..3 Int", **question
    )
    for record in stream.records():
        assert record.decode().to_json() + "\n" == record.line.decode()
    assert stream.count > 0


def values_for(header):
    """Values of their own for all sigs that may have some, and for integers."""
    given = {"Int": {n: f"int {n}" for n in range(-64, 64)}}
    for sig in header.types:
        try:
            Values({sig: []}, header)
        except pykorrel.ValuesError:
            continue
        given[sig] = [f"{sig} {n} é" for n in range(8)]
    return given


def own_class(name, fields, is_key):
    """Underscored attributes, sets as lists, and objects that all are equal, unless something needs to tell them apart."""
    slots = [f"_{field}" for field in fields]
    lists = {f"_{field}": list for field, shape in fields.items() if shape.kind == "set"}
    members = {"__slots__": slots, "__annotations__": lists}
    return type(name, (), members if is_key or not fields else {**members, "__eq__": lambda a, b: True})


def test_a_change_is_written(specs):
    # If this failed, `to_json` would give back what was read, and not what is there.
    heap = next(heap for heap in pykorrel.find(specs / "keys.als", keys=True) if len(heap.of("Entry")) == 2)
    before, key = heap.to_json(), heap.key
    heap.roots.t.first = heap.roots.t.first.after_it
    heap.roots.t.first.value = 7
    after = heap.to_json()
    assert '"value":7' in after and after.count('"$type":"Entry"') == 2, "the index still leads to both"
    assert key in before and key not in after
    heap.roots.t.index.clear()
    assert heap.to_json().count('"$type":"Entry"') == 1


def test_new_objects_are_named(specs):
    # If this failed, an object of the program under test would have the name of another one.
    heap = next(heap for heap in pykorrel.find(specs / "keys.als") if len(heap.of("Entry")) == 1)
    old = heap.roots.t.first
    heap.roots.t.first = heap.types["Entry"](key=old.key, value=2, after_it=old)
    assert '"first":"Entry$1"' in heap.to_json()
    assert '"Entry$1":{"$type":"Entry","key":"Key$2","value":2,"after_it":"Entry$0"}' in heap.to_json()


def test_an_object_that_is_gone_is_in_no_set(specs):
    # If this failed, a record would speak of an object that it does not have.
    heap = next(pykorrel.find(specs / "shapes.als", "with_bag"))
    (bag,) = heap.of("Bag")
    name = heap.name(bag)
    for thing in heap.of("Thing"):
        thing.beyond = thing.from_ = None
    (box,) = heap.of("Box")
    box.either, box.triples, box.mixed, box.any = {}, set(), None, 0
    heap.roots.Root.by_number = {9: box}
    assert name not in heap.to_json()
