//! Integer expressions.

pub(crate) mod arithmetic;
pub(crate) mod overflow;

use korrel_lang::model::{
    Declaration, Expr, FunctionId, IntExpr, IntExprKind, Measure, Node, Value as ModelValue,
};
use korrel_lang::source::Span;
use korrel_lang::universe::AtomId;

use crate::circuit::Bit;
use crate::circuit::word::Word;

use crate::encode::environment::EncodedValue;
use crate::encode::number::overflow::either;
use crate::encode::quantifier::Purpose;
use crate::encode::value::number::{EncodedNumber, NumberForm};
use crate::encode::value::scalar::{self, ExactResult};
use crate::encode::{Encoded, Encoder, Unsupported};

/// The construct that has no translation when a number may be that large.
pub(crate) const TOO_LARGE: &str = "a number beyond 64 bits";

impl<'a> Encoder<'a> {
    pub(crate) fn encode_integer(&mut self, expr: &'a IntExpr) -> Encoded<EncodedNumber> {
        if let IntExprKind::Constant(number) = expr.kind {
            return self.finished_constant(
                ExactResult { number: number.into(), overflow: false },
                expr.span,
            );
        }
        let node = Node::from(expr);
        let free = self.environment.free.of(node);
        let key = self.key_to_remember(node.id(), &free, true);
        let number = self.remembered(
            |environment| &mut environment.numbers,
            key,
            |encoder| encoder.integer_kind(expr),
        )?;
        self.fitting(number, expr.span)
    }

    fn integer_kind(&mut self, expr: &'a IntExpr) -> Encoded<EncodedNumber> {
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
                self.bind_let(*variable, value)?;
                let result = self.encode_integer(body);
                self.environment.unfollow(*variable);
                result
            }
            IntExprKind::Variable(variable) => match &self.environment.get(*variable).value {
                EncodedValue::Number(number) => Ok(number.clone()),
                _ => unreachable!("a number's variable stands for a number"),
            },
            IntExprKind::Call(function, arguments) => self.call_integer(*function, arguments),
            IntExprKind::In(..) => unreachable!("a question is about one state"),
            IntExprKind::Least => Ok(EncodedNumber::constant(self.integer_range().0)),
            IntExprKind::Greatest => Ok(EncodedNumber::constant(self.integer_range().1)),
        }
    }

    /// The integers of the scope; for a spec without any, those of its bit width.
    fn integer_range(&self) -> (i64, i64) {
        self.universe().integer_range().unwrap_or_else(|| match self.bit_width() {
            Some(width) => (-(1 << (width - 1)), (1 << (width - 1)) - 1),
            None => (0, 0),
        })
    }

    fn cardinality(&mut self, set: &'a Expr, span: Span) -> Encoded<EncodedNumber> {
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

    /// `int[e]`: for a set that is at most one atom, its columns; otherwise a sum.
    fn sum_of_set(&mut self, set: &'a Expr, span: Span) -> Encoded<EncodedNumber> {
        let set = self.encode_relation(set)?;
        let number = |atom: usize| self.universe().number(AtomId(atom as u32));
        let mut columns: Vec<(i64, Bit)> = set
            .matrix
            .entries()
            .filter_map(|(atom, bit)| number(atom).map(|number| (number, bit)))
            .collect();
        columns.sort_unstable_by_key(|&(number, _)| number);
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

    fn sum(
        &mut self,
        declarations: &'a [Declaration],
        body: &'a IntExpr,
        span: Span,
    ) -> Encoded<EncodedNumber> {
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
    ) -> Encoded<EncodedNumber> {
        let ModelValue::Integer(body) = &self.model.functions[function].body else {
            unreachable!("the body of a number's function is a number")
        };
        let followers = self.bind_parameters(function, arguments)?;
        if matches!(body.kind, IntExprKind::Constant(_)) {
            return self.encode_integer(body);
        }
        let node = Node::from(body);
        let free = self.environment.free.of(node);
        let key = self.key(node.id(), &free, true);
        self.remembered(
            |environment| &mut environment.numbers,
            Some(key),
            |encoder| encoder.following(&followers, |encoder| encoder.integer_kind(body)),
        )
    }

    /// A result as the arithmetic of the universe stores it.
    pub(crate) fn finished(&mut self, word: Word, span: Span) -> Encoded<EncodedNumber> {
        let plain = |word| EncodedNumber { form: NumberForm::Word(word), overflow: Bit::FALSE };
        match self.bit_width() {
            None => {
                let (low, high) = word.range();
                if low < i64::MIN.into() || high > i64::MAX.into() {
                    return Err(Unsupported::too_large(span, TOO_LARGE));
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

    fn finished_constant(&self, outcome: ExactResult, span: Span) -> Encoded<EncodedNumber> {
        let (number, overflow) = self.stored(outcome, span)?;
        Ok(EncodedNumber { overflow: Bit::constant(overflow), ..EncodedNumber::constant(number) })
    }

    /// A known result as the arithmetic of the universe stores it, and whether to trace that it
    /// overflowed.
    pub(crate) fn stored(
        &self,
        outcome: ExactResult,
        span: Span,
    ) -> Result<(i64, bool), Unsupported> {
        let number = match self.bit_width() {
            Some(width) => scalar::wrapped(outcome.number, width),
            None => outcome.number,
        };
        let overflow = outcome.overflow || number != outcome.number;
        let number = i64::try_from(number);
        let number = number.map_err(|_| Unsupported::too_large(span, TOO_LARGE))?;
        Ok((number, overflow && self.forbids_overflow()))
    }

    pub(crate) fn with_overflow(&mut self, number: EncodedNumber, overflow: Bit) -> EncodedNumber {
        EncodedNumber {
            overflow: either(number.overflow, overflow, self.circuit),
            form: number.form,
        }
    }
}
