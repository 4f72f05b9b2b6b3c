//! A name that several declarations fit, as one node.

use super::build::integer_atom;
use super::node::{Choice, Node, Partial, Pending, PendingKind};
use super::{Reported, Resolver, Result, TypeOps};
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::{Formula, Sig, Type};
use crate::source::Span;

impl Resolver<'_> {
    /// One node that stands for all candidates; there is at least one. Each comes with its cost.
    pub(super) fn choice(&self, mut candidates: Vec<(Node, u32)>, span: Span) -> Node {
        if candidates.len() == 1 {
            return candidates.remove(0).0;
        }
        let mut relations = Vec::new();
        let (mut formulas, mut partials) = (Vec::new(), Vec::new());
        for (node, cost) in candidates {
            match node {
                Node::Relation(pending) => relations.push((pending, cost)),
                Node::Integer(int) => {
                    let atom = integer_atom(int, span);
                    relations.push((Pending::done(atom, Type::of(Sig::INT)), cost));
                }
                Node::Formula(formula) => formulas.push((formula, cost)),
                Node::Partial(partial) => partials.push((partial, cost)),
                Node::Choice(inner) => {
                    relations.extend(inner.relation.map(|pending| (pending, cost)));
                    formulas.extend(inner.formulas.into_iter().map(|(f, c)| (f, c + cost)));
                    partials.extend(inner.partials.into_iter().map(|(p, c)| (p, c + cost)));
                }
                // A macro's name is looked for before all others.
                Node::Macro(_) => {}
            }
        }
        let relation = self.relation_choice(relations, span);
        match relation {
            Some(relation) if formulas.is_empty() && partials.is_empty() => {
                Node::Relation(relation)
            }
            relation => Node::Choice(Choice { relation, formulas, partials, span }),
        }
    }

    fn relation_choice(&self, mut candidates: Vec<(Pending, u32)>, span: Span) -> Option<Pending> {
        if candidates.len() < 2 {
            return candidates.pop().map(|(pending, _)| pending);
        }
        let types = candidates.iter().map(|(candidate, _)| &candidate.ty);
        let products = types.flat_map(|ty| ty.products.iter().cloned()).collect();
        let ty = Type { products }.normal();
        Some(Pending { kind: PendingKind::Choice(candidates), ty, span })
    }

    /// The candidate that is a relation.
    pub(super) fn chosen_relation(&mut self, choice: Choice, wanted: &str) -> Result<Pending> {
        match (choice.relation, choice.partials.into_iter().next()) {
            (Some(relation), _) => Ok(relation),
            (None, Some((partial, _))) => self.incomplete(&partial),
            (None, None) => self.wrong_kind(wanted, "a formula", choice.span),
        }
    }

    /// The candidate that is a formula.
    pub(super) fn chosen_formula(&mut self, mut choice: Choice) -> Result<Formula> {
        let cheapest = choice.formulas.iter().map(|(_, cost)| *cost).min();
        choice.formulas.retain(|(_, cost)| Some(*cost) == cheapest);
        match (choice.formulas.len(), choice.partials.into_iter().next()) {
            (0, Some((partial, _))) => self.incomplete(&partial),
            (0, None) => self.wrong_kind("a formula", "a set or a relation", choice.span),
            (1, _) => Ok(choice.formulas.remove(0).0),
            _ => self.report(
                Diagnostic::error(code::AMBIGUOUS, "several declarations fit this name")
                    .at(choice.span, "which one is meant?")
                    .help("write the arguments so that only one of them fits, or rename one"),
            ),
        }
    }

    /// `left` as the next argument of each candidate that it fits.
    pub(super) fn apply_to_choice(
        &mut self,
        left: Node,
        choice: Choice,
        span: Span,
    ) -> Result<Node> {
        let before = self.diagnostics.len();
        let mut fitting = Vec::new();
        if let Some(relation) = choice.relation
            && let Ok(joined) = self.join(left.clone(), Node::Relation(relation), span)
        {
            fitting.push((joined, 0));
        }
        for (partial, cost) in &choice.partials {
            if !self.fits(&left, partial) {
                continue;
            }
            let mut partial = partial.clone();
            partial.arguments.push(left.clone());
            partial.span = span;
            fitting.extend(self.complete(partial).ok().map(|node| (node, *cost)));
        }
        if fitting.is_empty() {
            if self.diagnostics.len() == before {
                return self.no_fit(&left, &choice.partials, span);
            }
            // What was wrong with the last of them.
            self.diagnostics.drain(before..self.diagnostics.len() - 1);
            return Err(Reported);
        }
        self.diagnostics.truncate(before);
        Ok(self.choice(fitting, span))
    }

    fn no_fit<T>(&mut self, left: &Node, partials: &[(Partial, u32)], span: Span) -> Result<T> {
        let given = match self.type_of(left) {
            Some(ty) => {
                format!("applied to {} of type {}", left.describe(), self.model.describe(&ty))
            }
            None => format!("applied to {}", left.describe()),
        };
        let mut diagnostic =
            Diagnostic::error(code::ARGUMENTS, "no declaration of this name fits").at(span, given);
        for (partial, _) in partials {
            if let super::node::Callee::Function(function) = partial.callee {
                let wanted = match self.parameter_type(function, partial.arguments.len()) {
                    Some(ty) => format!("this one wants {}", self.model.describe(&ty)),
                    None => "this one takes fewer arguments".to_string(),
                };
                diagnostic = diagnostic.related(self.model.functions[function].span, wanted);
            }
        }
        self.report(diagnostic)
    }
}
