//! A name that several declarations fit, as one node.

use std::rc::Rc;

use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::build::integer_atom;
use crate::model::{Formula, RelationOp, Sig, Type};
use crate::resolve::context::node::{
    Callee, Candidate, ChoiceId, NameCandidates, Partial, Pending, PendingFormula, PendingKind,
    PendingNode,
};
use crate::resolve::context::{ReportedMistake, Resolver, Result};
use crate::source::Span;

impl Resolver<'_> {
    /// One node that stands for all candidates. There is at least one.
    pub(crate) fn choice(
        &mut self,
        mut candidates: Vec<Candidate<PendingNode>>,
        span: Span,
    ) -> PendingNode {
        if candidates.len() == 1 {
            return candidates.remove(0).meaning;
        }
        let mut choice = NameCandidates::none(span);
        for candidate in candidates {
            match &candidate.meaning {
                PendingNode::Relation(pending) => {
                    choice.relations.push(candidate.with(Rc::new(pending.clone())));
                }
                PendingNode::Integer(int) => {
                    let atom = integer_atom(int.clone(), span);
                    let atom = Pending::done(atom, Type::of(Sig::INT));
                    choice.relations.push(candidate.with(Rc::new(atom)));
                }
                PendingNode::Formula(formula) => {
                    choice.formulas.push(candidate.with(PendingFormula::Done(formula.clone())));
                }
                PendingNode::Partial(partial) => {
                    choice.partials.push(candidate.with(partial.clone()))
                }
                PendingNode::Choice(_) => unreachable!("a name's candidates are no choices"),
                // A macro's name is looked for before all others.
                PendingNode::Macro(_) => {}
            }
        }
        self.chosen(choice)
    }

    /// The choice as a relation, if all candidates are relations.
    fn chosen(&mut self, choice: NameCandidates) -> PendingNode {
        if choice.formulas.is_empty() && choice.partials.is_empty() {
            PendingNode::Relation(self.relation_choice(choice.relations, choice.span))
        } else {
            PendingNode::Choice(choice)
        }
    }

    /// The choice as its candidate, if there is only one.
    fn only(&mut self, mut choice: NameCandidates) -> Result<PendingNode> {
        if choice.count() > 1 {
            return Ok(self.chosen(choice));
        }
        if let Some(partial) = choice.partials.pop() {
            return Ok(PendingNode::Partial(partial.meaning));
        }
        match choice.formulas.pop().map(|formula| formula.meaning) {
            Some(PendingFormula::Done(formula)) => return Ok(PendingNode::Formula(formula)),
            Some(PendingFormula::Call(call)) => return self.called(call),
            None => {}
        }
        let pending = self.relation_choice(choice.relations, choice.span);
        match pending.kind {
            PendingKind::Call(call) => self.called(call),
            _ => Ok(PendingNode::Relation(pending)),
        }
    }

    /// There is at least one candidate.
    fn relation_choice(
        &mut self,
        mut candidates: Vec<Candidate<Rc<Pending>>>,
        span: Span,
    ) -> Pending {
        if candidates.len() == 1 {
            return Rc::unwrap_or_clone(candidates.remove(0).meaning);
        }
        let types = candidates.iter().map(|candidate| &candidate.meaning.ty);
        let products = types.flat_map(|ty| ty.products.iter().cloned()).collect();
        let ty = Type { products }.normal();
        self.choices += 1;
        Pending::of(PendingKind::Choice(ChoiceId(self.choices), candidates), ty, span)
    }

    /// The candidates that are relations.
    pub(crate) fn chosen_relation(
        &mut self,
        choice: NameCandidates,
        wanted: &str,
    ) -> Result<Pending> {
        match (choice.relations.is_empty(), choice.partials.into_iter().next()) {
            (false, _) => Ok(self.relation_choice(choice.relations, choice.span)),
            (true, Some(partial)) => self.incomplete(&partial.meaning),
            (true, None) => self.wrong_kind(wanted, "a formula", choice.span),
        }
    }

    /// The candidate that is a formula.
    pub(crate) fn chosen_formula(&mut self, choice: NameCandidates) -> Result<Formula> {
        match (choice.formulas.is_empty(), choice.partials.into_iter().next()) {
            (false, _) => self.settle_formulas(choice.formulas, choice.span),
            (true, Some(partial)) => self.incomplete(&partial.meaning),
            (true, None) => {
                let relation = self.relation_choice(choice.relations, choice.span);
                self.no_formula(choice.span, "a set or a relation", Some(&relation.ty))
            }
        }
    }

    /// `left` as the next argument of each candidate that it fits, or joined with it.
    pub(crate) fn apply_to_choice(
        &mut self,
        left: PendingNode,
        choice: NameCandidates,
        span: Span,
    ) -> Result<PendingNode> {
        let operand = match &left {
            PendingNode::Partial(_) | PendingNode::Macro(_) => None,
            _ => Some(Rc::new(self.pending(left.clone())?)),
        };
        let mut fitting = NameCandidates::none(span);
        for candidate in &choice.relations {
            let Some(left) = &operand else { continue };
            let right = Rc::clone(&candidate.meaning);
            let kind = PendingKind::Binary(RelationOp::Join, Rc::clone(left), right);
            let joined = self.typed(kind, span).map(|join| candidate.with(Rc::new(join)));
            fitting.relations.extend(joined);
        }
        let before = self.diagnostics.len();
        for candidate in &choice.partials {
            if self.fits(&left, &candidate.meaning) {
                // A mistake in one of them does not matter if another one fits.
                let _ = self.with_argument(candidate, left.clone(), span, &mut fitting);
            }
        }
        match fitting.count() {
            0 if self.diagnostics.len() > before => {
                // The mistakes of the last of them stay.
                self.diagnostics.drain(before..self.diagnostics.len() - 1);
                return Err(ReportedMistake);
            }
            0 => return self.no_fit(&left, &choice, span),
            _ => self.diagnostics.truncate(before),
        }
        self.only(fitting)
    }

    /// Adds a candidate with one argument more.
    fn with_argument(
        &mut self,
        candidate: &Candidate<Partial>,
        argument: PendingNode,
        span: Span,
        choice: &mut NameCandidates,
    ) -> Result<()> {
        let mut partial = candidate.meaning.clone();
        partial.arguments.push(argument);
        partial.span = span;
        if !self.has_all_arguments(&partial) {
            choice.partials.push(candidate.with(partial));
            return Ok(());
        }
        let call = self.prepared(partial)?;
        if self.gives_formula(call.callee) {
            choice.formulas.push(candidate.with(PendingFormula::Call(call)));
        } else if let Some(pending) = self.typed(PendingKind::Call(call), span) {
            choice.relations.push(candidate.with(Rc::new(pending)));
        }
        Ok(())
    }

    fn no_fit<T>(&mut self, left: &PendingNode, choice: &NameCandidates, span: Span) -> Result<T> {
        if choice.partials.is_empty() {
            return self.two_sets_joined(span);
        }
        let given = match self.type_of(left) {
            Some(ty) => {
                format!("applied to {} of type {}", left.describe(), self.model.describe(&ty))
            }
            None => format!("applied to {}", left.describe()),
        };
        let mut diagnostic =
            Diagnostic::new(code::ARGUMENTS, "no declaration of this name fits").at(span, given);
        for Candidate { meaning: partial, .. } in &choice.partials {
            if let Callee::Function(function) = partial.callee {
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
