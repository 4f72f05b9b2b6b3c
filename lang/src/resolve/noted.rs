//! What an editor asks of names: the declaration of each, and the type of each expression.
//!
//! *Problem.* The model has neither: it is a smaller language, and a paragraph with a mistake is not in it. *Choice.*
//! The resolver notes what it finds while it resolves, if it is asked to. So a half-written paragraph has notes up to
//! its mistake. *Rejected.* A second, simpler typing of the syntax tree, which would drift from this one.

use crate::load::Program;
use crate::model::{Expr, ExprKind, FormulaKind, IntExprKind, Model, RelationOp};
use crate::resolve::context::Resolver;
use crate::resolve::context::node::{
    Callee, Candidate, Pending, PendingFormula, PendingKind, PendingNode,
};
use crate::resolve::context::notes::{NameMeaning, Notes, ValuedExpression};
use crate::source::Span;

use super::{ResolvedModel, settled};
use crate::diagnostic::Diagnostic;

/// A program as far as it could be resolved.
///
/// Invariant: every id in the notes is one of the model.
#[derive(Debug)]
pub struct NotedProgram {
    /// Whole exactly if there is no mistake.
    pub resolved: ResolvedModel,
    pub notes: Notes,
    /// The mistakes, or none where there are warnings.
    pub mistakes: Vec<Diagnostic>,
}

/// Resolves a spec that may have mistakes, and notes what names and expressions stand for.
pub fn resolve_noting(program: &Program) -> NotedProgram {
    let mut resolver = Resolver::new(program);
    resolver.notes = Some(Box::default());
    let implicit = resolver.resolve_all();
    resolver.look_for_pitfalls(&implicit);
    let mut said = std::mem::take(&mut resolver.diagnostics);
    if said.iter().any(Diagnostic::is_error) {
        let commands = &resolver.model.commands;
        said.extend(commands.iter().filter_map(|c| c.scope.mistake.as_deref()).cloned());
    }
    let (warnings, mistakes) = match settled(said) {
        Ok(warnings) => (warnings, Vec::new()),
        Err(mistakes) => (Vec::new(), mistakes),
    };
    let notes = *resolver.notes.take().expect("they are noted until here");
    NotedProgram {
        resolved: ResolvedModel { model: resolver.model, implicit, warnings },
        notes,
        mistakes,
    }
}

impl Resolver<'_> {
    /// Notes what a name stands for, or nothing if nobody asks.
    pub(crate) fn note(&mut self, span: Span, named: NameMeaning) {
        if let Some(notes) = &mut self.notes {
            notes.names.insert(span, vec![named]);
        }
    }

    /// Notes what a name can stand for, before it is settled.
    pub(crate) fn note_candidates(&mut self, span: Span, candidates: &[Candidate<PendingNode>]) {
        if let Some(notes) = &mut self.notes {
            let mut named: Vec<NameMeaning> = Vec::new();
            for found in candidates.iter().filter_map(|one| named_by(&one.meaning)) {
                if !named.contains(&found) {
                    named.push(found);
                }
            }
            notes.names.insert(span, named);
        }
    }

    /// Notes the name that a settled expression is.
    pub(crate) fn note_settled(&mut self, expr: &Expr) {
        if self.notes.is_some()
            && let Some(named @ (NameMeaning::Sig(_) | NameMeaning::Field(_))) = named_by_expr(expr)
        {
            self.note(expr.span, named);
        }
    }

    /// Notes what the value of an expression is.
    pub(crate) fn note_value(&mut self, span: Span, node: &PendingNode) {
        if self.notes.is_none() || self.place.expansions > 0 {
            return;
        }
        let valued = match node {
            PendingNode::Formula(_) => ValuedExpression::Formula,
            PendingNode::Integer(_) => ValuedExpression::Number,
            PendingNode::Relation(pending) => ValuedExpression::Relation(pending.ty.clone()),
            PendingNode::Partial(_) | PendingNode::Macro(_) | PendingNode::Choice(_) => return,
        };
        if let Some(notes) = &mut self.notes {
            notes.values.insert(span, valued);
        }
    }

    /// Notes the type that an expression has when each name in it stands for one thing.
    pub(crate) fn note_settled_value(&mut self, span: Span, expr: &Expr) {
        let ty = match &self.notes {
            Some(notes) if notes.values.contains_key(&span) => self.final_type(expr),
            _ => return,
        };
        if let Some(notes) = &mut self.notes {
            notes.values.insert(span, ValuedExpression::Relation(ty));
        }
    }
}

fn named_by(node: &PendingNode) -> Option<NameMeaning> {
    match node {
        PendingNode::Relation(pending) => named_by_pending(pending),
        PendingNode::Partial(partial) => named_by_callee(partial.callee),
        PendingNode::Formula(formula) => match &formula.kind {
            FormulaKind::Call(function, _) => Some(NameMeaning::Function(*function)),
            _ => None,
        },
        PendingNode::Integer(int) => match &int.kind {
            IntExprKind::Call(function, _) => Some(NameMeaning::Function(*function)),
            _ => None,
        },
        PendingNode::Choice(choice) => {
            let formulas = choice.formulas.iter().find_map(|one| match &one.meaning {
                PendingFormula::Call(call) => named_by_callee(call.callee),
                PendingFormula::Done(_) => None,
            });
            let partials =
                || choice.partials.iter().find_map(|p| named_by_callee(p.meaning.callee));
            formulas.or_else(partials)
        }
        PendingNode::Macro(_) => None,
    }
}

fn named_by_pending(pending: &Pending) -> Option<NameMeaning> {
    match &pending.kind {
        PendingKind::Done(expr) => named_by_expr(expr),
        PendingKind::Call(call) => named_by_callee(call.callee),
        _ => None,
    }
}

/// A name of a sig's own field is `this.field`, at the place of the name.
fn named_by_expr(expr: &Expr) -> Option<NameMeaning> {
    match &expr.kind {
        ExprKind::Sig(sig) => Some(NameMeaning::Sig(*sig)),
        ExprKind::Field(field) => Some(NameMeaning::Field(*field)),
        ExprKind::Variable(variable) => Some(NameMeaning::Variable(*variable)),
        ExprKind::Call(function, _) => Some(NameMeaning::Function(*function)),
        ExprKind::Binary(RelationOp::Join, this, field)
            if this.span == expr.span && field.span == expr.span =>
        {
            named_by_expr(field)
        }
        _ => None,
    }
}

fn named_by_callee(callee: Callee) -> Option<NameMeaning> {
    match callee {
        Callee::Function(function) => Some(NameMeaning::Function(function)),
        Callee::Integer(_) | Callee::Disj | Callee::TotalOrder => None,
    }
}

impl Model {
    /// The place where a thing is declared: of its name. `None` for something built in.
    pub fn declared_at(&self, named: NameMeaning) -> Option<Span> {
        let span = match named {
            NameMeaning::Sig(sig) => self.sigs[sig].span,
            NameMeaning::Field(field) => self.fields[field].span,
            NameMeaning::Variable(variable) => self.variables[variable].span,
            NameMeaning::Function(function) => self.functions[function].span,
            NameMeaning::Macro(span) => span,
        };
        (span.start < span.end).then_some(span)
    }
}
