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
    let total = |number: &EncodedNumber| matches!(&number.form, NumberForm::Columns(c) if c.total);
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
    let entries: Vec<(usize, Bit)> =
        (0..60).map(|atom| (atom, if atom < 50 { Bit::TRUE } else { circuit.input() })).collect();
    let count = EncodedNumber::count(&Matrix::from_entries(60, 1, entries));
    let wide: Vec<(usize, Bit)> = (0..60).map(|atom| (atom, circuit.input())).collect();
    let wide = EncodedNumber::count(&Matrix::from_entries(60, 1, wide));
    let same = compare(Comparison::Equal, &count, &wide, true, &mut circuit);
    let less = compare(Comparison::Less, &count, &wide, true, &mut circuit);
    let half = compare(Comparison::Less, &wide, &EncodedNumber::constant(30), true, &mut circuit);
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
