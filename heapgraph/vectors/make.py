#!/usr/bin/env python3
"""Makes the vectors of README.md out of the stream of streams.als:

    cd heapgraph/vectors
    korrel find streams.als | python3 make.py streams.jsonl changes.jsonl

The digests are zlib's, and not the program's."""

import json
import sys
import zlib
from pathlib import Path

INSTANCE = '{"kind":"instance",'


def compact(record):
    return json.dumps(record, separators=(",", ":"), ensure_ascii=False)


def spaced(line):
    return json.dumps(json.loads(line), ensure_ascii=False)


def sorted_keys(line):
    return json.dumps(json.loads(line), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest(lines):
    """Over what follows the id, or the kind where there is none, line feeds included."""
    crc = 0
    for line in lines:
        rest = line.removeprefix(INSTANCE)
        if rest.startswith('"id":'):
            rest = rest.partition(",")[2]
        crc = zlib.crc32((rest + "\n").encode(), crc)
    return f"crc32:{crc:08x}"


def end(count, digest=None, status="complete", **more):
    return compact({"kind": "end", "status": status, "count": count, **({"digest": digest} if digest else {}), **more})


vectors = []


def vector(name, why, lines, expect, **more):
    assert name not in [other["name"] for other in vectors]
    vectors.append({"name": name, "why": why, "lines": lines, **more, "expect": expect})


def read(instances, complete=True, note=None):
    instances = [json.loads(line) for line in instances] if isinstance(instances, list) else instances
    return {"instances": instances, "complete": complete, **({"note": note} if note else {})}


def error(kind, record=None, path=None):
    return {"error": kind, **({} if path is None else {"record": record, "path": path})}


header, *three, last = [line for line in sys.stdin.read().split("\n") if line]
assert len(three) == 3 and json.loads(last).get("digest", digest(three)) == digest(three)
first, second, third = three
E = end(3, digest(three))
old = end(3)

# Streams that are read.
vector("whole", "as Korrel wrote it", [header, *three, E], read(three))
vector("of before", "end records of earlier versions have no digest", [header, *three, old], read(3))
vector("spaces", "written anew by json.dumps", [*map(spaced, [header, *three, E])], read(three, note="digest"))
vector("sorted keys", "written anew by jq -S -c", [*map(sorted_keys, [header, *three, E])], read(three, note="digest"))
vector("one line anew", "a digest is for all lines or for none", [header, first, sorted_keys(second), third, E], read(3, note="digest"))
vector("the frame anew", "header and end record are no part of the digest", [spaced(header), *three, sorted_keys(E)], read(3))
vector("another digest", "a later version may have one that this reader does not know", [header, *three, end(3, "sum9:0123")], read(3, note="digest"))
vector("no line feed at the end", "the record is whole", [header, *three, E], read(3), last_line_feed=False)
vector("blank lines", "they hold no record", [header, "", *three, " ", E, "", "\t"], read(3))
vector("carriage returns", "JSON takes them for blanks", [line + "\r" for line in [header, *three, old]], read(3))
vector("a byte order mark", "some editors write one before a text", ["\ufeff" + header, *three, E], read(three))
vector("none", "a stream without instances is whole, too", [header, end(0, digest([]))], read([]))
vector("limit", "whole as a file; not all that there are", [header, *three[:2], end(2, digest(three[:2]), "limit")], read(three[:2], complete=False))
vector("timeout", "whole as a file; not all that there are", [header, first, end(1, digest([first]), "timeout")], read([first], complete=False))

remark = '{"kind":"remark","of":{"kind":"instance","id":9,"roots":{},"objects":{}},"text":"{\\"kind\\":\\"end\\"}"}'
vector("unknown kinds", "later versions may add kinds of records", [header, remark, first, remark, second, third, '{"kind":"","count":1}', E], read(three))
more = [compact({**json.loads(line), "likes": {"kind": "end", "n": [{}]}}) for line in three]
vector(
    "unknown members",
    "later versions may add members to records",
    [compact({**json.loads(header), "zoom": {"kind": "end"}}), *more, end(3, digest(more), zoom=[1])],
    read(3),
)
anonymous = [INSTANCE + line.partition(",")[2].partition(",")[2] for line in three[:1]]
vector("no id", "what find --any writes", [header, *anonymous, end(1, digest(anonymous), "limit")], read(1, complete=False))
large = [line.replace('"id":', '"id":1844674407370955161') for line in three]
vector("large ids", "ids are no part of the digest, and may be above 2^64", [header, *large, E], read(3))
keyed = [line.replace(',"roots"', ',"key":"00000000c0ffee00","roots"', 1) for line in three]
vector("keys", "what find --keys writes", [header, *keyed, end(3, digest(keyed))], read(keyed))
names = first
for name, other in [("Key$0", "a\\\"b"), ("Key$1", "__proto__"), ("Inner$0", "{\\\"kind\\\":\\\"end\\\""), ("Leaf$1", "constructor")]:
    names = names.replace(f'"{name}"', f'"{other}"')
names = names.replace('"likes":["a\\"b","__proto__"]', '"likes":["__proto__"]')
vector("other names", "--complete keeps the names of the objects that it was given", [header, names, end(1, digest([names]))], read([names]))
bare = compact({k: v for k, v in json.loads(first).items() if k not in ("sets", "relations")})
vector("left out", "`sets` and `relations` may be left out", [header, bare, end(1)], read(1))

# Streams that are not whole.
vector("empty", "nothing was written", [], error("truncated"))
vector("header alone", "no end record", [header], error("truncated"))
vector("no end record", "the program was killed", [header, *three], error("truncated"))
vector("half a line", "the program was killed while it wrote", [header, first, second[:99]], error("truncated"), last_line_feed=False)
vector("half an end record", "the program was killed while it wrote", [header, *three, E[:30]], error("truncated"), last_line_feed=False)
vector("half a line in the middle", "a line was cut on its way", [header, first, second[:99], third, E], error("not JSON"))
vector("no JSON", "a shell's message between the lines", [header, first, "Killed", second, third, E], error("not JSON"))
vector("two byte order marks", "only the first one is skipped", ["\ufeff\ufeff" + header, *three, E], error("not JSON"))
vector("a byte order mark in the middle", "it is skipped at the very start alone", [header, first, "\ufeff" + second, third, E], error("not JSON"))
vector("lost line", "two of three", [header, first, third, E], error("count"))
vector("lost line, of before", "two of three, without a digest", [header, first, third, old], error("count"))
vector("lost line, anew", "the count is compared whatever the lines look like", [*map(spaced, [header, first, third, E])], error("count"))
vector("one line twice", "four of three", [header, first, second, second, third, E], error("count"))
vector("no count", "an end record counts", [header, *three, '{"kind":"end","status":"complete"}'], error("count"))
vector("a count of -1", "no number of instances", [header, end(-1)], error("count"))
vector("a line for another", "three of three, one of them twice", [header, first, first, third, E], error("digest"))
vector("lines swapped", "the order is part of the digest", [header, second, first, third, E], error("digest"))
vector("a line edited", "a 7 became a 6", [header, first, second.replace('"size":7', '"size":6'), third, E], error("digest"))
vector("the whole twice", "two streams in one file", [header, *three, E] * 2, error("after end"))
vector("an instance after the end", "nothing is read after the end", [header, first, second, end(2, digest(three[:2])), third], error("after end"))
vector("a remark after the end", "nothing is read after the end", [header, *three, E, remark], error("after end"))
vector("no JSON after the end", "nothing is read after the end", [header, *three, E, "done"], error("after end"))
vector("no header", "heaps by themselves are no stream", [*three, E], error("format"))
vector("two headers", "a stream was cut, and another one follows", [header, first, header, *three, E], error("format"))
vector("another format", "heapgraph/2 will not be this", [header.replace("heapgraph/1", "heapgraph/2"), *three, E], error("format"))
vector("no record", "JSON, but nothing with a kind", [header, first, "[1]", second, third, E], error("format"))
vector("a kind that is none", "a kind is a text", [header, first, '{"kind":7}', second, third, E], error("format"))


# Records that do not fit.
def misfit(name, why, old, new, path, last=second, expect=None):
    assert last.count(old) == 1, (name, old)
    lines = [header, first, last.replace(old, new), end(2)]
    vector(name, why, lines, expect or error("schema", 1, path))


I, L = "objects.Inner$0.", "objects.Leaf$1."
misfit("dangling reference", "there is no such object", '"next":"Leaf$1"', '"next":"Leaf$7"', I + "next")
misfit("dangling root", "there is no such object", '"n":"Inner$0"', '"n":"Inner$1"', "roots.n")
misfit("dangling in a set", "there is no such object", '"likes":["Key$0"]', '"likes":["Key$0","Key$2"]', I + "likes[1]")
misfit("dangling in a sequence", "there is no such object", '"order":["Key$0"]', '"order":["Key"]', I + "order[0]")
misfit("dangling key of a map", "there is no such object", '{"Key$0":3}', '{"Key$2":3}', I + "ages.Key$2")
misfit("dangling in a tuple", "there is no such object", '[["Key$0","RED"]]', '[["key$0","RED"]]', I + "links[0][0]")
misfit("dangling in a subset", "there is no such object", '"Marked":["Leaf$1"]', '"Marked":["Leaf$1","Leaf$2"]', "sets.Marked[1]")
misfit("an object of another type", "`likes` holds keys", '"likes":["Key$0"]', '"likes":["Leaf$1"]', I + "likes[0]")
misfit("an object for an enum value", "a color is no key", '"color":"GREEN"', '"color":"Key$0"', I + "color")
misfit("no such enum value", "colors are RED and GREEN", '"color":"GREEN"', '"color":"green"', I + "color")
misfit("missing field", "all fields of a type stand there", '"size":7,', "", I + "size")
misfit("missing field of a subset", "the leaf is Marked", ',"by":"Key$0"', "", L + "by")
misfit("field of a subset that it is not in", "the inner node is not Marked", '"size":7,', '"size":7,"by":"Key$0",', I + "by")
misfit("missing root", "all roots stand there", ',"k":"Key$0"', "", "roots.k")
misfit("missing objects", "without them nothing is known", '"objects":', '"things":', "objects")
misfit("missing type", "its fields would have no shapes", '{"$type":"Leaf",', "{", L + "$type")
misfit("no such type", "a slip of the pen", '"$type":"Leaf"', '"$type":"Laef"', L + "$type")
misfit("an abstract type", "objects are of types that extend it", '"$type":"Leaf"', '"$type":"Node"', L + "$type")
misfit("unknown field", "the spec declares nothing of this name", '"size":7,', '"size":7,"sise":7,', I + "sise")
misfit("unknown root", "the spec declares nothing of this name", '"roots":{', '"roots":{"m":null,', "roots.m")
misfit("unknown subset", "the spec declares nothing of this name", '"Warm":["RED"]', '"Warm":["RED"],"Cold":[]', "sets.Cold")
misfit("an object twice", "half a heap would be lost", '"objects":{', '"objects":{"Inner$0":{"$type":"Leaf","next":null},', "objects.Inner$0")
misfit("a field twice", "one of two values would be lost", '"size":7,', '"size":7,"size":8,', I + "size")
misfit("a part twice", "one of two would be lost", '"roots":{', '"roots":{},"roots":{', "roots")
misfit("a key of a map twice", "one of two values would be lost", '{"Key$0":3}', '{"Key$0":3,"Key\\u00240":4}', I + "ages.Key$0")
misfit("a fraction", "an Int is an integer", '"size":7,', '"size":7.5,', I + "size")
misfit("a text for an integer", "an Int is a number", '"size":7,', '"size":"7",', I + "size")
misfit("a boolean for an integer", "an Int is a number", '"size":7,', '"size":true,', I + "size")
misfit("an integer for a boolean", "a Bool is true or false", '"isNew":true', '"isNew":1', I + "isNew")
misfit("null for a value", "only `T?` may be null", '"size":7,', '"size":null,', I + "size")
misfit("null in a set", "null is no value", '"likes":["Key$0"]', '"likes":[null]', I + "likes[0]")
misfit("a value for a set", "a set is an array", '"likes":["Key$0"]', '"likes":"Key$0"', I + "likes")
misfit("an array for a value", "a `T?` is one value", '"next":"Leaf$1"', '"next":["Leaf$1"]', I + "next")
misfit("an array for a map", "a map is an object", '{"Key$0":3}', '[["Key$0",3]]', I + "ages")
misfit("a tuple that is too long", "`links` has two columns", '[["Key$0","RED"]]', '[["Key$0","RED",1]]', I + "links[0]")
misfit("an array for an object", "an object has members", '"Key$1":{"$type":"Key"}', '"Key$1":["Key"]', "objects.Key$1")
misfit("a fraction in a relation", "an Int is an integer", '[["RED",2]]', '[["RED",2.5]]', "relations.Warm.degree[0][1]")
for text in ["NaN", "Infinity", "-Infinity", "07", "'7'"]:
    misfit(f"{text} for an integer", "it is no JSON", '"size":7,', f'"size":{text},', None, expect=error("not JSON"))
for number in [2**53 + 1, 2**63, -(10**30)]:
    line = second.replace('"size":7,', f'"size":{number},')
    expect = {**read([first, line]), "or": error("schema", 1, I + "size")}
    misfit(f"the integer {number}", "a reader keeps it exactly or refuses it", '"size":7,', f'"size":{number},', None, expect=expect)


bare = second[second.index(',"roots"') : -1]
misfit("nothing but an id", "a record has objects", bare, "", "objects")
misfit("a trace", "a record of states is no heap, and without states no trace", bare, ',"states":[]', "states")


# Headers that say of the instances what cannot be.
def bad_header(name, part, value):
    lines = [compact({**json.loads(header), part: value}), *three, E]
    vector(name, "a reader would find nothing by it, or look for ever", lines, {"error": "header", "part": part})


bad_header("no types", "types", None)
bad_header("a number for a shape", "types", {"Key": {"next": 7}})
bad_header("no such shape", "types", {"Key": {"next": "set"}, "Node": {"next": "heap of Key"}})
bad_header("a text for an enum", "enums", {"Color": "RED"})
bad_header("an array of roots", "roots", [])
bad_header("a subset without fields", "sets", {"Marked": {"of": "Node"}})
bad_header("a number for an abstract type", "abstract", [1])
bad_header("a type that extends nothing", "extends", {"Leaf": "Nobody"})
bad_header("types that extend each other", "extends", {"Leaf": "Inner", "Inner": "Leaf"})

# Heaps that are changed and written.
changes = []
parsed = json.loads(second)


def changed(name, why, change, gone=(), without=(), sets={}, values=None):
    """Merges the change into the record. Objects of `gone` are in it no more, nor are the fields of `without`; `sets` are others."""
    record = json.loads(second)
    for part, members in change.items():
        for member, to in members.items():
            record[part][member] = {**record[part].get(member, {}), **to} if part == "objects" else to
    for object in gone:
        del record["objects"][object]
    for object, field in without:
        del record["objects"][object][field]
    record["sets"].update(sets)
    given = {"values": values} if values else {}
    changes.append({"name": name, "why": why, "header": json.loads(header), "record": parsed, **given, "change": change, "expect": record})


def inner(**fields):
    return {"objects": {"Inner$0": fields}}


def leaf(next, **more):
    return {"$type": "Leaf", "next": next, **more}


alone = {"gone": ["Leaf$1"], "sets": {"Marked": []}}
changed("nothing", "what is read is written, and what no root leads to stays", {})
changed("plain values", "a number, an enum value, a truth value", inner(size=0, color="RED", isNew=False))
changed("a circle", "what nothing leads to any more is gone, and is in no set", inner(next="Inner$0"), **alone)
changed("nothing in a reference", "`T?` may be null", inner(next=None), **alone)
changed("another root", "a root is written as a field is", {"roots": {"k": "Key$1"}})
changed("no root", "`T?` may be null", {"roots": {"k": None}})
changed("collections", "of objects, of pairs, by objects", inner(order=["Key$1"], likes=["Key$0", "Key$1"], ages={"Key$0": 2, "Key$1": 1}, links=[["Key$0", "GREEN"], ["Key$1", "RED"]]))
changed("empty collections", "an empty one is no null", inner(order=[], likes=[], ages={}, links=[]))
changed("one twice", "a sequence may hold an object twice", inner(order=["Key$1", "Key$0", "Key$1"]))
changed("relations", "what is no object has fields, too", {"sets": {"Warm": ["RED", "GREEN"]}, "relations": {"Warm.degree": [["RED", 2], ["GREEN", 7]]}})
changed("out of a subset", "its field goes with it", {"sets": {"Marked": []}}, without=[("Leaf$1", "by")])
changed("into a subset", "its field comes with it", {**inner(by="Key$1"), "sets": {"Marked": ["Inner$0", "Leaf$1"]}})
changed("a new object", "it has the next number of its top-level sig", {"objects": {"Inner$0": {"next": "Leaf$2"}, "Leaf$2": leaf("Leaf$1")}})
changed("a new object for an old one", "numbers are not given again", {"objects": {"Inner$0": {"next": "Leaf$2"}, "Leaf$2": leaf(None)}}, **alone)
changed("two new objects in a circle", "each is written once", {"objects": {"Inner$0": {"next": "Leaf$2"}, "Leaf$2": leaf("Leaf$3"), "Leaf$3": leaf("Leaf$2")}}, **alone)
changed("a new object in a subset", "it has the field", {"objects": {"Inner$0": {"next": "Leaf$2"}, "Leaf$2": leaf("Leaf$1", by="Key$1")}, "sets": {"Marked": ["Leaf$1", "Leaf$2"]}})
changed("a new key", "an object without fields is one, too", {"objects": {"Inner$0": {"likes": ["Key$2"]}, "Key$2": {"$type": "Key"}}})
changed("values for atoms", "texts stand for keys", inner(order=["Key$1"], ages={"Key$1": 4}), values={"Key": ["", "é"]})
changed("values for integers", "texts stand for numbers", inner(size=0, ages={"Key$0": 1}), values={"Int": ["zero", "one", "2", "3", "4", "5", "6", "seven"]})

for file, made in zip(sys.argv[1:], [vectors, changes]):
    Path(file).write_text("".join(f"{compact(one)}\n" for one in made), encoding="utf-8")
