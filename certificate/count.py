#!/usr/bin/env python3
"""Checks a count that proves itself: python3 count.py DIR

The page certificate.md says what the files are. This program is written from that page alone. It shares the reading of
files and propagation with check.py, and nothing with the writer. Exit codes are those of check.py.

Why acceptance proves the number. The sections `symmetry` show that the permutations of the atoms in use map assignments
that satisfy the formula to such, and that these atoms are the first ones of each class. So the assignments with given
numbers of atoms in use are acted on by a group. The number of its orbits is the mean of the numbers of assignments that
a permutation leaves as they are (Burnside's lemma), and that is the same for permutations of one cycle type. Each of
these numbers is counted here. The proof only says in which order cells are best decided on.
"""
import check, itertools, math, re, sys

class Problem(check.Problem):
    MEMBERS, OF_PARTS = check.Problem.MEMBERS | {"count"}, set()
    def __init__(self, folder):
        super().__init__(folder)
        self.number = self.data["count"]
        self.fail_if(not re.fullmatch("0|[1-9][0-9]*", str(self.number)) or type(self.number) is not str,
                     "count", "no number as a decimal text")
    def terms(self):
        """Gives for each vector of sizes, and for each cycle type of these atoms, the lengths of the cycles."""
        whole = [self.use[row[0]] is True for row in self.classes]
        sizes = [range(len(row) if all_in else 0, len(row) + 1) for row, all_in in zip(self.classes, whole)]
        for vector in itertools.product(*sizes):
            yield vector, cycle_types(vector)
    def moved(self, types):
        """Gives for each variable that of the cell to which the permutation of these cycles moves its cell."""
        to, image = {}, list(range(self.n + 1))
        for row, lengths in zip(self.classes, types):
            for start, length in zip(itertools.accumulate(lengths, initial=0), lengths):
                cycle = row[start:start + length]
                to.update(zip(cycle, cycle[1:] + cycle[:1]))
        for table in self.cells.values():
            for (relation, atoms), value in table.items():
                if type(value) is int:  # so is that of the image, for a permutation is a product of the swaps
                    image[abs(value)] = abs(table[relation, tuple(to.get(atom, atom) for atom in atoms)])
        return image

def partitions(number, most):
    """Gives all falling sequences of numbers up to `most` that have this sum, those that begin greater first."""
    if not number:
        yield ()
    for part in range(min(number, most), 0, -1):
        yield from ((part, *rest) for rest in partitions(number - part, part))

def cycle_types(sizes):
    """Gives a partition of each size, in all ways. The last one changes first."""
    if not sizes:
        yield ()
        return
    for first in partitions(sizes[0], sizes[0]):
        yield from ((first, *rest) for rest in cycle_types(sizes[1:]))

def permutations(lengths):
    """Gives how many permutations have these lengths of cycles."""
    alike = [(length, lengths.count(length)) for length in set(lengths)]
    return math.factorial(sum(lengths)) // math.prod(length ** c * math.factorial(c) for length, c in alike)

class Counter:
    """Formulas about cells. A literal is a number or its negation. 1 is true, then come the cells, then conjunctions.

    Equal conjunctions have one number. So a set of literals says exactly what is to be counted.
    """
    KNOWN = 1 << 20  # results that are remembered
    FEW, MANY = 4, 64  # components of so few or so many cells are not renamed
    FIRST = 64  # so many of a size are renamed in any case, and then as long as one in 16 is known
    SINGLED = 4  # so many cells are told from those that look alike
    def __init__(self, cells):
        self.parts, self.places, self.known, self.tries = [()] * (cells + 2), {}, {}, {}
        self.cells = [0, 0, *(1 << place for place in range(cells))]  # a bit for each cell that a number speaks of
        self.top = cells + 1
    def conjunction(self, literals):
        literals = frozenset(literals) - {1}
        if -1 in literals or any(-x in literals for x in literals):
            return -1
        if len(literals) < 2:
            return next(iter(literals), 1)
        if literals not in self.places:
            self.places[literals] = len(self.parts)
            self.parts.append(literals)
            cells = 0
            for x in literals:
                cells |= self.cells[abs(x)]
            self.cells.append(cells)
        return self.places[literals]
    def given(self, x, true, false, had):
        """Gives what a literal becomes if these cells hold and those do not."""
        number = abs(x)
        if not self.cells[number] & (true | false):
            return x
        if number not in had:
            if number <= self.top:
                had[number] = 1 if self.cells[number] & true else -1
            else:
                had[number] = self.conjunction([self.given(y, true, false, had) for y in self.parts[number]])
        return had[number] if x > 0 else -had[number]
    def number(self, held, cells):
        """Gives how many values of these cells, which are all that there are, make all literals true."""
        while True:
            todo, held, units = list(held), set(), [0, 0]
            while todo:
                x = todo.pop()
                if x == -1:
                    return 0
                if 1 < abs(x) <= self.top:
                    units[x < 0] |= self.cells[abs(x)]
                elif x > 0:
                    todo += self.parts[x]
                else:
                    held.add(x)
            true, false = units
            if true & false:
                return 0
            cells &= ~(true | false)
            if not true | false:
                break
            had = {}
            held = [self.given(x, true, false, had) for x in held]
        groups = []  # literals that share cells, with these
        for x in held:
            own, group, rest = self.cells[-x], [x], []
            for other in groups:
                if other[0] & own:
                    own |= other[0]
                    group += other[1]
                else:
                    rest.append(other)
            groups = [*rest, (own, group)]
        for own, _ in groups:
            cells &= ~own
        count = 1 << bin(cells).count("1")  # the others are as they like
        for own, group in sorted(groups, key=lambda group: len(group[1])):
            count *= self.together(frozenset(group), own)
            if not count:
                break
        return count
    def together(self, held, cells):
        """Gives the number of a component: those with its first cell and those without it."""
        count = self.known.get(held)
        if count is None:
            tries = self.tries.setdefault(len(held).bit_length(), [0, 0])  # for components of about one size
            alike = held
            if self.FEW < bin(cells).count("1") < self.MANY and (tries[0] < self.FIRST or tries[0] < 16 * tries[1]):
                alike = self.renamed(held, cells)
                count = self.known.get(alike)
                tries[0] += 1
                tries[1] += count is not None
            if count is None:
                first = (cells & -cells).bit_length() + 1
                count = sum(self.number([*held, x], cells) for x in (first, -first))
            if len(self.known) > self.KNOWN:
                self.known.clear()
            self.known[held] = self.known[alike] = count
        return count
    def renamed(self, held, cells):
        """Gives the same literals in other names of cells. Components that are alike often become one.

        Any names are right, for what is counted stays the same. They are chosen by how cells stand in the literals.
        """
        below, todo = set(), [-x for x in held]  # all conjunctions that the literals are made of
        while todo:
            number = todo.pop()
            if number > self.top and number not in below:
                below.add(number)
                todo += map(abs, self.parts[number])
        order = sorted(below)  # parts come first
        own = [place + 2 for place in range(cells.bit_length()) if cells >> place & 1]
        colour, single, before = dict.fromkeys(own, 0), 0, 0
        while True:
            for number in order:
                colour[number] = hash(tuple(sorted([hash((colour[abs(x)], x > 0)) for x in self.parts[number]])))
            above = dict.fromkeys(colour, 0)
            for x in held:
                above[-x] = 1
            for number in reversed(order):
                here = hash((above[number], colour[number]))
                for x in self.parts[number]:
                    above[abs(x)] += hash((here, x > 0))
            for number in own:
                colour[number] = hash((colour[number], above[number]))
            own.sort(key=colour.__getitem__)
            different = len({colour[number] for number in own})
            if different <= before and different < len(own) and single < self.SINGLED:
                colour[next(a for a, b in zip(own, own[1:]) if colour[a] == colour[b])] = single = single + 1
                before = different
            elif different <= before or different == len(own):
                break
            else:
                before = different
        name = dict(zip(own, range(2, len(own) + 2)))
        for number in order:
            parts = [name[x] if x > 0 else -name[-x] for x in self.parts[number]]
            name[number] = self.conjunction(parts)
        return frozenset([-name[-x] for x in held])

class Proof(check.Proof):
    def count(self):
        """Gives the number of classes, by the terms that the proof names."""
        classes = 0
        for sizes, terms in self.problem.terms():
            total = 0
            for types in terms:
                self.expect(b"term" + b"".join(b" %d" % length for row in types for length in (*row, 0)))
                total += self.fixed(sizes, types) * math.prod(map(permutations, types))
            group = math.prod(map(math.factorial, sizes))
            self.fail_if(total % group, f"{total} is no multiple of {group}")
            classes += total // group
        self.expect(None)
        return classes
    def fixed(self, sizes, types):
        """Gives how many assignments with these atoms in use a permutation leaves as they are."""
        image, of = self.problem.moved(types), [0] * (self.problem.n + 1)
        for variable in range(1, len(of)):
            at = variable
            while not of[at]:
                of[at], at = variable, image[at]
        tokens = (self.next() or b"").split()
        self.fail_if(tokens[:1] != [b"order"] or tokens[-1] != b"0" or not all(map(bytes.isdigit, tokens[1:])),
                     "here an order has to be")
        order = [int(token) for token in tokens[1:-1]]
        self.fail_if(sorted(order) != sorted(set(of[1:])), "these are not the least variables of all orbits, each once")
        place = {variable: number for number, variable in enumerate(order, 2)}
        counter, literal = Counter(len(order)), [place.get(variable, 0) for variable in of]
        def of_literal(x):
            return literal[x] if x > 0 else -literal[-x]
        for literals in self.formula.gates:
            literal.append(counter.conjunction(map(of_literal, literals)))
        held = [-1 if root is None else of_literal(root) for root, _ in self.formula.roots]
        for row, size in zip(self.problem.classes, sizes):
            uses = [(self.problem.use[atom], at < size) for at, atom in enumerate(row)]
            held += [of_literal(use if is_in else -use) for use, is_in in uses if use is not True]
        number = counter.number(held, (1 << len(order)) - 1)
        self.expect(b"fixed %s" % str(number).encode())
        return number

def prove(folders):
    """Gives what the folder proves."""
    try:
        problem = Problem(folders[0])
        problem.fail_if(len(folders) > 1, "count", "a count is no part of anything, and several folders are given")
        number = str(Proof(folders[0], problem, check.Formula(folders[0], problem.n)).count())
        problem.fail_if(number != problem.number, "count", f"the right count is {number}")
        return f"proven: {number} classes"
    except (RecursionError, MemoryError, ValueError) as error:
        raise check.Refused(Problem.NAME, 1, f"this is too large to be checked: {type(error).__name__}")

if __name__ == "__main__":
    sys.setrecursionlimit(10_000)
    getattr(sys, "set_int_max_str_digits", int)(100_000)  # numbers may have many digits
    sys.exit(check.main(sys.argv[1:], prove))
