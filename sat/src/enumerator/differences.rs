//! Comparisons in a formula: clauses that relate the values of two ordered rows.
//!
//! `guards → x < y` is many clauses, whose form depends on which thresholds the translation found worth a variable.
//! Either for each value v a guard, or x < v, or y ≥ v + 1. Or for each value of x and each below it a guard, or x ≠
//! v, or y ≥ w. All clauses with the same guards and the same rows are therefore read together, as one statement:
//! the values of y that each value of x allows. If these are the values from a least one on, and the least one never
//! falls as x rises, they are a *difference*, however they were said: `x + 2 ≤ y` and comparisons of rows with
//! different values among them.

use rustc_hash::{FxHashMap, FxHashSet};

use super::clauses::ClauseRef;
use super::harmless::OpenClauses;
use super::rows::{Rows, SimplifiedFormula, ValueSet};
use crate::Lit;

/// One of the guards holds, or the second row is at least what the first one demands.
pub(super) struct GuardedDifference {
    pub guards: Vec<Lit>,
    /// The row whose least value demands, and the row on which it demands.
    pub lower: usize,
    pub upper: usize,
    /// For each index of the lower row the least index of the upper one, or the upper one's length where there is none.
    pub least: Vec<usize>,
}

/// The numbers of a formula, and the clauses that they stand for.
pub(super) struct FormulaNumbers {
    pub rows: Vec<Vec<Lit>>,
    pub differences: Vec<GuardedDifference>,
    /// Sorted.
    pub replaced: Vec<ClauseRef>,
}

/// A difference takes the place of at least so many clauses.
const FEWEST: usize = 3;

impl FormulaNumbers {
    pub fn of(formula: &SimplifiedFormula<'_>, rows: Rows) -> Self {
        let mut said = ClauseReadings::default();
        formula.each(|clause, lits| said.add(clause, lits, &rows));
        let mut read: Vec<(GuardedDifference, Vec<ClauseReading>)> = Vec::new();
        for pair in said.by_size() {
            let members = said.take(&pair);
            match difference(pair, &members, &rows) {
                Some(difference) => read.push((difference, members)),
                None => said.give_back(&members),
            }
        }
        let replaced = loop {
            if read.is_empty() {
                break Vec::new();
            }
            let replaced = replaced(formula, &rows, &read);
            let left = OpenClauses::new(formula, &rows, &replaced);
            if left.allow(read.iter().map(|(difference, _)| difference)) {
                break replaced;
            }
            let before = read.len();
            read.retain(|(difference, _)| left.allow(std::iter::once(difference)));
            if read.len() == before {
                read.clear();
            }
        };
        let differences = read.into_iter().map(|(difference, _)| difference).collect();
        let mut this = Self { rows: rows.cells, differences, replaced };
        this.keep_used();
        this
    }

    /// Drops the rows that no difference is about.
    fn keep_used(&mut self) {
        let mut names = vec![None; self.rows.len()];
        let mut rows = Vec::new();
        for difference in &mut self.differences {
            for row in [&mut difference.lower, &mut difference.upper] {
                *row = *names[*row].get_or_insert_with(|| {
                    rows.push(std::mem::take(&mut self.rows[*row]));
                    rows.len() - 1
                });
            }
        }
        self.rows = rows;
    }
}

/// Guards and two rows, the first one before the second.
type Pair = (Vec<Lit>, usize, usize);

/// A clause as a statement about rows, if none of its guards holds.
#[derive(Clone)]
struct ClauseReading {
    clause: ClauseRef,
    /// One of these rows has one of these values.
    values: Vec<(usize, ValueSet)>,
    thresholds: Vec<Lit>,
}

/// All readings of clauses.
#[derive(Default)]
struct ClauseReadings {
    pairs: FxHashMap<Pair, Vec<ClauseReading>>,
    /// Those about one row, by their guards.
    singles: FxHashMap<Vec<Lit>, Vec<ClauseReading>>,
    taken: FxHashSet<ClauseRef>,
}

impl ClauseReadings {
    fn add(&mut self, clause: ClauseRef, lits: &[Lit], rows: &Rows) {
        let mut values: Vec<(usize, ValueSet)> = Vec::new();
        let (mut guards, mut thresholds) = (Vec::new(), Vec::new());
        for &lit in lits {
            let Some((row, said)) = rows.values(lit) else {
                guards.push(lit);
                continue;
            };
            match values.iter_mut().find(|(known, _)| *known == row) {
                Some((_, known)) => *known |= said,
                None => values.push((row, said)),
            }
            if rows.is_threshold(lit) {
                thresholds.push(lit);
            }
        }
        if values.iter().any(|&(row, values)| values == rows.all(row)) {
            return;
        }
        guards.sort_unstable();
        values.sort_unstable_by_key(|&(row, _)| row);
        match values.len() {
            1 => {
                let reading = ClauseReading { clause, values, thresholds };
                self.singles.entry(guards).or_default().push(reading);
            }
            2 => self.add_pair(guards, ClauseReading { clause, values, thresholds }),
            // A row with one literal may be a guard as well.
            3 => {
                for &(row, _) in &values {
                    let about = |&lit: &Lit| rows.values(lit).is_some_and(|(r, _)| r == row);
                    let mut own = lits.iter().copied().filter(about);
                    if let (Some(guard), None) = (own.next(), own.next()) {
                        let mut guards = guards.clone();
                        guards.push(guard);
                        guards.sort_unstable();
                        let mut values = values.clone();
                        values.retain(|&(other, _)| other != row);
                        let mut thresholds = thresholds.clone();
                        thresholds.retain(|&lit| lit != guard);
                        self.add_pair(guards, ClauseReading { clause, values, thresholds });
                    }
                }
            }
            _ => {}
        }
    }

    fn add_pair(&mut self, guards: Vec<Lit>, reading: ClauseReading) {
        let [(a, _), (b, _)] = reading.values[..] else { unreachable!("it is about two rows") };
        self.pairs.entry((guards, a, b)).or_default().push(reading);
    }

    /// The pairs that many clauses mention come first.
    fn by_size(&self) -> Vec<Pair> {
        let mut pairs: Vec<Pair> = self.pairs.keys().cloned().collect();
        pairs.sort_by_cached_key(|pair| {
            (std::cmp::Reverse(self.pairs[pair].len()), pair.1, pair.2, pair.0.clone())
        });
        pairs
    }

    /// The readings for a pair of clauses that are not read otherwise.
    fn take(&mut self, pair: &Pair) -> Vec<ClauseReading> {
        let mut members = self.pairs.remove(pair).unwrap_or_default();
        members.retain(|reading| !self.taken.contains(&reading.clause));
        if members.len() < FEWEST {
            return Vec::new();
        }
        let about = |reading: &&ClauseReading| {
            let (row, _) = reading.values[0];
            (row == pair.1 || row == pair.2) && !self.taken.contains(&reading.clause)
        };
        members.extend(self.singles.get(&pair.0).into_iter().flatten().filter(about).cloned());
        self.taken.extend(members.iter().map(|reading| reading.clause));
        members
    }

    fn give_back(&mut self, members: &[ClauseReading]) {
        members.iter().for_each(|reading| {
            self.taken.remove(&reading.clause);
        });
    }
}

/// What these clauses say together, if that is a difference.
fn difference(
    (guards, a, b): Pair,
    members: &[ClauseReading],
    rows: &Rows,
) -> Option<GuardedDifference> {
    if members.is_empty() {
        return None;
    }
    let (length, width) = (rows.cells[a].len(), rows.cells[b].len());
    let mut allowed: Vec<ValueSet> =
        vec![ValueSet::MAX >> (ValueSet::BITS as usize - width); length];
    for reading in members {
        let of = |row: usize| reading.values.iter().find(|&&(r, _)| r == row).map_or(0, |v| v.1);
        let (own, others) = (of(a), of(b));
        for (index, allowed) in allowed.iter_mut().enumerate() {
            if own >> index & 1 == 0 {
                *allowed &= others;
            }
        }
    }
    let is_monotone = |bounds: &[usize]| bounds.windows(2).all(|two| two[0] <= two[1]);
    let from: Option<Vec<usize>> = allowed.iter().map(|&allowed| suffix(allowed, width)).collect();
    if let Some(least) = from.filter(|least| is_monotone(least)) {
        return Some(GuardedDifference { guards, lower: a, upper: b, least });
    }
    let below: Option<Vec<usize>> = allowed.iter().map(|&allowed| prefix(allowed)).collect();
    let below = below.filter(|below| is_monotone(below))?;
    let least = (0..width).map(|value| below.partition_point(|&end| end <= value)).collect();
    Some(GuardedDifference { guards, lower: b, upper: a, least })
}

/// The index from which on all values are there, if no others are.
fn suffix(values: ValueSet, width: usize) -> Option<usize> {
    let from = if values == 0 { width } else { values.trailing_zeros() as usize };
    (values.count_ones() as usize == width - from).then_some(from)
}

/// The number of values that are there, if these are the first ones.
fn prefix(values: ValueSet) -> Option<usize> {
    let end = values.trailing_ones();
    (values.count_ones() == end).then_some(end as usize)
}

/// The clauses of the differences, and the clauses that their rows imply by themselves about thresholds that
/// nothing else mentions.
fn replaced(
    formula: &SimplifiedFormula<'_>,
    rows: &Rows,
    read: &[(GuardedDifference, Vec<ClauseReading>)],
) -> Vec<ClauseRef> {
    let said = || read.iter().flat_map(|(_, members)| members);
    let mut replaced: Vec<ClauseRef> = said().map(|said| said.clause).collect();
    replaced.sort_unstable();
    let used: FxHashSet<usize> = read.iter().flat_map(|(d, _)| [d.lower, d.upper]).collect();
    let mut uses: FxHashMap<Lit, u32> = FxHashMap::default();
    let mut count = |lit: &Lit| *uses.entry(lit.var().positive()).or_default() += 1;
    said().flat_map(|said| &said.thresholds).for_each(&mut count);
    let mut evident: Vec<(ClauseRef, Vec<Lit>)> = Vec::new();
    formula.each(|clause, lits| {
        if rows.evident(lits).is_some_and(|row| used.contains(&row))
            && replaced.binary_search(&clause).is_err()
        {
            let thresholds = lits.iter().copied().filter(|&lit| rows.is_threshold(lit));
            let thresholds: Vec<Lit> = thresholds.collect();
            thresholds.iter().for_each(&mut count);
            evident.push((clause, thresholds));
        }
    });
    // A threshold that is left needs all of its definition, and so the thresholds in it.
    let is_left = |lit: &Lit| {
        let all = formula.uses[lit.code()] + formula.uses[(!*lit).code()];
        uses.get(&lit.var().positive()) != Some(&all)
    };
    let mut left: FxHashSet<Lit> = FxHashSet::default();
    loop {
        let before = left.len();
        for (_, thresholds) in &evident {
            let stays = |lit: &Lit| is_left(lit) || left.contains(&lit.var().positive());
            if thresholds.iter().any(stays) {
                left.extend(thresholds.iter().map(|lit| lit.var().positive()));
            }
        }
        if left.len() == before {
            break;
        }
    }
    let is_gone = |lit: &Lit| !left.contains(&lit.var().positive());
    let gone = evident.into_iter().filter(|(_, thresholds)| thresholds.iter().all(is_gone));
    replaced.extend(gone.map(|(clause, _)| clause));
    replaced.sort_unstable();
    replaced
}
