#!/usr/bin/env python3
"""A second translation of a spec, and a proof that a certificate's formula says the same.

    translate.py SPEC COMMAND DIR [--scope SCOPE] [--cadical PROGRAM] [--drat-trim PROGRAM] [--keep FOLDER]

It shares nothing with Korrel: docs/language.md, docs/certificate.md and what Alloy is known to do are its sources. It
grounds COMMAND over the atoms of its scope, and compares the result with DIR/formula.cnf on the cells of DIR/problem.json:
a solver refutes `formula.cnf and not second` and `second and not formula.cnf`.

It reads sigs (abstract, one, lone, some, private, extends, in, =), enums; fields of any arity, multiplicities, `disj`,
definitions; facts, appended facts, asserts, preds and funs with parameters and receivers; run and check of a name or block,
parameters of the pred that is run; scopes with `but`, `exactly`, `1..2 X`; let; all some no lone one with several variables
and disj, also over sets and relations of few tuples; and or not implies else iff; in = != on sets; < > =< >= = on sizes and
constants; no some lone one; + - & . [] -> <: :> ++ ~ ^ * #, comprehensions, =>else, none univ iden this @f, disj[...].
It refuses open, var and time, integers as values, sequences, strings, macros, recursion, meta.
Exit codes: 0: both say the same. 1: they differ; an assignment is shown. 2: refused, or no answer.
"""

import argparse
import itertools
import json
import os
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from alloy import Atoms, Differs, Parser, Refused, Spec, read_scope, refuse

TRUE = 1 << 40
FALSE = -TRUE


class Gates:
    """Conjunctions of literals, each made once. Nothing but constants is simplified."""

    def __init__(self, first):
        self.next, self.known, self.gates = first, {}, []

    def fresh(self):
        self.next += 1
        return self.next - 1

    def all(self, parts):
        parts = [part for part in parts if part != TRUE]
        if FALSE in parts:
            return FALSE
        if len(parts) < 2:
            return parts[0] if parts else TRUE
        key = tuple(parts)
        if key not in self.known:
            self.known[key] = self.fresh()
            self.gates.append((self.known[key], key))
        return self.known[key]

    def any(self, parts):
        return -self.all([-part for part in parts])

    def same(self, a, b):
        return self.all([self.any([-a, b]), self.any([a, -b])])

    def choose(self, test, a, b):
        return self.all([self.any([-test, a]), self.any([test, b])])

    def sizes(self, parts):
        """For k = 0, 1, ...: at least k of the parts hold."""
        found = [TRUE]
        for part in parts:
            more = [self.any([at, self.all([below, part])]) for below, at in zip(found, found[1:])]
            found = [TRUE] + more + [self.all([found[-1], part])]
        return found

    def count(self, mult, parts):
        """`some`, `no`, `one`, `lone` or `set` of the parts hold."""
        parts = [part for part in parts if part != FALSE]
        some = self.any(parts)
        if mult in ("some", "no", "set"):
            return {"some": some, "no": -some, "set": TRUE}[mult]
        two = self.sizes(parts)[2:3]
        lone = -two[0] if two else TRUE
        return lone if mult == "lone" else self.all([some, lone])


class Rel:
    """A relation: for each tuple that it may hold, the literal that says so."""

    def __init__(self, arity, cells):
        self.arity, self.cells = arity, {t: v for t, v in cells.items() if v != FALSE}

    def __getitem__(self, at):
        return self.cells.get(at, FALSE)


class Size:
    """A number: for k = 0, 1, ... the literal that says that it is at least k."""

    def __init__(self, least):
        self.least = least

    def at_least(self, k):
        return TRUE if k <= 0 else self.least[k] if k < len(self.least) else FALSE


class Call:
    """A predicate or function that waits for arguments."""

    def __init__(self, name, given):
        self.name, self.given = name, given


class Translation:
    """Grounds a spec and a command. `parts` are the conjuncts, each with words that say what it is."""

    def __init__(self, spec, command, scope, problem, gates):
        self.spec, self.gates, self.problem, self.parts = spec, gates, problem, []
        self.atoms, self.relations, self.closed, self.depth = Atoms(spec, scope, problem), {}, {}, []
        self.limit = self.atoms.integers()
        self.exact_numbers = scope.get("Int", (0, 0, False))[2]
        self.integer_atoms()
        self.make_sigs()
        self.make_orders()
        self.univ = Rel(1, {t: v for top in self.univ_parts for t, v in top.cells.items()})
        self.iden = Rel(2, {(t[0], t[0]): v for t, v in self.univ.cells.items()})
        for field in spec.fields:
            self.make_field(field)
        self.say_sigs()
        self.say_fields()
        for what, formula in spec.facts:
            self.say(what, self.formula(formula, {}))
        self.say_appended()
        self.say_command(command)

    def say(self, what, literal):
        self.parts.append((what, literal))

    def new_relation(self, key, arity, high, low=()):
        """A relation whose open tuples are cells, under the key (kind, name, ...)."""
        cells = {t: TRUE if t in low else self.gates.fresh() for t in sorted(high)}
        self.relations[key] = Rel(arity, cells)
        return self.relations[key]

    # Sigs

    def integer_atoms(self):
        numbers = [i for i, values in enumerate(self.problem["atoms"]) if values and type(values[0]) is int]
        want = list(range(self.limit[0], self.limit[1] + 1))
        if self.atoms.scope.get("Int", (1, 1, False))[1:] == (0, False):
            want = []
        if [self.problem["atoms"][i][0] for i in numbers] != want:
            raise Differs("the integers of problem.json are not those of the scope")
        self.univ_parts = [Rel(1, {(i,): TRUE for i in numbers})]

    def make_sigs(self):
        order = [s for s in self.spec.sigs.values() if not s.within]
        for sig in order:
            low, high = self.atoms.low[sig.name], self.atoms.high[sig.name]
            made = self.new_relation(("sig", sig.name), 1, {(a,) for a in high}, {(a,) for a in low})
            if not sig.parent:
                self.univ_parts.append(made)
        waiting = [s for s in self.spec.sigs.values() if s.within]
        while waiting:
            ready = [s for s in waiting if all(("sig", w) in self.relations for w in s.within)]
            if not ready:
                raise Refused(f"`{waiting[0].name}` lies in a sig that is not read")
            for sig in ready:
                high = set().union(*[self.relations["sig", w].cells for w in sig.within])
                self.new_relation(("sig", sig.name), 1, high)
                waiting.remove(sig)

    def make_orders(self):
        """An enum opens an order of its values: an atom `Ord`, and the constants `First` and `Next`."""
        ords = [i for i, values in enumerate(self.problem["atoms"]) if values and str(values[0]).endswith("/Ord")]
        if len(ords) != len(self.spec.enums):
            raise Differs("the orders of problem.json are not those of the enums")
        for atom, (name, values) in zip(ords, self.spec.enums):
            at = [min(self.atoms.high[value]) for value in values]
            steps = {(atom, a, b) for a, b in zip(at, at[1:])}
            self.univ_parts.append(self.new_relation(("order", "Ord", name), 1, {(atom,)}, {(atom,)}))
            self.new_relation(("order", "First", name), 2, {(atom, at[0])}, {(atom, at[0])})
            self.new_relation(("order", "Next", name), 3, steps, steps)

    def say_sigs(self):
        for sig in self.spec.sigs.values():
            mine, what = self.relations["sig", sig.name], f"the sig `{sig.name}`"
            if sig.within:
                union = self.union([self.relations["sig", w] for w in sig.within])
                self.say(what, self.equal(mine, union) if sig.equal else self.subset(mine, union))
            else:
                self.say_size(sig, mine, what)
            self.say(what, self.gates.count(sig.mult, list(mine.cells.values())))
            children = [self.relations["sig", child.name] for child in sig.children]
            for child in children:
                self.say(what, self.subset(child, mine))
            for one, other in itertools.combinations(children, 2):
                self.say(what, self.apart(one, other))
            if sig.abstract and children:
                self.say(what, self.subset(mine, self.union(children)))

    def say_size(self, sig, mine, what):
        """The scope. At the top, the atoms in use are the first ones of those that are no child's own."""
        sizes = self.gates.sizes(list(mine.cells.values()))
        most = self.atoms.size[sig.name]
        least = most if sig.name in self.atoms.exact else self.atoms.least.get(sig.name, 0)
        number = Size(sizes)
        self.say(what + " and its scope", self.gates.all([number.at_least(least), -number.at_least(most + 1)]))
        if not sig.parent:
            free = sorted(self.atoms.high[sig.name] - self.atoms.low[sig.name])
            for one, other in zip(free, free[1:]):
                self.say(f"the first atoms of `{sig.name}` in use", self.gates.any([mine[(one,)], -mine[(other,)]]))

    # Fields

    def make_field(self, field):
        """The tuples that a field may hold, by its bound for each atom of its sig."""
        if ("field", field) in self.relations:
            return
        refuse(field in self.depth, f"the bound of `{field.name}` needs itself")
        self.depth.append(field)
        high, arity = set(), None
        owner = self.relations["sig", field.sig]
        for (atom,) in list(owner.cells) or [(None,)]:
            bound = self.bound(field.bound, {"this": self.single(atom), "in": field.sig})
            arity = bound.arity + 1
            if atom is not None:
                high |= {(atom,) + t for t in bound.cells}
        self.depth.pop()
        self.new_relation(("field", field), arity, high)

    def bound(self, node, env):
        """The relation of a bound, without its multiplicity."""
        return self.rel(node[2] if node[0] == "mult" else node, env)

    def say_fields(self):
        for field in self.spec.fields:
            mine, what = self.relations["field", field], f"the field `{field.sig}.{field.name}`"
            owner = self.relations["sig", field.sig]
            for t, cell in mine.cells.items():
                self.say(what, self.gates.any([-cell, owner[t[:1]]]))
            for (atom,), there in owner.cells.items():
                env = {"this": self.single(atom), "in": field.sig}
                value = self.join(self.single(atom), mine)
                if field.definition:
                    held = self.equal(value, self.rel(field.bound, env))
                else:
                    held = self.within(value, self.declared(field.bound, env), env)
                self.say(what, self.gates.any([-there, held]))
        for group in self.spec.apart:
            for one, other in itertools.combinations(group, 2):
                pair = self.relations["field", one], self.relations["field", other]
                self.say(f"disj `{one.name}`, `{other.name}`", self.apart(*pair))
        for field in self.spec.spread:
            owner, mine = self.relations["sig", field.sig], self.relations["field", field]
            for (a,), (b,) in itertools.combinations(owner.cells, 2):
                held = self.apart(self.join(self.single(a), mine), self.join(self.single(b), mine))
                there = [-owner[(a,)], -owner[(b,)]]
                self.say(f"`{field.name}: disj`", self.gates.any(there + [held]))

    def declared(self, node, env):
        """A bound of one column without a multiplicity means one atom."""
        if node[0] not in ("mult", "->") and self.rel(node, env).arity == 1:
            return ("mult", "one", node)
        return node

    def say_appended(self):
        for what, name, formula in self.spec.appended:
            for (atom,), there in self.relations["sig", name].cells.items():
                held = self.formula(formula, {"this": self.single(atom), "in": name})
                self.say(what, self.gates.any([-there, held]))

    # The command

    def say_command(self, command):
        _, kind, target, block, _, line = command
        what, env = f"the command of line {line}", {}
        if block is None and target in self.spec.asserts and (kind == "check" or target not in self.spec.funs):
            block = self.spec.asserts[target]
        elif block is None:
            refuse(target not in self.spec.funs, f"there is no predicate `{target}`")
            sort, params, block = self.spec.funs[target]
            if sort == "fun" or params and kind == "check":
                raise Refused(f"a {kind} of the {sort} `{target}` with these parameters is not read")
            env = self.parameters(params)
            self.depth.append(target)
        held = self.formula(block, env)
        self.say(what, -held if kind == "check" else held)

    def parameters(self, params):
        env = {}
        for apart, names, _, node, _ in params:
            made = []
            for name in names:
                high = self.bound(node, env)
                made.append(self.new_relation(("param", name), high.arity, set(high.cells)))
                self.say(f"the parameter `{name}`", self.within(made[-1], self.declared(node, env), env))
            for one, other in itertools.combinations(made, 2):
                if apart:
                    self.say(f"disj {names}", self.apart(one, other))
            env = dict(env, **dict(zip(names, made)))
        return env

    # Relations

    def single(self, atom):
        return Rel(1, {} if atom is None else {(atom,): TRUE})

    def union(self, parts):
        tuples = dict.fromkeys(t for part in parts for t in part.cells)
        refuse(len({part.arity for part in parts}) > 1, "relations of different arities are put together")
        return Rel(parts[0].arity, {t: self.gates.any([p[t] for p in parts if t in p.cells]) for t in tuples})

    def subset(self, a, b):
        return self.gates.all([self.gates.any([-v, b[t]]) for t, v in a.cells.items()])

    def equal(self, a, b):
        return self.gates.all([self.subset(a, b), self.subset(b, a)])

    def apart(self, a, b):
        return self.gates.all([self.gates.any([-v, -b[t]]) for t, v in a.cells.items() if t in b.cells])

    def product(self, a, b):
        cells = {s + t: self.gates.all([v, w]) for s, v in a.cells.items() for t, w in b.cells.items()}
        return Rel(a.arity + b.arity, cells)

    def join(self, a, b):
        refuse(a.arity + b.arity < 3, "a join of two sets")
        starts, ways = {}, {}
        for t, w in b.cells.items():
            starts.setdefault(t[0], []).append((t[1:], w))
        for s, v in a.cells.items():
            for t, w in starts.get(s[-1], ()):
                ways.setdefault(s[:-1] + t, []).append(self.gates.all([v, w]))
        return Rel(a.arity + b.arity - 2, {t: self.gates.any(w) for t, w in ways.items()})

    def closure(self, a):
        key = tuple(sorted(a.cells.items()))
        refuse(a.arity != 2, "a closure of a relation that is not binary")
        if key not in self.closed:
            length, atoms = 1, {x for t in a.cells for x in t}
            while length < len(atoms):
                a, length = self.union([a, self.join(a, a)]), 2 * length
            self.closed[key] = a
        return self.closed[key]

    def override(self, a, b):
        changed = {}
        for t, v in b.cells.items():
            changed.setdefault(t[0], []).append(v)
        kept = {t: self.gates.all([v, -self.gates.any(changed.get(t[0], []))]) for t, v in a.cells.items()}
        return self.union([Rel(a.arity, kept), b])

    def within(self, value, node, env):
        """Whether a value is in a bound, with the bound's multiplicities."""
        if node[0] == "mult":
            refuse(node[1] == "no", "`no` as a multiplicity")
            count = self.gates.count(node[1], list(value.cells.values()))
            return self.gates.all([count, self.within(value, node[2], env)])
        held = [self.subset(value, self.rel(node, env))]
        if node[0] == "->":
            _, left, right, before, after = node
            cut = self.rel(left, env).arity
            held += self.ends(value, cut, left, right, after, env)
            turned = Rel(value.arity, {t[cut:] + t[:cut]: v for t, v in value.cells.items()})
            held += self.ends(turned, value.arity - cut, right, left, before, env)
        return self.gates.all(held)

    def ends(self, value, cut, left, right, mult, env):
        """Each tuple of the left side leads to a set in the right side, of this multiplicity."""
        held, side = [], self.rel(left, env)
        for t, there in side.cells.items():
            image = Rel(value.arity - cut, {s[cut:]: v for s, v in value.cells.items() if s[:cut] == t})
            if cut > 1:
                there = self.within(Rel(cut, {t: TRUE}), left, env)
            count = self.gates.count(mult, list(image.cells.values()))
            held.append(self.gates.any([-there, self.gates.all([count, self.within(image, right, env)])]))
        return held

    # Values of nodes

    def rel(self, node, env):
        value = self.value(node, env)
        refuse(not isinstance(value, Rel), f"a {node[0]!r} where a set or relation is read")
        return value

    def formula(self, node, env):
        value = self.value(node, env)
        refuse(type(value) is not int, f"a {node[0]!r} where a formula is read")
        return value

    def value(self, node, env):
        """The value of a node: a literal, a Rel, a Size, or a Call that waits for arguments."""
        kind = node[0]
        if kind in ("+", "-", "&", "++", "->", "<:", ":>"):
            return self.binary(node, env)
        if kind in ("and", "or", "iff", "implies"):
            a, b = self.formula(node[1], env), self.formula(node[2], env)
            if kind == "iff":
                return self.gates.same(a, b)
            return self.gates.all([a, b]) if kind == "and" else self.gates.any([-a if kind == "implies" else a, b])
        return getattr(self, "value_" + NODES[kind])(node, env)

    def binary(self, node, env):
        kind, a = node[0], self.rel(node[1], env)
        found = self.overloads(node[2], env) if kind == "<:" else []
        b = self.meant(set(a.cells), found) if found else self.rel(node[2], env)
        if kind in ("<:", ":>"):
            test, at = (a, 0) if kind == "<:" else (b, -1)
            cells = (b if kind == "<:" else a).cells.items()
            return Rel((b if kind == "<:" else a).arity, {t: self.gates.all([v, test[(t[at],)]]) for t, v in cells})
        if kind == "->":
            return self.product(a, b)
        refuse(a.arity != b.arity, f"`{kind}` of relations of different arities")
        if kind == "+":
            return self.union([a, b])
        if kind == "++":
            return self.override(a, b)
        sign = 1 if kind == "&" else -1
        return Rel(a.arity, {t: self.gates.all([v, sign * b[t]]) for t, v in a.cells.items()})

    def value_block(self, node, env):
        return self.gates.all([self.formula(part, env) for part in node[1]])

    def value_not(self, node, env):
        return -self.formula(node[1], env)

    def value_if(self, node, env):
        test, a, b = self.formula(node[1], env), self.value(node[2], env), self.value(node[3], env)
        if type(a) is int and type(b) is int:
            return self.gates.choose(test, a, b)
        refuse(not isinstance(a, Rel) or not isinstance(b, Rel) or a.arity != b.arity, "branches of different kinds")
        return Rel(a.arity, {t: self.gates.choose(test, a[t], b[t]) for t in {**a.cells, **b.cells}})

    def value_mult(self, node, env):
        refuse(node[1] == "set", "`set` where a formula is read")
        return self.gates.count(node[1], list(self.rel(node[2], env).cells.values()))

    def value_compare(self, node, env):
        sign, left = node[1], self.value(node[2], env)
        if sign == "in":
            refuse(not isinstance(left, Rel), "integers are not read")
            if node[3][0] != "mult" and self.rel(node[3], env).arity != left.arity:
                raise Refused("a comparison of relations of different arities")
            return self.within(left, node[3], env)
        right = self.value(node[3], env)
        if isinstance(left, Rel) and isinstance(right, Rel) and sign == "=":
            refuse(left.arity != right.arity, "a comparison of relations of different arities")
            return self.equal(left, right)
        refuse(not isinstance(left, Size) or not isinstance(right, Size), "integers are not read")
        return self.compare_sizes(sign, left, right)

    def compare_sizes(self, sign, left, right):
        if sign in (">", ">="):
            left, right = right, left
        top = range(max(len(left.least), len(right.least)) + 1)
        less = self.gates.all([self.gates.any([-left.at_least(k), right.at_least(k)]) for k in top])
        more = self.gates.all([self.gates.any([-right.at_least(k), left.at_least(k)]) for k in top])
        return {"=": self.gates.all([less, more]), "<": -more, ">": -more, "<=": less, ">=": less}[sign]

    def value_size(self, node, env):
        return self.number(self.gates.sizes(list(self.rel(node[1], env).cells.values())))

    def value_number(self, node, _):
        return self.number([TRUE] * (node[1] + 1))

    def number(self, least):
        if len(least) - 1 > self.limit[1] and not self.exact_numbers:
            raise Refused("a size or a number that may be greater than the integers of the scope")
        return Size(least)

    def value_unary(self, node, env):
        a = self.rel(node[1], env)
        refuse(a.arity != 2, f"`{node[0]}` of a relation that is not binary")
        if node[0] == "~":
            return Rel(2, {(y, x): v for (x, y), v in a.cells.items()})
        return self.closure(a) if node[0] == "^" else self.union([self.closure(a), self.iden])

    def value_disj(self, node, env):
        parts = [self.rel(part, env) for part in node[1]]
        return self.gates.all([self.apart(a, b) for a, b in itertools.combinations(parts, 2)])

    # Names, joins and calls

    def value_let(self, node, env):
        return self.value(node[3], dict(env, **{node[1]: self.value(node[2], env)}))

    def value_at(self, node, env):
        return self.one_field(self.fields(node[1]), node[1])

    def value_name(self, node, env):
        name, line = node[1:]
        if name in env and name != "in":
            return env[name]
        if name in ("univ", "iden", "none"):
            return {"univ": self.univ, "iden": self.iden, "none": Rel(1, {})}[name]
        own = self.own_fields(name, env)
        if own:
            return self.join(env["this"], self.one_field(own, name))
        found = self.fields(name)
        kinds = [("sig", name) in self.relations, name in self.spec.funs, bool(found)]
        if sum(kinds) != 1:
            raise Refused(f"line {line}: the name `{name}` has {'several meanings' if any(kinds) else 'no meaning'} here")
        if kinds[0]:
            return self.relations["sig", name]
        return self.call(Call(name, [])) if kinds[1] else self.one_field(found, name)

    def fields(self, name):
        return [field for field in self.spec.fields if field.name == name]

    def own_fields(self, name, env):
        """The field of this name of the sig whose declaration or appended fact is read, or of a sig above it."""
        sig, above = env.get("in"), []
        while sig:
            above.append(sig)
            sig = self.spec.sigs[sig].parent
        for sig in list(above):
            above += self.spec.sigs[sig].within or []
        return [field for field in self.fields(name) if field.sig in above]

    def one_field(self, found, name):
        refuse(len(found) != 1, f"the name `{name}` has {len(found)} meanings")
        self.make_field(found[0])
        return self.relations["field", found[0]]

    def value_join(self, node, env):
        found = self.overloads(node[2], env)
        if found:
            left = self.rel(node[1], env)
            return self.join(left, self.meant({(t[-1],) for t in left.cells}, found))
        left, right = self.value(node[1], env), self.value(node[2], env)
        if isinstance(right, Call):
            return self.call(Call(right.name, right.given + [left]))
        refuse(not isinstance(left, Rel) or not isinstance(right, Rel), "a join of what is no set or relation")
        return self.join(left, right)

    def overloads(self, node, env):
        """The fields that a name may mean, if there are several."""
        if node[0] != "name" or node[1] in env or node[1] in self.spec.funs or self.own_fields(node[1], env):
            return []
        found = self.fields(node[1])
        return found if len(found) > 1 else []

    def meant(self, ends, found):
        """Fields of one name have different sigs, so that what stands on their left side tells which are meant."""
        for field in found:
            self.make_field(field)
        found = [f for f in found if ends & set(self.relations["sig", f.sig].cells)] or found
        arities = {self.relations["field", f].arity for f in found}
        refuse(len(arities) > 1, f"the name `{found[0].name}` has {len(found)} meanings")
        return self.union([self.relations["field", f] for f in found])

    def call(self, call):
        """A call whose arguments are complete stands for its body."""
        _, params, body = self.spec.funs[call.name]
        names = [name for _, names, _, _, _ in params for name in names]
        if len(call.given) < len(names):
            return call
        refuse(call.name in self.depth, f"`{call.name}` calls itself")
        refuse(len(call.given) > len(names), f"`{call.name}` has too many arguments")
        self.depth.append(call.name)
        value = self.value(body, dict(zip(names, call.given)))
        self.depth.pop()
        return value

    # Quantifiers

    def value_quant(self, node, env):
        _, word, decls, body = node
        cases = [(guard, self.formula(body, inner)) for _, guard, inner in self.bindings(decls, env)]
        if word == "all":
            return self.gates.all([self.gates.any([-guard, held]) for guard, held in cases])
        return self.gates.count(word, [self.gates.all([guard, held]) for guard, held in cases])

    def value_set(self, node, env):
        cells = {}
        for values, guard, inner in self.bindings(node[1], env):
            if any(value.arity != 1 or len(value.cells) != 1 for value in values):
                raise Refused("a comprehension over sets or relations")
            t = tuple(next(iter(value.cells))[0] for value in values)
            cells[t] = self.gates.all([guard, self.formula(node[2], inner)])
        return Rel(sum(len(decl[1]) for decl in node[1]), cells)

    def bindings(self, decls, env):
        """Each choice of values: the values, the literal that says that they are in their bounds, the names' values."""
        flat = [(decl, i) for decl in decls for i in range(len(decl[1]))]
        return list(self.bind(flat, env, env, [], TRUE))

    def bind(self, flat, outer, env, values, guard):
        if not flat:
            yield values, guard, env
            return
        ((apart, names, _, node, _), i), rest = flat[0], flat[1:]
        if i == 0:
            outer = env
        for value, there in self.choices(node, outer):
            if apart and any(set(value.cells) & set(other.cells) for other in values[len(values) - i:]):
                continue
            both = self.gates.all([guard, there])
            if both != FALSE:
                yield from self.bind(rest, outer, dict(env, **{names[i]: value}), values + [value], both)

    def choices(self, node, env):
        """The values that a variable may have, each with the literal that says so."""
        bound = self.bound(node, env)
        if bound.arity == 1 and (node[0] != "mult" or node[1] == "one"):
            return [(Rel(1, {t: TRUE}), v) for t, v in bound.cells.items()]
        tuples = list(bound.cells)
        refuse(len(tuples) > 9, "a variable over sets or relations of more than 9 tuples")
        chosen = itertools.chain.from_iterable(itertools.combinations(tuples, n) for n in range(len(tuples) + 1))
        values = [Rel(bound.arity, dict.fromkeys(some, TRUE)) for some in chosen]
        return [(value, self.within(value, node, env)) for value in values]


NODES = {
    "block": "block", "not": "not", "if": "if", "mult": "mult", "compare": "compare", "#": "size", "number": "number",
    "~": "unary", "^": "unary", "*": "unary", "disj": "disj", "let": "let", "@": "at", "name": "name", ".": "join",
    "quant": "quant", "set": "set",
}


class Certificate:
    """The gates and roots of formula.cnf, and the cells of problem.json."""

    def __init__(self, folder):
        with open(os.path.join(folder, "problem.json"), encoding="utf-8") as file:
            self.problem = json.load(file)
        if self.problem.get("format") != "certificate/1" or self.problem.get("shard"):
            raise Refused("a folder that is no whole certificate/1")
        refuse(not self.problem["atoms"], "a certificate about traces")
        with open(os.path.join(folder, "formula.cnf"), encoding="utf-8") as file:
            lines = [line.split() for line in file if line.strip() and line[0] != "c"]
        self.last = int(lines[0][2])
        self.clauses = [[int(word) for word in line[:-1]] for line in lines[1:]]
        self.define()

    def define(self):
        """The definitions come first: `g -a -b ...`, then `-g a`, `-g b`. What follows them are the roots."""
        entries = self.problem["population"] + self.problem["order"]
        g = 1 + sum(type(value) is int for _, _, value in entries)
        at = 0
        while g <= self.last:
            clause = self.clauses[at]
            parts = [[-g, -literal] for literal in clause[1:]]
            if clause[0] != g or self.clauses[at + 1:at + 1 + len(parts)] != parts:
                raise Refused(f"formula.cnf does not define the variable {g}")
            at, g = at + 1 + len(parts), g + 1
        self.gates, self.roots = self.clauses[:at], self.clauses[at:]
        refuse(any(len(root) > 1 for root in self.roots), "a root of formula.cnf has several literals")


class Comparison:
    """Both formulas over the same variables for cells."""

    def __init__(self, certificate, translation):
        self.certificate, self.second = certificate, translation
        self.gates = translation.gates
        self.cells = {}
        self.links, self.first_knows, self.second_knows = [], [], []
        self.pair_relations()
        self.pair_cells()

    def name(self, key):
        return key[1].name if key[0] == "field" else key[1]

    def pair_relations(self):
        """The relations of problem.json are `name#number`. Those of one name have the order of the file."""
        tuples = {}
        for relation, atoms, _ in self.certificate.problem["population"] + self.certificate.problem["order"]:
            tuples.setdefault(relation, []).append(tuple(atoms))
        self.pairs, free = {}, list(self.second.relations)
        ranked = sorted(tuples, key=lambda r: (r.rsplit("#", 1)[0], int(r.rsplit("#", 1)[1])))
        for relation in ranked:
            fitting = [key for key in free if self.fits(key, relation, tuples[relation], False)]
            best = [key for key in fitting if self.fits(key, relation, tuples[relation], True)] or fitting
            if not best:
                raise Differs(f"problem.json has a relation `{relation}`, and the second translation has not")
            self.pairs[relation] = best[0]
            free.remove(best[0])

    def fits(self, key, relation, tuples, whole):
        made = self.second.relations[key]
        if self.name(key) != relation.rsplit("#", 1)[0] or made.arity != len(tuples[0]):
            return False
        return not whole or set(tuples) <= set(made.cells)

    def pair_cells(self):
        """A cell that a side knows is a unit of that side. A cell that problem.json does not name does not hold."""
        listed = {}
        entries = self.certificate.problem["population"] + self.certificate.problem["order"]
        signs = {relation: value > 0 for relation, _, value in entries if type(value) is int}
        for relation, atoms, value in entries:
            key, at = self.pairs[relation], tuple(atoms)
            if type(value) is bool:
                value = (TRUE if value else FALSE) * (1 if signs.get(relation, True) else -1)
            listed[key, at] = abs(value) if abs(value) < TRUE else value
        known = [((key, t), v) for key, rel in self.second.relations.items() for t, v in rel.cells.items()]
        second = dict(known)
        for cell in {**dict.fromkeys(listed), **second}:
            self.pair_cell(cell, listed.get(cell, FALSE), second.get(cell, FALSE))

    def pair_cell(self, cell, first, second):
        if abs(first) == TRUE and first == second:
            return
        variable = first if abs(first) != TRUE else second if abs(second) != TRUE else self.gates.fresh()
        self.cells[cell] = variable
        if abs(first) == TRUE:
            self.first_knows.append(variable if first == TRUE else -variable)
        if abs(second) == TRUE:
            self.second_knows.append(variable if second == TRUE else -variable)
        elif variable != second:
            self.links += [[-variable, second], [variable, -second]]

    def clauses(self):
        """The gates of both sides, and the links of cells."""
        found = self.certificate.gates + self.links
        for gate, parts in self.gates.gates:
            found.append([gate] + [-part for part in parts])
            found += [[-gate, part] for part in parts]
        return found

    def sides(self):
        """The roots of each side, as literals."""
        roots = [root[0] if root else FALSE for root in self.certificate.roots]
        second = [literal for _, literal in self.second.parts if literal != TRUE]
        return roots + self.first_knows, second + self.second_knows

    def question(self, holds, fails):
        """The clauses of `holds and not fails`, or None if constants refute it."""
        if FALSE in holds or not fails:
            return None
        found = self.clauses() + [[literal] for literal in holds]
        if FALSE not in fails:
            found.append([-literal for literal in fails])
        return found

    def show(self, model, holds, fails):
        print(f"DIFFERENT: an assignment that {holds} allows and {fails} does not")
        values = {(key, t): v == TRUE for key, rel in self.second.relations.items() for t, v in rel.cells.items()}
        values.update({cell: variable in model for cell, variable in self.cells.items()})
        for key in dict.fromkeys(key for key, _ in values):
            held = [t for (k, t), value in values.items() if k == key and value]
            name = f"{key[1].sig}.{key[1].name}" if key[0] == "field" else key[1]
            print(f"  {name} = {{{', '.join('->'.join(map(self.atom, t)) for t in held)}}}")
        for literal in self.first_knows + self.second_knows:
            if literal not in model:
                cell = next(c for c, v in self.cells.items() if v == abs(literal))
                side = "problem.json" if literal in self.first_knows else "the second translation"
                print(f"  {side} says that {self.name(cell[0])}({', '.join(map(self.atom, cell[1]))}) is {literal > 0}")
        broken = dict.fromkeys(what for what, v in self.second.parts if v != TRUE and (v == FALSE or v not in model))
        for what in broken:
            print(f"  the second translation does not allow it by {what}")

    def atom(self, number):
        return str((self.certificate.problem["atoms"][number] or [f"atom {number}"])[-1])


class Solver:
    """Calls `cadical`, and `drat-trim` if there is one. What they need lies in a folder that is removed."""

    def __init__(self, cadical, trim, folder):
        self.cadical, self.trim, self.folder, self.checked = cadical, trim, folder, 0

    def refute(self, clauses, name):
        """None if there is no model, and otherwise the literals of one."""
        path, proof = os.path.join(self.folder, name + ".cnf"), os.path.join(self.folder, name + ".drat")
        last = max((abs(literal) for clause in clauses for literal in clause), default=1)
        with open(path, "w", encoding="ascii") as file:
            file.write(f"p cnf {last} {len(clauses)}\n")
            file.writelines(" ".join(map(str, clause)) + " 0\n" for clause in clauses)
        run = subprocess.run([self.cadical, "-q", path, proof], capture_output=True, text=True, check=False)
        if run.returncode == 10:
            lines = [line.split()[1:] for line in run.stdout.splitlines() if line.startswith("v ")]
            return {int(word) for line in lines for word in line}
        refuse(run.returncode != 20, f"{self.cadical} ended with exit code {run.returncode}: {run.stderr.strip()}")
        if self.trim:
            self.check(path, proof)
        return None

    def check(self, path, proof):
        run = subprocess.run([self.trim, path, proof, "-t", "20000"], capture_output=True, text=True, check=False)
        refuse("s VERIFIED" not in run.stdout, f"{self.trim} does not accept the proof of {self.cadical}")
        self.checked += 1


def compare(arguments, folder):
    certificate = Certificate(arguments.dir)
    with open(arguments.spec, encoding="utf-8", errors="replace") as file:
        spec = Spec(file.read())
    command = spec.command(arguments.command)
    scope = command[4] if arguments.scope is None else read_scope(Parser(arguments.scope))
    translation = Translation(spec, command, scope, certificate.problem, Gates(certificate.last + 1))
    both = Comparison(certificate, translation)
    first, second = both.sides()
    solver = Solver(arguments.cadical, arguments.drat_trim, folder)
    words_ = "formula.cnf", "the second translation"
    for name, holds, fails, one, other in (("1", first, second, *words_), ("2", second, first, *reversed(words_))):
        clauses = both.question(holds, fails)
        model = solver.refute(clauses, name) if clauses is not None else None
        if model is not None:
            both.show(model, one, other)
            return 1
    checked = f"; {solver.checked} proofs checked" if solver.trim else ""
    print(f"SAME: formula.cnf says what {arguments.spec} says ({len(both.cells)} cells, both directions refuted{checked})")
    return 0


def main():
    parser = argparse.ArgumentParser(description="Compare a certificate's formula with a second translation of its spec.")
    parser.add_argument("spec")
    parser.add_argument("command")
    parser.add_argument("dir")
    parser.add_argument("--scope", help="the scope that replaced the command's")
    parser.add_argument("--cadical", default="cadical", help="the solver")
    parser.add_argument("--drat-trim", default=shutil.which("drat-trim"), help="checks the solver's proofs")
    parser.add_argument("--keep", help="an empty folder that keeps the questions and proofs")
    arguments = parser.parse_args()
    sys.setrecursionlimit(100000)
    try:
        if arguments.keep:
            return compare(arguments, arguments.keep)
        with tempfile.TemporaryDirectory() as folder:
            return compare(arguments, folder)
    except Differs as difference:
        print(f"DIFFERENT: {difference}")
        return 1
    except (Refused, OSError, ValueError) as problem:
        print(f"translate.py: {problem}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
