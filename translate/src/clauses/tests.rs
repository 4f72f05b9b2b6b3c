use korrel_sat::{Cnf, Lit};

use super::*;
use crate::testing::{Random, assignments};

/// The circuit, its root, and a handful of inner bits.
fn random_circuit(random: &mut Random, inputs: usize) -> (Circuit, Bit, Vec<Bit>) {
    let mut circuit = Circuit::new();
    let mut pool: Vec<Bit> = (0..inputs).map(|_| circuit.input()).collect();
    for _ in 0..14 {
        let mut pick = || {
            let bit = pool[random.below(pool.len())];
            if random.below(2) == 0 { bit } else { !bit }
        };
        let (a, b, c) = (pick(), pick(), pick());
        pool.push(match random.below(5) {
            0 => circuit.and([a, b, c]),
            1 => circuit.or([a, b]),
            2 => circuit.iff(a, b),
            3 => circuit.choice(a, b, c),
            _ => circuit.or([a, b, c]),
        });
    }
    let root = pool[pool.len() - 1];
    (circuit, root, pool)
}

fn satisfies(cnf: &Cnf, assignment: &[bool]) -> bool {
    let holds = |lit: &Lit| assignment[lit.var().index()] == lit.is_positive();
    cnf.clauses().all(|clause| clause.iter().any(holds))
}

/// The number of assignments of the auxiliary variables that extend one of the inputs to a model.
fn extensions(cnf: &Cnf, inputs: &[bool]) -> usize {
    let auxiliary = cnf.variables() - inputs.len();
    assert!(auxiliary <= 14, "small enough for brute force");
    assignments(auxiliary).filter(|rest| satisfies(cnf, &[inputs, rest].concat())).count()
}

/// A satisfying input must have exactly one extension under full definitions (else enumeration
/// repeats instances), and any other input none (else it invents them).
#[test]
fn full_definitions_have_one_extension() {
    let mut random = Random::new(2);
    for _ in 0..150 {
        let (circuit, root, _) = random_circuit(&mut random, 4);
        let cnf = to_cnf(&circuit, &[root], 4, Definitions::Full).cnf;
        for inputs in assignments(4) {
            let holds = circuit.evaluate(&inputs).get(root);
            assert_eq!(extensions(&cnf, &inputs), usize::from(holds));
        }
    }
}

/// One-sided definitions may have several extensions, but the same projected models, and never more
/// clauses.
#[test]
fn one_sided_definitions_keep_the_models() {
    let mut random = Random::new(3);
    let (mut full, mut one_sided) = (0, 0);
    for _ in 0..150 {
        let (circuit, root, _) = random_circuit(&mut random, 4);
        let cnf = to_cnf(&circuit, &[root], 4, Definitions::OneSided).cnf;
        one_sided += cnf.len();
        full += to_cnf(&circuit, &[root], 4, Definitions::Full).cnf.len();
        for inputs in assignments(4) {
            let holds = circuit.evaluate(&inputs).get(root);
            assert_eq!(extensions(&cnf, &inputs) > 0, holds);
        }
    }
    assert!(one_sided < full, "{one_sided} clauses against {full}");
}

/// A literal asked for afterwards must be equivalent to its gate in every model, also where only
/// one side was written, where the gate was written out, and where it is constant.
#[test]
fn literals_equal_their_gates() {
    let mut random = Random::new(4);
    for round in 0..100 {
        let (mut circuit, root, pool) = random_circuit(&mut random, 4);
        let style = if round % 2 == 0 { Definitions::Full } else { Definitions::OneSided };
        let mut encoding = to_cnf(&circuit, &[root], 4, style);
        let late = circuit.and([pool[0], !pool[7], pool[9]]);
        for bit in [pool[5], !pool[9], pool[12], late, Bit::FALSE] {
            let lit = encoding.lit(&circuit, bit);
            if encoding.cnf.variables() > 16 {
                break;
            }
            for inputs in assignments(4) {
                let value = circuit.evaluate(&inputs).get(bit);
                let mut cnf = encoding.cnf.clone();
                cnf.add_clause([if value { !lit } else { lit }]);
                assert_eq!(extensions(&cnf, &inputs), 0);
            }
        }
    }
}

/// Conjunctions of clauses over inputs are clauses already: an auxiliary variable for any of them
/// would be waste, and the input numbering is what decoding relies on.
#[test]
fn clauses_stay_clauses() {
    let mut circuit = Circuit::new();
    let bits: Vec<Bit> = (0..5).map(|_| circuit.input()).collect();
    let one = circuit.exactly_one(&bits);
    let nested = circuit.or([bits[0], bits[1]]);
    let clause = circuit.or([nested, !bits[4]]);
    let root = circuit.and([one, clause]);
    let cnf = to_cnf(&circuit, &[root, Bit::TRUE], 5, Definitions::Full).cnf;
    assert_eq!((cnf.variables(), cnf.len()), (5, 12));
    let dimacs: Vec<i64> = cnf.clauses().flatten().map(|lit| lit.to_dimacs()).collect();
    assert!(dimacs.contains(&5) && dimacs.iter().all(|number| number.abs() <= 5));
}

/// A choice costs one variable, not three. A guarded equivalence of the top level costs none.
#[test]
fn choices_are_recognised() {
    let mut circuit = Circuit::new();
    let bits: Vec<Bit> = (0..4).map(|_| circuit.input()).collect();
    let choice = circuit.choice(bits[0], bits[1], bits[2]);
    let same = circuit.iff(choice, bits[3]);
    let guarded = circuit.or([same, bits[2]]);
    let cnf = to_cnf(&circuit, &[guarded], 4, Definitions::Full).cnf;
    assert_eq!(cnf.variables(), 5);
}

/// If it failed, the values of a function of two arguments would be wrong, or cost a variable for each pair of a
/// selector and a value, a fifth power of the atoms where products of products are compared.
#[test]
fn what_a_row_selects_takes_no_variables_for_pairs() {
    let mut random = Random::new(5);
    for round in 0..60 {
        let mut circuit = Circuit::new();
        let bits: Vec<Bit> = (0..7).map(|_| circuit.input()).collect();
        circuit.note_row(&bits[..3]);
        // Some selectors have more than one value looked at.
        let is_repeated = round % 3 == 0;
        let selectors =
            if is_repeated { [bits[0], bits[1], bits[0]] } else { [bits[0], bits[1], bits[2]] };
        let mut select = |values: [Bit; 3]| {
            let pairs = selectors.iter().zip(values);
            let pairs: Vec<Bit> = pairs.map(|(&s, v)| circuit.and([s, v])).collect();
            circuit.or(pairs)
        };
        let mut value = || {
            let bit = bits[3 + random.below(4)];
            if random.below(2) == 0 { bit } else { !bit }
        };
        let selected = [select([value(), value(), value()]), select([value(), value(), value()])];
        let sign = if random.below(2) == 0 { selected[1] } else { !selected[1] };
        let root = match random.below(3) {
            0 => circuit.or([selected[0], sign]),
            1 => circuit.and([selected[0], sign]),
            _ => circuit.iff(selected[0], sign),
        };
        let style = if round % 2 == 0 { Definitions::Full } else { Definitions::OneSided };
        let cnf = to_cnf(&circuit, &[root], 7, style).cnf;
        assert!(is_repeated || cnf.variables() <= 7 + 3, "{} variables", cnf.variables());
        for inputs in assignments(7).filter(|inputs| inputs[..3].iter().filter(|&&x| x).count() < 2)
        {
            let holds = circuit.evaluate(&inputs).get(root);
            assert_eq!(extensions(&cnf, &inputs) > 0, holds, "{style:?}");
        }
    }
}

/// False has no model and true excludes none. An input that is not primary is an auxiliary.
#[test]
fn constants_and_witnesses() {
    let mut circuit = Circuit::new();
    let (_, b) = (circuit.input(), circuit.input());
    let cnf = to_cnf(&circuit, &[Bit::FALSE], 1, Definitions::Full).cnf;
    assert!(cnf.clauses().any(<[Lit]>::is_empty));
    assert!(to_cnf(&circuit, &[Bit::TRUE], 1, Definitions::Full).cnf.is_empty());
    let cnf = to_cnf(&circuit, &[b], 1, Definitions::Full).cnf;
    assert_eq!((cnf.primary(), cnf.variables(), cnf.len()), (1, 2, 1));
}

/// The number of literals in the clauses that say this.
fn literals(circuit: &Circuit, root: Bit) -> usize {
    let inputs = circuit.inputs();
    let cnf = to_cnf(circuit, &[root], inputs, Definitions::OneSided).cnf;
    cnf.clauses().map(<[Lit]>::len).sum()
}

/// Rows of disjunctions, each of two neighbours in the row before. Returns the bit of the last one.
fn pyramid(rows: usize) -> (Circuit, Bit) {
    let mut circuit = Circuit::new();
    let mut row: Vec<Bit> = (0..=rows).map(|_| circuit.input()).collect();
    while row.len() > 1 {
        row = row.windows(2).map(|pair| circuit.or([pair[0], pair[1]])).collect();
    }
    (circuit, row[0])
}

/// If it failed, thirty small functions, each used twice by the next, would take gigabytes: a gate that
/// others use, too, must not be written out wherever it is used.
#[test]
fn what_is_shared_is_not_repeated_without_end() {
    for rows in [8, 16, 32, 64] {
        for is_negated in [false, true] {
            let (circuit, top) = pyramid(rows);
            let literals = literals(&circuit, if is_negated { !top } else { top });
            let size = circuit.size();
            assert!(
                literals < 4 * size + 200,
                "{rows} rows, negated {is_negated}: {literals} literals for {size} gates and wires"
            );
        }
    }
}

/// If it failed, four conjunctions of a hundred would become a hundred million clauses.
#[test]
fn a_disjunction_of_conjunctions_is_no_product() {
    for width in [10, 20, 40, 80] {
        let mut circuit = Circuit::new();
        let mut conjunction = || {
            let bits: Vec<Bit> = (0..width).map(|_| circuit.input()).collect();
            circuit.and(bits)
        };
        let parts = [(); 4].map(|()| conjunction());
        let root = circuit.or(parts);
        let (literals, size) = (literals(&circuit, root), circuit.size());
        assert!(literals < 20 * size, "{literals} literals for {size} gates and wires");
    }
}
