"""Whether a comparison in a test can tell the objects of a sig without fields apart."""

from dataclasses import dataclass

import pytest

import pykorrel


class Cache:
    """Most recently used first. What is asked for is kept as the key that was there before: a fault."""

    def get(self, key):
        wrong = next((other for other in self.keys if other is not key), key)
        self.keys = [wrong, *self.keys][:2]


def check(heap):
    cache, key = heap.roots
    expected = [key, *cache.keys][:2]
    cache.get(key)
    assert cache.keys == expected


def tried(specs, classes):
    failed, count = 0, 0
    for heap in pykorrel.find(specs / "cache.als", classes=classes):
        count += 1
        try:
            check(heap)
        except AssertionError:
            failed += 1
    return failed, count


class Key:
    pass


@dataclass(eq=False)
class Apart:
    pass


def test_a_wrong_key_is_seen(specs):
    # If this failed, a cache that stores other keys than it was asked for would pass.
    for classes in ([Cache], [Cache, Key], {"Cache": Cache, "Key": Apart}):
        failed, count = tried(specs, classes)
        assert 0 < failed < count


@dataclass
class Alike:
    pass


@dataclass(frozen=True)
class Named:
    name: str = ""


@pytest.mark.parametrize("cls", [Alike, Named])
def test_keys_that_are_all_equal_are_refused(specs, cls):
    # If this failed, all keys would be one key to `==`, and the test above would pass on every input.
    with pytest.raises(
        pykorrel.HeapError, match=rf"Key\$0 and Key\$1 are equal in Python, for .* {cls.__name__} "
    ):
        tried(specs, {"Cache": Cache, "Key": cls})
    one = pykorrel.find(
        specs / "cache.als", scope="exactly 1 Cache, 1 Key, 1 seq, 0..1 Int", classes={"Key": cls}
    )
    assert len(list(one)) > 1, "one key alone is mistaken for no other"


def test_values_tell_them_apart(specs):
    failed, count = 0, 0
    for heap in pykorrel.find(specs / "cache.als", classes=[Cache], values={"Key": ["", "a", "b"]}):
        cache, key = heap.roots
        cache.get(key)
        failed, count = failed + (cache.keys[0] != key), count + 1
    assert 0 < failed < count


def test_objects_with_fields_are_equal_as_their_class_says(library):
    @dataclass
    class Node:
        key: int
        left: object
        right: object

    *_, record = pykorrel.find(library / "search_tree.als", classes=[Node]).records()
    one, other = (record.decode().roots.SearchTree.root for _ in range(2))
    assert one is not other and one == other
    other.key += 1
    assert one != other
