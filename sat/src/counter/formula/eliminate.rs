//! Variables that are not projected, resolved away where that makes the formula no larger.
//!
//! A variable that is not counted may be replaced by all resolvents on it (Davis, Putnam 1960): the
//! projected models stay the same. Gates that are used once or twice go like this, and with them the
//! variables of which components would have to agree. (Eén, Biere, "Effective Preprocessing in SAT
//! through Variable and Clause Elimination", SAT 2005.)

use std::collections::VecDeque;

use crate::{Effort, Lit, Var};

/// A variable of which there are more pairs of clauses stays.
const PAIRS: usize = 64;
/// So does one that would make a longer clause.
const LENGTH: usize = 24;

/// Clauses with the same projected models, each clause sorted.
pub fn eliminated(clauses: Vec<Vec<Lit>>, is_projected: &[bool], effort: &Effort) -> Vec<Vec<Lit>> {
    let mut elimination = Elimination::new(clauses, is_projected);
    while let Some(var) = elimination.queue.pop_front() {
        elimination.is_queued[var.index()] = false;
        if effort.is_stopped() {
            break;
        }
        elimination.attempt(var);
    }
    let mut left: Vec<Vec<Lit>> = elimination.clauses.into_iter().flatten().collect();
    left.sort_unstable_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
    left.dedup();
    left
}

struct Elimination<'a> {
    /// `None` for those that were replaced.
    clauses: Vec<Option<Vec<Lit>>>,
    /// The indices of each literal's clauses; those that were replaced may be among them.
    places: Vec<Vec<usize>>,
    queue: VecDeque<Var>,
    is_queued: Vec<bool>,
    is_projected: &'a [bool],
}

impl Elimination<'_> {
    fn new(clauses: Vec<Vec<Lit>>, is_projected: &[bool]) -> Elimination<'_> {
        let variables = is_projected.len();
        let candidates = (0..variables).filter(|&index| !is_projected[index]);
        let mut elimination = Elimination {
            clauses: Vec::with_capacity(clauses.len()),
            places: vec![Vec::new(); 2 * variables],
            queue: candidates.map(|index| Var::new(index as u32)).collect(),
            is_queued: is_projected.iter().map(|projected| !projected).collect(),
            is_projected,
        };
        clauses.into_iter().for_each(|clause| elimination.add(clause));
        elimination
    }

    fn add(&mut self, clause: Vec<Lit>) {
        for lit in &clause {
            self.places[lit.code()].push(self.clauses.len());
        }
        self.clauses.push(Some(clause));
    }

    /// The clauses in which a literal stands now.
    fn live(&mut self, lit: Lit) -> Vec<usize> {
        let clauses = &self.clauses;
        let places = &mut self.places[lit.code()];
        places.retain(|&place| clauses[place].is_some());
        places.clone()
    }

    /// Replaces a variable if that makes no more clauses, and no long ones.
    fn attempt(&mut self, var: Var) {
        let (with, without) = (self.live(var.positive()), self.live(var.negative()));
        if with.is_empty() && without.is_empty() || with.len() * without.len() > PAIRS {
            return;
        }
        let Some(resolvents) = self.resolvents(var, &with, &without) else { return };
        for place in with.into_iter().chain(without) {
            let clause = self.clauses[place].take().expect("it is live");
            clause.iter().for_each(|lit| self.requeue(lit.var()));
        }
        resolvents.into_iter().for_each(|clause| self.add(clause));
    }

    fn requeue(&mut self, var: Var) {
        if !self.is_projected[var.index()] && !self.is_queued[var.index()] {
            self.is_queued[var.index()] = true;
            self.queue.push_back(var);
        }
    }

    fn resolvents(&self, var: Var, with: &[usize], without: &[usize]) -> Option<Vec<Vec<Lit>>> {
        let mut resolvents: Vec<Vec<Lit>> = Vec::new();
        for &a in with {
            for &b in without {
                let clause = |place: usize| self.clauses[place].as_ref().expect("it is live");
                let Some(resolvent) = resolvent(clause(a), clause(b), var) else { continue };
                if resolvent.len() > LENGTH || resolvents.len() == with.len() + without.len() {
                    return None;
                }
                // The empty clause has no place among the others; it is left to propagation.
                if resolvent.is_empty() {
                    return None;
                }
                resolvents.push(resolvent);
            }
        }
        Some(resolvents)
    }
}

/// The clause that follows from two clauses and lacks the variable; nothing if that is always true.
fn resolvent(a: &[Lit], b: &[Lit], var: Var) -> Option<Vec<Lit>> {
    let mut clause: Vec<Lit> = a.iter().chain(b).copied().filter(|lit| lit.var() != var).collect();
    clause.sort_unstable();
    clause.dedup();
    let is_tautology = clause.windows(2).any(|pair| pair[0] == !pair[1]);
    (!is_tautology).then_some(clause)
}
