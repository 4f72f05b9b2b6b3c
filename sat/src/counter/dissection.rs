//! An order that takes a formula apart: first the variables that hold its parts together.
//!
//! Variables are eliminated from the graph in which two are neighbours if they share a clause, each
//! time the one whose neighbours lack the fewest edges among each other (min-fill: Kjærulff 1990),
//! which makes a tree decomposition of small width. The variable that goes last lies in the middle
//! of the tree, so it is decided on first. Where that takes too long to find, the one with the
//! fewest neighbours goes (Rose 1972). How long is counted in steps, not in seconds. A graph in
//! which that takes too long as well has no middle.

use super::components::ComponentSplitter;
use super::formula::Residual;
use crate::{Effort, Var};

/// More variables get no order of their own: each one has a row of bits for all.
const MOST: usize = 1 << 13;
/// The number of words of bits that are looked at to compare neighbours.
const STEPS: u64 = 1 << 24;
/// A common neighbour takes as long as so many words.
const STEPS_OF_A_COMMON: usize = 4;
/// The number that are looked at to make them neighbours.
const JOINS: u64 = 1 << 27;

/// Such an order, and the cost of looking for it.
pub struct Dissection {
    /// The rank of each variable among those of its component, the first one lowest; `u32::MAX` without a component. `None` if
    /// a component has too many variables, and if it took too long or was stopped.
    pub rank: Option<Vec<u32>>,
    /// The number of words of bits that were looked at.
    pub steps: u64,
}

/// Components have nothing to do with each other, so each is taken apart by itself.
pub fn dissected(residual: &Residual, effort: &Effort) -> Dissection {
    let all: Vec<Var> = (0..residual.variables() as u32).map(Var::new).collect();
    let mut splitter = ComponentSplitter::new(residual.variables(), residual.formula.len());
    let components = splitter.split(residual, &all).components;
    let mut places = vec![0; residual.variables()];
    let mut rank = vec![u32::MAX; residual.variables()];
    let mut spent = (0, 0);
    // Where nothing has a rank, variables would be decided on by their numbers, and that is no dissection.
    if components.iter().any(|component| component.variables.len() > MOST) {
        return Dissection { rank: None, steps: 0 };
    }
    for mut component in components {
        let open = &mut component.variables;
        open.sort_unstable();
        let mut graph = PrimalGraph::of(residual, open, &mut places, spent);
        for place in (0..open.len() as u32).rev() {
            if graph.joins > JOINS || effort.is_stopped() {
                return Dissection { rank: None, steps: graph.steps + graph.joins };
            }
            rank[open[graph.next()].index()] = place;
        }
        spent = (graph.steps, graph.joins);
    }
    Dissection { rank: Some(rank), steps: spent.0 + spent.1 }
}

/// The graph in which variables are neighbours if they share a clause.
struct PrimalGraph {
    /// The neighbours of each variable, a bit for each.
    rows: Vec<Vec<u64>>,
    is_left: Vec<bool>,
    degrees: Vec<usize>,
    /// Twice the edges that its neighbours lack, as long as these are compared.
    lacks: Vec<u64>,
    steps: u64,
    joins: u64,
}

impl PrimalGraph {
    /// The graph of a component. `places` has room for all variables, `spent` are the steps and joins before. If there are
    /// too many pairs, some are left out, and there are more joins than there may be.
    fn of(
        residual: &Residual,
        open: &[Var],
        places: &mut [usize],
        (steps, mut joins): (u64, u64),
    ) -> PrimalGraph {
        open.iter().enumerate().for_each(|(place, var)| places[var.index()] = place);
        let words = open.len().div_ceil(64);
        let mut rows = vec![vec![0; words]; open.len()];
        let clauses_of = |(place, var): (usize, &Var)| {
            let clauses = [var.positive(), var.negative()].map(|l| residual.formula.occurrences(l));
            let open = clauses.into_iter().flatten().filter(|&&c| !residual.is_satisfied(c));
            open.map(move |&clause| (clause, place))
        };
        for (clause, place) in open.iter().enumerate().flat_map(clauses_of) {
            let vars = residual.formula.clause(clause).iter().map(|lit| lit.var());
            let of: Vec<usize> =
                vars.filter(|&var| residual.is_open(var)).map(|v| places[v.index()]).collect();
            // Each clause once: with its first variable.
            if of.first() != Some(&place) {
                continue;
            }
            joins += (of.len() * of.len()) as u64;
            if joins > JOINS {
                break;
            }
            for &a in &of {
                of.iter().filter(|&&b| a != b).for_each(|&b| rows[a][b / 64] |= 1 << (b % 64));
            }
        }
        let degrees = rows.iter().map(|row| ones(row)).collect();
        let (is_left, lacks) = (vec![true; open.len()], vec![0; open.len()]);
        let mut graph = PrimalGraph { rows, is_left, degrees, lacks, steps, joins };
        for one in 0..open.len() {
            if !graph.compares() {
                break;
            }
            graph.lacks[one] = graph.lack(one);
            graph.steps += (graph.degrees[one] * graph.rows[one].len()) as u64;
        }
        graph
    }

    /// Eliminates the one whose neighbours lack the fewest edges, or that has the fewest neighbours.
    fn next(&mut self) -> usize {
        let left = (0..self.rows.len()).filter(|&one| self.is_left[one]);
        let best = match self.compares() {
            true => left.min_by_key(|&one| (self.lacks[one], one)),
            false => left.min_by_key(|&one| (self.degrees[one], one)),
        };
        let best = best.expect("one is left");
        self.eliminate(best);
        best
    }

    /// True if neighbours' neighbours are still looked at.
    fn compares(&self) -> bool {
        self.steps < STEPS
    }

    /// Twice the edges that its neighbours lack, counted.
    fn lack(&self, one: usize) -> u64 {
        let row = &self.rows[one];
        let degree = self.degrees[one] as u64;
        let there: usize = bits(row).map(|other| common(row, &self.rows[other])).sum();
        degree * degree.saturating_sub(1) - there as u64
    }

    /// Its neighbours become neighbours of each other.
    fn eliminate(&mut self, one: usize) {
        self.is_left[one] = false;
        let row = std::mem::take(&mut self.rows[one]);
        let neighbours: Vec<usize> = bits(&row).collect();
        self.joins += (neighbours.len() * row.len()) as u64;
        let (compares, lacks) = (self.compares(), self.lacks[one] > 0);
        for &other in &neighbours {
            let own = &mut self.rows[other];
            own[one / 64] &= !(1 << (one % 64));
            self.degrees[other] -= 1;
            if compares {
                self.lacks[other] -= 2 * (self.degrees[other] - common(own, &row)) as u64;
                self.steps += row.len() as u64;
            }
        }
        if !compares {
            for &other in &neighbours {
                let own = &mut self.rows[other];
                own.iter_mut().zip(&row).for_each(|(own, more)| *own |= more);
                own[other / 64] &= !(1 << (other % 64));
                self.degrees[other] = ones(own);
            }
        } else if lacks {
            self.steps += (neighbours.len() * neighbours.len()) as u64;
            for (at, &a) in neighbours.iter().enumerate() {
                for &b in &neighbours[at + 1..] {
                    if self.rows[a][b / 64] >> (b % 64) & 1 == 0 {
                        self.join(a, b);
                    }
                }
            }
        }
    }

    /// Makes two variables neighbours: the common ones lack an edge less, each of the two may lack some to its new neighbour.
    fn join(&mut self, a: usize, b: usize) {
        let mut common = 0;
        for (word, (own, others)) in self.rows[a].iter().zip(&self.rows[b]).enumerate() {
            for bit in bits(&[own & others]) {
                self.lacks[64 * word + bit] -= 2;
                common += 1;
            }
        }
        self.steps += (self.rows[a].len() + STEPS_OF_A_COMMON * common) as u64;
        for (one, other) in [(a, b), (b, a)] {
            self.lacks[one] += 2 * (self.degrees[one] - common) as u64;
            self.rows[one][other / 64] |= 1 << (other % 64);
            self.degrees[one] += 1;
        }
    }
}

fn ones(row: &[u64]) -> usize {
    row.iter().map(|word| word.count_ones() as usize).sum()
}

/// The number of common neighbours.
fn common(row: &[u64], other: &[u64]) -> usize {
    row.iter().zip(other).map(|(a, b)| (a & b).count_ones() as usize).sum()
}

fn bits(row: &[u64]) -> impl Iterator<Item = usize> {
    row.iter().enumerate().flat_map(|(at, &word)| {
        std::iter::successors((word != 0).then_some(word), |&word| {
            let rest = word & (word - 1);
            (rest != 0).then_some(rest)
        })
        .map(move |word| 64 * at + word.trailing_zeros() as usize)
    })
}

#[cfg(test)]
mod tests {
    use super::{PrimalGraph, bits, ones};

    /// If it failed, orders would be worse, and counts slower.
    #[test]
    fn what_neighbours_lack_is_known_after_each_elimination() {
        for (size, density) in [(3, 2), (20, 3), (70, 9), (140, 30)] {
            let mut rows = vec![vec![0_u64; usize::div_ceil(size, 64)]; size];
            let mut state = 7_u64;
            for (a, b) in (0..size).flat_map(|b| (0..b).map(move |a| (a, b))) {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                if (state >> 33).is_multiple_of(density) {
                    rows[a][b / 64] |= 1 << (b % 64);
                    rows[b][a / 64] |= 1 << (a % 64);
                }
            }
            let degrees = rows.iter().map(|row| ones(row)).collect();
            let (is_left, lacks) = (vec![true; size], vec![0; size]);
            let mut graph = PrimalGraph { rows, is_left, degrees, lacks, steps: 0, joins: 0 };
            for one in 0..size {
                graph.lacks[one] = graph.lack(one);
            }
            let mut filled = 0;
            for left in (0..size).rev() {
                let least = (0..size).filter(|&one| graph.is_left[one]).map(|one| graph.lack(one));
                let least = least.min().expect("one is left");
                filled += least;
                let best = graph.next();
                assert_eq!(graph.lacks[best], least, "{best} of {size}");
                assert_eq!(graph.is_left.iter().filter(|&&is_left| is_left).count(), left);
                for one in (0..size).filter(|&one| graph.is_left[one]) {
                    assert_eq!(graph.degrees[one], bits(&graph.rows[one]).count());
                    assert_eq!(graph.lacks[one], graph.lack(one), "{one} of {size}");
                }
            }
            assert!(filled > 0 || size == 3, "{size}");
        }
    }
}
