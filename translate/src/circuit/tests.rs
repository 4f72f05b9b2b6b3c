use super::*;
use crate::testing::{Random, assignments};

fn inputs(circuit: &mut Circuit, count: usize) -> Vec<Bit> {
    (0..count).map(|_| circuit.input()).collect()
}

/// A gate that simplifies to the wrong function would make the translation unsound: random circuits
/// over 4 inputs must compute what their construction says, on all 16 assignments.
#[test]
fn random_circuits_compute_their_functions() {
    let mut random = Random::new(1);
    for _ in 0..400 {
        let mut circuit = Circuit::new();
        let mut pool: Vec<(Bit, u16)> = vec![(Bit::TRUE, 0xffff), (Bit::FALSE, 0)];
        for table in [0xaaaa, 0xcccc, 0xf0f0, 0xff00] {
            pool.push((circuit.input(), table));
        }
        for _ in 0..25 {
            let next = random_gate(&mut circuit, &pool, &mut random);
            pool.push(next);
        }
        for (row, assignment) in assignments(4).enumerate() {
            let values = circuit.evaluate(&assignment);
            for &(bit, table) in &pool {
                assert_eq!(values.get(bit), table >> row & 1 == 1);
            }
        }
    }
}

/// A gate over three members of the pool, with the table of the function that it must compute.
fn random_gate(circuit: &mut Circuit, pool: &[(Bit, u16)], random: &mut Random) -> (Bit, u16) {
    let mut pick = || {
        let (bit, table) = pool[random.below(pool.len())];
        if random.below(2) == 0 { (bit, table) } else { (!bit, !table) }
    };
    let ((a, s), (b, t), (c, u)) = (pick(), pick(), pick());
    match random.below(7) {
        0 => (circuit.and([a, b, c]), s & t & u),
        1 => (circuit.or([a, b, c]), s | t | u),
        2 => (circuit.and([a, b]), s & t),
        3 => (circuit.implies(a, b), !s | t),
        4 => (circuit.iff(a, b), !(s ^ t)),
        5 => (circuit.xor(a, b), s ^ t),
        _ => (circuit.choice(a, b, c), s & t | !s & u),
    }
}

/// If equal functions of equal form were different gates, nothing would be shared.
#[test]
fn equal_gates_are_made_once() {
    let mut circuit = Circuit::new();
    let bits = inputs(&mut circuit, 3);
    let (a, b, c) = (bits[0], bits[1], bits[2]);
    let first = circuit.and([a, b, c]);
    let gates = circuit.len();
    assert_eq!(circuit.and([c, a, b, a, Bit::TRUE]), first);
    assert_eq!(circuit.or([!b, !c, !a]), !first);
    assert_eq!(circuit.len(), gates);
    let same = circuit.iff(a, b);
    assert_eq!(circuit.iff(!b, !a), same);
    assert_eq!(circuit.xor(!a, b), same);
}

/// If it failed, gates would be lost where their table grows, and be made again.
#[test]
fn equal_gates_are_made_once_among_many() {
    let mut circuit = Circuit::new();
    let bits = inputs(&mut circuit, 64);
    let mut pairs = || {
        let pairs = (1..64).flat_map(|b| (0..b).map(move |a| (a, b)));
        pairs.map(|(a, b)| circuit.and([bits[a], !bits[b]])).collect::<Vec<Bit>>()
    };
    let first = pairs();
    assert_eq!(first, pairs());
    assert_eq!(circuit.len(), 1 + 64 + first.len());
}

/// The two-level rules keep circuits small. Each must fire on its pattern.
#[test]
fn two_level_rules_fire() {
    let mut circuit = Circuit::new();
    let bits = inputs(&mut circuit, 3);
    let (a, b, c) = (bits[0], bits[1], bits[2]);
    let both = circuit.and([a, b]);
    assert_eq!(circuit.and([both, a]), both, "absorption");
    assert_eq!(circuit.and([both, !b]), Bit::FALSE, "contradiction");
    let not_b = circuit.and([a, !b]);
    assert_eq!(circuit.and([!both, a]), not_b, "substitution");
    let without = circuit.and([!a, c]);
    assert_eq!(circuit.and([!both, !a, c]), without, "subsumption");
}

/// Counting must agree with the number of true bits, on both sides of the switch from pairs to a
/// sequence, and for every threshold.
#[test]
fn counting_agrees_with_popcount() {
    for length in [0, 1, 2, 3, 5, 8, 11, 12, 13] {
        let mut circuit = Circuit::new();
        let bits = inputs(&mut circuit, length);
        let lone = circuit.at_most_one(&bits);
        let one = circuit.exactly_one(&bits);
        let at_least: Vec<Bit> = (0..length + 2).map(|k| circuit.at_least(&bits, k)).collect();
        let counter = circuit.counter(&bits, usize::MAX);
        assert_eq!(counter.len(), length);
        assert_eq!(circuit.counter(&bits, 2).len(), length.min(2));
        for assignment in assignments(length) {
            let count = assignment.iter().filter(|&&bit| bit).count();
            let values = circuit.evaluate(&assignment);
            assert_eq!(values.get(lone), count <= 1);
            assert_eq!(values.get(one), count == 1);
            for (k, &bit) in at_least.iter().enumerate() {
                assert_eq!(values.get(bit), count >= k);
            }
            for (k, &bit) in counter.iter().enumerate() {
                assert_eq!(values.get(bit), count > k);
            }
        }
    }
}

/// A comparison of a cardinality with a small constant that built adders or a full counter would
/// grow with n² here instead of n.
#[test]
fn thresholds_stay_linear() {
    let mut circuit = Circuit::new();
    let bits = inputs(&mut circuit, 200);
    circuit.at_least(&bits, 3);
    circuit.at_least(&bits, 198);
    assert!(circuit.len() < 200 * 12, "{} gates", circuit.len());
}

/// Gates that are made after an assumption may have any value where it does not hold, and must have
/// their right value elsewhere. Otherwise facts would change what other facts mean.
#[test]
fn assumptions_change_nothing_where_they_hold() {
    let mut random = Random::new(3);
    for _ in 0..400 {
        let mut circuit = Circuit::new();
        let mut pool = tables(&mut circuit);
        let mut assumed = 0xffff;
        for step in 0..25 {
            let next = random_gate(&mut circuit, &pool, &mut random);
            pool.push(next);
            if step % 8 == 7 && next.1 & assumed != 0 {
                circuit.assume(next.0);
                assumed &= next.1;
            }
        }
        check_where(assumed, &circuit, &pool);
    }
}

/// The same of inputs that exclude one another.
#[test]
fn exclusive_inputs_change_nothing_else() {
    let mut random = Random::new(4);
    for _ in 0..400 {
        let mut circuit = Circuit::new();
        let mut pool = tables(&mut circuit);
        circuit.exclude(&[pool[2].0, pool[3].0, pool[4].0]);
        for _ in 0..25 {
            let next = random_gate(&mut circuit, &pool, &mut random);
            pool.push(next);
        }
        let at_most_one = (0..16).filter(|row: &u16| (row & 7).count_ones() <= 1);
        check_where(at_most_one.map(|row| 1 << row).sum(), &circuit, &pool);
    }
}

/// A conjunct that repeats a predicate of a tree must cost nothing. Any other must not disappear.
#[test]
fn exclusive_inputs_are_recognised() {
    let mut circuit = Circuit::new();
    let x = inputs(&mut circuit, 4);
    circuit.exclude(&x[..3]);
    let (ab, bc) = (circuit.or([x[0], x[1]]), circuit.or([x[1], x[2]]));
    assert_eq!(circuit.and([x[0], x[1]]), Bit::FALSE);
    assert_eq!(circuit.and([ab, x[2]]), Bit::FALSE);
    assert_eq!(circuit.at_most_one(&[ab, x[2]]), Bit::TRUE);
    assert!(!circuit.and([ab, bc]).is_constant(), "both hold if b does");
    assert!(!circuit.at_most_one(&[ab, bc]).is_constant());
    assert!(!circuit.and([x[0], x[3]]).is_constant(), "the last input is of no group");
}

/// The constants and four inputs, each with its truth table.
fn tables(circuit: &mut Circuit) -> Vec<(Bit, u16)> {
    let mut pool: Vec<(Bit, u16)> = vec![(Bit::TRUE, 0xffff), (Bit::FALSE, 0)];
    pool.extend([0xaaaa, 0xcccc, 0xf0f0, 0xff00].map(|table| (circuit.input(), table)));
    pool
}

/// Compares bits with their truth tables in those rows.
fn check_where(rows: u16, circuit: &Circuit, pool: &[(Bit, u16)]) {
    for (row, assignment) in assignments(4).enumerate().filter(|&(row, _)| rows >> row & 1 == 1) {
        let values = circuit.evaluate(&assignment);
        for &(bit, table) in pool {
            assert_eq!(values.get(bit), table >> row & 1 == 1);
        }
    }
}
