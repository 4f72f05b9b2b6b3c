//! How deep operators of the past, or of the future, are nested, through calls and `let`.

use super::tree::{Connective, Declaration, Expr, Formula, Spec, TemporalOp, TemporalPair};

#[derive(Clone, Copy)]
pub struct Nesting<'s> {
    pub spec: &'s Spec,
    pub counted: Counted,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Counted {
    Past,
    /// Primes, too.
    Future,
}

/// The depth of what each name stands for.
pub type Depths<'d> = &'d [(String, usize)];

impl Nesting<'_> {
    pub fn formula(&self, formula: &Formula, names: Depths<'_>) -> usize {
        let of = |formula: &Formula| self.formula(formula, names);
        match formula {
            Formula::Constant(_) => 0,
            Formula::Not(inner) => of(inner),
            Formula::Connected(Connective::Then, sides) => {
                of(&sides[0]).max(of(&sides[1]) + self.one(Counted::Future))
            }
            Formula::Connected(_, sides) => of(&sides[0]).max(of(&sides[1])),
            Formula::If(parts) => parts.iter().map(of).max().unwrap_or(0),
            Formula::Temporal(op, inner) => {
                let past = [TemporalOp::Historically, TemporalOp::Once, TemporalOp::Before];
                of(inner)
                    + self.one(if past.contains(op) { Counted::Past } else { Counted::Future })
            }
            Formula::Paired(op, sides) => {
                let past = [TemporalPair::Since, TemporalPair::Triggered];
                let own = if past.contains(op) { Counted::Past } else { Counted::Future };
                of(&sides[0]).max(of(&sides[1])) + self.one(own)
            }
            Formula::Count(_, expr) | Formula::Size(expr, ..) => self.expr(expr, names),
            Formula::Compare(_, sides) => {
                self.expr(&sides[0], names).max(self.expr(&sides[1], names))
            }
            Formula::Quantified(_, declaration, body) => {
                self.expr(&declaration.domain, names).max(of(body))
            }
            Formula::Let(name, expr, body) => {
                self.formula(body, &self.with(name, self.expr(expr, names), names))
            }
            Formula::Call(id, arguments) => {
                let called = &self.spec.predicates[*id];
                self.formula(&called.body, &self.called(&called.parameters, arguments, names))
            }
        }
    }

    pub fn expr(&self, expr: &Expr, names: Depths<'_>) -> usize {
        let of = |expr: &Expr| self.expr(expr, names);
        match expr {
            Expr::Name(name) => {
                names.iter().rfind(|(known, _)| known == name).map_or(0, |(_, depth)| *depth)
            }
            Expr::Prime(inner) => of(inner) + self.one(Counted::Future),
            Expr::Unary(_, inner) => of(inner),
            Expr::Binary(_, sides) => of(&sides[0]).max(of(&sides[1])),
            Expr::Comprehension(_, domain, body) => of(domain).max(self.formula(body, names)),
            Expr::If(condition, sides) => {
                self.formula(condition, names).max(of(&sides[0])).max(of(&sides[1]))
            }
            Expr::Let(name, parts) => self.expr(&parts[1], &self.with(name, of(&parts[0]), names)),
            Expr::Call(id, arguments) => {
                let called = &self.spec.functions[*id];
                self.expr(&called.body, &self.called(&called.parameters, arguments, names))
            }
            _ => 0,
        }
    }

    fn one(&self, of: Counted) -> usize {
        usize::from(self.counted == of)
    }

    fn with(&self, name: &str, depth: usize, names: Depths<'_>) -> Vec<(String, usize)> {
        let mut names = names.to_vec();
        names.push((name.to_owned(), depth));
        names
    }

    fn called(
        &self,
        parameters: &[Declaration],
        arguments: &[Expr],
        names: Depths<'_>,
    ) -> Vec<(String, usize)> {
        let parameters = parameters.iter().flat_map(|declaration| &declaration.names);
        let depths = arguments.iter().map(|argument| self.expr(argument, names));
        parameters.cloned().zip(depths).collect()
    }
}
