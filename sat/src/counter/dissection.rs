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
    /// Twice the edges that its neighbours lack. An unknown number is counted when it is needed.
    lacks: Vec<Option<u64>>,
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
        let (is_left, lacks) = (vec![true; open.len()], vec![None; open.len()]);
        PrimalGraph { rows, is_left, degrees, lacks, steps, joins }
    }

    /// Eliminates the best one.
    fn next(&mut self) -> usize {
        let left: Vec<usize> = (0..self.rows.len()).filter(|&one| self.is_left[one]).collect();
        let best = self.min_fill(&left);
        let min_degree = || left.iter().copied().min_by_key(|&one| (self.degrees[one], one));
        let best = best.or_else(min_degree).expect("one is left");
        self.eliminate(best);
        best
    }

    /// The one whose neighbours lack the fewest edges, unless that takes too long to find.
    fn min_fill(&mut self, left: &[usize]) -> Option<usize> {
        let mut best: Option<(u64, usize)> = None;
        for &one in left {
            if !self.compares() {
                return None;
            }
            let lack = (self.lack(one), one);
            best = Some(best.map_or(lack, |best| best.min(lack)));
        }
        best.map(|(_, one)| one)
    }

    /// True if neighbours' neighbours are still looked at.
    fn compares(&self) -> bool {
        self.steps < STEPS
    }

    fn lack(&mut self, one: usize) -> u64 {
        if let Some(lack) = self.lacks[one] {
            return lack;
        }
        let row = &self.rows[one];
        let degree = self.degrees[one] as u64;
        let common = |other: usize| -> u64 {
            let pairs = row.iter().zip(&self.rows[other]);
            pairs.map(|(a, b)| u64::from((a & b).count_ones())).sum()
        };
        let there: u64 = bits(row).map(common).sum();
        self.steps += degree * row.len() as u64;
        let lack = degree * degree.saturating_sub(1) - there;
        self.lacks[one] = Some(lack);
        lack
    }

    /// Its neighbours become neighbours of each other.
    fn eliminate(&mut self, one: usize) {
        self.is_left[one] = false;
        let row = std::mem::take(&mut self.rows[one]);
        let joins = self.lacks[one] != Some(0);
        self.joins += (self.degrees[one] * row.len()) as u64;
        for other in bits(&row) {
            let own = &mut self.rows[other];
            own[one / 64] &= !(1 << (one % 64));
            if joins {
                own.iter_mut().zip(&row).for_each(|(own, more)| *own |= more);
                own[other / 64] &= !(1 << (other % 64));
            }
            self.degrees[other] = ones(own);
            self.lacks[other] = None;
        }
        if joins && self.compares() {
            // Some neighbours of those around them may have become neighbours of each other.
            for other in bits(&row) {
                for next in bits(&self.rows[other]) {
                    self.lacks[next] = None;
                }
            }
        }
    }
}

fn ones(row: &[u64]) -> usize {
    row.iter().map(|word| word.count_ones() as usize).sum()
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
