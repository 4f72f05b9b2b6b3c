//! Random systems against all of their states, one by one.

use super::{Frames, FramesAnswer, InductiveInvariant, LoopAnswer, LoopSearch, StepClauses};
use crate::{Answer, Cdcl, Cnf, Effort, Lit, Solver, Var};

/// The numbers of variables, one of which never changes, and of choices.
const VARIABLES: usize = 4;
const CHOICES: usize = 1;

/// A disjunction of literals over this state (0..4), the next one (4..8) and the choice (8).
type Disjunction = Vec<(usize, bool)>;

struct RandomSystem {
    initial: Vec<Disjunction>,
    step: Vec<Disjunction>,
    fair: Vec<Disjunction>,
    /// A step is bad if none of these holds.
    good: Disjunction,
}

fn some_literals(random: &mut Random, among: usize, most: usize) -> Disjunction {
    let length = 1 + random.below(most);
    (0..length).map(|_| (random.below(among), random.below(2) == 1)).collect()
}

impl RandomSystem {
    fn new(seed: u64) -> RandomSystem {
        let mut random = Random::new(seed);
        let all = 2 * VARIABLES + CHOICES;
        let mut several = |least: usize, more: usize, among: usize, most: usize| {
            let number = least + random.below(more + 1);
            (0..number).map(|_| some_literals(&mut random, among, most)).collect::<Vec<_>>()
        };
        let (initial, step) = (several(1, 3, VARIABLES, 2), several(3, 7, all, 3));
        let fair = several(0, 2, all, 2);
        let good = (0..VARIABLES).map(|at| (at, random.below(2) == 1)).collect();
        RandomSystem { initial, step, fair, good }
    }

    fn clauses(&self) -> StepClauses {
        let mut cnf = Cnf::new((2 * VARIABLES + CHOICES) as u32);
        let var = |at: usize| match at {
            // The last variable is the same in both states.
            _ if at == 2 * VARIABLES - 1 => Var::new(VARIABLES as u32 - 1),
            _ => Var::new(at as u32),
        };
        let mut defined = |disjunction: &Disjunction| {
            let literal = cnf.fresh().positive();
            let parts: Vec<Lit> = disjunction.iter().map(|&(at, sign)| var(at).lit(sign)).collect();
            cnf.add_clause(parts.iter().copied().chain([!literal]));
            parts.into_iter().for_each(|part| cnf.add_clause([!part, literal]));
            literal
        };
        let initial = self.initial.iter().map(&mut defined).collect();
        let step = self.step.iter().map(&mut defined).collect();
        let fair = self.fair.iter().map(&mut defined).collect();
        let bad = !defined(&self.good);
        let state = (0..VARIABLES).map(|at| [var(at), var(VARIABLES + at)]).collect();
        let free = vec![var(2 * VARIABLES)];
        StepClauses { cnf, state, free, initial, step, fair, bad }
    }

    /// All steps: from, to, whether it is bad, and which fair literals hold, as bits.
    fn steps(&self) -> Vec<(usize, usize, bool, u32)> {
        let mut steps = Vec::new();
        for row in 0..1usize << (2 * VARIABLES + CHOICES) {
            let holds =
                |all: &Disjunction| all.iter().any(|&(at, sign)| (row >> at & 1 == 1) == sign);
            let (from, to) = (row & 15, row >> 4 & 15);
            if from >> 3 == to >> 3 && self.step.iter().all(holds) {
                let fair = self.fair.iter().enumerate();
                let fair = fair.fold(0, |all, (at, bit)| all | u32::from(holds(bit)) << at);
                steps.push((from, to, !holds(&self.good), fair));
            }
        }
        steps
    }

    fn first(&self) -> Vec<usize> {
        let holds = |state: usize, all: &Disjunction| {
            all.iter().any(|&(at, sign)| (state >> at & 1 == 1) == sign)
        };
        (0..16).filter(|&state| self.initial.iter().all(|all| holds(state, all))).collect()
    }

    /// The least number of steps to a bad one.
    fn bad_after(&self) -> Option<usize> {
        let steps = self.steps();
        let (mut known, mut layer, mut distance) = (vec![false; 16], self.first(), 0);
        while !layer.is_empty() {
            layer.iter().for_each(|&state| known[state] = true);
            if steps.iter().any(|step| step.2 && layer.contains(&step.0)) {
                return Some(distance);
            }
            let next = steps.iter().filter(|step| layer.contains(&step.0) && !known[step.1]);
            let mut next: Vec<usize> = next.map(|step| step.1).collect();
            next.sort_unstable();
            next.dedup();
            (layer, distance) = (next, distance + 1);
        }
        None
    }

    /// The least number of states of a fair lasso: by runs of so many states, with what was fair since each of them.
    fn lasso(&self) -> Option<usize> {
        let (steps, all) = (self.steps(), (1u32 << self.fair.len()) - 1);
        // The state, and perhaps the one that is to come again with what was fair since.
        let mut layer: Vec<(usize, Option<(usize, u32)>)> =
            self.first().into_iter().map(|state| (state, None)).collect();
        for length in 1..=16 * 17 {
            let mut next = Vec::new();
            for &(state, begun) in &layer {
                for &(from, to, _, fair) in steps.iter().filter(|step| step.0 == state) {
                    let begins = if begun.is_none() { Some((from, 0)) } else { None };
                    next.extend(begun.is_none().then_some((to, None)));
                    next.extend(
                        begun.or(begins).map(|(at, so_far)| (to, Some((at, so_far | fair)))),
                    );
                }
            }
            next.sort_unstable();
            next.dedup();
            let is_lasso = |&(state, begun): &(usize, Option<(usize, u32)>)| {
                begun.is_some_and(|(at, fair)| at == state && fair == all)
            };
            if next.iter().any(is_lasso) {
                return Some(length);
            }
            layer = next;
        }
        None
    }
}

/// The invariant holds first, each step keeps it, and it excludes what is bad.
fn is_proof(clauses: &StepClauses, invariant: &InductiveInvariant) -> bool {
    let side = |lit: Lit, at: usize| clauses.state[lit.var().index()][at].lit(lit.is_positive());
    let solver = |literals: &[Lit], assumed: bool| {
        let mut solver = Cdcl::with_clauses(&clauses.cnf, Effort::default());
        literals.iter().for_each(|&lit| solver.add_clause(&[lit]));
        for clause in invariant.clauses.iter().filter(|_| assumed) {
            let clause: Vec<Lit> = clause.iter().map(|&lit| side(lit, 0)).collect();
            solver.add_clause(&clause);
        }
        solver
    };
    let is_kept = |literals: &[Lit], assumed: bool, at: usize| {
        invariant.clauses.iter().all(|clause| {
            let failing: Vec<Lit> = clause.iter().map(|&lit| !side(lit, at)).collect();
            solver(literals, assumed).solve(&failing) == Answer::Unsatisfiable
        })
    };
    let first: Vec<Lit> = clauses.initial.iter().chain(&clauses.step).copied().collect();
    is_kept(&first, false, 0)
        && is_kept(&clauses.step, true, 1)
        && solver(&clauses.step, true).solve(&[clauses.bad]) == Answer::Unsatisfiable
}

/// If it failed, something would be called proven that a run breaks, or broken that holds.
#[test]
fn random_systems_reach_what_they_reach() {
    let (mut reached, mut proven, mut deep) = (0, 0, 0);
    for seed in 0..2000 {
        let system = RandomSystem::new(seed);
        let clauses = system.clauses();
        let mut frames = Frames::new(clauses.clone(), Effort::default());
        let mut pauses = 0;
        let answer = loop {
            // Every few ticks it pauses, more and more of them later.
            match frames.advance(if seed % 2 == 0 { u64::MAX } else { 200 << pauses }) {
                FramesAnswer::Open => pauses += 1,
                answer => break answer,
            }
        };
        match (answer, system.bad_after()) {
            (FramesAnswer::Reached(steps), Some(least)) => {
                assert!(steps >= least, "seed {seed}: {steps} for {least}");
                reached += 1;
                deep += u32::from(least > 1);
            }
            (FramesAnswer::Never(invariant), None) => {
                assert!(is_proof(&clauses, &invariant), "seed {seed}: {invariant:?}");
                proven += 1;
            }
            (answer, least) => panic!("seed {seed}: {answer:?} for {least:?}"),
        }
    }
    assert!(reached > 200 && proven > 200 && deep > 5, "{reached} {proven} {deep}");
}

/// If it failed, a behaviour would be missed, or a longer one be told as the shortest.
#[test]
fn random_systems_come_back_as_they_do() {
    let (mut found, mut none) = (0, 0);
    for seed in 0..2000 {
        let system = RandomSystem::new(seed);
        let (clauses, least) = (system.clauses(), system.lasso());
        let mut search = LoopSearch::new(clauses.clone(), Effort::default());
        let mut pauses = 0;
        loop {
            match search.advance(if seed % 2 == 0 { u64::MAX } else { 100 << pauses }) {
                LoopAnswer::Open => pauses += 1,
                LoopAnswer::Found { states, back } => {
                    assert_eq!(Some(states), least, "seed {seed}");
                    assert!(back < states, "seed {seed}");
                    found += 1;
                    break;
                }
                LoopAnswer::Exhausted => {
                    assert_eq!(least, None, "seed {seed}");
                    none += 1;
                    break;
                }
                LoopAnswer::None if least.is_none() && search.states() > 20 => {
                    none += 1;
                    break;
                }
                LoopAnswer::None => assert!(search.states() < 300, "seed {seed}: {least:?}"),
                LoopAnswer::Stopped => panic!("nobody stops it"),
            }
        }
    }
    assert!(found > 400 && none > 400, "{found} {none}");
}

/// If it failed, a stop would be waited out, or be taken for an answer.
#[test]
fn a_stop_is_no_answer() {
    let mut systems = (0..).map(RandomSystem::new);
    let clauses = systems.find(|system| system.lasso().is_some()).expect("one has").clauses();
    let mut frames = Frames::new(clauses.clone(), Effort::none());
    assert_eq!(frames.advance(u64::MAX), FramesAnswer::Stopped);
    assert_eq!(
        LoopSearch::new(clauses.clone(), Effort::none()).advance(u64::MAX),
        LoopAnswer::Stopped
    );
}

/// A small deterministic generator (SplitMix64: Steele, Lea, Flood 2014).
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// A number from 0 to `bound` − 1.
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }
}
