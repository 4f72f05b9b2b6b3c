//! The cheapest choices of columns that cover all rows.
//!
//! *Problem.* A smallest conjunction that excludes every bad heap, a smallest set of instances that tells every
//! two predicates apart: both choose columns so that each row has one. *Choice.* Branch and bound: the
//! uncovered row with the fewest columns is branched on, cheapest column first; rows that share no column give a lower
//! bound, a greedy choice the first upper one. Nodes are limited, never seconds: the same input has the same
//! answer everywhere. *Rejected.* To ask the SAT search with a counter of costs: tables here have dozens of rows, and
//! several best choices are wanted in order, not one.

/// A column: its cost, at least 1, and the rows that it covers.
#[derive(Clone, Debug)]
pub(crate) struct CoverColumn {
    pub cost: u64,
    pub covers: Vec<bool>,
}

/// A choice of columns, by their places in ascending order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ColumnChoice {
    pub columns: Vec<usize>,
    pub cost: u64,
}

/// The best choices, and whether they are known to be the best.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ColumnChoices {
    /// Cheapest first; of one cost, the first column decides. None if a row has no column.
    pub found: Vec<ColumnChoice>,
    pub is_exact: bool,
}

/// A search of more nodes is cut off.
const NODES: u64 = 200_000;

/// The `most` cheapest choices of which each column is needed and that cost at most `slack` more than the cheapest.
pub(crate) fn cheapest(
    columns: &[CoverColumn],
    rows: usize,
    most: usize,
    slack: u64,
) -> ColumnChoices {
    let Some(first) = greedy(columns, rows) else {
        return ColumnChoices { found: Vec::new(), is_exact: true };
    };
    let by_row = |row: usize| {
        let mut of: Vec<usize> = (0..columns.len()).filter(|at| columns[*at].covers[row]).collect();
        of.sort_by_key(|at| (columns[*at].cost, *at));
        of
    };
    let mut search = ColumnSearch {
        columns,
        by_row: (0..rows).map(by_row).collect(),
        found: vec![first],
        most,
        slack,
        nodes: NODES,
    };
    search.extend(&mut Vec::new(), &mut vec![0; rows], &mut vec![false; columns.len()], 0);
    ColumnChoices { is_exact: search.nodes > 0, found: search.found }
}

/// The choice that takes, again and again, the column with the most new rows for its cost.
pub(crate) fn greedy(columns: &[CoverColumn], rows: usize) -> Option<ColumnChoice> {
    let mut open: Vec<bool> = vec![true; rows];
    let mut chosen = Vec::new();
    while open.iter().any(|row| *row) {
        let gain = |at: usize| {
            let covers = columns[at].covers.iter().zip(&open);
            covers.filter(|(covers, open)| **covers && **open).count() as u128
        };
        let better = |a: usize, b: usize| {
            gain(a) * u128::from(columns[b].cost) > gain(b) * u128::from(columns[a].cost)
        };
        let best =
            (0..columns.len()).reduce(|best, at| if better(at, best) { at } else { best })?;
        if gain(best) == 0 {
            return None;
        }
        chosen.push(best);
        open.iter_mut().zip(&columns[best].covers).for_each(|(open, covers)| *open &= !covers);
    }
    // What later columns cover as well is not needed.
    for at in (0..chosen.len()).rev() {
        let rest = || chosen.iter().enumerate().filter(|(other, _)| *other != at);
        let is_covered = |row: usize| rest().any(|(_, column)| columns[*column].covers[row]);
        if (0..rows).all(is_covered) {
            chosen.remove(at);
        }
    }
    chosen.sort_unstable();
    let cost = chosen.iter().map(|at| columns[*at].cost).sum();
    Some(ColumnChoice { columns: chosen, cost })
}

struct ColumnSearch<'s> {
    columns: &'s [CoverColumn],
    /// The columns of each row, cheapest first.
    by_row: Vec<Vec<usize>>,
    found: Vec<ColumnChoice>,
    most: usize,
    slack: u64,
    nodes: u64,
}

impl ColumnSearch<'_> {
    /// `covered`: how many of the chosen columns cover each row. `refused`: columns that this branch does without.
    fn extend(
        &mut self,
        chosen: &mut Vec<usize>,
        covered: &mut Vec<u32>,
        refused: &mut Vec<bool>,
        cost: u64,
    ) {
        if self.nodes == 0 {
            return;
        }
        self.nodes -= 1;
        let row = match self.open_row(covered, refused) {
            OpenRows::None => return self.add(chosen, covered, cost),
            OpenRows::Hopeless => return,
            OpenRows::Row(row) => row,
        };
        if cost + self.least(covered, refused) > self.bound() {
            return;
        }
        let mut tried = Vec::new();
        for at in self.by_row[row].clone() {
            if refused[at] {
                continue;
            }
            let column = &self.columns[at];
            if cost + column.cost > self.bound() {
                break;
            }
            let change = |covered: &mut Vec<u32>, by: i64| {
                let rows = covered.iter_mut().zip(&column.covers).filter(|(_, covers)| **covers);
                rows.for_each(|(row, _)| *row = (i64::from(*row) + by) as u32);
            };
            change(covered, 1);
            chosen.push(at);
            self.extend(chosen, covered, refused, cost + column.cost);
            chosen.pop();
            change(covered, -1);
            refused[at] = true;
            tried.push(at);
        }
        tried.into_iter().for_each(|at| refused[at] = false);
    }

    /// The greatest cost that is of interest.
    fn bound(&self) -> u64 {
        let within = self.found[0].cost.saturating_add(self.slack);
        match self.found.len() < self.most {
            true => within,
            false => within.min(self.found[self.found.len() - 1].cost),
        }
    }

    fn open_row(&self, covered: &[u32], refused: &[bool]) -> OpenRows {
        let mut best: Option<(usize, usize)> = None;
        for row in (0..covered.len()).filter(|row| covered[*row] == 0) {
            let left = self.by_row[row].iter().filter(|at| !refused[**at]).count();
            if left == 0 {
                return OpenRows::Hopeless;
            }
            if best.is_none_or(|(least, _)| left < least) {
                best = Some((left, row));
            }
        }
        best.map_or(OpenRows::None, |(_, row)| OpenRows::Row(row))
    }

    /// A lower bound: rows that share no column cost at least one column each.
    fn least(&self, covered: &[u32], refused: &[bool]) -> u64 {
        let (mut taken, mut least) = (vec![false; self.columns.len()], 0);
        for row in (0..covered.len()).filter(|row| covered[*row] == 0) {
            let of = || self.by_row[row].iter().filter(|at| !refused[**at]);
            if of().any(|at| taken[*at]) {
                continue;
            }
            least += of().next().map_or(0, |at| self.columns[*at].cost);
            of().for_each(|at| taken[*at] = true);
        }
        least
    }

    fn add(&mut self, chosen: &[usize], covered: &[u32], cost: u64) {
        let is_needed = |at: &usize| {
            let covers = self.columns[*at].covers.iter().zip(covered);
            covers.into_iter().any(|(covers, times)| *covers && *times == 1)
        };
        if !chosen.iter().all(is_needed) {
            return;
        }
        let mut columns = chosen.to_vec();
        columns.sort_unstable();
        let choice = ColumnChoice { columns, cost };
        if self.found.contains(&choice) {
            return;
        }
        let key = |one: &ColumnChoice| (one.cost, one.columns.clone());
        let at = self.found.partition_point(|one| key(one) < key(&choice));
        self.found.insert(at, choice);
        self.found.truncate(self.most);
        let within = self.found[0].cost.saturating_add(self.slack);
        self.found.retain(|one| one.cost <= within);
    }
}

enum OpenRows {
    /// All rows are covered.
    None,
    /// A row has no column left.
    Hopeless,
    Row(usize),
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Random numbers, the same each time.
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, end: u64) -> u64 {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) % end
        }
    }

    /// All subsets of the columns: the least cost of one that covers all rows.
    fn by_force(columns: &[CoverColumn], rows: usize) -> Option<u64> {
        let of = |set: u32| (0..columns.len()).filter(move |at| set >> at & 1 == 1);
        let covers = |set: &u32| (0..rows).all(|row| of(*set).any(|at| columns[at].covers[row]));
        let all = (0..1_u32 << columns.len()).filter(covers);
        all.map(|set| of(set).map(|at| columns[at].cost).sum()).min()
    }

    /// If it failed, a set that is called smallest would not be.
    #[test]
    fn the_cheapest_choice_is_that_of_all_subsets() {
        let mut numbers = Numbers(7);
        let mut solved = 0;
        for _ in 0..400 {
            let (rows, count) = (numbers.below(7) as usize, 1 + numbers.below(9) as usize);
            let mut column = |_| CoverColumn {
                cost: 1 + numbers.below(4),
                covers: (0..rows).map(|_| numbers.below(3) == 0).collect(),
            };
            let columns: Vec<CoverColumn> = (0..count).map(&mut column).collect();
            let choices = cheapest(&columns, rows, 4, 3);
            let least = by_force(&columns, rows);
            assert_eq!(choices.found.first().map(|one| one.cost), least, "{columns:?}");
            assert!(choices.is_exact);
            assert!(choices.found.is_sorted_by_key(|one| one.cost));
            for choice in &choices.found {
                let has = |row: usize| choice.columns.iter().any(|at| columns[*at].covers[row]);
                assert!((0..rows).all(has), "{columns:?} {choice:?}");
            }
            solved += usize::from(least.is_some());
        }
        assert!(solved > 100, "{solved} had a choice");
    }
}
