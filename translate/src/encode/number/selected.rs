//! Numbers that are chosen between others, compared one by one.
//!
//! *Problem.* `rank[parent[i]]` is one of the ranks. Value by value it is a gate for each parent and each value, and a
//! search that knows that a rank is a number (`sat/enumerator/rows.rs`) sees none in these gates.
//!
//! *Choice.* The number stays a choice until something other than an inequality asks for its values. An inequality is
//! then one for each number that may be taken, under the condition that it is. Both sides are then numbers of fields,
//! and other comparisons share their thresholds. Disjoint sets of 6 are listed in four fifths of the time.
//!
//! A number that is compared with many others, as `h.minimum.key <= r.key` for all `r`, has its values once and for
//! all. So it is kept as a choice only where it depends on all that is bound. *Rejected.* To keep `n.parent.key` as
//! well, where nodes choose: compiling Fibonacci heaps takes a tenth longer, and Korat's acyclic graphs of 7 are listed
//! more slowly by a twentieth.

use std::rc::Rc;

use korrel_lang::model::{Comparison, Expr, ExprKind, PairOp, RelationOp, Value as ModelValue};

use super::form::{Columns, EncodedNumber, NumberForm};
use super::{either, order};
use crate::circuit::word::Word;
use crate::circuit::{Bit, Circuit};
use crate::encode::{EncodingResult, FormulaEncoder};

/// More pairs of numbers between which a comparison chooses are not compared one by one.
const MOST_PAIRS: usize = 256;

/// The numbers between which selectors choose. No two selectors hold, and if none does the number is 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Selection {
    options: Vec<(Bit, Rc<Columns>)>,
    /// True if the selectors are those of integers.
    is_by_number: bool,
}

impl Selection {
    /// A bit for each value.
    pub fn columns(&self, circuit: &mut Circuit) -> Columns {
        let mut ways: Vec<(i64, Bit)> = Vec::new();
        for (selector, columns) in &self.options {
            for &(number, bit) in &columns.entries {
                ways.push((number, circuit.and([*selector, bit])));
            }
        }
        ways.retain(|&(_, bit)| bit != Bit::FALSE);
        ways.sort_by_key(|&(number, _)| number);
        let merged = ways.chunk_by(|a, b| a.0 == b.0).map(|group| {
            let bit = circuit.or(group.iter().map(|&(_, bit)| bit));
            (group[0].0, bit)
        });
        Columns { entries: merged.collect(), total: false }
    }

    pub fn word(&self, circuit: &mut Circuit) -> Word {
        Word::one_of(&self.columns(circuit).entries, circuit)
    }
}

impl<'a> FormulaEncoder<'a> {
    /// `int[a.f]` of a set `a` that is one of several atoms, or none, if it depends on all that is bound.
    pub(super) fn selection(&mut self, set: &'a Expr) -> EncodingResult<Option<EncodedNumber>> {
        let free = self.environment.free.of(set);
        if !self.environment.is_met_once(&free) {
            return Ok(None);
        }
        self.selection_of(set)
    }

    fn selection_of(&mut self, set: &'a Expr) -> EncodingResult<Option<EncodedNumber>> {
        let (a, b) = match &set.kind {
            ExprKind::Binary(RelationOp::Join, a, b) if a.arity == 1 && b.arity == 2 => (a, b),
            ExprKind::Call(function, arguments) => {
                let ModelValue::Relation(body) = &self.model.functions[*function].body else {
                    unreachable!("the body of a relation's function is a relation")
                };
                return self.calling(*function, arguments, |encoder, _| encoder.selection_of(body));
            }
            _ => return Ok(None),
        };
        if is_closure(a) || is_closure(b) {
            return Ok(None);
        }
        let (a, b) = (self.encode_relation(a)?, self.encode_relation(b)?);
        if !a.functional || !b.functional || a.matrix.support() < 2 {
            return Ok(None);
        }
        let atoms = self.atoms();
        let rows: Vec<(usize, &[(usize, Bit)])> = b.matrix.rows(atoms).collect();
        let option = |(atom, selector)| {
            let row = rows.binary_search_by_key(&atom, |&(row, _)| row);
            let row = row.map_or(&[][..], |at| rows[at].1);
            let entries = self.numbered(row.iter().map(|&(index, bit)| (index % atoms, bit)));
            let total = matches!(entries[..], [(_, Bit::TRUE)]);
            (selector, Rc::new(Columns { entries, total }))
        };
        let options = a.matrix.entries().map(option).collect();
        let is_by_number = self.numbered(a.matrix.entries()).len() == a.matrix.support();
        let form = NumberForm::Selected(Rc::new(Selection { options, is_by_number }));
        let overflow = either(a.overflow, b.overflow, self.circuit);
        Ok(Some(EncodedNumber { form, overflow }))
    }
}

fn is_closure(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Unary(PairOp::Closure | PairOp::ReflexiveClosure, _))
}

/// An inequality for each pair of numbers that may be taken, or `None` if neither side is a choice, one is no number of
/// a field, or values are better.
pub(super) fn compare(
    comparison: Comparison,
    a: &EncodedNumber,
    b: &EncodedNumber,
    positive: bool,
    circuit: &mut Circuit,
) -> Option<Bit> {
    let is_by_number = |number: &EncodedNumber| match &number.form {
        NumberForm::Selected(selection) => Some(selection.is_by_number),
        _ => None,
    };
    let choices = [is_by_number(a), is_by_number(b)];
    let is_worth_while = choices.contains(&Some(true)) && !choices.contains(&Some(false));
    if comparison == Comparison::Equal || !is_worth_while {
        return None;
    }
    let (a, b) = (Options::of(a)?, Options::of(b)?);
    if a.options.len() * b.options.len() > MOST_PAIRS {
        return None;
    }
    // What is denied is a comparison the other way round.
    Some(match (positive, comparison) {
        (true, _) => inequality(comparison, &a, &b, circuit),
        (false, Comparison::Less) => !inequality(Comparison::LessOrEqual, &b, &a, circuit),
        (false, _) => !inequality(Comparison::Less, &b, &a, circuit),
    })
}

fn inequality(comparison: Comparison, a: &Options, b: &Options, circuit: &mut Circuit) -> Bit {
    let mut bits = Vec::new();
    for (of_a, left) in &a.options {
        for (of_b, right) in &b.options {
            let holds = order::compare(comparison, left, right, true, circuit);
            let unless = a.unless(*of_a).into_iter().chain(b.unless(*of_b));
            bits.push(circuit.or(unless.chain([holds])));
        }
    }
    circuit.and(bits)
}

/// A number as a choice between numbers of fields.
struct Options {
    /// Where there is no selector, the number is taken if no other is.
    options: Vec<(Option<Bit>, EncodedNumber)>,
}

impl Options {
    fn of(number: &EncodedNumber) -> Option<Options> {
        let number_of = |columns: &Rc<Columns>| EncodedNumber {
            form: NumberForm::Columns(Rc::clone(columns)),
            overflow: Bit::FALSE,
        };
        let options = match &number.form {
            NumberForm::Columns(columns) => vec![(Some(Bit::TRUE), number_of(columns))],
            NumberForm::Selected(selection) => {
                let some = selection.options.iter();
                let some = some.map(|(selector, columns)| (Some(*selector), number_of(columns)));
                some.chain([(None, EncodedNumber::constant(0))]).collect()
            }
            _ => return None,
        };
        Some(Options { options })
    }

    /// What holds if this option is not the one that is taken.
    fn unless(&self, selector: Option<Bit>) -> Vec<Bit> {
        match selector {
            Some(selector) => vec![!selector],
            None => self.options.iter().filter_map(|&(selector, _)| selector).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A choice between two numbers, the selectors and the cells of the numbers.
    fn choice(circuit: &mut Circuit) -> (EncodedNumber, Vec<Vec<Bit>>) {
        let mut row = |length: usize| (0..length).map(|_| circuit.input()).collect::<Vec<Bit>>();
        let (selectors, cells) = (row(2), [row(2), row(2)]);
        let columns = |numbers: [i64; 2], bits: &[Bit]| {
            let entries = numbers.into_iter().zip(bits.iter().copied()).collect();
            Rc::new(Columns { entries, total: false })
        };
        let options = vec![
            (selectors[0], columns([-1, 2], &cells[0])),
            (selectors[1], columns([1, 2], &cells[1])),
        ];
        let selection = Selection { options, is_by_number: true };
        let form = NumberForm::Selected(Rc::new(selection));
        let [first, second] = cells;
        (EncodedNumber { form, overflow: Bit::FALSE }, vec![selectors, first, second])
    }

    /// A choice compares as its word does, with a number of a field, a constant and another choice, on either side,
    /// whichever polarity is hinted at.
    #[test]
    fn choices_compare_as_numbers() {
        for kind in 0..3 {
            let mut circuit = Circuit::new();
            let (a, mut exclusive) = choice(&mut circuit);
            let b = match kind {
                0 => EncodedNumber::constant(1),
                1 => {
                    let bits: Vec<Bit> = (0..3).map(|_| circuit.input()).collect();
                    let entries = (0..3).zip(bits.iter().copied()).collect();
                    exclusive.push(bits);
                    EncodedNumber::columns(entries, false)
                }
                _ => {
                    let (b, more) = choice(&mut circuit);
                    exclusive.extend(more);
                    b
                }
            };
            check(&mut circuit, [&a, &b], &exclusive);
        }
    }

    fn check(circuit: &mut Circuit, [a, b]: [&EncodedNumber; 2], exclusive: &[Vec<Bit>]) {
        let (x, y) = (a.word(circuit), b.word(circuit));
        let mut bits = Vec::new();
        for positive in [true, false] {
            for comparison in [Comparison::Equal, Comparison::Less, Comparison::LessOrEqual] {
                let forth = order::compare(comparison, a, b, positive, circuit);
                let back = order::compare(comparison, b, a, positive, circuit);
                bits.push((comparison, forth, back));
            }
        }
        for inputs in crate::testing::assignments(circuit.inputs()) {
            let values = circuit.evaluate(&inputs);
            let is_lone = |bits: &Vec<Bit>| bits.iter().filter(|&&bit| values.get(bit)).count() < 2;
            if !exclusive.iter().all(is_lone) {
                continue;
            }
            let (m, n) = (x.value(&values), y.value(&values));
            for &(comparison, forth, back) in &bits {
                let holds = |m: i128, n: i128| match comparison {
                    Comparison::Equal => m == n,
                    Comparison::Less => m < n,
                    Comparison::LessOrEqual => m <= n,
                };
                assert_eq!(values.get(forth), holds(m, n), "{m} {comparison:?} {n}");
                assert_eq!(values.get(back), holds(n, m), "{n} {comparison:?} {m}");
            }
        }
    }
}
