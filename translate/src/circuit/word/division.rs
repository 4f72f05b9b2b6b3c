//! Division that rounds towards zero: restoring division of the magnitudes, bit by bit, and the
//! signs put back. The non-restoring method saves a choice per step and needs a correction at the
//! end; at these widths that is a wash.
//!
//! By zero: a / 0 is −1, 0 or 1 for a positive, zero or negative, and a rem 0 is a. That is what
//! Kodkod's circuit yields, and Alloy's answers with wrap-around show.

use crate::circuit::Circuit;

use super::Word;

impl Word {
    /// The quotient and the remainder, which has the sign of `self`.
    pub fn divided(&self, divisor: &Word, circuit: &mut Circuit) -> (Word, Word) {
        let dividend = self.magnitude(circuit);
        let magnitude = divisor.magnitude(circuit);
        let (quotient, remainder) = unsigned(&dividend, &magnitude, circuit);

        let differ = circuit.xor(self.is_negative(), divisor.is_negative());
        let negated = quotient.negated(circuit);
        let quotient = negated.choice(differ, &quotient, circuit);
        let negated = remainder.negated(circuit);
        let remainder = negated.choice(self.is_negative(), &remainder, circuit);

        let by_zero = divisor.is_zero(circuit);
        let sign = self.opposite_sign(circuit);
        (sign.choice(by_zero, &quotient, circuit), self.choice(by_zero, &remainder, circuit))
    }

    /// −1, 0 or 1 for a number above, equal to or below 0.
    fn opposite_sign(&self, circuit: &mut Circuit) -> Word {
        let negative = self.is_negative();
        let is_zero = self.is_zero(circuit);
        let one = Word::constant(1).choice(negative, &Word::constant(-1), circuit);
        Word::constant(0).choice(is_zero, &one, circuit)
    }
}

/// Division of numbers that are not negative; the divisor is not 0, or the result does not matter.
fn unsigned(dividend: &Word, divisor: &Word, circuit: &mut Circuit) -> (Word, Word) {
    let greatest = (divisor.high - 1).max(0);
    let mut remainder = Word::constant(0);
    let mut quotient = Vec::new();
    for at in (0..dividend.width()).rev() {
        let mut bits = vec![dividend.bit(at)];
        bits.extend(&remainder.bits);
        let grown = Word::within(bits, 0, 2 * remainder.high + 1);
        let fits = divisor.less_or_equal(&grown, circuit);
        let less = grown.minus(divisor, circuit);
        let kept = less.choice(fits, &grown, circuit);
        remainder = Word::within(kept.bits, 0, greatest.min(grown.high));
        quotient.push(fits);
    }
    quotient.reverse();
    let high = dividend.high;
    let quotient = Word::unsigned(quotient);
    (Word::within(quotient.bits, 0, high), remainder)
}
