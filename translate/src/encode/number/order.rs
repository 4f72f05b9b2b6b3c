//! Comparing numbers without adders: order encoding (Tamura, Taga, Kitagawa, Banbara 2009).
//!
//! A number with few possible values is known by its thresholds, `x ≥ v`. For one that is read from
//! a functional field these are disjunctions of its columns, and for a cardinality the bits of a
//! unary counter. x < y is then ⋀ (x ≥ v → y ≥ v + 1), with v over the possible values of x. Just
//! as well it is ⋀ (x ≥ w → y ≥ w + 1), with w over those of y. We take the fewer. Against a
//! constant that is one threshold. Each implication propagates both ways at once, where a
//! comparator of words says nothing until high bits are known: heap arrays of 8 were enumerated in
//! half the time, search trees of 10 without a single conflict. Sums of two such numbers compare
//! likewise (`sum`), and so do numbers that are chosen between others (`selected`). Words remain for other
//! results of arithmetic, and for counts and ranges so large that thresholds would outnumber the gates of an
//! adder.

use korrel_lang::model::Comparison;

use super::form::{BitCount, Columns, EncodedNumber, NumberForm};
use super::{selected, sum};
use crate::circuit::{Bit, Circuit};

/// Above this many possible values, or a threshold this high on a count of many bits, words.
const MOST_VALUES: usize = 1024;
const MOST_COUNTED: usize = 24;

/// `positive`: whether the comparison is more likely to be asserted than to be denied.
pub(crate) fn compare(
    comparison: Comparison,
    a: &EncodedNumber,
    b: &EncodedNumber,
    positive: bool,
    circuit: &mut Circuit,
) -> Bit {
    if let Some(bit) = selected::compare(comparison, a, b, positive, circuit) {
        return bit;
    }
    let [a, b] = &[a, b].map(|number| number.with_columns(circuit));
    if let (Comparison::Equal, NumberForm::Columns(a), NumberForm::Columns(b)) =
        (comparison, &a.form, &b.form)
    {
        return equal_columns(a, b, positive, circuit);
    }
    if let Some(bit) = sum::compare(comparison, a, b, positive, circuit) {
        return bit;
    }
    let (Some(left), Some(right)) = (ThresholdNumber::of(a), ThresholdNumber::of(b)) else {
        return compare_words(comparison, a, b, circuit);
    };
    let implications = match comparison {
        Comparison::Less => less(&left, &right),
        Comparison::LessOrEqual => less_or_equal(&left, &right),
        Comparison::Equal => {
            let back = less_or_equal(&right, &left);
            let back = back.into_iter().map(|(s, t)| (ImplyingSide::Right, s, t));
            let forth = less_or_equal(&left, &right);
            let forth = forth.into_iter().map(|(s, t)| (ImplyingSide::Left, s, t));
            return imply_all(&left, &right, forth.chain(back), circuit)
                .unwrap_or_else(|| compare_words(comparison, a, b, circuit));
        }
    };
    let implications = implications.into_iter().map(|(s, t)| (ImplyingSide::Left, s, t));
    imply_all(&left, &right, implications, circuit)
        .unwrap_or_else(|| compare_words(comparison, a, b, circuit))
}

/// True if it is this number.
pub(crate) fn equals(number: &EncodedNumber, constant: i64, circuit: &mut Circuit) -> Bit {
    compare(Comparison::Equal, number, &EncodedNumber::constant(constant), true, circuit)
}

fn compare_words(
    comparison: Comparison,
    a: &EncodedNumber,
    b: &EncodedNumber,
    circuit: &mut Circuit,
) -> Bit {
    let (a, b) = (a.word(circuit), b.word(circuit));
    match comparison {
        Comparison::Equal => a.equal(&b, circuit),
        Comparison::Less => a.less(&b, circuit),
        Comparison::LessOrEqual => a.less_or_equal(&b, circuit),
    }
}

/// If asserted, an equivalence for each number other than 0, which determines 0. If denied, or
/// against a constant, that some number is both: its negation is clauses.
fn equal_columns(a: &Columns, b: &Columns, positive: bool, circuit: &mut Circuit) -> Bit {
    let (mut numbers, other) = (a.possible(), b.possible());
    numbers.extend(other);
    numbers.sort_unstable();
    numbers.dedup();
    let has_constant = a.as_constant().is_some() || b.as_constant().is_some();
    if !positive || has_constant {
        let both: Vec<Bit> = numbers
            .into_iter()
            .map(|number| {
                let bits = [a.equals(number, circuit), b.equals(number, circuit)];
                circuit.and(bits)
            })
            .collect();
        return circuit.or(both);
    }
    let same: Vec<Bit> = numbers
        .into_iter()
        .filter(|&number| number != 0 || a.total && b.total)
        .map(|number| {
            let (a, b) = (a.equals(number, circuit), b.equals(number, circuit));
            circuit.iff(a, b)
        })
        .collect();
    circuit.and(same)
}

/// Pairs (s, t) such that a < b is ⋀ (a ≥ s → b ≥ t).
fn less(a: &ThresholdNumber, b: &ThresholdNumber) -> Vec<(i64, i64)> {
    a.fewer(b).into_iter().map(|v| (v, v.saturating_add(1))).collect()
}

/// The same for a ≤ b.
fn less_or_equal(a: &ThresholdNumber, b: &ThresholdNumber) -> Vec<(i64, i64)> {
    let (own, others) = (a.possible(), b.possible());
    if own.len() <= others.len() {
        own.into_iter().map(|v| (v, v)).collect()
    } else {
        let next = |w: i64| w.checked_add(1).map(|above| (above, above));
        others.into_iter().filter_map(next).collect()
    }
}

/// The side whose threshold implies the other's.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ImplyingSide {
    Left,
    Right,
}

/// The conjunction of implications between thresholds, or `None` if that is not worth while.
fn imply_all(
    left: &ThresholdNumber,
    right: &ThresholdNumber,
    implications: impl Iterator<Item = (ImplyingSide, i64, i64)>,
    circuit: &mut Circuit,
) -> Option<Bit> {
    let implications: Vec<(ImplyingSide, i64, i64)> = implications.collect();
    let is_cheap = implications.iter().all(|&(side, s, t)| match side {
        ImplyingSide::Left => left.is_cheap(s) && right.is_cheap(t),
        ImplyingSide::Right => right.is_cheap(s) && left.is_cheap(t),
    });
    if !is_cheap || implications.len() > MOST_VALUES {
        return None;
    }
    let bits: Vec<Bit> = implications
        .into_iter()
        .map(|(side, s, t)| {
            let (from, to) = if side == ImplyingSide::Left { (left, right) } else { (right, left) };
            let (from, to) = (from.at_least(s, circuit), to.at_least(t, circuit));
            circuit.implies(from, to)
        })
        .collect();
    Some(circuit.and(bits))
}

/// A number that has thresholds.
enum ThresholdNumber<'n> {
    Columns(&'n Columns),
    Count(&'n BitCount),
}

impl<'n> ThresholdNumber<'n> {
    fn of(number: &'n EncodedNumber) -> Option<ThresholdNumber<'n>> {
        match &number.form {
            NumberForm::Columns(columns) => Some(ThresholdNumber::Columns(columns)),
            NumberForm::Count(count) => Some(ThresholdNumber::Count(count)),
            NumberForm::Selected(_) | NumberForm::Sum(_) | NumberForm::Word(_) => None,
        }
    }

    /// Ascending.
    fn possible(&self) -> Vec<i64> {
        match self {
            ThresholdNumber::Columns(columns) => columns.possible(),
            ThresholdNumber::Count(count) => {
                let (low, high) = count.range();
                (low..=high).collect()
            }
        }
    }

    /// The possible values of the one that has fewer.
    fn fewer(&self, other: &ThresholdNumber) -> Vec<i64> {
        let (own, others) = (self.possible(), other.possible());
        if own.len() <= others.len() { own } else { others }
    }

    /// True if it is at least this.
    fn at_least(&self, least: i64, circuit: &mut Circuit) -> Bit {
        match self {
            ThresholdNumber::Columns(columns) => columns.at_least(least, circuit),
            ThresholdNumber::Count(count) => {
                let missing = least.saturating_sub(count.certain).max(0);
                circuit.at_least(&count.bits, usize::try_from(missing).unwrap_or(usize::MAX))
            }
        }
    }

    /// True if a threshold costs less than a word.
    fn is_cheap(&self, least: i64) -> bool {
        let ThresholdNumber::Count(count) = self else {
            return true;
        };
        let bits = count.bits.len() as i64;
        let missing = least.saturating_sub(count.certain).clamp(0, bits + 1);
        missing.min(bits - missing + 1) <= MOST_COUNTED as i64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::circuit::matrix::Matrix;
    use crate::testing::assignments;

    /// Every form that a small number can have, over fresh inputs, and whether its inputs must be
    /// exclusive.
    fn forms(circuit: &mut Circuit) -> Vec<(EncodedNumber, Vec<Bit>)> {
        let mut columns = |numbers: &[i64], total: bool| {
            let entries: Vec<(i64, Bit)> =
                numbers.iter().map(|&number| (number, circuit.input())).collect();
            let bits = entries.iter().map(|&(_, bit)| bit).collect();
            (EncodedNumber::columns(entries, total), bits)
        };
        let mut forms = vec![
            columns(&[-2, -1, 0, 2], false),
            columns(&[1, 2, 3], false),
            columns(&[-1, 1, 4], true),
            columns(&[-3, -2], false),
        ];
        for constant in [-2, 0, 1, 3] {
            forms.push((EncodedNumber::constant(constant), Vec::new()));
        }
        let mut entries: Vec<(usize, Bit)> = (0..3).map(|atom| (atom, circuit.input())).collect();
        entries.push((3, Bit::TRUE));
        forms.push((EncodedNumber::count(&Matrix::from_entries(4, 1, entries)), Vec::new()));
        forms
    }

    /// Each comparison must be that of the numbers, whatever the two forms are, and whichever
    /// polarity is hinted at. A word is the other form of each, and must compare as it does.
    #[test]
    fn comparisons_are_those_of_numbers() {
        let mut circuit = Circuit::new();
        let left = forms(&mut circuit);
        for (a, exclusive) in &left {
            let mut circuit = circuit.clone();
            let before = circuit.inputs();
            for (b, others) in forms(&mut circuit) {
                let inputs = [&exclusive[..], &others[..]];
                check_pair(&mut circuit, before, a, &b, inputs);
            }
        }
    }

    fn check_pair(
        circuit: &mut Circuit,
        before: usize,
        a: &EncodedNumber,
        b: &EncodedNumber,
        exclusive: [&[Bit]; 2],
    ) {
        let (x, y) = (a.word(circuit), b.word(circuit));
        let mut bits = Vec::new();
        for positive in [true, false] {
            for comparison in [Comparison::Equal, Comparison::Less, Comparison::LessOrEqual] {
                bits.push((comparison, compare(comparison, a, b, positive, circuit)));
            }
        }
        let total =
            |number: &EncodedNumber| matches!(&number.form, NumberForm::Columns(c) if c.total);
        let totals = [total(a) && !exclusive[0].is_empty(), total(b) && !exclusive[1].is_empty()];
        for inputs in sparse_inputs(circuit.inputs(), before) {
            let values = circuit.evaluate(&inputs);
            let allowed = exclusive.iter().zip(totals).all(|(bits, total)| {
                let count = bits.iter().filter(|&&bit| values.get(bit)).count();
                count == 1 || count == 0 && !total
            });
            if !allowed {
                continue;
            }
            let (m, n) = (x.value(&values), y.value(&values));
            for &(comparison, bit) in &bits {
                let expected = match comparison {
                    Comparison::Equal => m == n,
                    Comparison::Less => m < n,
                    Comparison::LessOrEqual => m <= n,
                };
                assert_eq!(values.get(bit), expected, "{m} {comparison:?} {n}: {a:?} {b:?}");
            }
        }
    }

    /// At most three inputs hold on either side, in every choice of two and all runs of three.
    fn sparse_inputs(count: usize, before: usize) -> impl Iterator<Item = Vec<bool>> {
        let masks = |length: usize| -> Vec<u64> {
            let single = (0..length).map(|bit| 1u64 << bit);
            let runs = (0..length).map(|bit| (7u64 << bit) & ((1 << length) - 1));
            let pairs = (0..length).map(|bit| (3u64 << bit) & ((1 << length) - 1));
            [0].into_iter().chain(single).chain(runs).chain(pairs).collect()
        };
        let (left, right) = (masks(before), masks(count - before));
        left.into_iter()
            .flat_map(move |a| right.clone().into_iter().map(move |b| a | b << before))
            .map(move |mask| (0..count).map(|bit| mask >> bit & 1 == 1).collect())
    }

    /// Counts so large that thresholds do not pay must still compare as numbers.
    #[test]
    fn large_counts_compare_as_words() {
        let mut circuit = Circuit::new();
        let entries: Vec<(usize, Bit)> = (0..60)
            .map(|atom| (atom, if atom < 50 { Bit::TRUE } else { circuit.input() }))
            .collect();
        let count = EncodedNumber::count(&Matrix::from_entries(60, 1, entries));
        let wide: Vec<(usize, Bit)> = (0..60).map(|atom| (atom, circuit.input())).collect();
        let wide = EncodedNumber::count(&Matrix::from_entries(60, 1, wide));
        let same = compare(Comparison::Equal, &count, &wide, true, &mut circuit);
        let less = compare(Comparison::Less, &count, &wide, true, &mut circuit);
        let half =
            compare(Comparison::Less, &wide, &EncodedNumber::constant(30), true, &mut circuit);
        for (few, many) in [(0, 50), (3, 53), (10, 60), (3, 54), (3, 29), (3, 30)] {
            let mut inputs = vec![false; 70];
            inputs[..few].fill(true);
            inputs[10..10 + many].fill(true);
            let values = circuit.evaluate(&inputs);
            assert_eq!(values.get(same), 50 + few == many);
            assert_eq!(values.get(less), 50 + few < many);
            assert_eq!(values.get(half), many < 30);
        }
    }

    /// The point of it all: comparing two columns must not cost an adder's worth of gates.
    #[test]
    fn a_comparison_is_a_clause_for_each_value() {
        let mut circuit = Circuit::new();
        let [a, b] = [(); 2].map(|()| {
            EncodedNumber::columns((1..=8).map(|number| (number, circuit.input())).collect(), true)
        });
        let before = circuit.len();
        let less = compare(Comparison::Less, &a, &b, true, &mut circuit);
        assert!(circuit.len() - before <= 7 + 6 + 8 + 1, "thresholds, clauses, conjunction");
        for inputs in assignments(16).filter(|inputs| {
            [&inputs[..8], &inputs[8..]].iter().all(|s| s.iter().filter(|&&bit| bit).count() == 1)
        }) {
            let at = |from: usize| inputs[from..from + 8].iter().position(|&bit| bit);
            assert_eq!(circuit.evaluate(&inputs).get(less), at(0) < at(8));
        }
    }
}
