//! Expressions and formulas as text, in brackets, so that no precedence matters.

use crate::witness::tree::{
    Before, Binary, Comparison, Connective, Count, Expr, Formula, Multiplicity, OrderCall, Ordered,
    Quantified, SizeSign, Spec, Unary, Values,
};

impl Spec {
    fn expr(&self, expr: &Expr) -> String {
        let sub = |e: &Expr| self.expr(e);
        match expr {
            Expr::Sig(id) => self.sigs[*id].name.clone(),
            Expr::Name(name) => name.clone(),
            Expr::None => "none".to_string(),
            Expr::Ordered(order, what) => {
                let name = match what {
                    Ordered::First => "first",
                    Ordered::Last => "last",
                    Ordered::Next => "next",
                    Ordered::Prev => "prev",
                };
                self.named(*order, name)
            }
            Expr::OrderCall(order, call, e) => {
                let name = match call {
                    OrderCall::Nexts => "nexts",
                    OrderCall::Prevs => "prevs",
                    OrderCall::Max => "max",
                    OrderCall::Min => "min",
                };
                format!("({}[{}])", self.named(*order, name), sub(e))
            }
            Expr::Unary(op, e) => {
                let sign = match op {
                    Unary::Transpose => "~",
                    Unary::Closure => "^",
                    Unary::ReflexiveClosure => "*",
                };
                format!("({sign}{})", sub(e))
            }
            Expr::Binary(Binary::Box, left, right) => format!("({}[{}])", sub(right), sub(left)),
            Expr::Binary(op, left, right) => {
                let sign = match op {
                    Binary::Join | Binary::Box => ".",
                    Binary::Product => " -> ",
                    Binary::Union => " + ",
                    Binary::Difference => " - ",
                    Binary::Intersection => " & ",
                    Binary::Override => " ++ ",
                    Binary::Domain => " <: ",
                    Binary::Range => " :> ",
                };
                format!("({}{sign}{})", sub(left), sub(right))
            }
            Expr::IfElse(condition, then, other) => {
                format!("(({}) => {} else {})", self.formula(condition), sub(then), sub(other))
            }
            Expr::Let(name, value, body) => {
                format!("(let {name} = {} | {})", sub(value), sub(body))
            }
            Expr::Comprehension(name, domain, body) => {
                format!("{{ {name}: {} | {} }}", sub(domain), self.formula(body))
            }
        }
    }

    /// What a quantifier's variables stand for.
    fn values(&self, q: &Quantified) -> String {
        match (q.values, &q.domain) {
            (Values::Atoms | Values::Pairs, domain) => self.expr(domain),
            (Values::Sets(multiplicity), domain) => {
                format!("{} {}", multiplicity_word(multiplicity), self.expr(domain))
            }
            (Values::Arrows(at_left, at_right), Expr::Binary(Binary::Product, left, right)) => {
                let [at_left, at_right] = [at_left, at_right].map(multiplicity_word);
                format!("{} {at_left} -> {at_right} {}", self.expr(left), self.expr(right))
            }
            (Values::Arrows(..), _) => panic!("arrows stand in products"),
        }
    }

    pub(super) fn formula(&self, formula: &Formula) -> String {
        match formula {
            Formula::True => String::new(),
            Formula::Count(count, e) => format!("{} {}", count_word(*count), self.expr(e)),
            Formula::Compare(comparison, a, b) => {
                let sign = match comparison {
                    Comparison::In => "in",
                    Comparison::NotIn => "!in",
                    Comparison::Equal => "=",
                    Comparison::NotEqual => "!=",
                };
                format!("{} {sign} {}", self.expr(a), self.expr(b))
            }
            Formula::Size(e, sign, number) => {
                let sign = match sign {
                    SizeSign::Equal => "=",
                    SizeSign::Less => "<",
                    SizeSign::Greater => ">",
                };
                format!("#{} {sign} {number}", self.expr(e))
            }
            Formula::Before(order, before, a, b) => {
                let name = match before {
                    Before::Lt => "lt",
                    Before::Lte => "lte",
                    Before::Gt => "gt",
                    Before::Gte => "gte",
                };
                let name = self.named(*order, name);
                format!("{name}[{}, {}]", self.expr(a), self.expr(b))
            }
            Formula::Not(inner) => format!("not ({})", self.formula(inner)),
            Formula::Connected(connective, a, b) => {
                let word = match connective {
                    Connective::And => "and",
                    Connective::Or => "or",
                    Connective::Implies => "implies",
                    Connective::Iff => "iff",
                };
                format!("(({}) {word} ({}))", self.formula(a), self.formula(b))
            }
            Formula::Quantified(q) => {
                let disj = if q.is_disjoint { "disj " } else { "" };
                let (word, names) = (count_word(q.count), q.variables.join(", "));
                let (domain, body) = (self.values(q), self.formula(&q.body));
                format!("({word} {disj}{names}: {domain} | {body})")
            }
            Formula::Let(name, value, body) => {
                format!("(let {name} = {} | {})", self.expr(value), self.formula(body))
            }
        }
    }
}

fn multiplicity_word(multiplicity: Multiplicity) -> &'static str {
    match multiplicity {
        Multiplicity::Set => "set",
        Multiplicity::One => "one",
        Multiplicity::Lone => "lone",
        Multiplicity::Some => "some",
    }
}

fn count_word(count: Count) -> &'static str {
    match count {
        Count::All => "all",
        Count::Some => "some",
        Count::No => "no",
        Count::One => "one",
        Count::Lone => "lone",
    }
}
