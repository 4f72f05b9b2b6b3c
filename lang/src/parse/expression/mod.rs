//! Expressions: a row of operands and operators, folded by precedence.
//!
//! The grammar leaves the row flat. Here it is read, piece by piece, and [`climb`] folds it.

mod climb;
mod operator;
mod primary;

use std::iter::Peekable;
use std::vec::IntoIter;

use pest::iterators::Pair;

use super::depth::Tall;
use super::rules::Role;
use super::{Rule, TreeBuilder, unmapped};
use crate::ast::{
    Addition, AdditionKind, BinaryOp, Comparator, Constant, Expr, ExprKind, Mark, RelationOp,
    StateMark, StateMarkKind, UnaryOp,
};
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::source::Span;

use operator::{Infix, infix, prefix, role_within};

/// A piece of the row.
enum Piece {
    Operand(Tall),
    Prefix(UnaryOp, Span),
    Infix(Infix, Span),
    /// The arguments, and the levels of the highest of them.
    Box(Vec<Expr>, usize, Span),
    Mark(Mark, Span),
}

type FlatRow = Peekable<IntoIter<Piece>>;

impl TreeBuilder<'_> {
    pub(super) fn expr(&mut self, pair: Pair<'_, Rule>) -> Result<Expr, Diagnostic> {
        let span = self.span(&pair);
        self.nested(span, |builder| {
            let mut row = Vec::new();
            for part in pair.into_inner() {
                builder.pieces(part, &mut row)?;
            }
            let mut row = row.into_iter().peekable();
            let folded = builder.climb(&mut row, 0)?;
            builder.highest = builder.highest.max(folded.levels);
            match row.next() {
                Some(Piece::Infix(Infix::Else, at)) => Err(stray_else(at)),
                _ => Ok(folded.expr),
            }
        })
    }

    fn pieces(&mut self, pair: Pair<'_, Rule>, row: &mut Vec<Piece>) -> Result<(), Diagnostic> {
        let span = self.span(&pair);
        match pair.as_rule() {
            Rule::infix => {
                let op = infix(pair);
                if let Infix::Binary(op) = op
                    && is_temporal(op)
                {
                    self.temporal.push(span);
                }
                row.push(Piece::Infix(op, span));
            }
            Rule::i_sequence => {
                row.push(Piece::Infix(Infix::Binary(BinaryOp::Sequence), span));
            }
            Rule::as_number => {
                let word = pair.into_inner().next_back().expect("it names a function");
                let span = self.span(&word);
                let is_sum = word.as_rule() == Rule::k_sum;
                let constant = if is_sum { Constant::SumCast } else { Constant::IntCast };
                row.push(Piece::Infix(Infix::Binary(BinaryOp::Relation(RelationOp::Join)), span));
                row.push(Piece::Operand(Tall::new(
                    Expr { kind: ExprKind::Constant(constant), span },
                    1,
                )?));
            }
            Rule::box_join => {
                let (arguments, levels) = self.measured(|builder| builder.exprs(pair))?;
                row.push(Piece::Box(arguments, levels, span));
            }
            Rule::mark => {
                let mark = self.mark(&pair, matches!(row.last(), Some(Piece::Box(..))));
                row.push(Piece::Mark(mark, span));
            }
            Rule::operand | Rule::range_operand => self.operand(pair, row)?,
            rule => unmapped(rule),
        }
        Ok(())
    }

    fn operand(&mut self, pair: Pair<'_, Rule>, row: &mut Vec<Piece>) -> Result<(), Diagnostic> {
        for part in pair.into_inner() {
            let span = self.span(&part);
            match part.as_rule() {
                Rule::prefix => {
                    let op = prefix(part);
                    self.has_sequences |= op == UnaryOp::Seq;
                    if op == UnaryOp::After {
                        self.marks.push(StateMark { kind: StateMarkKind::After, span });
                    }
                    if is_temporal_prefix(op) {
                        self.temporal.push(span);
                    }
                    let is_behind_in = matches!(
                        row.last(),
                        Some(Piece::Infix(Infix::Compare(Comparator::In, _), _))
                    );
                    if is_behind_in && is_multiplicity(op) {
                        self.additions.push(Addition { kind: AdditionKind::Multiplicity, span });
                    }
                    row.push(Piece::Prefix(op, span));
                }
                Rule::binder => {
                    refuse_bare_binder(row, span)?;
                    row.push(Piece::Operand(self.tall(|builder| builder.binder(part))?));
                }
                Rule::primary => {
                    row.push(Piece::Operand(self.tall(|builder| builder.primary(part))?));
                }
                Rule::mark => {
                    let mark = self.mark(&part, false);
                    row.push(Piece::Mark(mark, span));
                }
                rule => unmapped(rule),
            }
        }
        Ok(())
    }

    fn mark(&mut self, pair: &Pair<'_, Rule>, is_behind_box: bool) -> Mark {
        let span = self.span(pair);
        let mark = match role_within(pair.clone()) {
            (_, Role::Mark(mark)) => mark,
            (rule, _) => unmapped(rule),
        };
        let kind = match mark {
            Mark::Prime if is_behind_box => StateMarkKind::PrimedBox,
            Mark::Prime => StateMarkKind::Prime,
            Mark::Backtick => StateMarkKind::Backtick,
        };
        self.marks.push(StateMark { kind, span });
        mark
    }

    /// One level above all that is in it.
    fn tall(
        &mut self,
        build: impl FnOnce(&mut Self) -> Result<Expr, Diagnostic>,
    ) -> Result<Tall, Diagnostic> {
        let (expr, below) = self.measured(build)?;
        Tall::new(expr, below + 1)
    }

    pub(super) fn exprs(&mut self, pair: Pair<'_, Rule>) -> Result<Vec<Expr>, Diagnostic> {
        let mut exprs = Vec::new();
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::expr => exprs.push(self.expr(part)?),
                Rule::close_brace | Rule::close_bracket | Rule::EOI => {}
                rule => unmapped(rule),
            }
        }
        Ok(exprs)
    }
}

fn marked(mark: Mark, operand: Tall, at: Span) -> Result<Tall, Diagnostic> {
    let span = operand.expr.span.to(at);
    let kind = ExprKind::Marked(mark, Box::new(operand.expr));
    Tall::new(Expr { kind, span }, operand.levels + 1)
}

fn is_temporal_prefix(op: UnaryOp) -> bool {
    use UnaryOp as U;
    matches!(op, U::Always | U::Eventually | U::Before | U::Historically | U::Once)
}

fn is_multiplicity(op: UnaryOp) -> bool {
    use UnaryOp as U;
    matches!(op, U::Some | U::Lone | U::One | U::Set | U::Seq)
}

fn is_temporal(op: BinaryOp) -> bool {
    use BinaryOp as B;
    matches!(op, B::Until | B::Releases | B::Since | B::Triggered)
}

/// Refuses `p and always all x: A | F`, as Alloy does. `row` is what stands before the quantifier.
///
/// # Errors
/// One diagnostic.
fn refuse_bare_binder(row: &[Piece], binder: Span) -> Result<(), Diagnostic> {
    let is_prefix = |piece: &&Piece| matches!(piece, Piece::Prefix(..));
    let prefixes: Vec<&Piece> = row.iter().rev().take_while(is_prefix).collect();
    let temporal = prefixes.iter().rev().find_map(|piece| match piece {
        Piece::Prefix(op, span) if is_temporal_prefix(*op) => Some(*span),
        _ => None,
    });
    let before = row.len().checked_sub(prefixes.len() + 1).map(|at| &row[at]);
    let (Some(operator), Some(Piece::Infix(Infix::Binary(op), _))) = (temporal, before) else {
        return Ok(());
    };
    let is_tight = is_temporal(*op) || matches!(op, BinaryOp::Or | BinaryOp::Iff | BinaryOp::And);
    if !is_tight {
        return Ok(());
    }
    Err(Diagnostic::new(code::SYNTAX, "brackets are missing around a temporal operator")
        .at(
            operator.to(binder),
            "after another operator, no quantifier follows it without brackets",
        )
        .help("put brackets around both, as in `p and (always all x: A | …)`"))
}

fn stray_else(at: Span) -> Diagnostic {
    Diagnostic::new(code::SYNTAX, "`else` without `=>`")
        .at(at, "no condition stands before it")
        .help("a conditional is written `c => a else b`")
}
