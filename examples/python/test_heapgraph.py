"""What the decoder refuses, and what it makes of maps.

If one of these failed, a test that reads a stream would pass without having seen everything, or
would look for the key 1 in a map that has "1"."""

import json
import unittest

from heapgraph import Incomplete, heap, heaps

HEADER = {"kind": "header", "roots": {"m": "map int T"}, "types": {"T": {"f": "map int T", "g": "map T int"}}}


def instance(id):
    objects = {"T$0": {"$type": "T", "f": {"-1": "T$0", "2": "T$0"}, "g": {"T$0": 3}}}
    return {"kind": "instance", "id": id, "roots": {"m": {"7": "T$0"}}, "objects": objects}


def end(count, status="complete"):
    return {"kind": "end", "status": status, "count": count}


def read(*records, **flags):
    return list(heaps((json.dumps(record) for record in records), **flags))


class Streams(unittest.TestCase):
    def test_a_whole_stream(self):
        self.assertEqual([heap.id for heap in read(HEADER, instance(0), instance(1), end(2))], [0, 1])

    def test_what_is_refused(self):
        for records in [
            [HEADER, instance(0)],
            [instance(0)],
            [HEADER, instance(0), end(1, "limit")],
            [HEADER, instance(0), end(1, "timeout")],
            [HEADER, instance(0), end(1, "error")],
            [HEADER, instance(0), end(2)],
            [HEADER, end(0)],
            [],
            [HEADER, instance(0), end(1), HEADER, instance(1)],
        ]:
            with self.assertRaises(Incomplete, msg=records):
                read(*records)

    def test_what_is_allowed_when_asked_for(self):
        self.assertEqual(len(read(HEADER, instance(0), partial=True)), 1)
        self.assertEqual(len(read(instance(0), partial=True)), 1)
        self.assertEqual(len(read(HEADER, instance(0), end(1, "limit"), partial=True)), 1)
        self.assertEqual(read(HEADER, end(0), empty=True), [])
        self.assertEqual(read(partial=True, empty=True), [])
        with self.assertRaises(Incomplete):
            read(HEADER, end(0), partial=True)
        with self.assertRaises(Incomplete):
            read(HEADER, instance(0), end(1, "limit"), empty=True)
        with self.assertRaises(Incomplete):
            read(HEADER, instance(0), end(2), partial=True)

    def test_a_stream_that_was_resumed(self):
        records = [HEADER, instance(0), end(1, "timeout"), HEADER, instance(1), end(1)]
        self.assertEqual([heap.id for heap in read(*records)], [0, 1])
        # Nothing was left.
        self.assertEqual(len(read(HEADER, instance(0), end(1, "limit"), HEADER, end(0))), 1)


class Maps(unittest.TestCase):
    def test_numbers_are_numbers(self):
        [heap] = read(HEADER, instance(0), end(1))
        [object] = heap.objects
        self.assertEqual(object.f, {-1: object, 2: object})
        self.assertEqual(object.g, {object: 3})
        self.assertEqual(heap.roots.m, {7: object})

    def test_fields_of_subsets_and_truth_values(self):
        header = {**HEADER, "sets": {"S": {"of": "T", "fields": {"h": "map bool int"}}}}
        record = instance(0)
        record["objects"]["T$0"]["h"] = {"true": 1, "false": 0}
        [object] = heap(record, header).objects
        self.assertEqual(object.h, {True: 1, False: 0})


if __name__ == "__main__":
    unittest.main()
