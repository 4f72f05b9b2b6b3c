"""Relation-based models: each engine is asked who has a relation, object by object and as lists."""

import asyncio
import itertools
import json
import os
import subprocess
import sys
import tempfile

from pykorrel import driver

# Each relation by its rules, as OpenFGA and SpiceDB write them.
RULES = {
    "either": ("viewer or editor", "viewer + editor"),
    "both": ("viewer and editor", "viewer & editor"),
    "one_not_other": ("viewer but not editor", "viewer - editor"),
    "seen_from": ("viewer or seen_from from parent", "viewer + parent->seen_from"),
    "seen_unless_banned": (
        "(viewer or seen_unless_banned from parent) but not banned",
        "(viewer + parent->seen_unless_banned) - banned",
    ),
}
GIVEN = ("viewer", "editor", "banned")
OPERATORS = {"union": ("or", "+"), "intersection": ("and", "&"), "exclusion": ("but not", "-")}
for one, other in itertools.product(OPERATORS, repeat=2):
    shapes = {"left": "(viewer {} editor) {} banned", "right": "viewer {} (editor {} banned)"}
    for side, shape in shapes.items():
        RULES[f"{side}_{one}_{other}"] = [shape.format(*signs) for signs in zip(OPERATORS[one], OPERATORS[other])]
RULED = [relation for relation in RULES if relation.startswith(("left", "right"))]


class OpenFga:
    """OpenFGA's server within its program `fga`, which tells each answer that it does not expect."""

    model = "\n".join(
        [
            "model",
            "  schema 1.1",
            "type user",
            "type group",
            "  relations",
            "    define member: [user, user:*, group#member]",
            "type doc",
            "  relations",
            "    define parent: [doc]",
            *(f"    define {relation}: [user, user:*, group#member]" for relation in GIVEN),
            *(f"    define {relation}: {rule}" for relation, (rule, _) in RULES.items()),
        ]
    )

    def __init__(self, tuples, questions):
        """Asks all at once, since a program is started each time."""
        checks = [{"user": u, "object": o, "assertions": {r: False}} for r, o, u in questions]
        kinds = sorted({(r, o.split(":")[0], u) for r, o, u in questions})
        objects = [{"user": u, "type": kind, "assertions": {r: []}} for r, kind, u in kinds]
        users = [
            {"object": o, "user_filter": [{"type": "user"}], "assertions": {r: {"users": []}}}
            for r, o in sorted({(r, o) for r, o, _ in questions})
        ]
        test = {"name": "all", "check": checks, "list_objects": objects, "list_users": users}
        given = [{"object": o, "relation": r, "user": u} for o, r, u in tuples]
        store = {"name": "all", "model": self.model, "tuples": given, "tests": [test]}
        with tempfile.NamedTemporaryFile("w", suffix=".fga.yaml") as file:
            json.dump(store, file)
            file.flush()
            fga = os.path.join(os.path.dirname(sys.executable), "fga")
            command = [fga, "model", "test", "--verbose", "--suppress-summary", "--tests", file.name]
            # Too little is left over in one run for Go to collect it.
            ran = subprocess.run(command, capture_output=True, text=True, env=os.environ | {"GOGC": "off"})
        if not ran.stdout.startswith("["):
            raise RuntimeError(ran.stdout + ran.stderr)
        [told] = json.loads(ran.stdout)

        def answers(kind, key):
            found = {}
            for one in told[f"{kind}_results"]:
                if one["error"]:
                    raise RuntimeError(one["error"])
                found[key(one["request"])] = one["got"]
            return found

        self.checked = answers("check", lambda asked: (asked["relation"], asked["object"], asked["user"]))
        self.objects = answers("list_objects", lambda asked: (asked["relation"], asked["type"], asked["user"]))
        self.users = answers(
            "list_users", lambda asked: (asked["relation"], f"{asked['object']['type']}:{asked['object']['id']}")
        )

    def check(self, relation, object, user):
        return self.checked[relation, object, user]

    def list_objects(self, relation, kind, user):
        return set(self.objects[relation, kind, user])

    def list_users(self, relation, object, users):
        """`user:*` stands for all but those whom a check refuses, as its documentation says."""
        told = self.users[relation, object]["users"]
        return {u for u in users if self.check(relation, object, u)} | set(told) - {"user:*"} if "user:*" in told else set(told)


class Pemba:
    """SpiceDB's language."""

    subjects = "user | user:* | group#member"
    model = "\n".join(
        [
            "definition user {}",
            f"definition group {{ relation member: {subjects} }}",
            "definition doc {",
            "  relation parent: doc",
            *(f"  relation {relation}: user | user:* | group#member" for relation in GIVEN),
            *(f"  permission {relation} = {rule}" for relation, (_, rule) in RULES.items()),
            "}",
        ]
    )

    def __init__(self, tuples, _):
        from pemba import Engine

        self.engine = Engine.memory()
        self.engine.write_schema(self.model)
        if tuples:
            self.engine.write(touch=[f"{o}#{r}@{u}" for o, r, u in tuples])

    def check(self, relation, object, user):
        return self.engine.check(object, relation, user)

    def list_objects(self, relation, kind, user):
        return {f"{kind}:{name}" for name in self.engine.lookup_resources(kind, relation, user).ids}

    def list_users(self, relation, object, users):
        told = self.engine.lookup_subjects(object, relation, "user")
        named = {f"user:{name}" for name in told.ids}
        excluded = {f"user:{name}" for name in told.excluded}
        return named | (set(users) - excluded if told.wildcard else set())


class PythonAuthz:
    """It has no wildcards, and no lists of users; a circle is refused when it is written."""

    def __init__(self, tuples, _):
        import authz
        from authz import Direct, Exclusion, From, Intersection, TupleToUserset, Union

        viewer, editor, banned = (From(relation) for relation in GIVEN)
        doc = {relation: Direct() for relation in ("parent", *GIVEN)} | {
            "either": Union(viewer, editor),
            "both": Intersection(viewer, editor),
            "one_not_other": Exclusion(viewer, editor),
            "seen_from": Union(viewer, TupleToUserset("parent", "seen_from")),
            "seen_unless_banned": Exclusion(Union(viewer, TupleToUserset("parent", "seen_unless_banned")), banned),
        }
        made = {"union": Union, "intersection": Intersection, "exclusion": Exclusion}
        for one, other in itertools.product(made, repeat=2):
            doc[f"left_{one}_{other}"] = made[other](made[one](viewer, editor), banned)
            doc[f"right_{one}_{other}"] = made[one](viewer, made[other](editor, banned))
        namespaces = [authz.Namespace("user", {}), authz.Namespace("group", {"member": Direct()}), authz.Namespace("doc", doc)]
        self.loop = asyncio.new_event_loop()

        async def made():
            storage = authz.SqliteStorage(":memory:")
            await storage.__aenter__()
            client = authz.Client(storage=storage, condition_evaluator=authz.PythonCallableEvaluator())
            client.register_schema(*namespaces)
            await client.write([authz.RelationTuple(*o.split(":"), r, u) for o, r, u in tuples])
            return storage, client

        self.storage, self.client = self.loop.run_until_complete(made())

    def check(self, relation, object, user):
        return self.loop.run_until_complete(self.client.check(user, relation, object))

    def list_objects(self, relation, kind, user):
        listed = self.loop.run_until_complete(self.client.list_objects(user, relation, kind))
        return {name if ":" in name else f"{kind}:{name}" for name in map(str, listed)}

    def close(self):
        self.loop.run_until_complete(self.storage.__aexit__(None, None, None))
        self.loop.close()


class SpiceAuth:
    """It has members of groups, and "from"; no lists, and none of the other operators."""

    def __init__(self, tuples, _):
        from spiceauth import RelationTuple, SpiceEngine

        self.engine = SpiceEngine()
        given = [RelationTuple(subject=u.split("#")[0], relation=r, object=o) for o, r, u in tuples]

        async def write():
            await self.engine.write_tuples(given)
            await self.engine.define_rule("doc", "viewer", "object.parent.viewer")

        asyncio.run(write())

    def check(self, relation, object, user):
        return asyncio.run(self.engine.check(user, relation.replace("seen_from", "viewer"), object))


ENGINES = {"openfga": OpenFga, "pemba": Pemba, "python-authz": PythonAuthz, "spiceauth": SpiceAuth}


def names(atoms, prefix):
    return {atom: f"{prefix}{number}" for number, atom in enumerate(atoms)}


def compare(what, expected, given):
    if missing := expected - given:
        raise driver.Fail(f"{what}: misses one", ", ".join(sorted(map(str, missing))))
    if more := given - expected:
        raise driver.Fail(f"{what}: has one too many", ", ".join(sorted(map(str, more))))


def judge(kind, relations):
    def judged(users, groups, docs, *expected):
        of = names(users, "user:u") | names(groups, "group:g") | names(docs, "doc:d")

        def given(object, relation, subjects):
            for subject in subjects:
                name = of.get(subject, "user:*")
                yield of[object], relation, f"{name}#member" if name.startswith("group") else name

        tuples = [one for g in groups for one in given(g, "member", g.members)]
        for d in docs:
            tuples += [(of[d], "parent", of[parent]) for parent in d.parents]
            for relation, subjects in zip(GIVEN, (d.viewers, d.editors, d.banned)):
                tuples += given(d, relation, subjects)
        objects = [of[object] for object in (groups if kind == "group" else docs)]
        people = [of[u] for u in users]
        questions = [(r, o, u) for r in relations for o in objects for u in people]
        if not questions:
            raise RuntimeError("nothing is asked")
        engine = ENGINES[sys.argv[1]](tuples, questions)
        if relations is RULED:
            [doc] = docs
            triples = {(f"{side}_{o}_{p}", u) for side, rows in zip(("left", "right"), expected, strict=True) for o, p, u in rows}
            expected = [{(doc, u) for made, u in triples if made == relation} for relation in relations]
        for relation, pairs in zip(relations, expected, strict=True):
            pairs = {(of[object], of[user]) for object, user in pairs}
            compare(f"check {relation}", pairs, {(o, u) for o in objects for u in people if engine.check(relation, o, u)})
            for u in people if hasattr(engine, "list_objects") else []:
                compare(f"list objects, {relation}", {o for o, v in pairs if v == u}, engine.list_objects(relation, kind, u))
            if hasattr(engine, "list_users"):
                for o in objects:
                    compare(f"list users, {relation}", {v for p, v in pairs if p == o}, engine.list_users(relation, o, people))
        if hasattr(engine, "close"):
            engine.close()

    return judged


for name, kind, relations in [
    ("groups", "group", ["member"]),
    ("nested", "group", ["member"]),
    ("sets", "doc", ["either", "both", "one_not_other"]),
    ("rules", "doc", RULED),
    ("from", "doc", ["seen_from"]),
    ("from_unless_banned", "doc", ["seen_unless_banned"]),
    ("circles", "group", ["member"]),
    ("from_circles", "doc", ["seen_from"]),
    ("banned_circles", "doc", ["seen_unless_banned"]),
]:
    driver.operation(judge(kind, relations), name=name, judges=True)
driver.serve()
