//! A spec as text, with no more parentheses than precedence asks for, or with all.

use std::fmt::{self, Display, Write};

use super::tree::{
    BinaryOp, Command, Comparison, Connective, Declaration, Expr, Formula, Multiplicity, Named,
    Order, Parent, Quantifier, Spec, TemporalOp, TemporalPair, UnaryOp,
};

/// How tightly things bind, the loosest first. Quantifiers and `let` reach as far to the right as they can.
mod level {
    pub const THEN: usize = 0;
    pub const BINDER: usize = 1;
    pub const OR: usize = 2;
    pub const IFF: usize = 3;
    pub const IMPLIES: usize = 4;
    pub const AND: usize = 5;
    pub const UNTIL: usize = 6;
    pub const PREFIX: usize = 7;
    pub const ATOM: usize = 8;

    pub const UNION: usize = 10;
    pub const OVERRIDE: usize = 12;
    pub const INTERSECTION: usize = 13;
    pub const PRODUCT: usize = 14;
    pub const DOMAIN: usize = 15;
    pub const RANGE: usize = 16;
    pub const JOIN: usize = 17;
    pub const PRIME: usize = 18;
    pub const CLOSURE: usize = 19;
    pub const NAME: usize = 20;
}

pub struct Text<'s> {
    pub spec: &'s Spec,
    /// In parentheses is whatever has parts.
    pub is_explicit: bool,
}

impl Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Text { spec: self, is_explicit: false }.whole())
    }
}

impl Text<'_> {
    pub fn whole(&self) -> String {
        let (spec, mut text) = (self.spec, String::new());
        for sig in spec.sigs.iter().filter(|sig| sig.is_ordered) {
            self.line(&mut text, &format!("open util/ordering[{}]", sig.name));
        }
        for id in 0..spec.sigs.len() {
            self.line(&mut text, &self.sig(id));
        }
        for predicate in &spec.predicates {
            let (declared, body) =
                (self.declared(&predicate.parameters), self.block(&predicate.body));
            self.line(&mut text, &format!("pred {}{declared} {body}", predicate.name));
        }
        for function in &spec.functions {
            let (declared, body) = (self.declared(&function.parameters), self.expr(&function.body));
            let range = self.expr(&function.range);
            self.line(
                &mut text,
                &format!("fun {}{declared}: set {range} {{ {body} }}", function.name),
            );
        }
        for fact in &spec.facts {
            self.line(&mut text, &format!("fact {}", self.block(fact)));
        }
        text + &self.command(&spec.command)
    }

    fn line(&self, text: &mut String, line: &str) {
        writeln!(text, "{line}").expect("a string takes everything");
    }

    fn sig(&self, id: usize) -> String {
        let (spec, sig) = (self.spec, &self.spec.sigs[id]);
        let mut line = String::new();
        line.push_str(if sig.is_variable { "var " } else { "" });
        line.push_str(if sig.is_abstract { "abstract " } else { "" });
        line.push_str(match sig.multiplicity {
            Multiplicity::Set => "",
            Multiplicity::One => "one ",
            Multiplicity::Lone => "lone ",
            Multiplicity::Some => "some ",
        });
        let parent = match sig.parent {
            Parent::Top => String::new(),
            Parent::Extends(parent) => format!(" extends {}", spec.sigs[parent].name),
            Parent::In(parent) => format!(" in {}", spec.sigs[parent].name),
        };
        let fields = spec.fields.iter().filter(|field| field.owner == id).map(|field| {
            let var = if field.is_variable { "var " } else { "" };
            let word = word(field.multiplicity);
            format!("{var}{}: {word} {}", field.name, self.expr(&field.range))
        });
        let fields: Vec<String> = fields.collect();
        let appended = sig.appended.iter().map(|fact| self.formula(fact, level::THEN));
        let appended: Vec<String> = appended.collect();
        let appended = if appended.is_empty() {
            String::new()
        } else {
            format!(" {{ {} }}", appended.join("\n  "))
        };
        format!("{line}sig {}{parent} {{ {} }}{appended}", sig.name, fields.join(", "))
    }

    fn command(&self, command: &Command) -> String {
        let goal = self.block(&command.goal);
        let named = command.named.map(|named| match named {
            Named::Predicate(id) => &self.spec.predicates[id].name,
            Named::Function(id) => &self.spec.functions[id].name,
        });
        let what = match (command.is_check, command.parameters.is_empty()) {
            _ if named.is_some() => format!("run {}", named.expect("just seen")),
            (true, _) => format!("check {goal}"),
            (false, true) => format!("run {goal}"),
            (false, false) => {
                format!("pred goal{} {goal}\nrun goal", self.declared(&command.parameters))
            }
        };
        let scopes = command.scopes.iter().map(|scope| {
            let exactly = if scope.is_exact { "exactly " } else { "" };
            format!(", {exactly}{} {}", scope.size, self.spec.sigs[scope.sig].name)
        });
        let [least, most] = command.steps;
        let scopes: String = scopes.collect();
        format!("{what} for {} but {least}..{most} steps{scopes}\n", command.overall)
    }

    fn declared(&self, declarations: &[Declaration]) -> String {
        if declarations.is_empty() {
            return String::new();
        }
        let all: Vec<String> =
            declarations.iter().map(|declaration| self.declaration(declaration)).collect();
        format!("[{}]", all.join(", "))
    }

    fn declaration(&self, declaration: &Declaration) -> String {
        let disj = if declaration.is_disjoint { "disj " } else { "" };
        let names = declaration.names.join(", ");
        let word = match declaration.multiplicity {
            Multiplicity::One => "",
            other => word(other),
        };
        let space = if word.is_empty() { "" } else { " " };
        format!("{disj}{names}: {word}{space}{}", self.expr(&declaration.domain))
    }

    /// A conjunction as lines.
    fn block(&self, formula: &Formula) -> String {
        match formula {
            Formula::Constant(true) => "{ }".to_owned(),
            Formula::Connected(Connective::And, sides) if !self.is_explicit => {
                let [a, b] = [0, 1].map(|at| self.formula(&sides[at], level::THEN));
                format!("{{ {a}\n  {b} }}")
            }
            other => format!("{{ {} }}", self.formula(other, level::THEN)),
        }
    }

    /// In parentheses if it binds less tightly than that.
    fn formula(&self, formula: &Formula, least: usize) -> String {
        let of = |formula: &Formula, least: usize| self.formula(formula, least);
        let (own, text) = match formula {
            Formula::Constant(true) => (level::ATOM, "{ }".to_owned()),
            Formula::Constant(false) => (level::ATOM, "some none".to_owned()),
            Formula::Not(inner) => (level::PREFIX, format!("not {}", of(inner, level::PREFIX))),
            Formula::Connected(op, sides) => {
                let (word, own, left, right) = match op {
                    Connective::And => ("and", level::AND, level::AND, level::UNTIL),
                    Connective::Or => ("or", level::OR, level::OR, level::IFF),
                    Connective::Implies => ("implies", level::IMPLIES, level::AND, level::AND),
                    Connective::Iff => ("iff", level::IFF, level::IMPLIES, level::IMPLIES),
                    Connective::Then => (";", level::THEN, level::BINDER, level::THEN),
                };
                (own, format!("{} {word} {}", of(&sides[0], left), of(&sides[1], right)))
            }
            Formula::If(parts) => {
                let [c, a, b] = [0, 1, 2].map(|at| of(&parts[at], level::AND));
                (level::IMPLIES, format!("{c} implies {a} else {b}"))
            }
            Formula::Temporal(op, inner) => {
                let word = match op {
                    TemporalOp::Always => "always",
                    TemporalOp::Eventually => "eventually",
                    TemporalOp::After => "after",
                    TemporalOp::Historically => "historically",
                    TemporalOp::Once => "once",
                    TemporalOp::Before => "before",
                };
                (level::PREFIX, format!("{word} {}", of(inner, level::PREFIX)))
            }
            Formula::Paired(op, sides) => {
                let word = match op {
                    TemporalPair::Until => "until",
                    TemporalPair::Releases => "releases",
                    TemporalPair::Since => "since",
                    TemporalPair::Triggered => "triggered",
                };
                let (a, b) = (of(&sides[0], level::UNTIL), of(&sides[1], level::PREFIX));
                (level::UNTIL, format!("{a} {word} {b}"))
            }
            Formula::Count(quantifier, expr) => {
                (level::ATOM, format!("{} {}", quantified(*quantifier), self.expr(expr)))
            }
            Formula::Compare(op, sides) => {
                let word = match op {
                    Comparison::In => "in",
                    Comparison::Equal => "=",
                    Comparison::NotIn => "not in",
                    Comparison::NotEqual => "!=",
                };
                let [a, b] = [0, 1].map(|at| self.expr(&sides[at]));
                (level::ATOM, format!("{a} {word} {b}"))
            }
            Formula::Size(expr, order, number) => {
                let sign = match order {
                    Order::Less => "<",
                    Order::Equal => "=",
                    Order::Greater => ">",
                };
                (level::ATOM, format!("#{} {sign} {number}", self.part(expr, level::PRIME)))
            }
            Formula::Quantified(quantifier, declaration, body) => {
                let (word, declared) = (quantified(*quantifier), self.declaration(declaration));
                (level::BINDER, format!("{word} {declared} | {}", of(body, level::BINDER)))
            }
            Formula::Let(name, expr, body) => {
                let (value, body) = (self.expr(expr), of(body, level::BINDER));
                (level::BINDER, format!("let {name} = {value} | {body}"))
            }
            Formula::Call(id, arguments) => {
                (level::ATOM, format!("{}{}", self.spec.predicates[*id].name, self.list(arguments)))
            }
        };
        self.within(own < least || self.is_explicit && own < level::ATOM, text)
    }

    fn within(&self, in_parentheses: bool, text: String) -> String {
        if in_parentheses { format!("({text})") } else { text }
    }

    fn list(&self, arguments: &[Expr]) -> String {
        if arguments.is_empty() {
            return String::new();
        }
        let all: Vec<String> = arguments.iter().map(|argument| self.expr(argument)).collect();
        format!("[{}]", all.join(", "))
    }

    pub fn expr(&self, expr: &Expr) -> String {
        self.part(expr, level::UNION)
    }

    fn part(&self, expr: &Expr, least: usize) -> String {
        let name = |text: &str| (level::NAME, text.to_owned());
        let (own, text) = match expr {
            Expr::None => name("none"),
            Expr::Universe => name("(univ - Int)"),
            Expr::Identity => name("((univ - Int) <: iden)"),
            Expr::First => name("first"),
            Expr::Last => name("last"),
            Expr::Sig(id) => name(&self.spec.sigs[*id].name),
            Expr::Field(id) | Expr::Own(id) => name(&self.spec.fields[*id].name),
            Expr::Name(text) => name(text),
            Expr::Prime(inner) => (level::PRIME, self.part(inner, level::PRIME) + "'"),
            Expr::Unary(op, inner) => {
                let sign = match op {
                    UnaryOp::Transpose => "~",
                    UnaryOp::Closure => "^",
                    UnaryOp::ReflexiveClosure => "*",
                };
                let inner = sign.to_owned() + &self.part(inner, level::CLOSURE);
                match op {
                    // `iden` is of all that there is, integers too.
                    UnaryOp::ReflexiveClosure => {
                        (level::NAME, format!("((univ - Int) <: {inner})"))
                    }
                    _ => (level::CLOSURE, inner),
                }
            }
            Expr::Binary(op, sides) => {
                let (sign, own) = match op {
                    BinaryOp::Union => (" + ", level::UNION),
                    BinaryOp::Difference => (" - ", level::UNION),
                    BinaryOp::Override => (" ++ ", level::OVERRIDE),
                    BinaryOp::Intersection => (" & ", level::INTERSECTION),
                    BinaryOp::Product => (" -> ", level::PRODUCT),
                    BinaryOp::Domain => (" <: ", level::DOMAIN),
                    BinaryOp::Range => (" :> ", level::RANGE),
                    BinaryOp::Join => (".", level::JOIN),
                };
                let (a, b) = (self.part(&sides[0], own), self.part(&sides[1], own + 1));
                (own, format!("{a}{sign}{b}"))
            }
            Expr::Comprehension(name, domain, body) => {
                let (domain, body) = (self.expr(domain), self.formula(body, level::BINDER));
                (level::NAME, format!("({{ {name}: {domain} | {body} }})"))
            }
            Expr::If(condition, sides) => {
                let condition = self.formula(condition, level::AND);
                let [a, b] = [0, 1].map(|at| self.expr(&sides[at]));
                (level::NAME, format!("({condition} implies {a} else {b})"))
            }
            Expr::Let(name, parts) => {
                let [value, body] = [0, 1].map(|at| self.expr(&parts[at]));
                (level::NAME, format!("(let {name} = {value} | {body})"))
            }
            Expr::Call(id, arguments) => {
                (level::JOIN, format!("{}{}", self.spec.functions[*id].name, self.list(arguments)))
            }
        };
        self.within(own < least || self.is_explicit && own < level::NAME, text)
    }
}

fn word(multiplicity: Multiplicity) -> &'static str {
    match multiplicity {
        Multiplicity::Set => "set",
        Multiplicity::One => "one",
        Multiplicity::Lone => "lone",
        Multiplicity::Some => "some",
    }
}

fn quantified(quantifier: Quantifier) -> &'static str {
    match quantifier {
        Quantifier::All => "all",
        Quantifier::Some => "some",
        Quantifier::No => "no",
        Quantifier::One => "one",
        Quantifier::Lone => "lone",
    }
}
