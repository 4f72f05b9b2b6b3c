//! `seq T`: from the indices 0 to n-1, for some n, to one element each.

use crate::ast::{self, UnaryOp};
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::build::{binary, constant, first_column, integer_atom, set, subset};
use crate::model::{
    Declaration, Expr, ExprKind, Formula, FormulaKind, Multiplicity, Range, RelationOp, Sig, Type,
    VariableId,
};
use crate::resolve::context::{Resolver, Result};
use crate::source::Span;

impl Resolver<'_> {
    /// `seq/Int -> lone T`. That the indices have no gaps is a formula beside it.
    pub(crate) fn sequence_range(
        &mut self,
        element: &ast::Expr,
        span: Span,
    ) -> Result<(Range, Type)> {
        if let Some(said) = said_of_items(element) {
            return self.items_with_multiplicity(said, element, span);
        }
        let node = self.node(element)?;
        let (element, ty) = self.relation_with_type(node)?;
        let of = |domain| Range::of(Multiplicity::Set, domain);
        let ends = [Multiplicity::Set, Multiplicity::Lone];
        let range = Range::arrow(of(set(Sig::SEQ_INT, span)), ends, of(element));
        Ok((range, self.model.type_of_sig(Sig::SEQ_INT).product(&ty)))
    }

    /// Refuses `seq (lone T)`: each position of a sequence holds one item.
    fn items_with_multiplicity<T>(
        &mut self,
        said: UnaryOp,
        element: &ast::Expr,
        span: Span,
    ) -> Result<T> {
        let ast::ExprKind::Unary(_, item) = &element.kind else {
            unreachable!("something is said")
        };
        let name = self.text(item.span).unwrap_or("Item").trim_matches(['(', ')']);
        let help = match said {
            UnaryOp::One => format!("write `seq {name}`"),
            UnaryOp::Lone => format!(
                "if none may be missing, write `seq {name}`; else let a sig hold it: \
                 `sig Slot {{ item: lone {name} }}` and `seq Slot`"
            ),
            UnaryOp::Seq => {
                format!("let a sig hold each: `sig Row {{ items: seq {name} }}` and `seq Row`")
            }
            said => {
                let word = if said == UnaryOp::Some { "some" } else { "set" };
                format!(
                    "let a sig hold each: `sig Group {{ items: {word} {name} }}` and `seq Group`"
                )
            }
        };
        self.report(
            Diagnostic::new(code::MULTIPLICITY, "each position of a sequence holds one item")
                .at(span, "a multiplicity of its items says nothing")
                .help(help),
        )
    }

    /// `sequence in seq T`, where the range is that of `seq T`.
    pub(crate) fn within_sequence(&mut self, sequence: Expr, range: &Range, span: Span) -> Formula {
        let within = self.within(&sequence, range, span);
        let parts = vec![within, has_no_gaps(sequence, span)];
        Formula { kind: FormulaKind::And(parts), span }
    }

    /// The facts that `seq` states about each such variable beyond its range.
    pub(crate) fn sequence_facts(&self, declarations: &[Declaration]) -> Vec<Formula> {
        let is_sequence = |variable: &&VariableId| self.model.variables[**variable].is_sequence;
        let variables = declarations.iter().flat_map(|declaration| &declaration.variables);
        variables
            .filter(is_sequence)
            .map(|&variable| {
                let span = self.model.variables[variable].span;
                has_no_gaps(self.atom(variable, span), span)
            })
            .collect()
    }

    /// The variables' sequence facts and a body, as one formula.
    pub(crate) fn with_sequence_facts(
        &self,
        declarations: &[Declaration],
        body: Formula,
    ) -> Formula {
        let mut parts = self.sequence_facts(declarations);
        if parts.is_empty() {
            return body;
        }
        let span = body.span;
        parts.push(body);
        Formula { kind: FormulaKind::And(parts), span }
    }

    /// The body on condition of the variables' sequence facts.
    pub(crate) fn if_sequences(&self, declarations: &[Declaration], body: Formula) -> Formula {
        let parts = self.sequence_facts(declarations);
        if parts.is_empty() {
            return body;
        }
        let span = body.span;
        let condition = Formula { kind: FormulaKind::And(parts), span };
        Formula { kind: FormulaKind::Implies(Box::new(condition), Box::new(body)), span }
    }
}

/// Each index of the relation but 0 follows another one of its indices.
fn has_no_gaps(sequence: Expr, span: Span) -> Formula {
    let indices = Expr { span, ..first_column(sequence, span) };
    let next = Expr { kind: ExprKind::NextInteger, arity: 2, span };
    let followers = binary(RelationOp::Join, indices.clone(), next);
    let first = binary(RelationOp::Difference, indices, followers);
    let zero = integer_atom(constant(0, span), span);
    subset(Expr { span, ..first }, zero, span)
}

/// The multiplicity that is written before the items of a sequence.
fn said_of_items(element: &ast::Expr) -> Option<UnaryOp> {
    match element.kind {
        ast::ExprKind::Unary(
            op @ (UnaryOp::One | UnaryOp::Lone | UnaryOp::Some | UnaryOp::Set | UnaryOp::Seq),
            _,
        ) => Some(op),
        _ => None,
    }
}
