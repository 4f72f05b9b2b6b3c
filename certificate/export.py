#!/usr/bin/env python3
"""Writes the steps of a list's certificate for checkers of others: export.py DIR OUT

VeriPB 3 (https://crates.io/crates/veripb) and those of DRAT, such as drat-trim and, behind it, cake_lpr, which is formally verified.
Each section of proof.gz becomes a formula and a proof for both. OUT/veripb and OUT/drat are scripts that have them all checked. These
checkers know no order of labellings, and no renaming. So that is left to check.py and `korrel verify`: that lines are the
greatest of their renamings, that refusals by a permutation are right, that the formulas here are those of the page. In `list`, refusals and
cubes of other parts are clauses of the formula. For VeriPB each line is a solution (`solx`) of all variables. In DRAT it is one
more clause of the formula: another assignment. The empty clause says that no other assignment is left.
"""
import gzip
import os
import sys

import check

HEAD, END = "pseudo-Boolean proof version 3.0\n", "end pseudo-Boolean proof;\n"
SCRIPTS = {
    "veripb": '"${VERIPB:-veripb}" --hide-warnings "%s.opb" "%s.pbp"\n',
    # drat-trim ends with 1 where the formula has the empty clause. What counts is what comes behind it.
    "drat": '"${DRAT_TRIM:-drat-trim}" "%s.cnf" "%s.drat" -L "%s.lrat" || true\n"${CAKE_LPR:-cake_lpr}" "%s.cnf" "%s.lrat" | grep -x "s VERIFIED UNSAT"\n',
}


def terms(clause):
    return " ".join([f"1 x{x}" if x > 0 else f"1 ~x{-x}" for x in clause] + [">= 1;"])


def dimacs(clause):
    return " ".join(map(str, [*clause, 0])) + "\n"


class Section:
    """One formula and its proof. VeriPB numbers constraints, those of the formula first."""

    def __init__(self, place, clauses):
        self.place, self.clauses = place, [clause for clause in clauses]
        self.excluded, self.drat = {}, []  # the clauses of the lines, in order, and the steps of DRAT
        self.steps, self.last, self.had = [], 0, {}  # last: counted from the end of the formula

    def axiom(self, clause):
        """A clause of the formula that a step may take back: it stays."""
        self.clauses.append(clause)

    def solution(self, values, clause):
        self.add("solx " + " ".join(f"x{v}" if bit else f"~x{v}" for v, bit in enumerate(values) if v) + ";", None)
        # The page has a clause of the open cells alone.
        self.excluded[tuple(clause)] = None
        self.add("rup " + terms(clause), tuple(sorted(clause)))

    def derive(self, clause):
        self.drat.append(dimacs(clause))
        self.add("rup " + terms(clause), tuple(sorted(clause)))

    def add(self, text, clause):
        self.last += 1
        self.steps.append(text)
        if clause is not None:
            self.had.setdefault(clause, []).append(self.last)

    def drop(self, clause):
        numbers = self.had.get(tuple(sorted(clause)))
        if numbers:
            self.steps.append(("del id", numbers.pop()))
            if tuple(clause) not in self.excluded:
                self.drat.append("d " + dimacs(clause))

    def write(self, variables, conclusion):
        count = len(self.clauses)
        with open(self.place + ".opb", "w", encoding="ascii") as out:
            out.write(f"* #variable= {variables} #constraint= {count}\n")
            out.writelines(terms(clause) + "\n" for clause in self.clauses)
        with open(self.place + ".pbp", "w", encoding="ascii") as out:
            out.write(f"{HEAD}f {count};\n")
            for step in self.steps:
                out.write((step if type(step) is str else f"{step[0]} {count + step[1]};") + "\n")
            out.write(f"output NONE;\nconclusion {conclusion.format(count + self.last)};\n{END}")
        with open(self.place + ".cnf", "w", encoding="ascii") as out:
            out.write(f"p cnf {variables} {count + len(self.excluded)}\n")
            out.writelines(map(dimacs, [*self.clauses, *self.excluded]))
        with open(self.place + ".drat", "w", encoding="ascii") as out:
            out.writelines(self.drat)


def numbers(text):
    return [int(word) for word in text.split()]


def values_of(row, formula):
    """The values of all variables in a line."""
    values = [0, *row[1:]]
    for literals in formula.gates:
        values.append(int(all(values[x] if x > 0 else 1 - values[-x] for x in literals)))
    return values


def sections(folder, out):
    """Writes all sections. Gives their places."""
    problem = check.Problem(folder)
    formula = check.Formula(folder, problem.n)
    lines = check.Stream(folder, problem).lines
    os.makedirs(out)
    swaps = {(a, b): swap for a, b, swap in problem.swaps}
    places, section, taken = [], None, 0
    with gzip.open(os.path.join(folder, "proof.gz"), "rt", encoding="ascii") as proof:
        for line in proof:
            words = line.split()
            if words[0] in ("p", "symmetry", "list"):
                if words[0] == "p":
                    continue
                place, clauses = os.path.join(out, "-".join(words)), list(formula.clauses())
                top = formula.top
                if words[0] == "symmetry":
                    pair = int(words[1]), int(words[2])
                    uses = [problem.use[atom] for atom in pair if problem.use[atom] is not True]
                    clauses += [*formula.copy(swaps[pair]), *([use] for use in uses)]
                    top = 2 * formula.top - formula.n
                else:
                    clauses += [[-literal for literal in cube] for cube in problem.others]
                places.append(place)
                section = Section(place, clauses)
            elif words[0] == "m":
                row = lines[taken]
                clause = [-v if bit else v for v, bit in enumerate(row) if v]
                section.solution(values_of(row, formula), clause)
                taken += 1
            elif words[0] == "s":
                end = len(words) - 2 - words[-2::-1].index("0")
                section.axiom(numbers(" ".join(words[end + 1:-1])))
            elif words[0] == "d":
                section.drop(numbers(" ".join(words[1:-1])))
            else:
                clause = numbers(" ".join(words[:-1]))
                section.derive(clause)
                if not clause:
                    # With solutions that are excluded, the formula itself is no contradiction.
                    section.write(top, "NONE" if taken else "UNSAT : {}")
    return places


def main(arguments):
    if len(arguments) != 2:
        print(f"usage: {os.path.basename(sys.argv[0])} DIR OUT", file=sys.stderr)
        return 2
    folder, out = arguments
    try:
        places = sections(folder, out)
    except check.Refused as error:
        print("{}:{}: {}".format(*error.args), file=sys.stderr)
        return 1
    except (check.Unreadable, OSError) as error:
        print(f"{error}", file=sys.stderr)
        return 2
    for name, commands in SCRIPTS.items():
        script = os.path.join(out, name)
        with open(script, "w", encoding="utf-8") as file:
            file.write('#!/bin/sh\nset -e\ncd "$(dirname "$0")"\n')
            for place in map(os.path.basename, places):
                file.write(commands.replace("%s", place))
        os.chmod(script, 0o755)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
