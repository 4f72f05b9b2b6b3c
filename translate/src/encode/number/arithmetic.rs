//! Operations on numbers: value by value where one side is known, so that the result still compares
//! without adders, and on words otherwise. Both must do what `scalar` does.

use std::rc::Rc;

use korrel_lang::model::{IntExpr, IntOp};
use korrel_lang::source::Span;

use crate::circuit::Bit;
use crate::circuit::word::Word;

use super::either;
use super::form::{BitCount, Columns, EncodedNumber, NumberForm, Sum};
use super::scalar::{self, EXACT_WIDTH, ExactResult};
use crate::encode::number::TOO_LARGE;
use crate::encode::{EncodingResult, FormulaEncoder, UnsupportedConstruct};

/// The width of sums that are kept as such, where numbers are exact: nothing that is computed from them overflows.
const EXACT: usize = 32;

impl<'a> FormulaEncoder<'a> {
    pub(crate) fn arithmetic(
        &mut self,
        op: IntOp,
        [a, b]: [&'a IntExpr; 2],
        span: Span,
    ) -> EncodingResult<EncodedNumber> {
        let a = self.encode_integer(a)?.with_columns(self.circuit);
        let b = self.encode_integer(b)?.with_columns(self.circuit);
        let overflow = either(a.overflow, b.overflow, self.circuit);
        let result = match (&a.form, &b.form, a.as_constant(), b.as_constant()) {
            (NumberForm::Columns(columns), _, _, Some(constant)) => {
                self.mapped(columns, span, |number, width| {
                    scalar::apply(op, number, constant, width)
                })?
            }
            (_, NumberForm::Columns(columns), Some(constant), _) => {
                self.mapped(columns, span, |number, width| {
                    scalar::apply(op, constant, number, width)
                })?
            }
            _ => match self.kept(op, [&a, &b]) {
                Some(form) => EncodedNumber { form, overflow: Bit::FALSE },
                None => self.on_words(op, [&a, &b], span)?,
            },
        };
        Ok(self.with_overflow(result, overflow))
    }

    /// A function of one number, value by value.
    fn mapped(
        &mut self,
        columns: &Columns,
        span: Span,
        image: impl Fn(i64, Option<usize>) -> ExactResult,
    ) -> EncodingResult<EncodedNumber> {
        let width = self.bit_width();
        let mut images = Vec::new();
        let mut overflows = Vec::new();
        for number in columns.possible() {
            let (wrapped, overflow) = self.stored(image(number, width), span)?;
            images.push((number, wrapped));
            if overflow {
                overflows.push(columns.equals(number, self.circuit));
            }
        }
        let image = |number: i64| {
            let found = images.binary_search_by_key(&number, |&(number, _)| number);
            images[found.expect("every possible number has an image")].1
        };
        let columns = columns.mapped(image, self.circuit);
        let overflow = self.circuit.or(overflows);
        Ok(EncodedNumber { form: NumberForm::Columns(Rc::new(columns)), overflow })
    }

    /// A sum or a difference that compares without an adder, unless it may overflow.
    fn kept(&self, op: IntOp, [a, b]: [&EncodedNumber; 2]) -> Option<NumberForm> {
        let count = |count: &BitCount, more: i64| {
            let shifted = count.plus(more);
            let (low, high) = shifted.range();
            (NumberForm::Count(Rc::new(shifted)), (low.into(), high.into()))
        };
        let (form, (low, high)) = match (op, &a.form, &b.form, a.as_constant(), b.as_constant()) {
            (IntOp::Plus, NumberForm::Count(x), _, _, Some(more)) => count(x, more),
            (IntOp::Plus, _, NumberForm::Count(x), Some(more), _) => count(x, more),
            (IntOp::Minus, NumberForm::Count(x), _, _, Some(less)) => count(x, less.checked_neg()?),
            (IntOp::Plus | IntOp::Minus, NumberForm::Columns(x), NumberForm::Columns(y), ..) => {
                let sum = Sum::new(x, y, op == IntOp::Minus);
                let range = sum.range();
                (NumberForm::Sum(Rc::new(sum)), range)
            }
            _ => return None,
        };
        let half = 1i128 << (self.bit_width().unwrap_or(EXACT) - 1);
        (-half <= low && high < half).then_some(form)
    }

    fn on_words(
        &mut self,
        op: IntOp,
        [a, b]: [&EncodedNumber; 2],
        span: Span,
    ) -> EncodingResult<EncodedNumber> {
        let [a, b] = &[a.word(self.circuit), b.word(self.circuit)];
        let is_exact = self.bit_width().is_none();
        if is_exact && op == IntOp::ShiftLeft && b.range().1 >= EXACT_WIDTH as i128 {
            return Err(UnsupportedConstruct::too_large(span, TOO_LARGE));
        }
        let circuit = &mut *self.circuit;
        let (word, overflow) = match op {
            IntOp::Plus => (a.plus(b, circuit), Bit::FALSE),
            IntOp::Minus => (a.minus(b, circuit), Bit::FALSE),
            IntOp::Times => (a.times(b, circuit), Bit::FALSE),
            IntOp::Divide => (a.divided(b, circuit).0, b.is_zero(circuit)),
            IntOp::Remainder => (a.divided(b, circuit).1, b.is_zero(circuit)),
            IntOp::ShiftLeft | IntOp::ShiftRight | IntOp::UnsignedShiftRight => {
                self.shifted(op, [a, b])
            }
        };
        let number = self.finished(word, span)?;
        let overflow = if self.forbids_overflow() { overflow } else { Bit::FALSE };
        Ok(self.with_overflow(number, overflow))
    }

    /// The same shift that [`scalar::apply`] does to constants, and its overflow beyond that of the
    /// result.
    fn shifted(&mut self, op: IntOp, [a, b]: [&Word; 2]) -> (Word, Bit) {
        let Some(width) = self.bit_width() else {
            return (self.shifted_exactly(op, [a, b]), Bit::FALSE);
        };
        let circuit = &mut *self.circuit;
        let counted = scalar::amount_bits(width);
        let amount = b.lowest(counted);
        match op {
            IntOp::ShiftLeft => {
                let cut = circuit.or((counted..width).map(|at| b.bit(at)));
                let nonzero = !a.is_zero(circuit);
                (a.shifted_left(&amount, circuit), circuit.and([cut, nonzero]))
            }
            IntOp::ShiftRight => (a.shifted_right(&amount, circuit), Bit::FALSE),
            _ => (a.shifted_right_unsigned(&amount, width, circuit), Bit::FALSE),
        }
    }

    fn shifted_exactly(&mut self, op: IntOp, [a, b]: [&Word; 2]) -> Word {
        let circuit = &mut *self.circuit;
        let is_small = b.less(&Word::constant(EXACT_WIDTH as i128), circuit);
        let is_within = circuit.and([!b.is_negative(), is_small]);
        let zero = Word::constant(0);
        let amount = b.choice(is_within, &zero, circuit).clamped(0, EXACT_WIDTH as i128 - 1);
        match op {
            IntOp::ShiftLeft => {
                let shifted = a.shifted_left(&amount, circuit);
                shifted.choice(is_within, &zero, circuit)
            }
            IntOp::ShiftRight => {
                let shifted = a.shifted_right(&amount, circuit);
                let sign = Word::signed(vec![a.is_negative()]);
                shifted.choice(is_within, &sign, circuit)
            }
            _ => {
                let shifted = a.shifted_right_unsigned(&amount, EXACT_WIDTH, circuit);
                shifted.choice(is_within, &zero, circuit)
            }
        }
    }
}
