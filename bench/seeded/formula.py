"""Formulas as nested tuples: ("var", "x"), ("const", True), ("not", f), ("and", f, g), ("or", f, g)."""


def simplified(formula):
    """An equivalent formula without constants within, without a double `not`, and without `f and f`, `f or f`."""
    kind = formula[0]
    if kind in ("var", "const"):
        return formula
    if kind == "not":
        inner = simplified(formula[1])
        if inner[0] == "const":
            return ("const", not inner[1])
        if inner[0] == "not":
            return inner[1]
        return ("not", inner)
    left, right = simplified(formula[1]), simplified(formula[2])
    wins = kind == "or"  # the constant that decides
    for one, other in ((left, right), (right, left)):
        if one[0] == "const":
            return one if one[1] == wins else other
    if left == right:
        return left
    return (kind, left, right)


def negated(formula):
    """The negation, with `not` only before variables."""
    kind = formula[0]
    if kind == "var":
        return ("not", formula)
    if kind == "const":
        return ("const", not formula[1])
    if kind == "not":
        return positive(formula[1])
    return ("or" if kind == "and" else "and", negated(formula[1]), negated(formula[2]))


def positive(formula):
    """The formula, with `not` only before variables."""
    kind = formula[0]
    if kind in ("var", "const"):
        return formula
    if kind == "not":
        return negated(formula[1])
    return (kind, positive(formula[1]), positive(formula[2]))
