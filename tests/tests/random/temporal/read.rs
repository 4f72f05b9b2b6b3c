//! From text to the witness's tree: as much of the language as its answers and its own specs need.
//!
//! A second reading of precedence, from the text of the rules alone. What is written as text is read again and must be the same.

use super::tree::{
    BinaryOp, Command, Comparison, Connective, Declaration, Expr, Field, Formula, Function,
    Multiplicity, Named, Order, Parent, Predicate, Quantifier, Scope, Sig, Spec, TemporalOp,
    TemporalPair, UnaryOp,
};

type Read<T> = Result<T, String>;

/// A spec for each command, with the command's label.
///
/// # Errors
/// The first thing that is not read.
pub fn read(text: &str) -> Read<Vec<(String, Spec)>> {
    let mut reader = Reader::new(text)?;
    reader.announce();
    while reader.at < reader.tokens.len() {
        reader.paragraph()?;
    }
    let spec = reader.spec;
    let with = |(label, command): (String, Command)| (label, Spec { command, ..spec.clone() });
    Ok(reader.commands.into_iter().map(with).collect())
}

struct Reader {
    tokens: Vec<String>,
    at: usize,
    /// All names that paragraphs declare, in order.
    sigs: Vec<String>,
    predicates: Vec<String>,
    functions: Vec<String>,
    /// What is read so far.
    spec: Spec,
    commands: Vec<(String, Command)>,
    /// Variables that are bound here.
    bound: Vec<String>,
    /// The sig whose fields are meant by their names alone.
    this: Option<usize>,
    ordered: Option<String>,
}

const SYMBOLS: [&str; 14] =
    ["<=>", "=>", "->", "++", "<:", ":>", "!=", "=<", ">=", "<=", "&&", "||", "..", "--"];

fn tokens(text: &str) -> Read<Vec<String>> {
    let (mut tokens, mut rest) = (Vec::new(), text.trim_start());
    while let Some(first) = rest.chars().next() {
        if rest.starts_with("--") || rest.starts_with("//") {
            rest = rest.split_once('\n').map_or("", |(_, after)| after).trim_start();
            continue;
        }
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let length = if is_word(first) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else if let Some(symbol) = SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol)) {
            symbol.len()
        } else if first.is_ascii() {
            1
        } else {
            return Err(format!("no token: {rest}"));
        };
        tokens.push(rest[..length].to_owned());
        rest = rest[length..].trim_start();
    }
    Ok(tokens)
}

/// The reader of formulas and expressions goes back here when what it tried was something else.
type Place = usize;

impl Reader {
    fn new(text: &str) -> Read<Reader> {
        let command = Command {
            is_check: false,
            parameters: Vec::new(),
            goal: Formula::Constant(true),
            named: None,
            overall: 3,
            scopes: Vec::new(),
            steps: [1, 10],
        };
        let spec = Spec {
            sigs: Vec::new(),
            fields: Vec::new(),
            facts: Vec::new(),
            predicates: Vec::new(),
            functions: Vec::new(),
            command,
        };
        Ok(Reader {
            tokens: tokens(text)?,
            at: 0,
            sigs: Vec::new(),
            predicates: Vec::new(),
            functions: Vec::new(),
            spec,
            commands: Vec::new(),
            bound: Vec::new(),
            this: None,
            ordered: None,
        })
    }

    fn peek(&self) -> &str {
        self.tokens.get(self.at).map_or("", String::as_str)
    }

    fn next(&mut self) -> String {
        self.at += 1;
        self.tokens.get(self.at - 1).cloned().unwrap_or_default()
    }

    fn take(&mut self, token: &str) -> bool {
        let is_next = self.peek() == token;
        self.at += usize::from(is_next);
        is_next
    }

    fn expect(&mut self, token: &str) -> Read<()> {
        if self.take(token) { Ok(()) } else { self.fail(token) }
    }

    fn fail<T>(&self, wanted: &str) -> Read<T> {
        let around = self.tokens[self.at.min(self.tokens.len())..].iter().take(6);
        let around: Vec<&str> = around.map(String::as_str).collect();
        Err(format!("{wanted} is wanted at token {}: {}", self.at, around.join(" ")))
    }

    fn name(&mut self) -> Read<String> {
        if self.peek().starts_with(|c: char| c.is_ascii_alphabetic()) {
            return Ok(self.next());
        }
        self.fail("a name")
    }

    /// One of these words, if it is next.
    fn word<T: Copy>(&mut self, words: &[(&str, T)]) -> Option<T> {
        let found = words.iter().find(|(word, _)| *word == self.peek())?;
        self.at += 1;
        Some(found.1)
    }

    fn list<T>(&mut self, mut one: impl FnMut(&mut Reader) -> Read<T>) -> Read<Vec<T>> {
        let mut all = vec![one(self)?];
        while self.take(",") {
            all.push(one(self)?);
        }
        Ok(all)
    }

    /// Finds the names of all paragraphs.
    fn announce(&mut self) {
        let (mut depth, mut at) = (0, 0);
        while at < self.tokens.len() {
            let token = self.tokens[at].as_str();
            let name = self.tokens.get(at + 1).cloned().unwrap_or_default();
            match token {
                "{" => depth += 1,
                "}" => depth -= 1,
                "sig" => {
                    self.sigs.push(name);
                    while self.tokens[at + 2] == "," {
                        at += 2;
                        self.sigs.push(self.tokens[at + 1].clone());
                    }
                }
                "pred" => self.predicates.push(name),
                "let" if depth == 0 => self.predicates.push(name),
                "fun" => self.functions.push(name),
                _ => {}
            }
            at += 1;
        }
    }

    fn paragraph(&mut self) -> Read<()> {
        match self.peek() {
            "open" => self.ordering(),
            "fact" => {
                self.next();
                if self.peek() != "{" {
                    self.name()?;
                }
                let fact = self.block()?;
                self.spec.facts.push(fact);
                Ok(())
            }
            "pred" | "let" => self.predicate(),
            "fun" => self.function(),
            "run" | "check" => self.command(),
            _ => self.sig(),
        }
    }

    fn ordering(&mut self) -> Read<()> {
        for token in ["open", "util", "/", "ordering", "["] {
            self.expect(token)?;
        }
        self.ordered = Some(self.name()?);
        self.expect("]")
    }

    fn sig_named(&self, name: &str) -> Read<usize> {
        let found = self.sigs.iter().position(|known| known == name);
        found.ok_or_else(|| format!("no sig {name}"))
    }

    fn sig(&mut self) -> Read<()> {
        let (mut is_variable, mut is_abstract) = (false, false);
        let mut multiplicity = Multiplicity::Set;
        loop {
            match self.peek() {
                "var" => is_variable = true,
                "abstract" => is_abstract = true,
                _ => match self.multiplicity() {
                    Some(read) => {
                        multiplicity = read;
                        continue;
                    }
                    None => break,
                },
            }
            self.next();
        }
        self.expect("sig")?;
        let names = self.list(Reader::name)?;
        let parent = if self.take("extends") {
            let parent = self.name()?;
            Parent::Extends(self.sig_named(&parent)?)
        } else if self.take("in") {
            let parent = self.name()?;
            Parent::In(self.sig_named(&parent)?)
        } else {
            Parent::Top
        };
        let first = self.spec.sigs.len();
        for name in names {
            let is_ordered = self.ordered.as_ref() == Some(&name);
            self.spec.sigs.push(Sig {
                name,
                is_variable,
                is_abstract,
                multiplicity,
                parent,
                appended: Vec::new(),
                is_ordered,
            });
        }
        self.expect("{")?;
        while !self.take("}") {
            self.field(first)?;
            self.take(",");
        }
        if self.peek() == "{" {
            self.this = Some(first);
            let fact = self.block()?;
            self.this = None;
            self.spec.sigs[first].appended.push(fact);
        }
        Ok(())
    }

    fn field(&mut self, owner: usize) -> Read<()> {
        let is_variable = self.take("var");
        let names = self.list(Reader::name)?;
        self.expect(":")?;
        if self.peek() == "disj" {
            return self.fail("no `disj`");
        }
        let multiplicity = self.multiplicity().unwrap_or(Multiplicity::One);
        let range = self.expr()?;
        let mut plain = &range;
        while let Expr::Prime(inner) = plain {
            plain = inner;
        }
        if !matches!(plain, Expr::Sig(_) | Expr::Binary(BinaryOp::Union, _)) {
            return self.fail("a field of two columns to a sig before");
        }
        for name in names {
            let range = range.clone();
            self.spec.fields.push(Field { name, owner, is_variable, multiplicity, range });
        }
        Ok(())
    }

    fn multiplicity(&mut self) -> Option<Multiplicity> {
        self.word(&[
            ("one", Multiplicity::One),
            ("lone", Multiplicity::Lone),
            ("some", Multiplicity::Some),
            ("set", Multiplicity::Set),
        ])
    }

    fn predicate(&mut self) -> Read<()> {
        let is_macro = self.next() == "let";
        let name = self.name()?;
        let parameters = self.parameters(is_macro)?;
        let body = if is_macro {
            self.expect("=")?;
            self.formula()
        } else {
            self.block()
        };
        self.bound.clear();
        self.spec.predicates.push(Predicate { name, parameters, body: body? });
        Ok(())
    }

    fn function(&mut self) -> Read<()> {
        self.next();
        let name = self.name()?;
        let parameters = self.parameters(false)?;
        self.expect(":")?;
        self.multiplicity();
        let range = self.expr()?;
        self.expect("{")?;
        let body = self.expr()?;
        self.expect("}")?;
        self.bound.clear();
        self.spec.functions.push(Function { name, parameters, range, body });
        Ok(())
    }

    fn parameters(&mut self, is_macro: bool) -> Read<Vec<Declaration>> {
        if !self.take("[") {
            return Ok(Vec::new());
        }
        let parameters = if is_macro {
            let one = |name: String| Declaration::one(&name, Expr::Universe);
            self.list(Reader::name)?.into_iter().map(one).collect()
        } else {
            self.list(Reader::declaration)?
        };
        self.expect("]")?;
        for declaration in &parameters {
            self.bound.extend(declaration.names.iter().cloned());
        }
        Ok(parameters)
    }

    /// Does not bind its names.
    fn declaration(&mut self) -> Read<Declaration> {
        let is_disjoint = self.take("disj");
        // A comma may be followed by another declaration, or by another name of this one.
        let mut names = vec![self.name()?];
        while self.take(",") {
            names.push(self.name()?);
        }
        self.expect(":")?;
        let multiplicity = self.multiplicity().unwrap_or(Multiplicity::One);
        let domain = self.expr()?;
        Ok(Declaration { is_disjoint, names, multiplicity, domain })
    }

    fn command(&mut self) -> Read<()> {
        let is_check = self.next() == "check";
        let mut label = String::new();
        if self.peek() != "{" {
            label = self.name()?;
        }
        let mut named = None;
        let (mut parameters, goal) = if self.peek() == "{" {
            (Vec::new(), self.block()?)
        } else {
            let spec = &self.spec;
            let predicate = spec.predicates.iter().position(|it| it.name == label);
            let function = spec.functions.iter().position(|it| it.name == label);
            let found = predicate.map(Named::Predicate).or(function.map(Named::Function));
            named = found.filter(|_| label != "goal");
            spec.named_goal(found.ok_or_else(|| format!("no predicate {label}"))?)
        };
        if is_check {
            parameters.clear();
        }
        let mut command = Command {
            is_check,
            parameters,
            goal,
            named,
            overall: 3,
            scopes: Vec::new(),
            steps: [1, 10],
        };
        if self.take("for") {
            self.scopes(&mut command)?;
        }
        if self.take("expect") {
            self.next();
        }
        self.commands.push((label, command));
        Ok(())
    }

    fn number(&mut self) -> Read<usize> {
        let number = self.peek().parse().or_else(|_| self.fail("a number"))?;
        self.at += 1;
        Ok(number)
    }

    fn scopes(&mut self, command: &mut Command) -> Read<()> {
        let start = self.at;
        let is_overall = self.number().is_ok()
            && (matches!(self.peek(), "but" | "expect" | "run" | "check" | "")
                || self.at == self.tokens.len());
        self.at = start;
        if is_overall {
            command.overall = self.number()?;
            if !self.take("but") {
                return Ok(());
            }
        }
        self.list(|reader| reader.scope(command))?;
        Ok(())
    }

    fn scope(&mut self, command: &mut Command) -> Read<()> {
        let is_exact = self.take("exactly");
        let least = self.number()?;
        let most = if self.take("..") { Some(self.number()?) } else { None };
        if self.take("steps") {
            let first = if is_exact { least } else { 1 };
            command.steps = most.map_or([first, least], |most| [least, most]);
            return Ok(());
        }
        let name = self.name()?;
        if name == "Int" {
            // No atom stands for an integer here.
            return Ok(());
        }
        let sig = self.sig_named(&name)?;
        command.scopes.push(Scope { sig, is_exact, size: least });
        Ok(())
    }

    /// Lines in braces: all of them.
    fn block(&mut self) -> Read<Formula> {
        self.expect("{")?;
        let mut lines = Vec::new();
        while !self.take("}") {
            lines.push(self.formula()?);
        }
        Ok(Formula::all(lines))
    }

    fn formula(&mut self) -> Read<Formula> {
        let first = self.binder()?;
        if !self.take(";") {
            return Ok(first);
        }
        Ok(Formula::connected(Connective::Then, first, self.formula()?))
    }

    /// Quantifiers and `let` reach to the right as far as possible.
    fn binder(&mut self) -> Read<Formula> {
        match self.bound_formula()? {
            Some(formula) => Ok(formula),
            None => self.or(),
        }
    }

    fn bound_formula(&mut self) -> Read<Option<Formula>> {
        let start = self.at;
        if self.take("let") {
            let (name, value) = self.let_value()?;
            let body = self.body(std::slice::from_ref(&name))?;
            return Ok(Some(Formula::Let(name, Box::new(value), Box::new(body))));
        }
        let quantifier = self.word(&[
            ("all", Quantifier::All),
            ("some", Quantifier::Some),
            ("no", Quantifier::No),
            ("one", Quantifier::One),
            ("lone", Quantifier::Lone),
        ]);
        let Some(quantifier) = quantifier else { return Ok(None) };
        if !self.is_declaration() {
            self.at = start;
            return Ok(None);
        }
        self.quantified(quantifier).map(Some)
    }

    /// True if names and a colon are next.
    fn is_declaration(&self) -> bool {
        let mut at = self.at + usize::from(self.peek() == "disj");
        loop {
            match self.tokens.get(at + 1).map(String::as_str) {
                Some(",") => at += 2,
                other => return other == Some(":"),
            }
        }
    }

    /// Several declarations are quantifiers one in the other.
    fn quantified(&mut self, quantifier: Quantifier) -> Read<Formula> {
        let declaration = self.declaration()?;
        let names = declaration.names.clone();
        let body = if self.take(",") {
            if matches!(quantifier, Quantifier::One | Quantifier::Lone | Quantifier::No) {
                return self.fail("one declaration");
            }
            self.bound.extend(names.iter().cloned());
            let body = self.quantified(quantifier);
            self.bound.truncate(self.bound.len() - names.len());
            body?
        } else {
            self.body(&names)?
        };
        Ok(Formula::Quantified(quantifier, Box::new(declaration), Box::new(body)))
    }

    fn body(&mut self, names: &[String]) -> Read<Formula> {
        self.bound.extend(names.iter().cloned());
        let body = if self.peek() == "{" {
            self.block()
        } else {
            self.expect("|").and_then(|()| self.binder())
        };
        self.bound.truncate(self.bound.len() - names.len());
        body
    }

    fn let_value(&mut self) -> Read<(String, Expr)> {
        let name = self.name()?;
        self.expect("=")?;
        Ok((name, self.expr()?))
    }

    fn or(&mut self) -> Read<Formula> {
        let mut left = self.iff()?;
        while self.take("or") || self.take("||") {
            let right = match self.bound_formula()? {
                Some(formula) => formula,
                None => self.iff()?,
            };
            left = Formula::connected(Connective::Or, left, right);
        }
        Ok(left)
    }

    fn iff(&mut self) -> Read<Formula> {
        let mut left = self.implies()?;
        while self.take("iff") || self.take("<=>") {
            left = Formula::connected(Connective::Iff, left, self.implies()?);
        }
        Ok(left)
    }

    fn implies(&mut self) -> Read<Formula> {
        let left = self.and()?;
        if !(self.take("implies") || self.take("=>")) {
            return Ok(left);
        }
        let right = match self.bound_formula()? {
            Some(formula) => formula,
            None => self.implies()?,
        };
        if !self.take("else") {
            return Ok(Formula::connected(Connective::Implies, left, right));
        }
        Ok(Formula::If(Box::new([left, right, self.implies()?])))
    }

    fn and(&mut self) -> Read<Formula> {
        let mut left = self.until()?;
        while self.take("and") || self.take("&&") {
            let right = match self.bound_formula()? {
                Some(formula) => formula,
                None => self.until()?,
            };
            left = Formula::and(left, right);
        }
        Ok(left)
    }

    fn until(&mut self) -> Read<Formula> {
        let mut left = self.prefix()?;
        let words = [
            ("until", TemporalPair::Until),
            ("releases", TemporalPair::Releases),
            ("since", TemporalPair::Since),
            ("triggered", TemporalPair::Triggered),
        ];
        while let Some(op) = self.word(&words) {
            left = Formula::Paired(op, Box::new([left, self.prefix()?]));
        }
        Ok(left)
    }

    fn prefix(&mut self) -> Read<Formula> {
        let words = [
            ("always", TemporalOp::Always),
            ("eventually", TemporalOp::Eventually),
            ("after", TemporalOp::After),
            ("historically", TemporalOp::Historically),
            ("once", TemporalOp::Once),
            ("before", TemporalOp::Before),
        ];
        if let Some(op) = self.word(&words) {
            return Ok(Formula::temporal(op, self.operand()?));
        }
        if self.take("not") || self.take("!") {
            return Ok(Formula::Not(Box::new(self.operand()?)));
        }
        self.atom()
    }

    /// Of a prefix: a quantifier may follow at once.
    fn operand(&mut self) -> Read<Formula> {
        match self.bound_formula()? {
            Some(formula) => Ok(formula),
            None => self.prefix(),
        }
    }

    fn atom(&mut self) -> Read<Formula> {
        let start: Place = self.at;
        let words = [
            ("some", Quantifier::Some),
            ("no", Quantifier::No),
            ("one", Quantifier::One),
            ("lone", Quantifier::Lone),
        ];
        if let Some(word) = self.word(&words) {
            return Ok(Formula::Count(word, Box::new(self.expr()?)));
        }
        if let Some(id) = self.predicates.iter().position(|name| name == self.peek()) {
            self.at += 1;
            return Ok(Formula::Call(id, self.arguments()?));
        }
        if self.take("#") {
            return self.size();
        }
        match self.comparison() {
            Ok(formula) => Ok(formula),
            Err(why) => {
                self.at = start;
                if self.peek() == "{" {
                    return self.block();
                }
                if !self.take("(") {
                    return Err(why);
                }
                let formula = self.formula()?;
                self.expect(")")?;
                Ok(formula)
            }
        }
    }

    fn size(&mut self) -> Read<Formula> {
        let of = Box::new(self.join()?);
        let words = [("<", Order::Less), ("=", Order::Equal), (">", Order::Greater)];
        let Some(order) = self.word(&words) else { return self.fail("a sign") };
        Ok(Formula::Size(of, order, self.number()?))
    }

    fn comparison(&mut self) -> Read<Formula> {
        let left = self.expr()?;
        let words =
            [("in", Comparison::In), ("=", Comparison::Equal), ("!=", Comparison::NotEqual)];
        let is_denied = self.take("not") || self.take("!");
        let Some(op) = self.word(&words) else { return self.fail("a comparison") };
        let op = match (op, is_denied) {
            (op, false) => op,
            (Comparison::In, true) => Comparison::NotIn,
            _ => return self.fail("`not in`"),
        };
        Ok(Formula::Compare(op, Box::new([left, self.expr()?])))
    }

    fn arguments(&mut self) -> Read<Vec<Expr>> {
        if !self.take("[") {
            return Ok(Vec::new());
        }
        let all = self.list(Reader::expr)?;
        self.expect("]")?;
        Ok(all)
    }

    fn expr(&mut self) -> Read<Expr> {
        let words = [("+", BinaryOp::Union), ("-", BinaryOp::Difference)];
        self.left(&words, |reader| {
            reader.left(&[("++", BinaryOp::Override)], |reader| {
                reader.left(&[("&", BinaryOp::Intersection)], |reader| {
                    reader.left(&[("->", BinaryOp::Product)], |reader| {
                        reader.left(&[("<:", BinaryOp::Domain)], |reader| {
                            reader.left(&[(":>", BinaryOp::Range)], Reader::join)
                        })
                    })
                })
            })
        })
    }

    fn left(
        &mut self,
        words: &[(&str, BinaryOp)],
        operand: fn(&mut Reader) -> Read<Expr>,
    ) -> Read<Expr> {
        let mut left = operand(self)?;
        while let Some(op) = self.word(words) {
            left = of_all(Expr::binary(op, left, operand(self)?));
        }
        Ok(left)
    }

    /// `.` and box are of one level.
    fn join(&mut self) -> Read<Expr> {
        let mut left = self.primed()?;
        loop {
            if self.take(".") {
                left = Expr::binary(BinaryOp::Join, left, self.primed()?);
            } else if self.take("[") {
                for argument in self.list(Reader::expr)? {
                    left = Expr::binary(BinaryOp::Join, argument, left);
                }
                self.expect("]")?;
            } else {
                return Ok(left);
            }
        }
    }

    fn primed(&mut self) -> Read<Expr> {
        let mut expr = self.closed()?;
        while self.take("'") {
            expr = expr.prime();
        }
        Ok(expr)
    }

    fn closed(&mut self) -> Read<Expr> {
        let words =
            [("~", UnaryOp::Transpose), ("^", UnaryOp::Closure), ("*", UnaryOp::ReflexiveClosure)];
        match self.word(&words) {
            Some(op) => Ok(Expr::Unary(op, Box::new(self.closed()?))),
            None => self.primary(),
        }
    }

    fn primary(&mut self) -> Read<Expr> {
        if self.take("(") {
            return self.parenthesised();
        }
        if self.take("{") {
            let declaration = self.declaration()?;
            let [name] = &declaration.names[..] else { return self.fail("one name") };
            let body = self.body(std::slice::from_ref(name))?;
            self.expect("}")?;
            let domain = Box::new(declaration.domain);
            return Ok(Expr::Comprehension(name.clone(), domain, Box::new(body)));
        }
        let start = self.at;
        let name = self.name()?;
        if self.bound.contains(&name) || self.this.is_some() && name == "this" {
            return Ok(Expr::Name(name));
        }
        if let Ok(id) = self.sig_named(&name) {
            return Ok(Expr::Sig(id));
        }
        if let Some(id) = self.spec.fields.iter().position(|field| field.name == name) {
            let is_own = self.this == Some(self.spec.fields[id].owner);
            return Ok(if is_own { Expr::Own(id) } else { Expr::Field(id) });
        }
        if let Some(id) = self.functions.iter().position(|known| *known == name) {
            // Arguments, not a box, and no prime at once.
            let arguments = self.arguments()?;
            if self.peek() == "'" && !arguments.is_empty() {
                return self.fail("no prime of a call");
            }
            return Ok(Expr::Call(id, arguments));
        }
        match name.as_str() {
            "none" => Ok(Expr::None),
            "univ" => Ok(Expr::Universe),
            "iden" => Ok(Expr::Identity),
            "Int" => Ok(Expr::None),
            "first" if self.ordered.is_some() => Ok(Expr::First),
            "last" if self.ordered.is_some() => Ok(Expr::Last),
            _ => {
                self.at = start;
                self.fail("a known name")
            }
        }
    }

    fn parenthesised(&mut self) -> Read<Expr> {
        let start: Place = self.at;
        if self.take("let") {
            let (name, value) = self.let_value()?;
            self.bound.push(name.clone());
            let body = self.expect("|").and_then(|()| self.expr());
            self.bound.pop();
            let parts = Box::new([value, body?]);
            self.expect(")")?;
            return Ok(Expr::Let(name, parts));
        }
        if let Ok(inner) = self.expr()
            && self.take(")")
        {
            return Ok(inner);
        }
        self.at = start;
        let condition = self.and()?;
        if !(self.take("implies") || self.take("=>")) {
            return self.fail("`implies`");
        }
        let first = self.expr()?;
        self.expect("else")?;
        let second = self.expr()?;
        self.expect(")")?;
        Ok(Expr::If(Box::new(condition), Box::new([first, second])))
    }
}

/// What the tree has a node for: there are no integers among the atoms.
fn of_all(expr: Expr) -> Expr {
    let Expr::Binary(op, sides) = &expr else { return expr };
    match (op, &**sides) {
        (BinaryOp::Difference, [Expr::Universe, Expr::None]) => Expr::Universe,
        (BinaryOp::Domain, [Expr::Universe, inner @ Expr::Identity]) => inner.clone(),
        (BinaryOp::Domain, [Expr::Universe, inner @ Expr::Unary(op, _)])
            if *op == UnaryOp::ReflexiveClosure =>
        {
            inner.clone()
        }
        _ => expr,
    }
}
