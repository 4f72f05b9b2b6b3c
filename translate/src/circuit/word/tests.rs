use super::*;
use crate::circuit::GateValues;
use crate::testing::assignments;

impl Word {
    /// The number that it is under these values.
    pub fn value(&self, values: &GateValues) -> i128 {
        let sign = if values.get(self.is_negative()) { -1 } else { 0 };
        let bits = self.bits.iter().rev();
        bits.fold(sign, |number, &bit| number << 1 | i128::from(values.get(bit)))
    }
}

/// A word of any `width`-bit number, made of fresh inputs.
fn input(circuit: &mut Circuit, width: usize) -> Word {
    let bits = (0..width).map(|_| circuit.input()).collect();
    Word::signed(bits)
}

/// Checks an operation against numbers, for all pairs of numbers of these widths, and that the
/// result lies within its own limits and is no wider than they need.
fn check(
    widths: (usize, usize),
    operation: impl Fn(&Word, &Word, &mut Circuit) -> Word,
    expected: impl Fn(i128, i128) -> i128,
) {
    let mut circuit = Circuit::new();
    let a = input(&mut circuit, widths.0);
    let b = input(&mut circuit, widths.1);
    let result = operation(&a, &b, &mut circuit);
    assert_eq!(result.width(), width_of(result.low, result.high));
    for assignment in assignments(widths.0 + widths.1) {
        let values = circuit.evaluate(&assignment);
        let (a, b) = (a.value(&values), b.value(&values));
        let number = result.value(&values);
        assert_eq!(number, expected(a, b), "of {a} and {b}");
        assert!(result.low <= number && number <= result.high);
        check_constants((a, b), number, &operation);
    }
}

/// The result must be a constant on constants: nothing is left to the solver.
fn check_constants(
    (a, b): (i128, i128),
    number: i128,
    operation: impl Fn(&Word, &Word, &mut Circuit) -> Word,
) {
    let mut circuit = Circuit::new();
    let result = operation(&Word::constant(a), &Word::constant(b), &mut circuit);
    assert_eq!(result, Word::constant(number), "of the constants {a} and {b}");
    assert_eq!(circuit.len(), 1);
}

const WIDTHS: [(usize, usize); 5] = [(1, 1), (3, 3), (2, 4), (4, 2), (1, 4)];

/// Exact arithmetic must be that of the numbers. A width that is too small would wrap.
#[test]
fn arithmetic_is_exact() {
    for widths in WIDTHS {
        check(widths, |a, b, c| a.plus(b, c), |a, b| a + b);
        check(widths, |a, b, c| a.minus(b, c), |a, b| a - b);
        check(widths, |a, b, c| a.times(b, c), |a, b| a * b);
        check(widths, |a, _, c| a.negated(c), |a, _| -a);
        check(widths, |a, _, c| a.magnitude(c), |a, _| a.abs());
        let of_three =
            |a: &Word, b: &Word, c: &mut Circuit| Word::sum(&[a.clone(), b.clone(), a.clone()], c);
        check(widths, of_three, |a, b| a + b + a);
    }
}

/// Division rounds towards zero. By zero it follows Kodkod's circuit.
#[test]
fn division_rounds_towards_zero() {
    for widths in WIDTHS {
        let quotient = |a: i128, b: i128| a.checked_div(b).unwrap_or(-a.signum());
        check(widths, |a, b, c| a.divided(b, c).0, quotient);
        check(widths, |a, b, c| a.divided(b, c).1, |a, b| a.checked_rem(b).unwrap_or(a));
    }
}

/// Shifts by every amount, beyond the width too.
#[test]
fn shifts_move_bits() {
    for widths in WIDTHS {
        let amount = |b: &Word| b.lowest(3);
        let places = |b: i128| b & 7;
        check(widths, |a, b, c| a.shifted_left(&amount(b), c), |a, b| a << places(b));
        check(widths, |a, b, c| a.shifted_right(&amount(b), c), |a, b| a >> places(b));
        check(
            widths,
            |a, b, c| a.shifted_right_unsigned(&amount(b), 4, c),
            |a, b| {
                let bits = (a & 15) >> places(b);
                if bits > 7 { bits - 16 } else { bits }
            },
        );
    }
}

/// Comparisons must be those of the numbers, at different widths too.
#[test]
fn comparisons_are_those_of_numbers() {
    for widths in WIDTHS {
        check(widths, |a, b, c| Word::of_bit(a.equal(b, c)), |a, b| i128::from(a == b));
        check(widths, |a, b, c| Word::of_bit(a.less(b, c)), |a, b| i128::from(a < b));
        check(widths, |a, b, c| Word::of_bit(a.less_or_equal(b, c)), |a, b| i128::from(a <= b));
        check(widths, |a, _, c| Word::of_bit(a.is_zero(c)), |a, _| i128::from(a == 0));
        check(widths, |a, b, c| a.choice(b.is_negative(), b, c), |a, b| if b < 0 { a } else { b });
    }
}

/// Truncation wraps around and says so exactly when the number changes.
#[test]
fn truncation_reports_every_change() {
    let wrap = |number: i128| (number + 2).rem_euclid(4) - 2;
    for widths in WIDTHS {
        let product = |a: &Word, b: &Word, c: &mut Circuit| a.times(b, c).truncate(2, c);
        check(widths, |a, b, c| product(a, b, c).0, |a, b| wrap(a * b));
        check(
            widths,
            |a, b, c| Word::of_bit(product(a, b, c).1),
            |a, b| i128::from(wrap(a * b) != a * b),
        );
    }
}

/// Exactly one column holds, or none, which counts as 0.
#[test]
fn columns_give_their_number() {
    let numbers = [-3, 0, 2, 5];
    let mut circuit = Circuit::new();
    let columns: Vec<(i64, Bit)> = numbers.map(|number| (number, circuit.input())).to_vec();
    let word = Word::one_of(&columns, &mut circuit);
    for chosen in 0..=numbers.len() {
        let inputs: Vec<bool> = (0..numbers.len()).map(|at| at == chosen).collect();
        let number = numbers.get(chosen).copied().unwrap_or(0);
        assert_eq!(word.value(&circuit.evaluate(&inputs)), i128::from(number));
    }
}

/// Widths that do not follow the possible range make every adder after them wider.
#[test]
fn widths_follow_the_range() {
    let mut circuit = Circuit::new();
    let bits: Vec<Word> = (0..5).map(|_| Word::of_bit(circuit.input())).collect();
    let count = Word::sum(&bits, &mut circuit);
    assert_eq!((count.range(), count.width()), ((0, 5), 4));
    assert_eq!(count.is_negative(), Bit::FALSE);
    let shifted = count.minus(&Word::constant(5), &mut circuit);
    assert_eq!((shifted.range(), shifted.width()), ((-5, 0), 4));
    assert_eq!(count.less(&Word::constant(6), &mut circuit), Bit::TRUE);
    let none = count.minus(&count, &mut circuit);
    assert_eq!(none.value(&circuit.evaluate(&[true; 5])), 0);
}
