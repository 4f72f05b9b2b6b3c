"""What the second translation (translate.py) knows of the language: the grammar, scopes, and the atoms that they give.

docs/language.md is its source, and for precedence and scopes what Alloy is known to do.
"""

import re


class Refused(Exception):
    """The spec has something that this translation does not read."""


class Differs(Exception):
    """What problem.json says of atoms and relations is not what the spec says."""


def refuse(test, message):
    if test:
        raise Refused(message)


TOKEN = re.compile(
    r"""(?P<skip>\s+|--[^\n]*|//[^\n]*|/\*.*?\*/)
    |(?P<number>[0-9][0-9_]*)
    |(?P<name>[^\W\d][\w"]*(?:/[^\W\d][\w"]*)*)
    |(?P<sign><=>|=>|<=|=<|>=|<:|:>|->|\+\+|\|\||&&|!=|\.\.|::|[-+&.~^*\#(){}\[\],:|=<>!@;'`/$"])""",
    re.X | re.S,
)
SAME = {"&&": "and", "||": "or", "!": "not", "=>": "implies", "<=>": "iff", "=<": "<="}
WORDS = set(
    """abstract all and as assert but check disj else enum exactly expect extends fact for fun iden iff implies in let lone
    module no none not one open or pred private run set sig some sum this univ var after always before eventually
    historically once releases since triggered until Int int String seq seq/Int steps""".split()
)
TIME = set("after always before eventually historically once releases since triggered until var ; '".split())


def words(text):
    """The words of a text: (kind, word, line)."""
    at, line, found = 0, 1, []
    while at < len(text):
        match = TOKEN.match(text, at)
        refuse(not match, f"line {line}: a character that is not read: {text[at]!r}")
        kind, word = match.lastgroup, match.group()
        if kind == "name" and word.startswith("this/"):
            word = word[5:]
        word = SAME.get(word, word)
        if kind == "name" and word in WORDS or word in SAME.values():
            kind = "word"
        if kind != "skip":
            found.append((kind, word, line))
        line += word.count("\n")
        at = match.end()
    found.append(("end", "", line))
    return found


class Parser:
    """A parser by descent. Each method reads one level of precedence, from loose to tight."""

    def __init__(self, text):
        self.words, self.at = words(text), 0

    def peek(self, ahead=0):
        return self.words[min(self.at + ahead, len(self.words) - 1)][1]

    def kind(self, ahead=0):
        return self.words[min(self.at + ahead, len(self.words) - 1)][0]

    def line(self):
        return self.words[self.at][2]

    def take(self, *choice):
        """The next word, if it is one of these."""
        if self.kind() in ("word", "sign") and self.peek() in choice:
            self.at += 1
            return self.words[self.at - 1][1]
        return None

    def need(self, word):
        refuse(not self.take(word), f"line {self.line()}: `{self.peek()}` where `{word}` is read")

    def name(self):
        refuse(self.kind() != "name", f"line {self.line()}: `{self.peek()}` where a name is read")
        self.at += 1
        return self.words[self.at - 1][1]

    def several(self, part):
        found = [part()]
        while self.take(","):
            found.append(part())
        return found

    # Declarations of variables

    def begins_decl(self, ahead):
        """Whether `disj a, b :` begins there."""
        if self.peek(ahead) == "private":
            ahead += 1
        if self.peek(ahead) == "disj" and self.kind(ahead + 1) == "name":
            ahead += 1
        while self.kind(ahead) == "name" and self.peek(ahead + 1) == ",":
            ahead += 2
        return self.kind(ahead) == "name" and self.peek(ahead + 1) == ":"

    def decl(self):
        """A declaration: (disj, names, disj after the colon, bound, is a definition)."""
        self.take("private")
        refuse(self.peek() in TIME, f"line {self.line()}: time is not read")
        apart = bool(self.take("disj"))
        names = self.several(self.name)
        if self.take("="):
            return (apart, names, False, self.expr(), True)
        self.need(":")
        inner = bool(self.take("disj"))
        return (apart, names, inner, self.declared(), False)

    def declared(self):
        """A bound. A multiplicity that it begins with is no quantifier, even before `A, b: B`."""
        return self.counted() if self.peek() in ("one", "lone", "some", "set") else self.expr()

    def decls(self, end):
        found = []
        while not self.take(end):
            if not self.take(","):
                found.append(self.decl())
        return found

    def body(self):
        if self.take("|"):
            return self.expr()
        return self.block()

    def block(self):
        self.need("{")
        parts = []
        while not self.take("}"):
            parts.append(self.expr())
        return parts[0] if len(parts) == 1 else ("block", parts)

    # Formulas

    def bind(self):
        """A quantifier or a `let`, if one begins here."""
        word = self.peek()
        if self.kind() == "word" and word == "let":
            self.at += 1
            return self.let()
        if self.kind() == "word" and word in ("all", "some", "no", "lone", "one", "sum") and self.begins_decl(1):
            refuse(word == "sum", f"line {self.line()}: integers are not read")
            self.at += 1
            decls = self.several(self.decl)
            return ("quant", word, decls, self.body())
        return None

    def let(self):
        name = self.name()
        self.need("=")
        value = self.expr()
        if self.take(","):
            return ("let", name, value, self.let())
        return ("let", name, value, self.body())

    def expr(self):
        found = self.bind() or self.chain(("or",), lambda: self.chain(("iff",), self.implies))
        refuse(self.peek() in TIME, f"line {self.line()}: time is not read")
        return found

    def chain(self, signs, part):
        """Operators of one level, to the left. The last operand may be a quantifier."""
        found = part()
        while True:
            sign = self.take(*signs)
            if not sign:
                return found
            found = (sign, found, self.bind() or part())

    def implies(self):
        left = self.chain(("and",), self.negation)
        if not self.take("implies"):
            return left
        then = self.bind() or self.implies()
        if self.take("else"):
            return ("if", left, then, self.bind() or self.implies())
        return ("implies", left, then)

    def negation(self):
        refuse(self.peek() in TIME, f"line {self.line()}: time is not read")
        if self.take("not"):
            return ("not", self.bind() or self.negation())
        return self.compare()

    def compare(self):
        found = self.counted()
        while True:
            negated = self.peek() == "not" and self.peek(1) in ("in", "=", "<", ">", "<=", ">=")
            sign = self.peek(1) if negated else self.peek()
            if self.kind(int(negated)) == "name" or sign not in ("in", "=", "!=", "<", ">", "<=", ">="):
                return found
            self.at += 2 if negated else 1
            found = ("compare", "=" if sign == "!=" else sign, found, self.counted())
            if negated or sign == "!=":
                found = ("not", found)

    def counted(self):
        word = self.take("no", "some", "lone", "one", "set")
        if word:
            return ("mult", word, self.bind() or self.sum())
        return self.sum()

    # Expressions

    def sum(self):
        return self.chain(("+", "-"), self.size)

    def size(self):
        if self.take("#"):
            return ("#", self.bind() or self.size())
        return self.chain(("++",), lambda: self.chain(("&",), self.arrow))

    def arrow(self):
        left = self.chain(("<:",), lambda: self.chain((":>",), self.join))
        before = after = "set"
        if self.peek() in ("one", "lone", "some", "set") and self.peek(1) == "->":
            before = self.take("one", "lone", "some", "set")
        if not self.take("->"):
            return left
        after = self.take("one", "lone", "some", "set") or after
        return ("->", left, self.bind() or self.arrow(), before, after)

    def join(self):
        if self.peek() == "disj" and self.peek(1) == "[":
            self.at += 2
            parts = self.several(self.expr)
            self.need("]")
            return ("disj", parts)
        found = self.unary()
        while True:
            if self.take("."):
                found = (".", found, self.bind() or self.unary())
            elif self.take("["):
                while not self.take("]"):
                    if not self.take(","):
                        found = (".", self.expr(), found)
                        if self.peek() not in (",", "]"):
                            raise Refused(f"line {self.line()}: `{self.peek()}` in a list of arguments")
            else:
                return found

    def unary(self):
        sign = self.take("~", "^", "*")
        if sign:
            return (sign, self.bind() or self.unary())
        return self.base()

    def base(self):
        kind, word, line = self.words[self.at]
        if self.take("("):
            found = self.expr()
            self.need(")")
            return found
        if self.peek() == "{" and self.begins_decl(1):
            self.at += 1
            decls = self.several(self.decl)
            body = ("block", []) if self.peek() == "}" else self.body()
            self.need("}")
            return ("set", decls, body)
        if self.peek() == "{":
            return self.block()
        self.at += 1
        if kind == "number":
            return ("number", int(word.replace("_", "")))
        if word == "@":
            return ("@", self.name())
        if kind == "name" and self.peek() not in ("$", "::"):
            return ("name", word, line)
        if kind == "word" and word in ("none", "univ", "iden", "this"):
            return ("name", word, line)
        raise Refused(f"line {line}: `{word}` is not read")


class Sig:
    """A sig: its parent by `extends`, or the sigs that it lies in, its multiplicity and its fields."""

    def __init__(self, name, abstract=False, mult="set", parent=None, within=None, equal=False):
        self.name, self.abstract, self.mult, self.parent = name, abstract, mult, parent
        self.within, self.equal, self.children, self.enum = within, equal, [], False


class Field:
    def __init__(self, name, sig, bound, definition):
        self.name, self.sig, self.bound, self.definition = name, sig, bound, definition


class Spec:
    """The paragraphs of a file."""

    def __init__(self, text):
        self.sigs, self.fields, self.funs, self.asserts = {}, [], {}, {}
        self.facts, self.appended, self.apart, self.spread, self.commands = [], [], [], [], []
        self.enums = []
        self.parser = Parser(text)
        while self.parser.kind() != "end":
            self.paragraph(self.parser)
        for sig in self.sigs.values():
            if sig.parent:
                if sig.parent not in self.sigs or self.sigs[sig.parent].within:
                    raise Refused(f"`{sig.name}` extends `{sig.parent}`")
                self.sigs[sig.parent].children.append(sig)

    def paragraph(self, p):
        line = p.line()
        if p.take("module"):
            p.name()
            refuse(p.peek() == "[", "modules with parameters are not read")
            return
        private = p.take("private")
        word = p.peek()
        if word in ("abstract", "one", "lone", "some", "sig", "private"):
            return self.read_sig(p)
        if p.take("enum"):
            return self.read_enum(p)
        if p.take("fact"):
            if p.kind() == "name":
                p.name()
            return self.facts.append((f"the fact of line {line}", p.block()))
        if p.take("assert"):
            name = p.name()
            self.asserts[name] = p.block()
            return None
        if p.take("pred", "fun"):
            return self.read_fun(p, word)
        if private is None and (word in ("run", "check") or p.kind() == "name" and p.peek(1) == ":"):
            return self.read_command(p)
        raise Refused(f"line {line}: `{word}` is not read")

    def read_sig(self, p):
        marks = []
        while not p.take("sig"):
            marks.append(p.take("abstract", "one", "lone", "some", "private"))
            refuse(marks[-1] is None, f"line {p.line()}: `{p.peek()}` before a sig is not read")
        names, parent, within, equal = p.several(p.name), None, None, False
        mult = next((m for m in marks if m in ("one", "lone", "some")), "set")
        if p.take("extends"):
            parent = p.name()
        else:
            equal = p.peek() == "="
            if p.take("in", "="):
                within = [p.name()]
                while p.take("+"):
                    within.append(p.name())
        p.need("{")
        decls = p.decls("}")
        fact = (p.line(), p.block()) if p.peek() == "{" else None
        for name in names:
            refuse(name in self.sigs, f"two sigs `{name}`")
            self.sigs[name] = Sig(name, "abstract" in marks, mult, parent, within, equal)
            for apart, fields, spread, bound, definition in decls:
                made = [Field(field, name, bound, definition) for field in fields]
                self.fields += made
                if apart and len(made) > 1:
                    self.apart.append(made)
                if spread:
                    self.spread += made
            if fact:
                self.appended.append((f"the fact of `{name}` in line {fact[0]}", name, fact[1]))

    def read_enum(self, p):
        name = p.name()
        p.need("{")
        values = p.several(p.name)
        p.need("}")
        self.enums.append((name, values))
        self.sigs[name] = Sig(name, abstract=True)
        self.sigs[name].enum = True
        for value in values:
            self.sigs[value] = Sig(value, mult="one", parent=name)

    def read_fun(self, p, kind):
        name, params = p.name(), []
        if p.take("."):
            params.append((False, ["this"], False, ("name", name, p.line()), False))
            name = p.name()
        if p.take("["):
            params += p.decls("]")
        elif p.take("("):
            params += p.decls(")")
        if kind == "fun":
            p.need(":")
            p.expr()
        refuse(name in self.funs, f"`{name}` is overloaded")
        self.funs[name] = (kind, params, p.block())

    def read_command(self, p):
        label = None
        if p.peek(1) == ":" and p.kind() == "name":
            label = p.name()
            p.need(":")
        kind, line, target = p.take("run", "check"), p.line(), None
        refuse(kind is None, f"line {line}: `{p.peek()}` is not read")
        if p.kind() == "name":
            target = p.name()
        block = p.block() if p.peek() == "{" else None
        if block is not None:
            label = label or target
        scope = read_scope(p) if p.take("for") else {}
        if p.take("expect"):
            p.take("=")
            p.at += 1
        refuse(p.peek() == "implies", f"line {line}: chains of commands are not read")
        self.commands.append((label, kind, target, block, scope, line))

    def command(self, key):
        for index, command in enumerate(self.commands):
            if key is None or command[0] == key:
                return command
        for command in self.commands:
            if command[2] == key and command[3] is None:
                return command
        if key.isdigit() and int(key) < len(self.commands):
            return self.commands[int(key)]
        raise Refused(f"there is no command `{key}`")


def read_scope(p):
    """A scope: the default under None, and for each name (least, greatest, exact)."""
    scope = {}
    if p.kind() == "number" and p.kind(1) != "name" and p.peek(1) not in ("..", ":", "Int", "int", "seq", "String", "steps"):
        p.at += 1
        scope[None] = int(p.words[p.at - 1][1])
        if not p.take("but"):
            return scope
    for sig, size in p.several(lambda: read_size(p)):
        scope[sig] = size
    return scope


def read_size(p):
    exact = bool(p.take("exactly"))
    refuse(p.kind() != "number", f"line {p.line()}: `{p.peek()}` in a scope is not read")
    p.at += 1
    least = most = int(p.words[p.at - 1][1])
    ranged = bool(p.take(".."))
    if ranged:
        refuse(p.kind() != "number", f"line {p.line()}: a scope without end")
        p.at += 1
        most = int(p.words[p.at - 1][1])
    sig = "Int" if p.take("Int", "int") else p.name() if p.kind() == "name" else p.peek()
    refuse(sig in ("seq", "String", "steps", ":"), f"a scope of `{sig}` is not read")
    if sig == "Int":
        return sig, (least, most, ranged)
    if not exact and not ranged:
        least = 0
    return sig, (least, most, least == most and (exact or ranged))


class Atoms:
    """The sizes of the sigs, and which atoms each sig surely has (`low`) and may have (`high`)."""

    def __init__(self, spec, scope, problem):
        self.spec, self.scope, self.problem = spec, scope, problem
        self.tops = [s for s in spec.sigs.values() if not s.parent and not s.within]
        self.size, self.exact, self.least = {}, set(), {}
        self.explicit()
        self.derive()
        self.own = {}
        for top in self.tops:
            self.make(top)
        self.low, self.high = {}, {}
        for top in self.tops:
            self.match(top)

    def explicit(self):
        for name, size in self.scope.items():
            if name in (None, "Int"):
                continue
            sig = self.spec.sigs.get(name)
            if sig is None or sig.within or sig.enum or (sig.parent and self.spec.sigs[sig.parent].enum):
                raise Refused(f"a scope of `{name}`")
            refuse(sig.parent and size[0] and not size[2], f"a range for `{name}`, which extends another sig")
            self.size[name], self.least[name] = size[1], size[0]
            if size[2]:
                self.exact.add(name)
        for sig in self.spec.sigs.values():
            if sig.mult == "one" and not sig.within:
                refuse(self.size.get(sig.name, 1) != 1, f"a scope of `{sig.name}` that is not 1")
                self.size[sig.name] = 1
                self.exact.add(sig.name)
            if sig.mult == "lone" and not sig.within:
                self.size[sig.name] = min(1, self.size.get(sig.name, 1))

    def derive(self):
        """Alloy's order: abstract sigs first, then the default, then a child from its parent."""
        overall = self.scope.get(None, None if set(self.scope) - {"Int"} else 3)
        sigs = list(self.spec.sigs.values())
        while self.from_abstract(sigs) or self.from_default(overall) or self.from_parent(sigs):
            pass
        for sig in sigs:
            refuse(sig.name not in self.size and not sig.within, f"`{sig.name}` has no scope")

    def from_abstract(self, sigs):
        for sig in sigs:
            open_ = [c for c in sig.children if c.name not in self.size]
            if not sig.abstract or not sig.children or sig.within:
                continue
            total = sum(self.size[c.name] for c in sig.children if c not in open_)
            if sig.name not in self.size and not open_:
                self.size[sig.name] = total
                return True
            if sig.name in self.size and len(open_) == 1:
                self.size[open_[0].name] = max(0, self.size[sig.name] - total)
                return True
        return False

    def from_default(self, overall):
        missing = [t for t in self.tops if t.name not in self.size]
        if overall is None or not missing:
            return False
        self.size.update({top.name: overall for top in missing})
        return True

    def from_parent(self, sigs):
        missing = [s for s in sigs if s.parent and s.name not in self.size]
        for sig in missing:
            if sig.parent in self.size:
                self.size[sig.name] = self.size[sig.parent]
        return any(sig.name in self.size for sig in missing)

    def make(self, sig):
        """The number of atoms that a sig surely has. Exact sigs, and those at the top, have atoms of their own."""
        low = sum(self.make(child) for child in sig.children)
        self.size[sig.name] = max(self.size[sig.name], low)
        self.own[sig.name] = 0
        if sig.name in self.exact or not sig.parent:
            self.own[sig.name] = self.size[sig.name] - low
            low = self.size[sig.name]
        return low

    def below(self, sig):
        return {sig.name}.union(*[self.below(child) for child in sig.children])

    def match(self, top):
        """The atoms of the certificate that a sig at the top has."""
        named = [relation for relation, _, _ in self.problem["population"] if relation.rsplit("#", 1)[0] == top.name]
        atoms = sorted(t[0] for relation, t, _ in self.problem["population"] if named and relation == named[0])
        if len(atoms) != self.size[top.name]:
            raise Differs(f"`{top.name}` has {self.size[top.name]} atoms by the scope, and {len(atoms)} in problem.json")
        self.surely(top, set(atoms))
        self.possibly(top, set(atoms))

    def surely(self, sig, atoms):
        """An exact child has atoms of its own if problem.json knows so many. Which these are is a matter of names."""
        low = set().union(*[self.surely(child, atoms) for child in sig.children])
        if not sig.parent:
            low = atoms if sig.name in self.exact else low
        elif sig.name in self.exact:
            cells = [(t[0], v) for r, t, v in self.problem["order"] if r.rsplit("#", 1)[0] == sig.name and len(t) == 1]
            known = {a for a, value in cells if value is True and a in atoms}
            low = known if low <= known and len(known) == self.size[sig.name] else low
        self.low[sig.name] = low
        return low

    def possibly(self, sig, atoms):
        self.high[sig.name] = atoms
        free = atoms - set().union(*[self.low[c.name] for c in sig.children])
        for child in sig.children:
            low = self.low[child.name]
            self.possibly(child, low | free if self.size[child.name] > len(low) else low)

    def integers(self):
        least, most, ranged = self.scope.get("Int", (4, 4, False))
        return (least, most) if ranged else (-(1 << most >> 1), (1 << most >> 1) - 1)
