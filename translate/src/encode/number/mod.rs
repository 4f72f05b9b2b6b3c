//! Integer expressions.

pub(crate) mod arithmetic;
pub(crate) mod form;
pub(crate) mod order;
pub(crate) mod scalar;
pub(crate) mod selected;
pub(crate) mod sum;

use std::collections::BTreeSet;
use std::rc::Rc;

use korrel_lang::model::{
    Declaration, Expr, FunctionId, IntExpr, IntExprKind, Measure, Node, Value as ModelValue,
    VariableId,
};
use korrel_lang::source::Span;
use korrel_lang::universe::AtomId;

use super::environment::EncodedValue;
use super::quantifier::Purpose;
use super::{EncodingResult, FormulaEncoder, UnsupportedConstruct};
use crate::circuit::word::Word;
use crate::circuit::{Bit, Circuit};
use form::{EncodedNumber, NumberForm};
use scalar::ExactResult;

/// The construct that has no translation when a number may be that large.
pub(crate) const TOO_LARGE: &str = "a number beyond 64 bits";

impl<'a> FormulaEncoder<'a> {
    pub(crate) fn encode_integer(&mut self, expr: &'a IntExpr) -> EncodingResult<EncodedNumber> {
        if let IntExprKind::Constant(number) = expr.kind {
            return self.finished_constant(
                ExactResult { number: number.into(), overflow: false },
                expr.span,
            );
        }
        self.remembered(
            expr,
            true,
            |environment| &mut environment.numbers,
            |encoder| encoder.integer_kind(expr),
        )
    }

    fn integer_kind(&mut self, expr: &'a IntExpr) -> EncodingResult<EncodedNumber> {
        match &expr.kind {
            IntExprKind::Constant(_) => unreachable!("constants are not remembered"),
            IntExprKind::Measure(Measure::Cardinality, set) => self.cardinality(set, expr.span),
            IntExprKind::Measure(Measure::Sum, set) => self.sum_of_set(set, expr.span),
            IntExprKind::Sum(declarations, body) => self.sum(declarations, body, expr.span),
            IntExprKind::Binary(op, a, b) => self.arithmetic(*op, [a, b], expr.span),
            IntExprKind::Conditional(c, a, b) => {
                let condition = self.encode_condition(c)?;
                let a = self.encode_integer(a)?;
                let b = self.encode_integer(b)?;
                Ok(a.choice(condition, &b, self.circuit))
            }
            IntExprKind::Let(variable, value, body) => {
                self.letting(*variable, value, |encoder| encoder.encode_integer(body))
            }
            IntExprKind::Variable(variable) => {
                match self.environment.get(*variable).value.clone() {
                    EncodedValue::Number(number) => Ok(number),
                    EncodedValue::Deferred(Node::Integer(number), captured) => {
                        self.deferred_number(number, &captured)
                    }
                    _ => unreachable!("a number's variable stands for a number"),
                }
            }
            IntExprKind::Call(function, arguments) => self.call_integer(*function, arguments),
            IntExprKind::In(_, inner) => {
                self.in_next(expr.span, |encoder| encoder.encode_integer(inner))
            }
            IntExprKind::Least => Ok(EncodedNumber::constant(self.integer_range().0)),
            IntExprKind::Greatest => Ok(EncodedNumber::constant(self.integer_range().1)),
        }
    }

    /// The integers of the scope. For a spec without any, those of its bit width.
    fn integer_range(&self) -> (i64, i64) {
        self.universe().integer_range().unwrap_or_else(|| match self.bit_width() {
            Some(width) => (-(1 << (width - 1)), (1 << (width - 1)) - 1),
            None => (0, 0),
        })
    }

    fn cardinality(&mut self, set: &'a Expr, span: Span) -> EncodingResult<EncodedNumber> {
        let set = self.encode_relation(set)?;
        let count = EncodedNumber::count(&set.matrix);
        let most = set.matrix.support() as i128;
        let fits = self.bit_width().is_none_or(|width| most < 1 << (width - 1));
        let count = if fits {
            count
        } else {
            let word = count.word(self.circuit);
            self.finished(word, span)?
        };
        Ok(self.with_overflow(count, set.overflow))
    }

    /// `int[e]`: the columns of a set that is at most one atom, and a sum otherwise.
    fn sum_of_set(&mut self, set: &'a Expr, span: Span) -> EncodingResult<EncodedNumber> {
        if let Some(number) = self.selection(set)? {
            return Ok(number);
        }
        let set = self.encode_relation(set)?;
        let columns = self.numbered(set.matrix.entries());
        let sum = if set.functional || columns.len() < 2 {
            let total = matches!(columns[..], [(_, Bit::TRUE)]);
            EncodedNumber::columns(columns, total)
        } else {
            let words: Vec<Word> =
                columns.iter().map(|&column| Word::one_of(&[column], self.circuit)).collect();
            let word = Word::sum(&words, self.circuit);
            self.finished(word, span)?
        };
        Ok(self.with_overflow(sum, set.overflow))
    }

    /// The integers among some atoms, ascending.
    pub(crate) fn numbered(&self, atoms: impl Iterator<Item = (usize, Bit)>) -> Vec<(i64, Bit)> {
        let number = |atom: usize| self.universe().number(AtomId(atom as u32));
        let mut columns: Vec<(i64, Bit)> =
            atoms.filter_map(|(atom, bit)| number(atom).map(|number| (number, bit))).collect();
        columns.sort_unstable_by_key(|&(number, _)| number);
        columns
    }

    fn sum(
        &mut self,
        declarations: &'a [Declaration],
        body: &'a IntExpr,
        span: Span,
    ) -> EncodingResult<EncodedNumber> {
        let (mut words, mut overflows) = (Vec::new(), Vec::new());
        let purpose = Purpose::Collection;
        self.ground(declarations, purpose, &mut |encoder, grounding| {
            let number = encoder.encode_integer(body)?;
            let guard = encoder.circuit.and(grounding.guards.iter().copied());
            let zero = EncodedNumber::constant(0);
            let number = number.choice(guard, &zero, encoder.circuit);
            words.push(number.word(encoder.circuit));
            overflows.push(number.overflow);
            Ok(())
        })?;
        let word = Word::sum(&words, self.circuit);
        let sum = self.finished(word, span)?;
        let overflow = self.circuit.or(overflows);
        Ok(self.with_overflow(sum, overflow))
    }

    fn call_integer(
        &mut self,
        function: FunctionId,
        arguments: &'a [Expr],
    ) -> EncodingResult<EncodedNumber> {
        let ModelValue::Integer(body) = &self.model.functions[function].body else {
            unreachable!("the body of a number's function is a number")
        };
        self.calling(function, arguments, |encoder, followers| {
            if matches!(body.kind, IntExprKind::Constant(_)) {
                return encoder.encode_integer(body);
            }
            encoder.remembered_call(
                body,
                true,
                followers,
                |environment| &mut environment.numbers,
                |encoder| encoder.integer_kind(body),
            )
        })
    }

    /// A result as the arithmetic of the universe stores it.
    pub(crate) fn finished(&mut self, word: Word, span: Span) -> EncodingResult<EncodedNumber> {
        let plain = |word| EncodedNumber { form: NumberForm::Word(word), overflow: Bit::FALSE };
        match self.bit_width() {
            None => {
                let (low, high) = word.range();
                if low < i64::MIN.into() || high > i64::MAX.into() {
                    return Err(UnsupportedConstruct::too_large(span, TOO_LARGE));
                }
                Ok(plain(word))
            }
            Some(width) if !self.forbids_overflow() => Ok(plain(word.wrapped(width))),
            Some(width) => {
                let (word, overflow) = word.truncate(width, self.circuit);
                Ok(EncodedNumber { form: NumberForm::Word(word), overflow })
            }
        }
    }

    fn finished_constant(&self, outcome: ExactResult, span: Span) -> EncodingResult<EncodedNumber> {
        let (number, overflow) = self.stored(outcome, span)?;
        Ok(EncodedNumber { overflow: Bit::constant(overflow), ..EncodedNumber::constant(number) })
    }

    /// A known result as the arithmetic of the universe stores it, and whether to trace that it
    /// overflowed.
    pub(crate) fn stored(
        &self,
        outcome: ExactResult,
        span: Span,
    ) -> Result<(i64, bool), UnsupportedConstruct> {
        let number = match self.bit_width() {
            Some(width) => scalar::wrapped(outcome.number, width),
            None => outcome.number,
        };
        let overflow = outcome.overflow || number != outcome.number;
        let number = i64::try_from(number);
        let number = number.map_err(|_| UnsupportedConstruct::too_large(span, TOO_LARGE))?;
        Ok((number, overflow && self.forbids_overflow()))
    }

    pub(crate) fn with_overflow(&mut self, number: EncodedNumber, overflow: Bit) -> EncodedNumber {
        EncodedNumber {
            overflow: either(number.overflow, overflow, self.circuit),
            form: number.form,
        }
    }
}

// Overflow, where it is forbidden: a comparison that an overflow reaches fails, unless the number
// that overflowed depends on a universally quantified integer. Then that binding is skipped
// (Milicevic, Jackson 2014, as Kodkod implements it).
//
// Every translated value carries one bit: whether an overflow occurred in computing it. In the
// other arithmetics it is FALSE, which costs no gate. On which integer variables a value depends
// is read off its free variables, when a comparison needs it. Formulas are translated together
// with their polarity, as if in negation normal form.

impl<'a> FormulaEncoder<'a> {
    /// The value of a comparison once the overflows of its operands are taken into account.
    ///
    /// Under positive polarity a comparison holds if an operand overflows over a universal
    /// variable, and fails if one overflows otherwise. Under negative polarity it is the other way
    /// round, for then its negation is what holds or fails.
    pub(crate) fn settled<T: Copy + Into<Node<'a>>>(
        &mut self,
        value: Bit,
        operands: &[(T, Bit)],
        positive: bool,
    ) -> Bit {
        let (mut holds, mut fails) = (vec![value], Vec::new());
        let overflowing = operands.iter().filter(|(_, overflow)| *overflow != Bit::FALSE);
        for &(operand, overflow) in overflowing {
            let mentioned = self.environment.free.of(operand);
            let depends = self.dependencies(&mentioned);
            if self.is_universal(&depends) == positive {
                holds.push(overflow);
            } else {
                fails.push(!overflow);
            }
        }
        let holds = self.circuit.or(holds);
        self.circuit.and(fails.into_iter().chain([holds]))
    }

    /// True if the innermost binding of an integer that it depends on is universal.
    fn is_universal(&self, depends: &[VariableId]) -> bool {
        let mut bindings = self.binders.iter().rev();
        bindings
            .find(|binder| depends.contains(&binder.variable))
            .is_some_and(|binder| binder.universal)
    }

    /// The bound integer variables that the values of these variables depend on.
    pub(crate) fn dependencies(&self, mentioned: &[VariableId]) -> Rc<[VariableId]> {
        let mut depends = BTreeSet::new();
        if self.forbids_overflow() {
            for &variable in mentioned {
                depends.extend(self.environment.get(variable).depends.iter().copied());
            }
        }
        depends.into_iter().collect()
    }

    /// The part of a key that the enclosing binders are.
    pub(crate) fn context(&mut self) -> u32 {
        if self.binders.is_empty() {
            return 0;
        }
        let binders = self.binders.iter().map(|binder| (binder.variable, binder.universal));
        self.environment.context(binders.collect())
    }
}

/// The disjunction of two overflows, which mostly are not.
pub(crate) fn either(a: Bit, b: Bit, circuit: &mut Circuit) -> Bit {
    match (a, b) {
        (Bit::FALSE, other) | (other, Bit::FALSE) => other,
        _ => circuit.or([a, b]),
    }
}
