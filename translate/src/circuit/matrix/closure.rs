//! Transitive closure by iterative squaring, as Kodkod (Torlak, Jackson 2007) does it.
//!
//! After k rounds of R ← R ∪ R·R every path of at most 2^k edges is covered. The number of rounds
//! that are needed is read off the support. A path that matters is simple, so it visits each
//! strongly connected component of the support graph once and no more vertices of it than it has.
//! The heaviest chain of components bounds its length. No squaring is needed at all where there is
//! no cycle (a fixed order, a class that is numbered by discovery) (see below).
//!
//! Only paths between different atoms are squared. A cycle is such a path and one edge back. So `n
//! !in n.^r` is one clause for each edge, "no path leads back", which propagates as soon as the
//! path is there, however it came about. Squared along, the diagonal would need it in two halves.
//! Rejected: Warshall's algorithm (fewer gates, but n deep) and unrolling one step at a time (n
//! rounds).

use super::Matrix;
use crate::circuit::{Bit, Circuit};

/// Paths of at most so many steps are squared.
const FEW: usize = 32;

impl Matrix {
    /// `^self`, of a binary relation.
    pub fn closure(&self, circuit: &mut Circuit) -> Matrix {
        assert_eq!(self.arity, 2, "only binary relations have a closure");
        if let Some(order) = self.topological_order() {
            return self.followed(self, &order, circuit).all;
        }
        let paths = self.simple_paths(circuit);
        let cycles = paths.join(self, circuit).on_diagonal(true);
        let loops = self.on_diagonal(true);
        paths.union(&cycles.union(&loops, circuit), circuit)
    }

    /// The pairs of different atoms in which one leads to the other.
    pub(super) fn simple_paths(&self, circuit: &mut Circuit) -> Matrix {
        let mut result = self.on_diagonal(false);
        let longest = longest_path(&result.successors());
        if longest > FEW {
            return result.paths_by_halves(circuit);
        }
        let mut covered = 1;
        while covered < longest {
            let squared = result.join(&result, circuit).on_diagonal(false);
            let next = result.union(&squared, circuit);
            if next == result {
                break;
            }
            result = next;
            covered *= 2;
        }
        result
    }

    /// The same of many atoms: paths within the first half, then within the second one, some of whose steps lead
    /// through the first, and then all others.
    fn paths_by_halves(&self, circuit: &mut Circuit) -> Matrix {
        let mut is_first = self.occurring();
        let half = is_first.iter().filter(|&&occurs| occurs).count() / 2;
        let mut left = half;
        for occurs in &mut is_first {
            *occurs &= left > 0;
            left -= usize::from(*occurs);
        }
        let part =
            |from: bool, to: bool| self.between(|a, b| is_first[a] == from && is_first[b] == to);
        let within = part(true, true).simple_paths(circuit);
        let (out, back) = (part(true, false), part(false, true));
        let out = out.union(&within.join(&out, circuit), circuit);
        let around = back.join(&out, circuit).on_diagonal(false);
        let beyond = part(false, false).union(&around, circuit).simple_paths(circuit);
        let back = back.union(&back.join(&within, circuit), circuit);
        let back = back.union(&beyond.join(&back, circuit), circuit);
        let returning = out.join(&back, circuit).on_diagonal(false);
        let out = out.union(&out.join(&beyond, circuit), circuit);
        let entries = [within.union(&returning, circuit), out, back, beyond];
        Matrix::from_entries(self.atoms, 2, entries.iter().flat_map(Matrix::entries))
    }

    /// Only the pairs of equal atoms, or only the others.
    pub(super) fn on_diagonal(&self, on: bool) -> Matrix {
        self.between(|from, to| (from == to) == on)
    }

    /// Only these pairs.
    pub(super) fn between(&self, is_kept: impl Fn(usize, usize) -> bool) -> Matrix {
        let is_kept = |&(at, _): &(usize, Bit)| is_kept(at / self.atoms, at % self.atoms);
        Matrix::from_entries(self.atoms, 2, self.entries().filter(is_kept))
    }

    /// True for each atom that is in some pair.
    fn occurring(&self) -> Vec<bool> {
        let mut occurring = vec![false; self.atoms];
        for (index, _) in self.entries() {
            (occurring[index / self.atoms], occurring[index % self.atoms]) = (true, true);
        }
        occurring
    }

    /// True if its cycles may be longer than what is squared.
    pub(super) fn has_long_cycles(&self) -> bool {
        components(&self.successors()).iter().any(|component| component.len() > FEW)
    }

    /// The atoms, each before those that it may lead to, or `None` if the support has a cycle.
    pub fn topological_order(&self) -> Option<Vec<usize>> {
        let successors = self.successors();
        let is_loop = |&(atom, next): &(usize, &Vec<usize>)| next.contains(&atom);
        if successors.iter().enumerate().any(|entry| is_loop(&entry)) {
            return None;
        }
        let components = components(&successors);
        let is_acyclic = components.len() == successors.len();
        is_acyclic.then(|| components.into_iter().rev().flatten().collect())
    }

    /// The support as a graph: for each atom those that it may lead to.
    fn successors(&self) -> Vec<Vec<usize>> {
        let mut successors = vec![Vec::new(); self.atoms];
        for (index, _) in self.entries() {
            successors[index / self.atoms].push(index % self.atoms);
        }
        successors
    }
}

/// An upper bound on the edges of the simple paths and simple cycles of a graph.
fn longest_path(successors: &[Vec<usize>]) -> usize {
    let components = components(successors);
    let mut component_of = vec![0; successors.len()];
    for (number, members) in components.iter().enumerate() {
        members.iter().for_each(|&vertex| component_of[vertex] = number);
    }
    let mut vertices_from: Vec<usize> = Vec::with_capacity(components.len());
    for members in &components {
        let next = members.iter().flat_map(|&vertex| &successors[vertex]);
        let beyond = next.filter_map(|&vertex| vertices_from.get(component_of[vertex])).max();
        vertices_from.push(members.len() + beyond.copied().unwrap_or(0));
    }
    let path = vertices_from.iter().max().map_or(0, |vertices| vertices - 1);
    let cycle = components.iter().map(Vec::len).max().unwrap_or(0);
    path.max(cycle)
}

/// The strongly connected components, each after those that it leads to (Tarjan 1972, with an
/// explicit stack).
fn components(successors: &[Vec<usize>]) -> Vec<Vec<usize>> {
    const UNSEEN: usize = usize::MAX;
    const DONE: usize = usize::MAX - 1;
    let mut low = vec![UNSEEN; successors.len()];
    let (mut open, mut components, mut clock) = (Vec::new(), Vec::new(), 0);
    for root in 0..successors.len() {
        if low[root] != UNSEEN {
            continue;
        }
        let mut calls = vec![(root, clock, 0)];
        while let Some((vertex, entered, edge)) = calls.pop() {
            if edge == 0 {
                low[vertex] = entered;
                clock = entered + 1;
                open.push(vertex);
            }
            let unseen = successors[vertex][edge..].iter().position(|&next| low[next] == UNSEEN);
            if let Some(skipped) = unseen {
                calls.push((vertex, entered, edge + skipped + 1));
                calls.push((successors[vertex][edge + skipped], clock, 0));
                continue;
            }
            let lows = successors[vertex].iter().map(|&next| low[next]);
            let least = lows.filter(|&low| low != DONE).fold(low[vertex], usize::min);
            low[vertex] = least;
            if least == entered {
                let start = open.iter().position(|&other| other == vertex);
                let members = open.split_off(start.expect("a vertex is open until it is done"));
                members.iter().for_each(|&member| low[member] = DONE);
                components.push(members);
            }
        }
    }
    components
}

// The atoms that a relation without cycles leads to: atom by atom in topological order.
//
// With y(w) for "w is reached, or is where we start", m is reached if y(w) and w → m for some w, all
// of which come before m. So one pass gives what is reached from a set, and one for each row gives
// the closure. Each bit is made from final ones, where squaring makes log n versions of each. Unit
// propagation follows: once the steps to the atoms before are decided, so is this bit.

/// The atoms that are reached from each row of a matrix.
pub struct ReachedAtoms {
    /// The atoms that are reached by one step or more.
    pub beyond: Matrix,
    /// The start included.
    pub all: Matrix,
}

impl Matrix {
    /// Follows `steps` from the last atoms of each row on. `order` is the topological one of
    /// `steps`.
    pub fn followed(&self, steps: &Matrix, order: &[usize], circuit: &mut Circuit) -> ReachedAtoms {
        let mut before: Vec<Vec<(usize, Bit)>> = vec![Vec::new(); self.atoms];
        for (index, bit) in steps.entries() {
            before[index % self.atoms].push((index / self.atoms, bit));
        }
        let mut followed = ReachedAtoms {
            beyond: Matrix::empty(self.atoms, self.arity),
            all: Matrix::empty(self.atoms, self.arity),
        };
        for (row, entries) in self.rows(self.atoms.max(1)) {
            let mut all = vec![Bit::FALSE; self.atoms];
            let mut beyond = all.clone();
            entries.iter().for_each(|&(index, bit)| all[index % self.atoms] = bit);
            for &atom in order {
                let ways: Vec<Bit> = before[atom]
                    .iter()
                    .map(|&(from, step)| circuit.and([all[from], step]))
                    .collect();
                beyond[atom] = circuit.or(ways);
                all[atom] = circuit.or([all[atom], beyond[atom]]);
            }
            for atom in 0..self.atoms {
                followed.beyond.push(row * self.atoms + atom, beyond[atom]);
                followed.all.push(row * self.atoms + atom, all[atom]);
            }
        }
        followed
    }
}

#[cfg(test)]
mod tests {
    use super::longest_path;

    /// Too small a bound would cut closures short. Too large a one wastes rounds.
    #[test]
    fn paths_are_bounded_by_components() {
        assert_eq!(longest_path(&[]), 0);
        assert_eq!(longest_path(&[vec![], vec![]]), 1, "a cycle may be there as far as it tells");
        assert_eq!(longest_path(&[vec![1], vec![2], vec![3], vec![]]), 3, "a chain");
        assert_eq!(longest_path(&[vec![1], vec![2], vec![0]]), 3, "a cycle");
        let two_cycles = [vec![1], vec![0, 2], vec![3], vec![2]];
        assert_eq!(longest_path(&two_cycles), 3, "a cycle that leads to a cycle");
        let star = [vec![1, 2, 3, 4], vec![], vec![], vec![], vec![]];
        assert_eq!(longest_path(&star), 1, "a star");
    }
}
