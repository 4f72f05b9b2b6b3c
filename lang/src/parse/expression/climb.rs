//! Precedence climbing: folds a row by how tightly each operator holds its operands (Pratt 1973).

use super::operator::Infix;
use super::{FlatRow, Piece, marked};
use crate::ast::{Arrow, BinaryOp, Expr, ExprKind, IntOp, RelationOp, UnaryOp};
use crate::diagnostic::Diagnostic;
use crate::parse::TreeBuilder;
use crate::parse::depth::Tall;
use crate::source::Span;

impl TreeBuilder<'_> {
    /// Folds the row as far as its operators bind at least as tightly as `least`.
    pub(super) fn climb(&mut self, row: &mut FlatRow, least: u8) -> Result<Tall, Diagnostic> {
        let mut left = match row.next().expect("the grammar puts an operand here") {
            Piece::Operand(operand) => operand,
            Piece::Prefix(op, span) => {
                let operand = self.nested(span, |b| b.climb(row, prefix_binding(op)))?;
                let span = span.to(operand.expr.span);
                let kind = ExprKind::Unary(op, Box::new(operand.expr));
                Tall::new(Expr { kind, span }, operand.levels + 1)?
            }
            Piece::Infix(..) | Piece::Box(..) | Piece::Mark(..) => {
                unreachable!("an operand comes first")
            }
        };
        while let Some(binding) = row.peek().and_then(left_binding) {
            if binding < least {
                break;
            }
            left = match row.next().expect("peeked") {
                Piece::Box(arguments, levels, span) => boxed(left, arguments, levels, span)?,
                Piece::Mark(mark, at) => marked(mark, left, at)?,
                Piece::Infix(Infix::Binary(op), at) if is_associative(op) => {
                    self.chain(row, left, op, at)?
                }
                Piece::Infix(op, at) => self.infix(row, left, op, at)?,
                Piece::Operand(_) | Piece::Prefix(..) => unreachable!("operators alternate"),
            };
        }
        Ok(left)
    }

    fn infix(
        &mut self,
        row: &mut FlatRow,
        left: Tall,
        op: Infix,
        at: Span,
    ) -> Result<Tall, Diagnostic> {
        let right = self.nested(at, |builder| builder.climb(row, op.binding().1))?;
        if let Infix::Binary(BinaryOp::Implies) = op {
            return self.implication(row, left, right);
        }
        let levels = left.levels.max(right.levels) + 1;
        let span = left.expr.span.to(right.expr.span);
        Tall::new(Expr { kind: combined(op, left.expr, right.expr), span }, levels)
    }

    /// `left op b op c op …`, of an operator whose operands may be grouped in any way. It stays out of
    /// [`Self::climb`], each level of which needs its frame.
    #[inline(never)]
    fn chain(
        &mut self,
        row: &mut FlatRow,
        left: Tall,
        op: BinaryOp,
        mut at: Span,
    ) -> Result<Tall, Diagnostic> {
        let mut parts = vec![left];
        loop {
            let right = Infix::Binary(op).binding().1;
            parts.push(self.nested(at, |builder| builder.climb(row, right))?);
            match row.peek() {
                Some(Piece::Infix(Infix::Binary(next), place)) if *next == op => at = *place,
                _ => return joined(op, parts),
            }
            row.next();
        }
    }

    /// `left => right`, and the `else` that belongs to it: the nearest one.
    fn implication(
        &mut self,
        row: &mut FlatRow,
        left: Tall,
        right: Tall,
    ) -> Result<Tall, Diagnostic> {
        let levels = left.levels.max(right.levels) + 1;
        let (left, right) = (left.expr, right.expr);
        if !matches!(row.peek(), Some(Piece::Infix(Infix::Else, _))) {
            let span = left.span.to(right.span);
            let kind = ExprKind::Binary(BinaryOp::Implies, Box::new(left), Box::new(right));
            return Tall::new(Expr { kind, span }, levels);
        }
        row.next();
        let otherwise = self.nested(left.span, |b| b.climb(row, Infix::Else.binding().1))?;
        let levels = levels.max(otherwise.levels + 1);
        let span = left.span.to(otherwise.expr.span);
        let kind = ExprKind::Conditional(Box::new(left), Box::new(right), Box::new(otherwise.expr));
        Tall::new(Expr { kind, span }, levels)
    }
}

fn is_associative(op: BinaryOp) -> bool {
    use BinaryOp as B;
    matches!(op, B::And | B::Or | B::Relation(RelationOp::Union | RelationOp::Intersection))
}

/// The number of operands up to which they are nested to the left, as they would be written.
const MANY: usize = 64;

/// Thousands of operands in a row are halved again and again, so that the tree is not as deep as the row is long.
fn joined(op: BinaryOp, mut parts: Vec<Tall>) -> Result<Tall, Diagnostic> {
    if parts.len() > MANY {
        let second = parts.split_off(parts.len() / 2);
        return both(op, joined(op, parts)?, joined(op, second)?);
    }
    let mut parts = parts.into_iter();
    let first = parts.next().expect("a chain has operands");
    parts.try_fold(first, |left, right| both(op, left, right))
}

fn both(op: BinaryOp, left: Tall, right: Tall) -> Result<Tall, Diagnostic> {
    let levels = left.levels.max(right.levels) + 1;
    let span = left.expr.span.to(right.expr.span);
    let kind = ExprKind::Binary(op, Box::new(left.expr), Box::new(right.expr));
    Tall::new(Expr { kind, span }, levels)
}

/// `target[arguments]`.
fn boxed(target: Tall, arguments: Vec<Expr>, levels: usize, at: Span) -> Result<Tall, Diagnostic> {
    let span = target.expr.span.to(at);
    let kind = ExprKind::Box(Box::new(target.expr), arguments);
    Tall::new(Expr { kind, span }, target.levels.max(levels) + 1)
}

fn combined(op: Infix, left: Expr, right: Expr) -> ExprKind {
    match op {
        Infix::Else => unreachable!("only an implication takes an `else`"),
        Infix::Binary(op) => ExprKind::Binary(op, Box::new(left), Box::new(right)),
        Infix::Arrow(left_multiplicity, right_multiplicity) => {
            ExprKind::Arrow(Box::new(Arrow { left, left_multiplicity, right_multiplicity, right }))
        }
        Infix::Compare(comparator, is_negated) => ExprKind::Compare {
            comparator,
            is_negated,
            left: Box::new(left),
            right: Box::new(right),
        },
    }
}

fn left_binding(piece: &Piece) -> Option<u8> {
    match piece {
        Piece::Infix(Infix::Else, _) => None,
        Piece::Infix(op, _) => Some(op.binding().0),
        Piece::Box(..) => Some(JOIN),
        Piece::Mark(..) => Some(MARK),
        Piece::Operand(_) | Piece::Prefix(..) => None,
    }
}

/// The strength with which joins bind, `a.b` and `a[b]` alike.
const JOIN: u8 = 40;

/// That of `'`: `a.b'` is `a.(b')`, and `*b'` is `(*b)'`, as in Alloy.
const MARK: u8 = 45;

impl Infix {
    /// The strength with which it holds its left and its right operand. Equal operators associate
    /// to the left if the right number is the greater.
    fn binding(self) -> (u8, u8) {
        use BinaryOp as B;
        match self {
            Infix::Binary(B::Sequence) => (3, 2),
            Infix::Binary(B::Or) => (4, 5),
            Infix::Binary(B::Iff) => (6, 7),
            Infix::Binary(B::Implies) | Infix::Else => (9, 8),
            Infix::Binary(B::And) => (10, 11),
            Infix::Binary(B::Until | B::Releases | B::Since | B::Triggered) => (12, 13),
            Infix::Compare(..) => (16, 17),
            Infix::Binary(B::Integer(
                IntOp::ShiftLeft | IntOp::ShiftRight | IntOp::UnsignedShiftRight,
            )) => (20, 21),
            Infix::Binary(
                B::Relation(RelationOp::Union | RelationOp::Difference)
                | B::Integer(IntOp::Plus | IntOp::Minus),
            ) => (22, 23),
            Infix::Binary(B::Integer(IntOp::Times | IntOp::Divide | IntOp::Remainder)) => (24, 25),
            Infix::Binary(B::Relation(RelationOp::Override)) => (28, 29),
            Infix::Binary(B::Relation(RelationOp::Intersection)) => (30, 31),
            Infix::Arrow(..) | Infix::Binary(B::Relation(RelationOp::Product)) => (33, 32),
            Infix::Binary(B::Relation(RelationOp::DomainRestriction)) => (34, 35),
            Infix::Binary(B::Relation(RelationOp::RangeRestriction)) => (36, 37),
            Infix::Binary(B::Relation(RelationOp::Join)) => (JOIN, JOIN + 1),
        }
    }
}

/// The strength with which a prefix operator holds its operand.
fn prefix_binding(op: UnaryOp) -> u8 {
    use UnaryOp as U;
    match op {
        U::Not | U::Always | U::Eventually | U::After | U::Before | U::Historically | U::Once => 14,
        U::No | U::Some | U::Lone | U::One | U::Set | U::Seq => 18,
        U::Cardinality | U::ToInteger => 26,
        U::Pair(_) => 50,
    }
}
