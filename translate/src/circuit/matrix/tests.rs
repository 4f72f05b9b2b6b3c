use korrel_lang::tuples::TupleSet;
use korrel_lang::universe::AtomId;

use super::*;
use crate::circuit::{Circuit, GateValues};
use crate::testing::Random;

impl Matrix {
    /// The relation that it is under these values.
    pub fn value(&self, values: &GateValues) -> TupleSet {
        let mut tuples = TupleSet::empty(self.atoms, self.arity);
        for (index, _) in self.entries().filter(|&(_, bit)| values.get(bit)) {
            tuples.insert_index(index);
        }
        tuples
    }
}

const ATOMS: usize = 4;

/// A random relation: about a third of its tuples are inputs, some constants, some shared.
fn random_matrix(circuit: &mut Circuit, random: &mut Random, arity: usize) -> Matrix {
    let mut entries = Vec::new();
    for index in 0..ATOMS.pow(arity as u32) {
        match random.below(6) {
            0 | 1 => entries.push((index, circuit.input())),
            2 if random.below(3) == 0 => entries.push((index, Bit::TRUE)),
            _ => {}
        }
    }
    Matrix::from_entries(ATOMS, arity, entries)
}

/// Builds with both operands, then compares with `TupleSet` under random inputs.
fn check(
    arities: (usize, usize),
    build: impl Fn(&mut Circuit, &Matrix, &Matrix) -> Matrix,
    expected: impl Fn(&TupleSet, &TupleSet) -> TupleSet,
) {
    let mut random = Random::new(7);
    for _ in 0..40 {
        let mut circuit = Circuit::new();
        let a = random_matrix(&mut circuit, &mut random, arities.0);
        let b = random_matrix(&mut circuit, &mut random, arities.1);
        let result = build(&mut circuit, &a, &b);
        assert!(result.entries.windows(2).all(|pair| pair[0].0 < pair[1].0));
        assert!(result.entries.iter().all(|&(_, bit)| bit != Bit::FALSE));
        for _ in 0..20 {
            let values = circuit.evaluate(&random.bools(circuit.inputs()));
            let want = expected(&a.value(&values), &b.value(&values));
            assert_eq!(result.value(&values), want);
        }
    }
}

/// Like [`check`], for bits.
fn check_bit(
    build: impl Fn(&mut Circuit, &Matrix, &Matrix) -> Bit,
    expected: impl Fn(&TupleSet, &TupleSet) -> bool,
) {
    let as_set = |bit: bool| {
        let mut set = TupleSet::empty(ATOMS, 1);
        (0..usize::from(bit)).for_each(|index| set.insert_index(index));
        set
    };
    let build = |circuit: &mut Circuit, a: &Matrix, b: &Matrix| {
        Matrix::from_entries(ATOMS, 1, [(0, build(circuit, a, b))])
    };
    check((1, 1), build, |a, b| as_set(expected(a, b)));
    check((2, 2), build, |a, b| as_set(expected(a, b)));
}

/// Each operation must be the one of the same name on sets of tuples, in every arity.
#[test]
fn algebra_agrees_with_tuple_sets() {
    for arity in 1..=3 {
        let same = (arity, arity);
        check(same, |c, a, b| a.union(b, c), TupleSet::union);
        check(same, |c, a, b| a.intersection(b, c), TupleSet::intersection);
        check(same, |c, a, b| a.difference(b, c), TupleSet::difference);
        check(same, |c, a, b| a.overridden(b, c), TupleSet::overridden);
        check((arity, 1), |c, a, b| a.domain_restricted(b, c), TupleSet::domain_restricted);
        check((arity, 1), |c, a, b| a.range_restricted(b, c), TupleSet::range_restricted);
    }
    for (left, right) in [(1, 1), (1, 2), (2, 1), (2, 2), (1, 3)] {
        check((left, right), |c, a, b| a.product(b, c), TupleSet::product);
    }
    for (left, right) in [(1, 2), (2, 1), (2, 2), (1, 3), (3, 1), (3, 2), (2, 3)] {
        check((left, right), |c, a, b| a.join(b, c), TupleSet::join);
    }
    check((2, 2), |_, a, _| a.transpose(), |a, _| a.transpose());
    check((1, 1), |_, a, _| a.identity(), |a, _| TupleSet::identity(a));
}

/// Too few squarings would lose long paths, which random dense relations hide. Hence also chains
/// and cycles of every length.
#[test]
fn closure_covers_every_path() {
    check((2, 2), |c, a, _| a.closure(c), |a, _| a.closure());
    for length in 1..=9 {
        for cycle in [false, true] {
            let mut circuit = Circuit::new();
            let edges: Vec<(usize, Bit)> = (0..length)
                .filter(|&from| cycle || from + 1 < length)
                .map(|from| (from * length + (from + 1) % length, circuit.input()))
                .collect();
            let matrix = Matrix::from_entries(length, 2, edges);
            let closure = matrix.closure(&mut circuit);
            let values = circuit.evaluate(&vec![true; length]);
            assert_eq!(closure.value(&values), matrix.value(&values).closure());
        }
    }
}

/// A random relation whose cycles may be as long as there are atoms. In what is made of it few pairs hold, so that it
/// has long paths, and cycles or none.
fn long_relation(random: &mut Random, n: usize, circuit: &mut Circuit) -> (Matrix, Vec<bool>) {
    let mut place: Vec<usize> = (0..n).collect();
    (1..n).for_each(|at| place.swap(at, random.below(at + 1)));
    let pairs: Vec<(usize, usize)> = (0..n * n).map(|pair| (pair / n, pair % n)).collect();
    let pairs: Vec<(usize, usize)> = pairs
        .into_iter()
        .filter(|&(a, b)| random.below(3) == 0 || place[a] + 1 == place[b])
        .collect();
    let closes = random.below(4) > 0;
    let holds = |&(a, b): &(usize, usize)| {
        let mut once = |of: usize| random.below(of) == 0;
        match place[b] as isize - place[a] as isize {
            1 => !once(20),
            forth if forth > 0 => once(40),
            back => closes && once(if back == 0 { 2 * n } else { n * n / 8 }),
        }
    };
    let values = pairs.iter().map(holds).collect();
    let entries: Vec<(usize, Bit)> =
        pairs.iter().map(|&(a, b)| (a * n + b, circuit.input())).collect();
    (Matrix::from_entries(n, 2, entries), values)
}

/// The closure of many atoms is made by halves, and its diagonal asked without it. The evaluator's closure says which
/// atoms are on a cycle.
#[test]
fn cycles_of_many_atoms_are_found() {
    let mut random = Random::new(52);
    let mut answers = [0, 0];
    for round in 0..16 {
        let n = 33 + random.below(12);
        let mut circuit = Circuit::new();
        let (steps, values) = long_relation(&mut random, n, &mut circuit);
        let all = round % 3 == 0;
        let set: Vec<usize> = (0..n).filter(|_| all || random.below(3) == 0).collect();
        let cycle = steps.cycles_through(&set, &mut circuit).expect("there are long cycles");
        let closure = steps.closure(&mut circuit);
        let values = circuit.evaluate(&values);
        let paths = steps.value(&values).closure();
        assert_eq!(closure.value(&values), paths, "round {round}");
        let is_on_cycle =
            set.iter().any(|&atom| paths.contains(&[AtomId(atom as u32), AtomId(atom as u32)]));
        assert_eq!(values.get(cycle), is_on_cycle, "round {round}, of {set:?}");
        answers[usize::from(is_on_cycle)] += 1;
    }
    assert!(answers.iter().all(|&count| count > 3), "both answers occur: {answers:?}");
}

/// A pass that met an atom before one that leads to it would lose what comes after it. Relations without
/// cycles, with the atoms in any order, and what they lead to from a set.
#[test]
fn acyclic_relations_are_followed_to_the_end() {
    let mut random = Random::new(8);
    for _ in 0..60 {
        let n = 6;
        let mut place: Vec<usize> = (0..n).collect();
        (1..n).for_each(|at| place.swap(at, random.below(at + 1)));
        let mut circuit = Circuit::new();
        let later = |a: usize, b: usize| place[a] < place[b];
        let pairs: Vec<(usize, usize)> =
            (0..n * n).map(|index| (index / n, index % n)).filter(|&(a, b)| later(a, b)).collect();
        let steps = pairs.iter().map(|&(a, b)| (a * n + b, circuit.input()));
        let steps = Matrix::from_entries(n, 2, steps.collect::<Vec<_>>());
        let start = Matrix::from_entries(n, 1, [(random.below(n), circuit.input())]);
        let order = steps.topological_order().expect("no step leads to an earlier atom");
        let (closure, followed) =
            (steps.closure(&mut circuit), start.followed(&steps, &order, &mut circuit));
        for _ in 0..20 {
            let values = circuit.evaluate(&random.bools(circuit.inputs()));
            let (from, paths) = (start.value(&values), steps.value(&values).closure());
            assert_eq!(closure.value(&values), paths);
            assert_eq!(followed.beyond.value(&values), from.join(&paths));
            assert_eq!(followed.all.value(&values), from.union(&from.join(&paths)));
        }
    }
}

/// A relation that may have a cycle must not be taken for one that has none.
#[test]
fn cycles_have_no_topological_order() {
    let order = |edges: &[(usize, usize)]| {
        let edges = edges.iter().map(|&(from, to)| (from * 3 + to, Bit::TRUE));
        Matrix::from_entries(3, 2, edges.collect::<Vec<_>>()).topological_order()
    };
    assert_eq!(order(&[(2, 0), (0, 1)]), Some(vec![2, 0, 1]));
    assert_eq!(order(&[(0, 1), (1, 2), (2, 0)]), None);
    assert_eq!(order(&[(1, 1)]), None, "a loop is a cycle");
}

/// The formulas must be those of the evaluator.
#[test]
fn formulas_agree_with_tuple_sets() {
    check_bit(|c, a, b| a.subset(b, c), TupleSet::is_subset);
    check_bit(|c, a, b| a.equal(b, c), |a, b| a == b);
    check_bit(|c, a, b| a.disjoint(b, c), TupleSet::is_disjoint);
    check_bit(|c, a, _| a.no(c), |a, _| a.is_empty());
    check_bit(|c, a, _| a.some(c), |a, _| !a.is_empty());
    check_bit(|c, a, _| a.lone(c), |a, _| a.len() <= 1);
    check_bit(|c, a, _| a.one(c), |a, _| a.len() == 1);
}

/// A choice takes all of the side that its condition names, here whether `a` holds the tuple 0.
#[test]
fn choice_takes_one_side() {
    check(
        (2, 2),
        |c, a, b| a.choice(a.get(0), b, c),
        |a, b| {
            if a.contains_index(0) { a.clone() } else { b.clone() }
        },
    );
}

/// High arities must cost what they hold, not n^k: 100 atoms in arity 9 are 10^18 tuples.
#[test]
fn sparse_in_high_arities() {
    let mut circuit = Circuit::new();
    let bit = circuit.input();
    let set = Matrix::from_entries(100, 1, [(7, bit), (9, Bit::TRUE)]);
    let mut product = set.clone();
    for _ in 1..9 {
        product = product.product(&set, &mut circuit);
    }
    assert_eq!(product.support(), 512);
    assert_eq!(set.join(&product, &mut circuit).support(), 256);
    assert!(!Matrix::can_hold(100, 10));
}

/// If it failed, a relation would be taken for another one, or pointers that are written as a comprehension not be
/// known for the fields that they are.
#[test]
fn the_same_disjuncts_are_the_same_relation() {
    let mut random = Random::new(11);
    for _ in 0..40 {
        let mut circuit = Circuit::new();
        let used: Vec<Bit> = (0..ATOMS).map(|_| circuit.input()).collect();
        let fields: Vec<Matrix> =
            (0..3).map(|_| random_matrix(&mut circuit, &mut random, 2)).collect();
        let [a, b, c] = &fields[..] else { unreachable!("there are three") };
        let (first, last) = (a.union(b, &mut circuit), b.union(c, &mut circuit));
        let (own, nested) = (first.union(c, &mut circuit), a.union(&last, &mut circuit));
        let guarded: Vec<(usize, Bit)> = nested
            .entries()
            .map(|(pair, bit)| {
                let inner = circuit.and([used[pair % ATOMS], bit]);
                (pair, circuit.and([used[pair / ATOMS], inner]))
            })
            .collect();
        let guarded = Matrix::from_entries(ATOMS, 2, guarded);
        let in_use = |atom: usize| used[atom];
        assert!(own.is_of_disjuncts_in(&nested, &in_use, &circuit));
        assert!(own.is_of_disjuncts_in(&guarded, &in_use, &circuit));
        for other in [&first, &last, a] {
            if own.is_of_disjuncts_in(other, &in_use, &circuit) {
                for _ in 0..20 {
                    let values = circuit.evaluate(&random.bools(circuit.inputs()));
                    assert_eq!(own.value(&values), other.value(&values));
                }
            }
        }
    }
}
