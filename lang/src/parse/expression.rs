//! Expressions: a row of operands and operators, folded by precedence (operator-precedence climbing;
//! Pratt 1973).

use std::iter::Peekable;
use std::vec::IntoIter;

use pest::iterators::Pair;

use super::depth::Tall;
use super::{Builder, Rule};
use crate::ast::{
    Arrow, BinaryOp, Comparator, Constant, Expr, ExprKind, Mark, Multiplicity, Quantifier, UnaryOp,
};
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// What stands in the row.
enum Piece {
    Operand(Tall),
    Prefix(UnaryOp, Span),
    Infix(Infix, Span),
    /// The arguments, and the levels of the highest of them.
    Box(Vec<Expr>, usize, Span),
}

#[derive(Clone, Copy)]
enum Infix {
    Binary(BinaryOp),
    Else,
    Arrow(Option<Multiplicity>, Option<Multiplicity>),
    Compare(Comparator, bool),
}

type Row = Peekable<IntoIter<Piece>>;

/// How tightly joins bind, `a.b` and `a[b]` alike.
const JOIN: u8 = 40;

impl Infix {
    /// How tightly it holds its left and its right operand; equal operators associate to the left
    /// if the right number is the greater.
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
            Infix::Binary(B::ShiftLeft | B::ShiftRight | B::UnsignedShiftRight) => (20, 21),
            Infix::Binary(B::Union | B::Difference | B::Add | B::Subtract) => (22, 23),
            Infix::Binary(B::Multiply | B::Divide | B::Remainder) => (24, 25),
            Infix::Binary(B::Override) => (28, 29),
            Infix::Binary(B::Intersection) => (30, 31),
            Infix::Arrow(..) => (33, 32),
            Infix::Binary(B::DomainRestriction) => (34, 35),
            Infix::Binary(B::RangeRestriction) => (36, 37),
            Infix::Binary(B::Join) => (JOIN, JOIN + 1),
        }
    }
}

/// How tightly a prefix operator holds its operand.
fn prefix_binding(op: UnaryOp) -> u8 {
    use UnaryOp as U;
    match op {
        U::Not | U::Always | U::Eventually | U::After | U::Before | U::Historically | U::Once => 14,
        U::No | U::Some | U::Lone | U::One | U::Set | U::Seq => 18,
        U::Cardinality | U::ToInteger => 26,
        U::Transpose | U::Closure | U::ReflexiveClosure => 50,
    }
}

impl Builder {
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
            Rule::infix => row.push(Piece::Infix(infix(pair), span)),
            Rule::box_join => {
                let (arguments, levels) = self.measured(|builder| builder.exprs(pair))?;
                row.push(Piece::Box(arguments, levels, span));
            }
            _ => self.operand(pair, row)?,
        }
        Ok(())
    }

    fn operand(&mut self, pair: Pair<'_, Rule>, row: &mut Vec<Piece>) -> Result<(), Diagnostic> {
        let mut operand = None;
        for part in pair.into_inner() {
            let span = self.span(&part);
            match part.as_rule() {
                Rule::prefix => {
                    let op = prefix(part);
                    self.has_sequences |= op == UnaryOp::Seq;
                    row.push(Piece::Prefix(op, span));
                }
                Rule::binder => operand = Some(self.tall(|builder| builder.binder(part))?),
                Rule::primary => operand = Some(self.tall(|builder| builder.primary(part))?),
                _ => {
                    let mark = if part.as_str() == "'" { Mark::Prime } else { Mark::Backtick };
                    operand =
                        Some(marked(mark, operand.expect("a mark follows an operand"), span)?);
                }
            }
        }
        row.push(Piece::Operand(operand.expect("an operand has a core")));
        Ok(())
    }

    /// One level above all that is in it.
    fn tall(
        &mut self,
        build: impl FnOnce(&mut Builder) -> Result<Expr, Diagnostic>,
    ) -> Result<Tall, Diagnostic> {
        let (expr, below) = self.measured(build)?;
        Tall::new(expr, below + 1)
    }

    fn exprs(&mut self, pair: Pair<'_, Rule>) -> Result<Vec<Expr>, Diagnostic> {
        let exprs = pair.into_inner().filter(|part| part.as_rule() == Rule::expr);
        exprs.map(|expr| self.expr(expr)).collect()
    }

    /// Folds the row as far as its operators bind at least as tightly as `least`.
    fn climb(&mut self, row: &mut Row, least: u8) -> Result<Tall, Diagnostic> {
        let mut left = match row.next().expect("the grammar puts an operand here") {
            Piece::Operand(operand) => operand,
            Piece::Prefix(op, span) => {
                let operand = self.nested(span, |b| b.climb(row, prefix_binding(op)))?;
                let span = span.to(operand.expr.span);
                let kind = ExprKind::Unary(op, Box::new(operand.expr));
                Tall::new(Expr { kind, span }, operand.levels + 1)?
            }
            Piece::Infix(..) | Piece::Box(..) => unreachable!("an operand comes first"),
        };
        while let Some(binding) = row.peek().and_then(left_binding) {
            if binding < least {
                break;
            }
            left = match row.next().expect("peeked") {
                Piece::Box(arguments, levels, span) => boxed(left, arguments, levels, span)?,
                Piece::Infix(op, at) => self.infix(row, left, op, at)?,
                Piece::Operand(_) | Piece::Prefix(..) => unreachable!("operators alternate"),
            };
        }
        Ok(left)
    }

    fn infix(
        &mut self,
        row: &mut Row,
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

    /// `left => right`, and the `else` that belongs to it: the nearest one.
    fn implication(&mut self, row: &mut Row, left: Tall, right: Tall) -> Result<Tall, Diagnostic> {
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

    fn binder(&mut self, pair: Pair<'_, Rule>) -> Result<Expr, Diagnostic> {
        let span = self.span(&pair);
        let binder = pair.into_inner().next().expect("a binder has one form");
        if binder.as_rule() == Rule::let_expr {
            return self.let_expr(binder, span);
        }
        let mut quantifier = Quantifier::All;
        let mut declarations = Vec::new();
        let mut body = None;
        for part in binder.into_inner() {
            match part.as_rule() {
                Rule::quantifier => quantifier = self::quantifier(part.as_str()),
                Rule::declaration => declarations.push(self.declaration(part)?),
                _ => body = Some(self.body(part)?),
            }
        }
        let body = Box::new(body.expect("a quantifier has a body"));
        Ok(Expr { kind: ExprKind::Quantified(quantifier, declarations, body), span })
    }

    fn let_expr(&mut self, pair: Pair<'_, Rule>, span: Span) -> Result<Expr, Diagnostic> {
        let mut bindings = Vec::new();
        let mut body = None;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::let_binding => {
                    let mut parts = part.into_inner();
                    let name = self.name(&parts.next().expect("a binding has a name"));
                    let value = parts.next_back().expect("a binding has a value");
                    bindings.push((name, self.expr(value)?));
                }
                Rule::body => body = Some(self.body(part)?),
                _ => {}
            }
        }
        let body = Box::new(body.expect("a `let` has a body"));
        Ok(Expr { kind: ExprKind::Let(bindings, body), span })
    }

    /// `| e` or `{ … }`.
    fn body(&mut self, pair: Pair<'_, Rule>) -> Result<Expr, Diagnostic> {
        let part = pair.into_inner().next_back().expect("a body has an expression");
        match part.as_rule() {
            Rule::block => self.block(part),
            _ => self.expr(part),
        }
    }

    pub(super) fn block(&mut self, pair: Pair<'_, Rule>) -> Result<Expr, Diagnostic> {
        let span = self.span(&pair);
        Ok(Expr { kind: ExprKind::Block(self.exprs(pair)?), span })
    }

    fn primary(&mut self, pair: Pair<'_, Rule>) -> Result<Expr, Diagnostic> {
        let part = pair.into_inner().next().expect("a primary has one form");
        let span = self.span(&part);
        self.has_sequences |= part.as_str().starts_with("seq/");
        let kind = match part.as_rule() {
            Rule::block => return self.block(part),
            Rule::parenthesis => {
                let inner = part.into_inner().next().expect("brackets hold an expression");
                // A message that underlines it underlines the brackets too: `(a).(b)`.
                return Ok(Expr { span, ..self.expr(inner)? });
            }
            Rule::comprehension => self.comprehension(part)?,
            Rule::number => ExprKind::Number(self.number(&part)?),
            Rule::string => ExprKind::String(unescaped(part.as_str())),
            Rule::constant => ExprKind::Constant(constant(part.as_str())),
            Rule::at_name => ExprKind::At(part.as_str()[1..].to_string()),
            _ => ExprKind::Name(part.as_str().to_string()),
        };
        Ok(Expr { kind, span })
    }

    fn comprehension(&mut self, pair: Pair<'_, Rule>) -> Result<ExprKind, Diagnostic> {
        let mut declarations = Vec::new();
        let mut body = None;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::declaration => declarations.push(self.declaration(part)?),
                Rule::body => body = Some(Box::new(self.body(part)?)),
                _ => {}
            }
        }
        Ok(ExprKind::Comprehension(declarations, body))
    }
}

fn marked(mark: Mark, operand: Tall, at: Span) -> Result<Tall, Diagnostic> {
    let span = operand.expr.span.to(at);
    let kind = ExprKind::Marked(mark, Box::new(operand.expr));
    Tall::new(Expr { kind, span }, operand.levels + 1)
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
        Piece::Operand(_) | Piece::Prefix(..) => None,
    }
}

fn stray_else(at: Span) -> Diagnostic {
    Diagnostic::error(code::SYNTAX, "`else` without `=>`")
        .at(at, "no condition stands before it")
        .help("a conditional is written `c => a else b`")
}

fn quantifier(word: &str) -> Quantifier {
    match word {
        "all" => Quantifier::All,
        "no" => Quantifier::No,
        "some" => Quantifier::Some,
        "lone" => Quantifier::Lone,
        "one" => Quantifier::One,
        _ => Quantifier::Sum,
    }
}

fn constant(word: &str) -> Constant {
    match word {
        "univ" => Constant::Univ,
        "none" => Constant::None,
        "iden" => Constant::Iden,
        "Int" => Constant::Int,
        "seq/Int" => Constant::SeqInt,
        "String" => Constant::String,
        "this" => Constant::This,
        "int" => Constant::IntCast,
        "sum" => Constant::SumCast,
        "disj" => Constant::Disj,
        "fun/min" => Constant::Least,
        "fun/max" => Constant::Greatest,
        "fun/next" => Constant::Next,
        _ => Constant::TotalOrder,
    }
}

/// The text between the quotes, with `\"`, `\\`, `\n` and `\t` replaced.
fn unescaped(quoted: &str) -> String {
    let mut text = String::new();
    let mut chars = quoted[1..quoted.len() - 1].chars();
    while let Some(c) = chars.next() {
        text.push(match c {
            '\\' => match chars.next() {
                Some('n') => '\n',
                Some('t') => '\t',
                Some(other) => other,
                None => '\\',
            },
            other => other,
        });
    }
    text
}

fn prefix(pair: Pair<'_, Rule>) -> UnaryOp {
    match pair.into_inner().next().expect("a prefix is one operator").as_rule() {
        Rule::p_not => UnaryOp::Not,
        Rule::p_no => UnaryOp::No,
        Rule::p_some => UnaryOp::Some,
        Rule::p_lone => UnaryOp::Lone,
        Rule::p_one => UnaryOp::One,
        Rule::p_set => UnaryOp::Set,
        Rule::p_seq => UnaryOp::Seq,
        Rule::p_cardinality => UnaryOp::Cardinality,
        Rule::p_transpose => UnaryOp::Transpose,
        Rule::p_closure => UnaryOp::Closure,
        Rule::p_reflexive => UnaryOp::ReflexiveClosure,
        Rule::p_always => UnaryOp::Always,
        Rule::p_eventually => UnaryOp::Eventually,
        Rule::p_after => UnaryOp::After,
        Rule::p_before => UnaryOp::Before,
        Rule::p_historically => UnaryOp::Historically,
        Rule::p_once => UnaryOp::Once,
        _ => UnaryOp::ToInteger,
    }
}

fn infix(pair: Pair<'_, Rule>) -> Infix {
    use BinaryOp as B;
    let op = pair.into_inner().next().expect("an infix is one operator");
    Infix::Binary(match op.as_rule() {
        Rule::i_else => return Infix::Else,
        Rule::i_arrow => return arrow(op),
        Rule::i_compare => return comparison(op),
        Rule::i_iff => B::Iff,
        Rule::i_implies => B::Implies,
        Rule::i_or => B::Or,
        Rule::i_and => B::And,
        Rule::i_until => B::Until,
        Rule::i_releases => B::Releases,
        Rule::i_since => B::Since,
        Rule::i_triggered => B::Triggered,
        Rule::i_sequence => B::Sequence,
        Rule::i_shift_left => B::ShiftLeft,
        Rule::i_shift_right => B::ShiftRight,
        Rule::i_unsigned_shift_right => B::UnsignedShiftRight,
        Rule::i_override => B::Override,
        Rule::i_union => B::Union,
        Rule::i_difference => B::Difference,
        Rule::i_intersection => B::Intersection,
        Rule::i_domain => B::DomainRestriction,
        Rule::i_range => B::RangeRestriction,
        Rule::i_int_add => B::Add,
        Rule::i_int_sub => B::Subtract,
        Rule::i_int_mul => B::Multiply,
        Rule::i_int_div => B::Divide,
        Rule::i_int_rem => B::Remainder,
        _ => B::Join,
    })
}

fn arrow(pair: Pair<'_, Rule>) -> Infix {
    let (mut left, mut right) = (None, None);
    let mut is_behind_arrow = false;
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::arrow => is_behind_arrow = true,
            _ if is_behind_arrow => right = Some(multiplicity(part)),
            _ => left = Some(multiplicity(part)),
        }
    }
    Infix::Arrow(left, right)
}

fn multiplicity(pair: Pair<'_, Rule>) -> Multiplicity {
    match pair.into_inner().next().expect("a multiplicity is a keyword").as_rule() {
        Rule::k_lone => Multiplicity::Lone,
        Rule::k_one => Multiplicity::One,
        Rule::k_some => Multiplicity::Some,
        _ => Multiplicity::Set,
    }
}

fn comparison(pair: Pair<'_, Rule>) -> Infix {
    let mut is_negated = false;
    let mut comparator = Comparator::In;
    for part in pair.into_inner() {
        match part.as_str() {
            "in" => comparator = Comparator::In,
            "=" => comparator = Comparator::Equal,
            "<" => comparator = Comparator::Less,
            "=<" | "<=" => comparator = Comparator::LessOrEqual,
            ">" => comparator = Comparator::Greater,
            ">=" => comparator = Comparator::GreaterOrEqual,
            _ => is_negated = true,
        }
    }
    Infix::Compare(comparator, is_negated)
}
