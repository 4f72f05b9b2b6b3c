#!/usr/bin/env python3
"""Checks a certificate, which is a list of instances that proves itself: python3 check.py DIR [DIR ...]

Several folders are all parts of one list. The page certificate.md says what the files are. This program is written from
that page alone and shares nothing with the writer. Exit codes: 0 proven, 1 not proven (file:line: why), 2 unreadable.

Why acceptance proves the theorem. Call an assignment *free* if it satisfies the formula, is the greatest of its
renamings in `order`, is that of no line taken by `m`, and lies in no cube of another part. Every clause at hand in
`list` holds of each free assignment: propagation keeps this, `m` refuses a line, and `s` refuses what has a greater
renaming. So the empty clause says that none is free. Deleting a clause only weakens what is at hand. A literal that
propagation found stays, even if its clause goes: it is a consequence all the same. With all parts, let an assignment
be the greatest of its renamings and that of no line. Each part puts it into a cube of another part. The first one says
some part k, and k says another one than k. But cubes are disjoint.
"""
import functools, gzip, hashlib, itertools, json, operator, os, re, sys, zlib

LINE_LIMIT = 1 << 26  # bytes of one line of text
TRIES = 5_000_000  # images tried for one line of the stream
BATCH = 1024  # lines that are evaluated together
CACHE = 50_000  # permutations that are remembered

class Refused(Exception):
    """The certificate proves nothing. The arguments are file, line, why."""

class Unreadable(Exception):
    """A file is missing, or the system refuses it."""

class Part:
    """One file of the folder."""
    def fail(self, line, why):
        raise Refused(self.NAME, line, why)
    def fail_if(self, wrong, *what):
        if wrong:
            self.fail(*what)

def lines_of(folder, name, opener=open):
    """Gives each line of a file with its number, which begins at 1."""
    number = 0
    try:
        with opener(os.path.join(folder, name), "rb") as file:
            for number, line in enumerate(iter(lambda: file.readline(LINE_LIMIT), b""), 1):
                if len(line) >= LINE_LIMIT:
                    raise Refused(name, number, "the line is too long")
                yield number, line
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise Refused(name, number + 1, f"the file is damaged: {error}")
    except (OSError, ValueError) as error:
        raise Unreadable(f"{name}: {error}")

def once(items):
    found = dict(items)
    if len(found) != len(items):
        raise ValueError("an object names a member twice")
    return found

def no_number(text):
    raise ValueError(f"{text[:20]} is not an integer")

DECODER = json.JSONDecoder(object_pairs_hook=once, parse_float=no_number, parse_constant=no_number)

def parse(data, file, line):
    try:
        return DECODER.decode(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        place = error.lineno - 1 if isinstance(error, json.JSONDecodeError) else 0
        raise Refused(file, line + place, f"no JSON that is read here: {error}")

def is_int(value):
    return type(value) is int

def canonical(value):
    """Makes JSON values comparable. Python takes true for 1, and this does not."""
    kind = type(value)
    if kind is str or kind is int:
        return value
    return ("array", *map(canonical, value)) if kind is list else ("other", "object" if kind is dict else str(value))

class Problem(Part):
    NAME = "problem.json"
    OF_PARTS = {"shard", "cubes"}
    ARRAYS = {"atoms", "classes", "ranks", "use", "population", "order", "shown", "cubes"}
    MEMBERS = {"format", "tool", "spec", "command", "question"} | ARRAYS - OF_PARTS
    def __init__(self, folder):
        self.text = b"".join(line for _, line in lines_of(folder, self.NAME))
        data = self.data = parse(self.text, self.NAME, 1)
        self.fail_if(type(data) is not dict, 1, "no object")
        wrong = set(data) ^ (self.MEMBERS | self.OF_PARTS if self.OF_PARTS & set(data) else self.MEMBERS)
        self.fail_if(wrong == {"count"} <= set(data), "count", "this is the folder of a count, for count.py")
        name = min(wrong, default="")
        self.fail_if(wrong, name, f"{name} is missing, or the format has no such member")
        for member in sorted(self.ARRAYS & set(data)):
            self.fail_if(type(data[member]) is not list, member, "no array")
        self.fail_if(data["format"] != "certificate/1", "format", "the format is not certificate/1")
        self.read_atoms()
        self.read_cells()
        self.read_shown()
        self.read_cubes()
        # Each two neighbours of a class have a swap. Swaps that keep the arrays generate all permutations.
        self.swaps = [(a, b, self.swap(a, b)) for row in self.classes for a, b in zip(row, row[1:])]
    def fail(self, member, why):
        found = re.search(b'"' + re.escape(str(member).encode("utf-8", "replace")) + b'"\\s*:', self.text)
        line = self.text.count(b"\n", 0, found.start()) + 1 if found else 1
        raise Refused(self.NAME, line, f"{member}: {why}" if found else why)
    def is_atom(self, value):
        return is_int(value) and value >= 0 and (self.bare or value < len(self.atoms))
    def read_atoms(self):
        self.atoms, self.classes, ranks = self.data["atoms"], self.data["classes"], self.data["ranks"]
        # A question about traces tells no atoms. Then any number may be an atom, and no line may be there.
        self.bare, self.class_of = not self.atoms and not self.data["shown"], {}
        for number, values in enumerate(self.atoms):
            self.fail_if(type(values) is not list or not values or any(type(v) not in (str, int, bool) for v in values),
                         "atoms", f"atom {number} has no array of values")
            self.fail_if(len(set(map(canonical, values))) != len(values), "atoms", f"atom {number} has a value twice")
        for number, row in enumerate(self.classes):
            self.fail_if(type(row) is not list or len(row) < 2 or not all(map(self.is_atom, row)),
                         "classes", f"class {number} is not one of two or more atoms")
            for atom in row:
                self.fail_if(atom in self.class_of, "classes", f"atom {atom} is there twice")
                self.class_of[atom] = number
        self.fail_if(not all(map(is_int, ranks)) or sorted(ranks) != sorted(self.class_of),
                     "ranks", "these are not the atoms of the classes")
        self.ranks, self.rank = ranks, {atom: place for place, atom in enumerate(ranks)}
        self.use = dict(zip(ranks, self.data["use"]))
        self.fail_if(len(self.data["use"]) != len(ranks), "use", "there is not one for each of ranks")
    def read_cells(self):
        self.cells = {"population": {}, "order": {}}
        sign, variables = {}, set()
        for member, table in self.cells.items():
            for place, cell in enumerate(self.data[member]):
                self.fail_if(type(cell) is not list or len(cell) != 3 or type(cell[0]) not in (str, int)
                             or type(cell[1]) is not list or not all(map(self.is_atom, cell[1])),
                             member, f"entry {place} is no cell")
                key, value, kind = (cell[0], tuple(cell[1])), cell[2], type(cell[2])
                self.fail_if(any(key in t for t in self.cells.values()), member, f"entry {place} was there")
                self.fail_if(kind is not bool and (kind is not int or not value), member, f"entry {place} has no value")
                if kind is int:
                    self.fail_if(abs(value) in variables, member, f"entry {place} has a variable that was there")
                    variables.add(abs(value))
                    self.fail_if(sign.setdefault(cell[0], value > 0) != (value > 0),
                                 member, f"entry {place} has not the sign of its relation")
                table[key] = value
        self.n = len(variables)
        self.fail_if(max(variables, default=0) != self.n, "order", f"the variables are not those from 1 to {self.n}")
        used = [value for value in self.use.values() if value is not True]
        population = {abs(v): atoms for (_, atoms), v in self.cells["population"].items() if is_int(v)}
        self.fail_if(not all(is_int(v) and v in population for v in used), "use", "neither true nor an open cell")
        self.still = [v for v, atoms in population.items() if not self.class_of.keys() & set(atoms)]
        # A renaming keeps all of these. So lines that are greatest and renamings of one another are the same.
        lost = population.keys() - set(self.still) - set(used)
        self.fail_if(lost, "population", f"{min(lost, default=0)} is neither a use nor without atoms of a class")
    def read_shown(self):
        shown = self.data["shown"]
        self.fail_if(len(shown) != self.n and not self.bare, "shown", f"{len(shown)} entries for {self.n} open cells")
        self.paths, self.values, self.shown, self.named = {}, {}, [], set()
        for place, entry in enumerate(shown):
            members = set(entry) if type(entry) is dict else ()
            if members == {"atom", "named"} and self.is_atom(entry["atom"]) and type(entry["named"]) is list:
                wrong = any(type(x) is not str or x not in self.atoms[entry["atom"]] for x in entry["named"])
                self.fail_if(wrong, "shown", f"entry {place} has a name that its atom has not")
                self.named.update(entry["named"])
                self.shown.append(("named", tuple(entry["named"]), None))
            elif members in ({"at", "is"}, {"at", "has"}) and type(entry["at"]) is list:
                path = tuple(self.key(place, key, True) for key in entry["at"])
                kind = "is" if "is" in members else "has"
                value = self.key(place, entry[kind], False)
                self.shown.append((kind, self.paths.setdefault(path, len(self.paths)),
                                   self.values.setdefault(value, len(self.values))))
            else:
                self.fail("shown", f"entry {place} is none of the three kinds")
    def read_cubes(self):
        """Sees to it that the cubes are disjoint, and tells those of this part from those of the others."""
        self.part, self.parts, self.own, self.others = None, None, [], []
        if "shard" not in self.data:
            return
        found = re.fullmatch("([1-9][0-9]{0,8})/([1-9][0-9]{0,8})", str(self.data["shard"]))
        self.fail_if(not found or int(found[1]) > int(found[2]), "shard", "there is no such part")
        self.part, self.parts = int(found[1]), int(found[2])
        has = {}  # for each literal a bit for each cube so far that has it
        for place, cube in enumerate(self.data["cubes"]):
            self.fail_if(type(cube) is not list or list(map(type, cube)) != [int, list]
                         or not 1 <= cube[0] <= self.parts, "cubes", f"entry {place} is no cube of a part")
            part, literals = cube
            named = {abs(x) for x in literals if is_int(x) and x}
            self.fail_if(len(named) < len(literals), "cubes", f"entry {place} does not name variables, each once")
            apart = 0  # the cubes so far that have the negation of one of its literals
            for literal in literals:
                apart |= has.get(-literal, 0)
                has[literal] = has.get(literal, 0) | 1 << place
            other = ((1 << place) - 1 & ~apart).bit_length()
            self.fail_if(other, "cubes", f"entries {other - 1} and {place} are not disjoint")
            (self.own if part == self.part else self.others).append(literals)
    def key(self, place, value, is_key):
        """Gives a key or a value in a form that can be hashed."""
        kind = type(value)
        if kind is dict and set(value) == {"atom"} and self.is_atom(value["atom"]):
            return "atom", value["atom"]
        if kind is str or kind is int or kind is bool and not is_key:
            return "plain", canonical(value)
        if kind is list and not is_key:
            return ("array", *(self.key(place, item, False) for item in value))
        self.fail("shown", f"entry {place} has what is no {'key' if is_key else 'value'}")
    def swap(self, a, b):
        """Gives the variable to which each cell's variable goes when a and b are swapped."""
        image, to = list(range(self.n + 1)), {a: b, b: a}
        for member, table in self.cells.items():
            for (relation, atoms), value in table.items():
                if a in atoms or b in atoms:
                    other = table.get((relation, tuple(to.get(atom, atom) for atom in atoms)))
                    known = type(value) is bool or type(other) is bool
                    self.fail_if(other is None or (value is not other if known else (value > 0) != (other > 0)),
                                 member, f"swapping {a} and {b} moves {relation}{list(atoms)} to no cell of its kind")
                    if not known:
                        image[abs(value)] = abs(other)
        # The swap has to move the use of every atom, not of A and B alone. So renamings keep the atoms in use.
        for atom, use in self.use.items():
            other = self.use[to.get(atom, atom)]
            self.fail_if((use is True) != (other is True) or use is not True and image[use] != other,
                         "use", f"swapping {a} and {b} does not move the use of {atom}")
        return image

def definition(gate, literals):
    return [[gate, *(-x for x in literals)], *([-gate, x] for x in literals)]

class Formula(Part):
    """formula.cnf: each gate is the conjunction of its literals, and the roots hold."""
    NAME = "formula.cnf"
    CLAUSE = re.compile(rb"(?:-?[1-9][0-9]{0,9} +)*0 *")
    def __init__(self, folder, n):
        self.n, self.gates, self.roots, self.hash = n, [], [], hashlib.sha256()
        self.top, wanted, count, last = None, 0, 0, 0
        pending = []  # the clauses of the gate at hand that are still to come, the next one last
        for last, line in lines_of(folder, self.NAME):
            self.hash.update(line)
            line = line.rstrip(b"\r\n")
            if line.startswith(b"c"):
                continue
            if self.top is None:
                head = re.fullmatch(rb"p cnf ([0-9]{1,10}) ([0-9]{1,10}) *", line)
                self.fail_if(not head, last, "no line p cnf")
                self.top, wanted = int(head[1]), int(head[2])
                self.fail_if(self.top < n, last, f"there are {n} open cells, but {self.top} variables")
                continue
            self.fail_if(not self.CLAUSE.fullmatch(line), last, "no clause")
            clause = list(map(int, line.split()))[:-1]
            count += 1
            gate = n + len(self.gates) + 1
            if pending:
                self.fail_if(clause != pending.pop(), last, f"not the next clause of the definition of {gate - 1}")
            elif gate <= self.top:
                self.fail_if(len(clause) < 3 or clause[0] != gate or any(abs(x) >= gate for x in clause[1:]),
                             last, f"no definition of {gate}")
                self.gates.append(tuple(-literal for literal in clause[1:]))
                pending = definition(gate, self.gates[-1])[:0:-1]
            else:
                self.fail_if(len(clause) > 1 or clause and abs(clause[0]) > self.top, last, "a root has one literal")
                self.roots.append((clause[0] if clause else None, last))
        self.fail_if(self.top is None or pending or n + len(self.gates) < self.top, last + 1, "definitions are missing")
        self.fail_if(count != wanted, last + 1, f"there are {count} clauses, not {wanted}")
    def clauses(self):
        for gate, literals in enumerate(self.gates, self.n + 1):
            yield from definition(gate, literals)
        for root, _ in self.roots:
            yield [] if root is None else [root]
    def copy(self, swap):
        """Gives the definitions of the copy, and the clause that one of its roots is false."""
        to = swap + list(range(self.top + 1, 2 * self.top - self.n + 1))
        for gate, literals in enumerate(self.gates, self.n + 1):
            yield from definition(to[gate], [to[x] if x > 0 else -to[-x] for x in literals])
        if all(root is not None for root, _ in self.roots):
            yield [-to[root] if root > 0 else to[-root] for root, _ in self.roots]

class Stream(Part):
    """stream.jsonl: each line becomes its assignment, a byte for each variable from 0 on."""
    NAME = "stream.jsonl"
    BEGIN = re.compile(rb'\{"kind":"instance","id":(?:0|[1-9][0-9]*),')
    def __init__(self, folder, problem):
        self.problem, self.lines = problem, []  # line 0 is the second one of the file
        self.header, digest, end, number = None, 0, None, 0
        for number, data in lines_of(folder, self.NAME):
            data = data.removeprefix(b"\xef\xbb\xbf") if number == 1 else data
            self.fail_if(not data.endswith(b"\n"), number, "the line is not whole")
            self.fail_if(end is not None, number, "the end record is not the last line")
            record = parse(data, self.NAME, number)
            kind = record.get("kind") if type(record) is dict else None
            if self.header is None and kind == "header":
                self.read_header(record)
            elif self.header is not None and kind == "instance":
                begin = self.BEGIN.match(data)
                self.fail_if(not begin or record.get("id") != len(self.lines), number, "not the next instance's begin")
                digest = zlib.crc32(data[begin.end():], digest)
                self.lines.append(self.read(record, number))
            elif self.header is not None and kind == "end":
                end = record
            else:
                self.fail(number, "this is not one header, instances, and one end record")
        self.fail_if(end is None or end.get("status") != "complete", number + (end is None), "the list is not complete")
        self.fail_if(canonical(end.get("count")) != len(self.lines), number, f"the right count is {len(self.lines)}")
        self.fail_if(end.get("digest") != f"crc32:{digest:08x}", number, f"the digest of the lines is {digest:08x}")
    def read_header(self, record):
        self.fail_if(record.get("format") != "heapgraph/1", 1, "the format is not heapgraph/1")
        for member in ("tool", "spec", "command", "question", "shard"):
            self.fail_if(canonical(record.get(member)) != canonical(self.problem.data.get(member)),
                         1, f"{member} is not that of {Problem.NAME}")
        self.fail_if("traces" in record and not self.problem.bare, 1, "a question about traces shows no cells")
        self.header, types, named = record, record.get("types"), self.problem.named
        self.fail_if(type(types) is not dict, 1, "there are no types")
        def is_object(name):
            return type(name) is str and (name in named or "$" in name and name.rsplit("$", 1)[0] in types)
        self.single = [canonical(v[0]) if len(v) == 1 and not is_object(v[0]) else None for v in self.problem.atoms]
    def read(self, record, number):
        problem, objects = self.problem, record.get("objects")
        self.fail_if(problem.bare and (problem.n or problem.ranks or "traces" in self.header),
                     number, f"{Problem.NAME} does not say how a line shows its cells")
        self.fail_if(type(objects) is not dict, number, "there are no objects")
        there = []  # for each atom the value that stands for it, or nothing
        for atom, (value, values) in enumerate(zip(self.single, problem.atoms)):
            found = [v for v in values if type(v) is str and v in objects] if value is None else [value]
            self.fail_if(len(found) > 1, number, f"atom {atom} is there under two names")
            there.append(found[0] if found else None)
        def value_of(key):
            if key[0] == "array":
                items = [value_of(item) for item in key[1:]]
                return None if None in items else ("array", *items)
            return key[1] if key[0] == "plain" else there[key[1]]
        places = []  # what stands at each path: its value, and the set of what it holds if it is an array
        for path in problem.paths:
            at = record
            for key in map(value_of, path):
                self.fail_if(type(key) is tuple, number, "a truth value is no key")
                if type(at) is dict and key is not None:
                    at = at.get(str(key))
                else:
                    at = at[key] if type(at) is list and is_int(key) and 0 <= key < len(at) else None
            places.append((None if at is None else canonical(at), set(map(canonical, at)) if type(at) is list else ()))
        values = [value_of(value) for value in problem.values]
        row = bytearray(problem.n + 1)
        for variable, (kind, where, what) in enumerate(problem.shown, 1):
            if kind == "named":
                row[variable] = any(name in objects for name in where)
            elif values[what] is not None:
                row[variable] = values[what] == places[where][0] if kind == "is" else values[what] in places[where][1]
        return bytes(row)
    def check(self, formula, greatest):
        """Sees to it that each line satisfies the formula, and that it is the greatest of its renamings."""
        n, ranks, use, had = self.problem.n, self.problem.ranks, self.problem.use, {}
        for start in range(0, len(self.lines), BATCH):
            batch = self.lines[start:start + BATCH]
            full = (1 << len(batch)) - 1
            # The bits of a variable are its values in the lines of the batch. An index below 0 is a negation.
            bits = [0] * (2 * formula.top + 1)
            for variable in range(1, n + 1):
                bits[variable] = sum(1 << place for place, row in enumerate(batch) if row[variable])
                bits[-variable] = full ^ bits[variable]
            for gate, literals in enumerate(formula.gates, n + 1):
                bits[gate] = functools.reduce(operator.and_, map(bits.__getitem__, literals), full)
                bits[-gate] = full ^ bits[gate]
            cubes = [functools.reduce(operator.and_, map(bits.__getitem__, cube), full) for cube in self.problem.own]
            outside = full ^ functools.reduce(operator.or_, cubes, 0) if self.problem.part else 0
            roots = ((full if root is None else bits[-root], f"the root in {Formula.NAME}:{line} does not hold")
                     for root, line in formula.roots)
            for wrong, why in (*roots, (outside, "the line is in no cube of its part")):
                if wrong:
                    self.fail(start + (wrong & -wrong).bit_length() + 1, why)
            for number, row in enumerate(batch, start + 2):
                in_use = tuple(a for a in ranks if use[a] is True or row[use[a]])
                # Renamings keep all of the key: the atoms in use, and the cells of population that no swap moves.
                key = in_use, greatest.check(row, in_use, number), bytes([row[v] for v in self.problem.still])
                self.fail_if(key in had, number, f"the assignment is that of line {had.get(key)}, or a renaming of it")
                had[key] = number

class Greatest:
    """Compares labellings. The renaming by a permutation gives each cell the value of the cell of the moved tuple."""
    def __init__(self, problem):
        self.problem, self.plans, self.maps, self.open, self.tops, tables, top = problem, {}, {}, [], [], {}, -1
        for (relation, atoms), literal in problem.cells["order"].items():
            top = max([top, *(problem.rank[a] for a in atoms if a in problem.rank)])
            if type(literal) is not bool:
                table = tables.setdefault(relation, {})
                table[atoms] = literal
                self.open.append((literal, table, atoms))
                self.tops.append(top)  # the rank up to which the atoms of the cells so far go
    def plan(self, in_use):
        """Puts each open cell to the depth at which it is compared. Known cells move to cells of the same value."""
        if in_use not in self.plans:
            place = {atom: i for i, atom in enumerate(in_use)}
            depth, parts, of = 0, [[] for _ in in_use], self.problem.class_of
            for cell in self.open:
                own = max((place[a] for a in cell[2] if a in place), default=-1)
                if own >= 0:
                    depth = max(depth, own)
                    parts[depth].append(cell)
            self.plans[in_use] = parts, [[b for b in in_use if of[b] == of[a]] for a in in_use]
        return self.plans[in_use]
    def check(self, row, in_use, number):
        """Refuses a line that has a greater renaming, and gives its values in order."""
        value = list(row) + [1 - bit for bit in row[:0:-1]]  # an index below 0 is a negation
        parts, peers = self.plan(in_use)
        image = list(range(len(self.problem.atoms)))
        found, taken, tries = [], set(), 0  # automorphisms, the images so far, how many were tried
        def orbits(group):
            """Gives the name of the orbit of each atom in use."""
            name = {atom: atom for atom in in_use}
            for permutation in group:
                for atom in in_use:
                    one, other = name[atom], name[permutation[atom]]
                    if one != other:
                        name = {a: one if n == other else n for a, n in name.items()}
            return name
        def candidates(depth):
            """Gives one image of each orbit of the automorphisms that leave the images so far as they are."""
            free = [b for b in peers[depth] if b not in taken]
            group = [p for p in found if all(p[b] == b for b in taken)]
            return list({name: b for b, name in orbits(group).items() if b in free}.values()) if group else free
        def extend(depth, choices):
            """Looks for an automorphism. A greater labelling ends the search."""
            nonlocal tries
            for choice in choices:
                if (tries := tries + 1) > TRIES:
                    raise Refused(Stream.NAME, number, "too many permutations have to be tried")
                image[in_use[depth]] = choice
                difference = 0
                for literal, table, atoms in parts[depth]:
                    difference = value[table[tuple([image[a] for a in atoms])]] - value[literal]
                    if difference:
                        break
                if difference > 0:
                    raise Refused(Stream.NAME, number, "a renaming of the line is greater")
                if difference == 0:
                    if depth + 1 == len(in_use):
                        found.append(list(image))
                        return True
                    taken.add(choice)
                    done = extend(depth + 1, candidates(depth + 1))
                    taken.discard(choice)
                    if done:
                        return True
            return False
        # All images before depth are the atoms themselves. Deeper automorphisms are known, and they leave these.
        for depth in range(len(in_use) - 1, -1, -1):
            taken = set(in_use[:depth])
            image[:] = range(len(image))
            tried = [in_use[depth]]
            name = orbits(found)
            for b in peers[depth]:
                if b not in taken and all(name[b] != name[other] for other in tried):
                    tried.append(b)
                    if extend(depth, [b]):
                        name = orbits(found)
        return bytes([value[literal] for literal, _, _ in self.open])
    def wrong(self, text, clause):
        """Says why a step `s` is wrong, or gives nothing if it is right."""
        use, rank, of = self.problem.use, self.problem.rank, self.problem.class_of
        if text not in self.maps:
            atoms = [int(t) for t in text.split()]
            to = dict(zip(atoms[::2], atoms[1::2]))
            if len(atoms) != 2 * len(to) or any(a == b or a not in of or of[a] != of.get(b) for a, b in to.items()):
                return "the pairs are no map, or one is not of two atoms of a class"
            if len(self.maps) > CACHE:
                self.maps.clear()
            # The cells that the map moves are found as far as they are needed: the place, the cell, where it goes.
            moves = ((i, literal, table.get(moved)) for i, (literal, table, atoms) in enumerate(self.open)
                     if (moved := tuple([to.get(a, a) for a in atoms])) != atoms)
            self.maps[text] = to, [], moves
        to, cells, rest = self.maps[text]
        false, i = set(clause), 0
        if any(use[atom] is not True and -use[atom] not in false for pair in to.items() for atom in pair):
            return "the clause does not say that all atoms of the map are in use"
        while True:
            if i == len(cells):
                cells.append(next(rest, (0, 0, None)))
            place, literal, other = cells[i]
            if other is None:
                return "the cells end, or one moves to none of its kind"
            i += 1
            lesser, greater = literal in false, -other in false
            if lesser and greater:
                break
            if not lesser and not greater:
                return f"the comparison ends at the cell of variable {abs(literal)}"
        # On the domain, the map has to be injective. Then it goes on to a permutation of the atoms in use.
        top, images = self.tops[place], set(to.values())
        if any(rank[a] > top for a in to):
            return "an atom of the map is not in the domain"
        if len(images) != len(to) or any(rank[b] <= top and b not in to for b in images):
            return "two atoms of the domain have one image"

class Engine:
    """The clauses at hand. Lists have an index for each literal: those below 0 are at the end of the list."""
    def __init__(self, top, *groups):
        self.value = [0] * (2 * top + 1)  # 1 is true, -1 is false
        self.value[0] = 1  # a clause that is no longer at hand has the literal 0, which is true
        self.pairs = [[] for _ in self.value]  # for each literal the other literals of the clauses of two
        self.watch = [[] for _ in self.value]  # for each literal the clauses that have it in place 0 or 1
        self.trail = []
        self.dead = False  # propagation without assumptions has come to a conflict
        for clause in itertools.chain(*groups):
            self.add(clause)
    def add(self, clause):
        """Adds a clause, and propagates what it says by itself. Gives what `drop` needs."""
        value = self.value
        if 1 in [value[literal] for literal in clause]:
            return None  # the clause holds from here on
        rest = [literal for literal in dict.fromkeys(clause) if not value[literal]]
        if len(rest) < 2:
            self.dead = self.dead or not rest or self.assume(rest)
            return None
        a, b = rest[:2]
        if len(rest) == 2:
            self.pairs[a].append(b)
            self.pairs[b].append(a)
            return a, b
        self.watch[a].append(rest)
        self.watch[b].append(rest)
        return rest
    def drop(self, clause):
        if type(clause) is tuple:
            a, b = clause
            self.pairs[a].remove(b)
            self.pairs[b].remove(a)
        elif clause is not None:
            clause[:] = (0, 0)
    def refutes(self, literals):
        """Says whether propagation comes to a conflict if all these literals are true."""
        value, trail, start = self.value, self.trail, len(self.trail)
        conflict = self.dead or self.assume(literals)
        for literal in trail[start:]:
            value[literal] = value[-literal] = 0
        del trail[start:]
        return conflict
    def assume(self, literals):
        """Makes literals true, and propagates them. Says whether there is a conflict."""
        value, watch, pairs, trail = self.value, self.watch, self.pairs, self.trail
        push, queue = trail.append, iter(trail)  # an iterator of a list also gives what is appended meanwhile
        queue.__setstate__(len(trail))
        for literal in literals:
            known = value[literal]
            if known < 0:
                return True
            if not known:
                value[literal], value[-literal] = 1, -1
                push(literal)
        for literal in queue:
            false = -literal
            for other in pairs[false]:
                known = value[other]
                if known <= 0:
                    if known:
                        return True
                    value[other], value[-other] = 1, -1
                    push(other)
            clauses = watch[false]
            if not clauses:
                continue
            watch[false] = kept = []
            keep = kept.append
            for place, clause in enumerate(clauses):
                first = clause[0]
                if first == false:
                    first = clause[0] = clause[1]
                    clause[1] = false
                known = value[first]
                if known > 0:
                    if first:
                        keep(clause)
                    continue
                for i in range(2, len(clause)):
                    other = clause[i]
                    if value[other] >= 0:
                        clause[1] = other
                        clause[i] = false
                        watch[other].append(clause)
                        break
                else:
                    keep(clause)
                    if known:
                        kept += clauses[place + 1:]
                        return True
                    value[first], value[-first] = 1, -1
                    push(first)
        return False

class Proof(Part):
    NAME, number = "proof.gz", 0
    MAP = re.compile(rb"s((?: [0-9]{1,9})*) 0((?: -?[1-9][0-9]{0,9})*) 0")
    def __init__(self, folder, problem, formula):
        self.lines, self.problem, self.formula = lines_of(folder, self.NAME, gzip.open), problem, formula
        self.literals = {b"%d" % v: v for x in range(1, formula.top + 1) for v in (x, -x)}
        self.expect(b"p certificate/1")
        self.engine = Engine(formula.top, formula.clauses())
        for a, b, swap in problem.swaps:
            self.expect(b"symmetry %d %d" % (a, b))
            self.symmetry(a, b, swap)
    def list(self, lines, greatest):
        self.expect(b"list")
        for literals in self.problem.others:
            self.engine.add([-literal for literal in literals])
        self.section(self.engine, self.literals, lines, greatest)
        self.expect(None)
    def fail(self, why):
        raise Refused(self.NAME, max(self.number, 1), why)
    def next(self):
        """Gives the next line with one space between its words, or nothing at the end."""
        self.number, line = next(self.lines, (self.number + 1, None))
        return line and b" ".join(line.split())
    def expect(self, line):
        self.fail_if(self.next() != line, f"here the {'end' if line is None else 'line ' + line.decode()} has to be")
    def symmetry(self, a, b, swap):
        formula, use = self.formula, [self.problem.use[a], self.problem.use[b]]
        # The use of both is true, or of both a variable.
        self.fail_if(use[0] is not True and not self.engine.refutes([use[1], -use[0]]),
                     f"propagation does not tell that atom {a} is in use if {b} is")
        top = 2 * formula.top - formula.n
        literals = self.literals | {b"%d" % v: v for x in range(formula.top + 1, top + 1) for v in (x, -x)}
        self.section(Engine(top, formula.clauses(), formula.copy(swap), [[v] for v in use if v is not True]), literals)
    def section(self, engine, literals, lines=None, greatest=None):
        """Checks steps up to the empty clause. Without lines, there are neither `m` nor `s`."""
        had, taken = {}, 0  # the clauses that steps added, as they were written, and how many lines
        while True:
            step = self.next()
            self.fail_if(step is None, "the section does not end")
            try:
                if step.startswith(b"d "):
                    step = step[2:]
                    self.fail_if(step not in had, "no step has added this clause, or it is gone")
                    engine.drop(had[step].pop())
                    if not had[step]:
                        del had[step]
                    continue
                if step == b"m" and lines is not None:
                    self.fail_if(taken == len(lines), "the stream has no more lines")
                    clause = [-v if bit else v for v, bit in enumerate(lines[taken]) if v]
                    step = b"%s 0" % b" ".join([b"%d" % v for v in clause]) if clause else b"0"
                    taken += 1
                elif step.startswith(b"s ") and lines is not None:
                    found = self.MAP.fullmatch(step)
                    self.fail_if(not found, "no permutation with a clause")
                    clause = [literals[token] for token in found[2].split()]
                    self.fail_if(why := greatest.wrong(found[1], clause), why)
                    step = (found[2] + b" 0")[1:]
                else:
                    tokens = step.split()
                    self.fail_if(not tokens or tokens.pop() != b"0", "no step")
                    clause = [literals[token] for token in tokens]
                    self.fail_if(not engine.refutes([-x for x in clause]), "propagation does not show this clause")
                    if not clause:
                        self.fail_if(lines and taken < len(lines), "lines of the stream are not taken")
                        return
            except KeyError as error:
                self.fail(f"no literal: {error.args[0].decode('ascii', 'replace')}")
            had.setdefault(step, []).append(engine.add(clause))

def check(folders):
    """Gives what the folders prove. Several folders have to be all parts of one list."""
    count, had, said, many = 0, set(), {}, len(folders)
    def agree(file, place, value):
        file.fail_if(said.setdefault((file.NAME, place), value) != value, place, f"this is not as in {folders[0]}")
    for folder in folders:
        try:
            problem = Problem(folder)
            if many > 1:
                problem.fail_if(problem.parts != many, "shard", f"no part of {many}, and {many} folders are given")
                problem.fail_if(problem.part in had, "shard", "this part was there")
                had.add(problem.part)
                for member in sorted(problem.data.keys() - {"shard"}):
                    agree(problem, member, json.dumps(problem.data[member], sort_keys=True))
            formula = Formula(folder, problem.n)
            named = {abs(literal) for cube in problem.own + problem.others for literal in cube}
            problem.fail_if(max(named, default=0) > formula.top, "cubes", "a variable is not in the formula")
            agree(formula, 1, formula.hash.digest())
            stream = Stream(folder, problem)
            agree(stream, 1, stream.single)  # a line shows the same under the header of any part
            stream.check(formula, greatest := Greatest(problem))
            Proof(folder, problem, formula).list(stream.lines, greatest)
            count += len(stream.lines)
        except (Refused, Unreadable, RecursionError, MemoryError) as error:
            if isinstance(error, (RecursionError, MemoryError)):
                error = Refused(Problem.NAME, 1, f"this is too large to be checked: {type(error).__name__}")
            if many > 1:
                error.args = os.path.join(folder, error.args[0]), *error.args[1:]
            raise error
    if many > 1 or not problem.part:
        return f"proven: {count} lines{f' in {many} parts' * (many > 1)}, one of each class, and no other"
    return (f"proven: part {problem.part} of {problem.parts}: {count} lines, one of each class; "
            "all parts together prove the list")

def main(arguments, check=check):
    if not arguments:
        print(f"usage: {os.path.basename(sys.argv[0])} DIR [DIR ...]", file=sys.stderr)
        return 2
    try:
        text, code = check(arguments), 0
    except Refused as error:
        text, code = "{}:{}: {}".format(*error.args), 1
    except Unreadable as error:
        text, code = str(error), 2
    print(text.encode("ascii", "backslashreplace").decode("ascii"), file=sys.stdout if code == 0 else sys.stderr)
    return code

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
