//! The forms of a number.
//!
//! Most numbers of a spec are read from a functional field and compared, or counted and compared.
//! These keep their form, a bit for each value or the bits to be counted, until arithmetic needs a
//! word.

use std::rc::Rc;

use super::selected::Selection;
use crate::circuit::matrix::Matrix;
use crate::circuit::word::Word;
use crate::circuit::{Bit, Circuit};

/// The number of columns from which on thresholds share a chain of disjunctions rather than being
/// one each.
const CHAINED: usize = 32;

/// A translated integer expression.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct EncodedNumber {
    pub form: NumberForm,
    /// True if an overflow occurred in computing it.
    pub overflow: Bit,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum NumberForm {
    Columns(Rc<Columns>),
    Count(Rc<BitCount>),
    Selected(Rc<Selection>),
    Sum(Rc<Sum>),
    Word(Word),
}

/// The number whose bit holds, or 0 if none does. No two hold.
///
/// Invariant: `entries` ascend by number, and no bit is FALSE.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Columns {
    pub entries: Vec<(i64, Bit)>,
    /// One of the bits is known to hold.
    pub total: bool,
}

/// The number of bits that hold, and `certain` more, which may be less than none.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct BitCount {
    pub certain: i64,
    /// None is constant.
    pub bits: Vec<Bit>,
}

/// The sum of two numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Sum {
    pub a: Rc<Columns>,
    pub b: Rc<Columns>,
    /// True if the second number is subtracted.
    pub is_difference: bool,
}

impl EncodedNumber {
    pub fn constant(number: i64) -> EncodedNumber {
        EncodedNumber::columns(vec![(number, Bit::TRUE)], true)
    }

    /// A number of these columns, without overflow.
    pub fn columns(entries: Vec<(i64, Bit)>, total: bool) -> EncodedNumber {
        let form = NumberForm::Columns(Rc::new(Columns { entries, total }));
        EncodedNumber { form, overflow: Bit::FALSE }
    }

    /// `#matrix`, without overflow.
    pub fn count(matrix: &Matrix) -> EncodedNumber {
        let (certain, bits): (Vec<Bit>, Vec<Bit>) =
            matrix.bits().into_iter().partition(|&bit| bit == Bit::TRUE);
        if bits.is_empty() {
            return EncodedNumber::constant(certain.len() as i64);
        }
        let certain = certain.len() as i64;
        let form = NumberForm::Count(Rc::new(BitCount { certain, bits }));
        EncodedNumber { form, overflow: Bit::FALSE }
    }

    pub fn word(&self, circuit: &mut Circuit) -> Word {
        match &self.form {
            NumberForm::Word(word) => word.clone(),
            NumberForm::Sum(sum) => sum.word(circuit),
            NumberForm::Columns(columns) => Word::one_of(&columns.entries, circuit),
            NumberForm::Selected(selection) => selection.word(circuit),
            NumberForm::Count(count) => {
                let bits: Vec<Word> = count.bits.iter().map(|&bit| Word::of_bit(bit)).collect();
                Word::sum(&bits, circuit).plus(&Word::constant(count.certain.into()), circuit)
            }
        }
    }

    /// The same in a form that is worth comparing with many numbers.
    pub fn compact(self, circuit: &mut Circuit) -> EncodedNumber {
        match self.form {
            NumberForm::Sum(sum) => {
                EncodedNumber { form: NumberForm::Word(sum.word(circuit)), ..self }
            }
            _ => self.with_columns(circuit),
        }
    }

    /// The same with a bit for each value in place of a choice between numbers.
    pub fn with_columns(&self, circuit: &mut Circuit) -> EncodedNumber {
        let form = match &self.form {
            NumberForm::Selected(selection) => {
                NumberForm::Columns(Rc::new(selection.columns(circuit)))
            }
            form => form.clone(),
        };
        EncodedNumber { form, overflow: self.overflow }
    }

    pub fn as_constant(&self) -> Option<i64> {
        match &self.form {
            NumberForm::Columns(columns) => columns.as_constant(),
            NumberForm::Count(_) | NumberForm::Selected(_) | NumberForm::Sum(_) => None,
            NumberForm::Word(word) => {
                word.as_constant().and_then(|number| i64::try_from(number).ok())
            }
        }
    }

    /// `self` if the condition holds, else `other`. Overflow is that of the one that is taken.
    pub fn choice(
        &self,
        condition: Bit,
        other: &EncodedNumber,
        circuit: &mut Circuit,
    ) -> EncodedNumber {
        let overflow = circuit.choice(condition, self.overflow, other.overflow);
        let [own, other] = [self, other].map(|number| number.with_columns(circuit));
        let form = match (&own.form, &other.form) {
            (NumberForm::Columns(a), NumberForm::Columns(b)) => {
                NumberForm::Columns(Rc::new(a.choice(condition, b, circuit)))
            }
            _ => {
                let (a, b) = (own.word(circuit), other.word(circuit));
                NumberForm::Word(a.choice(condition, &b, circuit))
            }
        };
        EncodedNumber { form, overflow }
    }
}

impl BitCount {
    /// The least and the greatest number that it may be.
    pub fn range(&self) -> (i64, i64) {
        (self.certain, self.certain.saturating_add(self.bits.len() as i64))
    }

    /// The same with so many more.
    pub fn plus(&self, more: i64) -> BitCount {
        BitCount { certain: self.certain.saturating_add(more), bits: self.bits.clone() }
    }
}

impl Columns {
    pub fn as_constant(&self) -> Option<i64> {
        match self.entries[..] {
            [] => Some(0),
            [(number, Bit::TRUE)] => Some(number),
            _ => None,
        }
    }

    /// True if it is this number.
    pub fn equals(&self, number: i64, circuit: &mut Circuit) -> Bit {
        if number == 0 && !self.total {
            let others = self.entries.iter().filter(|&&(number, _)| number != 0);
            return !circuit.or(others.map(|&(_, bit)| bit));
        }
        let found = self.entries.binary_search_by_key(&number, |&(number, _)| number);
        found.map_or(Bit::FALSE, |at| self.entries[at].1)
    }

    /// All numbers that it may be, ascending, 0 for the empty set among them.
    pub fn possible(&self) -> Vec<i64> {
        let mut possible: Vec<i64> = self.entries.iter().map(|&(number, _)| number).collect();
        if let (false, Err(at)) = (self.total, possible.binary_search(&0)) {
            possible.insert(at, 0);
        }
        possible
    }

    /// The same with every number replaced, where equal ones are merged.
    pub fn mapped(&self, image: impl Fn(i64) -> i64, circuit: &mut Circuit) -> Columns {
        let mut entries: Vec<(i64, Bit)> = self
            .possible()
            .into_iter()
            .map(|number| (image(number), self.equals(number, circuit)))
            .filter(|&(_, bit)| bit != Bit::FALSE)
            .collect();
        entries.sort_by_key(|&(number, _)| number);
        let merged = entries.chunk_by(|a, b| a.0 == b.0).map(|group| {
            let bit = circuit.or(group.iter().map(|&(_, bit)| bit));
            (group[0].0, bit)
        });
        Columns { entries: merged.collect(), total: true }
    }

    /// The threshold, where the empty set counts as 0. Thresholds up to 0 are the negated disjunctions
    /// of the columns below, so that no bit for emptiness is needed.
    pub fn at_least(&self, least: i64, circuit: &mut Circuit) -> Bit {
        let from = self.entries.partition_point(|&(number, _)| number < least);
        let (below, above) = self.entries.split_at(from);
        if least <= 0 && !self.total {
            return !disjunction(below.iter(), circuit);
        }
        if below.is_empty() && (self.total || least <= 0) {
            return Bit::TRUE;
        }
        disjunction(above.iter().rev(), circuit)
    }

    fn choice(&self, condition: Bit, other: &Columns, circuit: &mut Circuit) -> Columns {
        let mut numbers: Vec<i64> =
            self.entries.iter().chain(&other.entries).map(|&(number, _)| number).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let total = self.total && other.total;
        let bit_of = |columns: &Columns, number: i64| {
            let found = columns.entries.binary_search_by_key(&number, |&(number, _)| number);
            found.map_or(Bit::FALSE, |at| columns.entries[at].1)
        };
        let entries = numbers.into_iter().map(|number| {
            let (a, b) = (bit_of(self, number), bit_of(other, number));
            (number, circuit.choice(condition, a, b))
        });
        let entries = entries.filter(|&(_, bit)| bit != Bit::FALSE).collect();
        Columns { entries, total }
    }
}

impl Sum {
    /// The sum, or the difference, of two numbers, both of which are open.
    pub fn new(a: &Rc<Columns>, b: &Rc<Columns>, is_difference: bool) -> Sum {
        Sum { a: Rc::clone(a), b: Rc::clone(b), is_difference }
    }

    /// The least and the greatest number that it may be.
    pub fn range(&self) -> (i128, i128) {
        let [a, b] = [&self.a, &self.b].map(|columns| {
            let possible = columns.possible();
            let end = |number: Option<&i64>| i128::from(number.copied().unwrap_or(0));
            (end(possible.first()), end(possible.last()))
        });
        match self.is_difference {
            true => (a.0 - b.1, a.1 - b.0),
            false => (a.0 + b.0, a.1 + b.1),
        }
    }

    pub fn word(&self, circuit: &mut Circuit) -> Word {
        let [a, b] = [&self.a, &self.b].map(|columns| Word::one_of(&columns.entries, circuit));
        if self.is_difference { a.minus(&b, circuit) } else { a.plus(&b, circuit) }
    }
}

/// A disjunction: one gate for few columns, and for many a chain that the other thresholds share.
fn disjunction<'c>(
    columns: impl ExactSizeIterator<Item = &'c (i64, Bit)>,
    circuit: &mut Circuit,
) -> Bit {
    let bits = columns.map(|&(_, bit)| bit);
    if bits.len() < CHAINED {
        return circuit.or(bits);
    }
    bits.fold(Bit::FALSE, |sum, bit| circuit.or([sum, bit]))
}
