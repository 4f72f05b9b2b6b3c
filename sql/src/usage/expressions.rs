//! Expressions: what their operators see of the values below them.

use std::collections::BTreeSet;

use sqlparser::ast::{
    BinaryOperator, Expr, InTarget, UnaryOperator, Value as Literal, ValueWithSpan,
};

use crate::value::Value;

use super::origin::Origin;
use super::patterns::{Signs, texts_of};
use super::scope::{Scope, first};
use super::walk::Walk;

impl Walk<'_> {
    /// An expression whose truth matters.
    pub(super) fn condition(&mut self, expr: &Expr, scope: &Scope<'_>) {
        let origin = self.expr(expr, scope);
        if !origin.columns.is_empty() {
            // A column by itself: numbers other than 0 are true in some dialects.
            self.usage.compute(&origin);
            let truths =
                [Value::Boolean(false), Value::Boolean(true), Value::Integer(0), Value::Integer(1)];
            for truth in truths {
                self.usage.equate(&origin, &Origin::constant(truth));
            }
        }
    }

    /// Returns where the value comes from.
    pub(super) fn expr(&mut self, expr: &Expr, scope: &Scope<'_>) -> Origin {
        let origin = self.looked_at(expr, scope);
        self.usage.mention(&origin);
        origin
    }

    fn looked_at(&mut self, expr: &Expr, scope: &Scope<'_>) -> Origin {
        match expr {
            Expr::Identifier(name) => self.name(name, scope),
            Expr::CompoundIdentifier(names) => self.compound(names, scope),
            Expr::Value(value) => constant(value),
            Expr::TypedString(typed) => constant(&typed.value),
            Expr::Nested(inner) => self.expr(inner, scope),
            Expr::IsNull(inner) | Expr::IsNotNull(inner) => {
                self.expr(inner, scope);
                Origin::made()
            }
            Expr::IsFalse(inner)
            | Expr::IsNotFalse(inner)
            | Expr::IsTrue(inner)
            | Expr::IsNotTrue(inner)
            | Expr::IsUnknown(inner)
            | Expr::IsNotUnknown(inner)
            | Expr::UnaryOp { op: UnaryOperator::Not, expr: inner } => {
                self.condition(inner, scope);
                Origin::made()
            }
            Expr::IsDistinctFrom(left, right) | Expr::IsNotDistinctFrom(left, right) => {
                self.compared(left, right, true, scope)
            }
            Expr::BinaryOp { left, op, right } => self.binary(left, op, right, scope),
            Expr::UnaryOp { op, expr: inner } => {
                let origin = self.expr(inner, scope);
                match (op, origin.only_constant()) {
                    (UnaryOperator::Minus, Some(Value::Integer(number))) => {
                        Origin::constant(Value::Integer(number.wrapping_neg()))
                    }
                    (UnaryOperator::Minus, Some(Value::Decimal(digits))) => {
                        Origin::constant(Value::Decimal(format!("-{digits}")))
                    }
                    (UnaryOperator::Plus, Some(_)) => origin,
                    _ => self.computed(&[origin]),
                }
            }
            Expr::In { expr, target, .. } => self.among(expr, target, scope),
            Expr::Between { expr, low, high, .. } => {
                let origin = self.expr(expr, scope);
                for end in [low, high] {
                    let end = self.expr(end, scope);
                    self.usage.order(&origin, &end);
                }
                Origin::made()
            }
            Expr::Like { expr, pattern, escape_char, .. }
            | Expr::ILike { expr, pattern, escape_char, .. }
            | Expr::SimilarTo { expr, pattern, escape_char, .. } => {
                let escape = escape_char.as_deref().map(|escape| self.expr(escape, scope));
                let escape = escape.as_ref().and_then(letter);
                self.matched(expr, pattern, escape, Signs::LIKE, scope)
            }
            Expr::RLike { expr, pattern, .. } => self.compared(expr, pattern, false, scope),
            Expr::AnyOp { left, compare_op, right, .. }
            | Expr::AllOp { left, compare_op, right } => {
                let is_equality = matches!(compare_op, BinaryOperator::Eq | BinaryOperator::NotEq);
                self.compared(left, right, is_equality, scope)
            }
            Expr::Cast { expr, .. } | Expr::Collate { expr, .. } => {
                let origin = self.expr(expr, scope);
                self.usage.compute(&origin);
                self.usage.computed.extend(origin.all());
                // What is cast stays recognisable in part: 1 and '1'.
                let mut cast = Origin::computed([&origin]);
                cast.is_made = !origin.columns.is_empty();
                cast.constants = origin.constants;
                cast
            }
            Expr::Case { operand, conditions, else_result, .. } => {
                let operand = operand.as_deref().map(|operand| self.expr(operand, scope));
                let mut result =
                    else_result.as_deref().map(|e| self.expr(e, scope)).unwrap_or_default();
                for case in conditions {
                    match &operand {
                        Some(operand) => {
                            let when = self.expr(&case.condition, scope);
                            self.usage.equate(operand, &when);
                        }
                        None => self.condition(&case.condition, scope),
                    }
                    result.join(&self.expr(&case.result, scope));
                }
                result
            }
            Expr::Exists { subquery, .. } => {
                self.query(subquery, Some(scope));
                Origin::made()
            }
            Expr::Subquery(query) => first(&self.query(query, Some(scope))),
            Expr::Tuple(exprs) => {
                let origins: Vec<Origin> =
                    exprs.iter().map(|expr| self.expr(expr, scope)).collect();
                Origin::joined(&origins)
            }
            Expr::Function(function) => self.function(function, scope),
            Expr::Extract { expr, .. } | Expr::Ceil { expr, .. } | Expr::Floor { expr, .. } => {
                let origin = self.expr(expr, scope);
                self.computed(&[origin])
            }
            other => self.words(&other.to_string(), Some(scope)),
        }
    }

    /// Something that depends on more than whether these are equal to others.
    pub(super) fn computed(&mut self, parts: &[Origin]) -> Origin {
        let all = Origin::joined(parts);
        self.usage.compute(&all);
        self.usage.computed.extend(all.all());
        for &column in all.columns.iter().chain(&all.within) {
            self.usage.constants.extend(all.beside().map(|value| (column, value)));
        }
        Origin::computed([&all])
    }

    fn binary(
        &mut self,
        left: &Expr,
        op: &BinaryOperator,
        right: &Expr,
        scope: &Scope<'_>,
    ) -> Origin {
        match op {
            BinaryOperator::And | BinaryOperator::Or | BinaryOperator::Xor => {
                self.condition(left, scope);
                self.condition(right, scope);
                Origin::made()
            }
            BinaryOperator::Eq
            | BinaryOperator::NotEq
            | BinaryOperator::Spaceship
            | BinaryOperator::Is
            | BinaryOperator::IsNot => self.compared(left, right, true, scope),
            BinaryOperator::Lt
            | BinaryOperator::LtEq
            | BinaryOperator::Gt
            | BinaryOperator::GtEq => self.compared(left, right, false, scope),
            BinaryOperator::Glob => self.matched(left, right, None, Signs::GLOB, scope),
            BinaryOperator::PGLikeMatch
            | BinaryOperator::PGNotLikeMatch
            | BinaryOperator::PGILikeMatch
            | BinaryOperator::PGNotILikeMatch => {
                self.matched(left, right, None, Signs::LIKE, scope)
            }
            _ => {
                let parts = [self.expr(left, scope), self.expr(right, scope)];
                self.computed(&parts)
            }
        }
    }

    /// Two values, or two tuples, that are compared.
    fn compared(
        &mut self,
        left: &Expr,
        right: &Expr,
        is_equality: bool,
        scope: &Scope<'_>,
    ) -> Origin {
        let sides = [self.several(left, scope), self.several(right, scope)];
        self.meet(&sides[0], &sides[1], is_equality);
        Origin::made()
    }

    fn meet(&mut self, left: &[Origin], right: &[Origin], is_equality: bool) {
        let whole = [[Origin::joined(left)], [Origin::joined(right)]];
        let (left, right) = match left.len() == right.len() {
            true => (left, right),
            false => (&whole[0][..], &whole[1][..]),
        };
        for (left, right) in left.iter().zip(right) {
            match is_equality {
                true => self.usage.equate(left, right),
                false => self.usage.order(left, right),
            }
        }
    }

    /// The values of a tuple or of a row of a subquery.
    fn several(&mut self, expr: &Expr, scope: &Scope<'_>) -> Vec<Origin> {
        match expr {
            Expr::Nested(inner) => self.several(inner, scope),
            Expr::Tuple(exprs) => exprs.iter().map(|expr| self.expr(expr, scope)).collect(),
            Expr::Subquery(query) => {
                let outputs = self.query(query, Some(scope));
                outputs.into_iter().map(|output| output.origin).collect()
            }
            _ => vec![self.expr(expr, scope)],
        }
    }

    fn among(&mut self, expr: &Expr, target: &InTarget, scope: &Scope<'_>) -> Origin {
        let origin = self.several(expr, scope);
        match target {
            InTarget::List(items) => {
                for item in items {
                    let item = self.several(item, scope);
                    self.meet(&origin, &item, true);
                }
            }
            InTarget::Subquery(query) => {
                let outputs = self.query(query, Some(scope));
                let outputs: Vec<Origin> =
                    outputs.into_iter().map(|output| output.origin).collect();
                self.meet(&origin, &outputs, true);
            }
            other => {
                let words = self.words(&other.to_string(), Some(scope));
                self.meet(&origin, &[words], true);
            }
        }
        Origin::made()
    }

    fn matched(
        &mut self,
        expr: &Expr,
        pattern: &Expr,
        escape: Option<char>,
        signs: Signs,
        scope: &Scope<'_>,
    ) -> Origin {
        let (origin, pattern) = (self.expr(expr, scope), self.expr(pattern, scope));
        self.usage.compute(&origin);
        self.usage.compute(&pattern);
        // Between columns any text may be the pattern. A pattern that is said is no text that it matches.
        self.usage.equate(&origin, &Origin { constants: BTreeSet::new(), ..pattern.clone() });
        for constant in &pattern.constants {
            let Value::Text(text) = constant else { continue };
            let texts = texts_of(text, escape, signs);
            for &column in origin.columns.iter().chain(&origin.within) {
                self.usage.constants.extend(texts.iter().map(|text| (column, text.clone())));
            }
        }
        Origin::made()
    }
}

fn letter(escape: &Origin) -> Option<char> {
    match escape.only_constant()? {
        Value::Text(text) => text.chars().next(),
        _ => None,
    }
}

fn constant(literal: &ValueWithSpan) -> Origin {
    let value = match &literal.value {
        Literal::Number(digits, _) => Value::number(digits),
        Literal::Boolean(truth) => Some(Value::Boolean(*truth)),
        Literal::Null => Some(Value::Null),
        Literal::HexStringLiteral(digits) => Some(Value::Bytes(digits.to_ascii_uppercase())),
        other => other.clone().into_string().map(Value::Text),
    };
    value.map_or_else(Origin::made, Origin::constant)
}
