"""Inputs up to a renaming of their integers, where a test does no more than compare them."""

import gc
import math
import operator

import pytest
from hypothesis import given, settings, strategies as st

from pykorrel import _exhaustion, _renaming, hypothesis as korrel

korrel.register()
exhaustive = settings(backend="korrel", database=None, deadline=None)


@pytest.fixture(autouse=True)
def budget(monkeypatch):
    monkeypatch.setattr(_exhaustion, "budget", _exhaustion.Budget(seconds=60, afterwards=0))
    monkeypatch.setattr("pykorrel._backend.budget", _exhaustion.budget)


def fubini(n):
    """Weak orders of n things: OEIS A000670."""
    return 1 if n == 0 else sum(math.comb(n, k) * fubini(n - k) for k in range(1, n + 1))


def bell(n):
    """Partitions of n things: OEIS A000110."""
    return 1 if n == 0 else sum(math.comb(n - 1, k) * bell(k) for k in range(n))


def inputs_of(strategy, body):
    @exhaustive
    @given(strategy)
    def test(numbers):
        body(numbers)

    test()
    assert korrel.outcome().complete
    return korrel.outcome().inputs


def sort(numbers):
    for i in range(len(numbers)):
        for j in range(i, 0, -1):
            if numbers[j] < numbers[j - 1]:
                numbers[j], numbers[j - 1] = numbers[j - 1], numbers[j]
    assert all(a <= b for a, b in zip(numbers, numbers[1:]))


def remove_duplicates(numbers):
    kept = []
    for number in numbers:
        if number not in kept:
            kept.append(number)
    assert all(kept.count(number) == 1 for number in numbers)


@pytest.mark.parametrize("longest", range(5))
def test_weak_orders(longest):
    lists = st.lists(st.integers(0, longest), max_size=longest)
    assert inputs_of(lists, sort) == sum(map(fubini, range(longest + 1)))


@pytest.mark.parametrize("longest", range(5))
def test_partitions(longest):
    lists = st.lists(st.integers(0, longest), max_size=longest)
    assert inputs_of(lists, remove_duplicates) == sum(map(bell, range(longest + 1)))


def test_permutations():
    # Hypothesis keeps the elements of a unique list in a set, but asks it only for members.
    korrel._exhaustion.budget.size = 9
    inputs = inputs_of(st.lists(st.integers(min_value=0), unique=True, max_size=3), sort)
    assert inputs == sum(math.factorial(n) for n in range(4))


def test_values_that_are_not_looked_at():
    # By equalities: a list compares its elements by identity first, which nothing records.
    inputs = inputs_of(st.lists(st.integers(0, 4), max_size=3), lambda numbers: len(numbers))
    assert inputs == sum(map(bell, range(4)))


def test_mixed_with_other_choices():
    # A pair of a number and a flag: the flags count as they are, the numbers up to order.
    pairs = st.lists(st.tuples(st.integers(0, 2), st.booleans()), max_size=2)
    assert inputs_of(pairs, lambda pairs: sorted(number for number, _ in pairs)) == 1 + 2 + 4 * fubini(2)


def test_a_garbage_collection_is_no_step_of_the_test(request):
    # If this failed, inputs would be tried that are known, whenever garbage of other tests happens to be collected.
    class Finalized:
        def __del__(self):
            type(self)

    def leave_garbage(phase, _):
        garbage = Finalized()
        garbage.itself = garbage

    before = gc.get_threshold()
    request.addfinalizer(lambda: gc.set_threshold(*before))
    request.addfinalizer(lambda: gc.callbacks.remove(leave_garbage))
    gc.callbacks.append(leave_garbage)
    gc.set_threshold(50)
    assert inputs_of(st.lists(st.integers(0, 2), max_size=2), sorted_copy) == fubini(0) + fubini(1) + fubini(2)
    assert gc.isenabled()


def test_equal_functions_of_two_modules_are_two():
    # If this failed, a function would be taken for harmless since an equal one elsewhere is.
    code = "def body(numbers):\n    return [KIND(number) for number in numbers]"
    harmless, other = {"KIND": boxed}, {"KIND": type}
    for scope in harmless, other:
        exec(code, scope)
    assert inputs_of(st.lists(st.integers(0, 3), max_size=2), harmless["body"]) == bell(0) + bell(1) + bell(2)
    assert inputs_of(st.lists(st.integers(0, 3), max_size=2), other["body"]) == 1 + 4 + 16


def sorted_copy(numbers):
    return sorted(numbers)


def boxed(number):
    return [number]


def test_a_fault_that_needs_one_order_is_found():
    # If this failed, a class would be skipped that nothing stood for.
    @exhaustive
    @given(st.lists(st.integers(0, 3), max_size=4))
    def test(numbers):
        pairs = zip(numbers, numbers[1:], numbers[2:], numbers[3:])
        assert not any(b < d < a < c for a, b, c, d in pairs)

    with pytest.raises(AssertionError) as caught:
        test()
    assert any("numbers=[2, 0, 3, 1]" in note for note in caught.value.__notes__), caught.value.__notes__


USES = [
    "sum(numbers)",
    "set(numbers)",
    "frozenset(numbers)",
    "dict.fromkeys(numbers)",
    "{number: 1 for number in numbers}",
    "str(numbers)",
    "[f'{number}' for number in numbers]",
    "['%d' % number for number in numbers]",
    "['%s' % number for number in numbers]",
    "'{}'.format(numbers)",
    "[number == 0 for number in numbers]",
    "[number in (0, 1) for number in numbers]",
    "[number < 2 for number in numbers]",
    "[2 > number for number in numbers]",
    "[number is ONE for number in numbers]",
    "[type(number) is int for number in numbers]",
    "[type(number) == type(0) for number in numbers]",
    "[id(number) for number in numbers]",
    "[KIND(number) for number in numbers]",
    "[(lambda number, kind=type: kind(number))(number) for number in numbers]",
    "enclosed(numbers)",
    "[operator.is_(number, 1) for number in numbers]",
    "[hash(number) for number in numbers]",
    "[bool(number) for number in numbers]",
    "[1 for number in numbers if number]",
    "[1 for number in numbers if not number]",
    "[number and 1 for number in numbers]",
    "[-number for number in numbers]",
    "[abs(number) for number in numbers]",
    "[1 + number for number in numbers]",
    "[number * 2 for number in numbers]",
    "[number << 1 for number in numbers]",
    "[number ** 2 for number in numbers]",
    "[divmod(7, number + 1) for number in numbers]",
    "[round(number) for number in numbers]",
    "[math.sqrt(number) for number in numbers]",
    "[math.gcd(number, 6) for number in numbers]",
    "[[1, 2, 3, 4][number] for number in numbers]",
    "[[1, 2, 3, 4][:number] for number in numbers]",
    "[[0] * number for number in numbers]",
    "[list(range(number)) for number in numbers]",
    "[number in range(2) for number in numbers]",
    "[chr(number) for number in numbers]",
    "[int(number) for number in numbers]",
    "[float(number) for number in numbers]",
    "[complex(number) for number in numbers]",
    "bytes(numbers)",
    "bytearray(numbers)",
    "array.array('i', numbers)",
    "[struct.pack('i', number) for number in numbers]",
    "[number.bit_length() for number in numbers]",
    "[number.real for number in numbers]",
    "[number.to_bytes(2, 'big') for number in numbers]",
    "json.dumps(numbers)",
    "pickle.dumps(numbers)",
    "copy.deepcopy(numbers)",
    "[decimal.Decimal(number) for number in numbers]",
    "[fractions.Fraction(number) for number in numbers]",
    "[datetime.timedelta(number) for number in numbers]",
    "collections.Counter(numbers)",
    "[operator.index(number) for number in numbers]",
    "[itertools.islice('abc', number) for number in numbers]",
    "[quietly(marshal.dumps, number) for number in numbers]",
    "[quietly(decimal.Decimal, number) for number in numbers]",
    "[isinstance(number, bool) or number + 0 for number in numbers]",
    "random.choices(numbers or [1], numbers or [1])",
    "list(map(int.bit_length, numbers))",
    "list(map(marshal.dumps, numbers))",
    "sorted(numbers, key=int.__neg__)",
    "max([*numbers, 2])",
    "numbers == [1] * len(numbers)",
    "numbers.index(1)",
    "[[] for number in numbers if number != 2]",
]
MODULES = "array collections copy datetime decimal fractions itertools json marshal math operator pickle random struct".split()


@pytest.mark.parametrize("use", USES)
def test_any_other_use_makes_every_input_count(use):
    # If one of these failed, inputs would be skipped that the test can tell apart.
    code = f"def body(numbers):\n    try:\n        {use}\n    except Exception:\n        pass"
    scope = {name: __import__(name) for name in MODULES}
    scope.update(ONE=1, KIND=type, enclosed=enclosed(type), quietly=quietly, math=math)
    exec(code, scope)
    assert inputs_of(st.lists(st.integers(0, 3), max_size=3), scope["body"]) == 1 + 4 + 16 + 64


def test_what_a_test_keeps_can_be_read_afterwards():
    # If this failed, a test that fills a list of its own would break one that reads it.
    kept = []
    inputs_of(st.integers(0, 3), kept.append)
    assert len(kept) > korrel.outcome().inputs, "a renamed run was among them"
    assert set(kept) <= {0, 1, 2, 3} and sum(kept) == sum(map(int, kept)) and sum(kept) in range(4 * len(kept))
    assert [f"{number} {number + number} {kept[0] - number}" for number in kept] == [f"{n} {n + n} {kept[0] - n}" for n in map(int, kept)]


@pytest.mark.parametrize("compare", [operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge])
def test_a_name_that_a_test_has_kept_is_no_other_name(compare):
    # If this failed, a comparison with what an earlier run has left behind would pass for one of two arguments.
    earlier, now = _renaming._Run(), _renaming._Run()
    kept, number = earlier.name(1), now.name(2)
    earlier.over = True
    for pair in (kept, number), (number, kept), (number, 1):
        now.used = False
        with pytest.raises(_renaming.Used):
            compare(*pair)
        assert now.used
    assert compare(kept, 1) is compare(1, kept) is compare(kept, kept) is compare(1, 1)


def enclosed(kind):
    return lambda numbers: [kind(number) for number in numbers]


def quietly(function, *arguments):
    try:
        return function(*arguments)
    except Exception:
        return None


@pytest.mark.parametrize(
    "strategy",
    [
        st.lists(st.integers(0, 3), max_size=3).map(lambda numbers: [number + 1 for number in numbers]),
        st.lists(st.integers(0, 3).filter(lambda number: number + 1), max_size=3),
        st.lists(st.integers(0, 3), max_size=3).filter(lambda numbers: sum(numbers) >= 0),
        st.lists(st.integers(0, 3).flatmap(lambda number: st.just(number)).map(str), max_size=3),
        st.lists(st.sampled_from([0, 1, 2, 3]), max_size=3),
    ],
)
def test_strategies_that_use_the_values_count_as_well(strategy):
    assert inputs_of(strategy, lambda numbers: len(numbers)) == 1 + 4 + 16 + 64


def test_it_can_be_turned_off():
    korrel._exhaustion.budget.renaming = False
    assert inputs_of(st.lists(st.integers(0, 3), max_size=3), sort) == 1 + 4 + 16 + 64
